import { afterAll, beforeAll, expect, it } from 'vitest'
import { PRO_KEY, startGateway } from '../scripts/started-gateway.ts'
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

it('by swagger-typescript-api', async () => {
  const program = `
    import { Api } from './client.ts'

    const { api } = new Api({ baseApiParams: { headers: { 'X-API-KEY': '${PRO_KEY}' }, format: 'json' } })
    const { data: { data_file_list: files } } = await api.recorderListFiles({ limit: 2 })
    const bill = await api.paymentReadBill({ bill_id: '${PRINTED.bill}' }, { headers: { 'X-Payment-Mode': 'true' } })
    const users = await api.workspaceListUsers({ page_size: 2 }, { headers: { 'X-Workspace-Token': ${token()} } })
    const { data: { post } } = await api.socialCreatePost({ text: '${PRINTED.post}' })
    const { data: { video } } = await api.videoGetMetadata({ video_url: 'https://youtu.be/bukchonWalk' })
    const renamed = await api.recorderRenameFile(files[0]?.id ?? '', { filename: 'Renamed' })
    const refused: number = await api
      .recorderListFiles({}, { headers: { 'X-API-KEY': 'wrong' } })
      .then(({ status }) => status, ({ status }) => status)
    console.log(JSON.stringify({
      recordings: files.length,
      bill: bill.data.result?.bill_id,
      users: users.data.results.map(({ name }) => name),
      post: post.text,
      title: video.title,
      renamed: renamed.status,
      refused,
    }))

    // @ts-expect-error A number is no name.
    const check: Parameters<typeof api.recorderRenameFile>[1] = { filename: 1 }
  `
  expect(await tried('swagger-typescript-api', program)).toEqual({ compiler: '', printed: PRINTED })
})
