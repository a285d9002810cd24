import { afterAll, beforeAll, expect, it } from 'vitest'
import { PRO_KEY, startGateway } from '../../node/scripts/started-gateway.ts'
import { tryGenerated } from './generated-client.ts'

/**
 * Clients generated from the saved document of all operations: the whole client compiles, and calls operations of every
 * kind at the address that stands in the document.
 */

let gateway: Awaited<ReturnType<typeof startGateway>>
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway?.stop())

const token = () => JSON.stringify(gateway.headers.workspace?.['X-Workspace-Token'])
const tried = (generator: Parameters<typeof tryGenerated>[0], program: string) =>
  tryGenerated(generator, `${gateway.origin}/openapi.json`, program)

/** What each of the programs prints. */
const PRINTED = {
  recordings: 2,
  bill: '11122333332611120003',
  users: ['김지우', 'Minjun Lee'],
  post: 'Good morning from the harbour',
  title: '11월 북촌 골목 산책',
  renamed: 204,
  refused: 401,
}

it('by oazapfts', async () => {
  const program = `
    import { ok } from '@oazapfts/runtime'
    import * as latchkey from './client.ts'

    const wrong = await latchkey.recorderListFiles({}, { headers: { 'X-API-KEY': 'wrong' } })
    latchkey.defaults.headers = { 'X-API-KEY': '${PRO_KEY}' }
    const { data_file_list: files } = await ok(latchkey.recorderListFiles({ limit: 2 }))
    const bill = await ok(latchkey.paymentReadBill({ bill_id: '${PRINTED.bill}' }, { xPaymentMode: true }))
    const users = await ok(latchkey.workspaceListUsers({ xWorkspaceToken: ${token()}, pageSize: 2 }))
    const { post } = await ok(latchkey.socialCreatePost({ text: '${PRINTED.post}' }))
    const { video } = await ok(latchkey.videoGetMetadata({ video_url: 'https://youtu.be/bukchonWalk' }))
    const renamed = await latchkey.recorderRenameFile(files[0]?.id ?? '', { filename: 'Renamed' })
    console.log(JSON.stringify({
      recordings: files.length,
      bill: bill.result?.bill_id,
      users: users.results.map(({ name }) => name),
      post: post.text,
      title: video.title,
      renamed: renamed.status,
      refused: wrong.status,
    }))

    // @ts-expect-error A number is no name.
    const check: Parameters<typeof latchkey.recorderRenameFile>[1] = { filename: 1 }
  `
  expect(await tried('oazapfts', program)).toEqual({ compiler: '', printed: PRINTED })
})

it('by openapi-typescript, whose types openapi-fetch calls with', async () => {
  const program = `
    import createClient from 'openapi-fetch'
    import type { paths } from './client.ts'

    const { GET, POST, PATCH } = createClient<paths>({
      baseUrl: '${gateway.origin}',
      headers: { 'X-API-KEY': '${PRO_KEY}' },
    })
    const { data: recordings } = await GET('/api/v1/recorder/files', { params: { query: { limit: 2 } } })
    const files = recordings?.data_file_list ?? []
    const bill = await POST('/api/v1/payment/read', {
      body: { bill_id: '${PRINTED.bill}' },
      params: { header: { 'X-Payment-Mode': true } },
    })
    const users = await GET('/api/v2/workspace/users', {
      params: { header: { 'X-Workspace-Token': ${token()} }, query: { page_size: 2 } },
    })
    const post = await POST('/api/v1/social/posts', { body: { text: '${PRINTED.post}' } })
    const metadata = await POST('/api/v1/video/metadata', { body: { video_url: 'https://youtu.be/bukchonWalk' } })
    const renamed = await PATCH('/api/v1/recorder/files/{id}', {
      params: { path: { id: files[0]?.id ?? '' } },
      body: { filename: 'Renamed' },
    })
    const refused = await GET('/api/v1/recorder/files', { headers: { 'X-API-KEY': 'wrong' } })
    console.log(JSON.stringify({
      recordings: files.length,
      bill: bill.data?.result?.bill_id,
      users: users.data?.results.map(({ name }) => name),
      post: post.data?.post.text,
      title: metadata.data?.video.title,
      renamed: renamed.response.status,
      refused: refused.response.status,
    }))

    // @ts-expect-error A number is no name.
    const check: paths['/api/v1/recorder/files/{id}']['patch']['requestBody'] = { content: { 'application/json': { filename: 1 } } }
  `
  expect(await tried('openapi-typescript', program)).toEqual({ compiler: '', printed: PRINTED })
})
