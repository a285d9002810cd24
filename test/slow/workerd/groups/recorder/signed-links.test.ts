import { expect, it } from 'vitest'
import { calls, connected, downloads, leaveNothingBehind } from '../../../../groups/recorder/connected.ts'
import { type Note, note, readyRecording } from '../../../../simulators/recorder/index.ts'
import type { Call } from '../../../../simulators/simulator.ts'

leaveNothingBehind()

const fromStorage = ({ url }: Call) => url.hostname.endsWith('.amazonaws.com')

/** A recording whose content has to be fetched, and its two routes. */
function linked(overrides: Partial<Note> = {}) {
  const recorded = readyRecording({ notes: [note('# 요약', { placement: 'linked', ...overrides })] })
  const deployment = connected({ recordings: [recorded] })
  return {
    ...deployment,
    summary: () => deployment.get(`/files/${recorded.id}/summary`),
    bundle: () => deployment.get(`/files/${recorded.id}/fetch`),
  }
}

/** A detail with this link to its summary. */
const detailWith = (data_link: string) =>
  JSON.stringify({
    status: 0,
    data: { file_id: 'abc', content_list: [{ data_id: 'a', data_type: 'auto_sum_note', task_status: 1, data_link }] },
  })

it('content is fetched without the account: no Authorization header, no other word of the token', async () => {
  const deployment = linked()
  expect((await deployment.bundle()).json.errors).toEqual([])
  const fetched = downloads(deployment)
  expect(fetched).toHaveLength(2)
  for (const { method, headers } of fetched) {
    expect(method).toBe('GET')
    expect(headers.has('Authorization')).toBe(false)
    expect(JSON.stringify([...headers])).not.toMatch(/bearer|eyJ/i)
  }
})

it.each(['header', 'raw', 'plain'] as const)(
  'content that comes as gzip with its header, raw gzip or plain is read: %s',
  async (encoding) => {
    const { bundle, plaud } = linked()
    plaud.switches.encoding = encoding
    const { json } = await bundle()
    expect(json).toMatchObject({ errors: [], summary: { markdown: '# 요약' } })
    expect(json.transcript.content).toHaveLength(3)
  },
)

it('a link that expires between detail and fetch is requested again, once', async () => {
  const deployment = linked()
  const { plaud, world, summary } = deployment
  let fetches = 0
  const expireFirst = (call: Call) => {
    if (fromStorage(call) && fetches++ === 0) world.clock.advance(301_000)
    return false
  }
  plaud.fail({ kind: 'empty' }, { on: expireFirst })
  expect((await summary()).json.markdown).toBe('# 요약')
  expect(calls(deployment)).toHaveLength(2)
  const [first, second] = downloads(deployment)
  expect(second?.url.pathname).toBe(first?.url.pathname)
  expect(second?.url.search).not.toBe(first?.url.search)
})

it('storage that refuses a new link as well is 502, and there is no third request', async () => {
  const deployment = linked()
  deployment.plaud.fail({ kind: 'status', status: 403, body: '<Error/>' }, { on: fromStorage })
  expect((await deployment.summary()).status).toBe(502)
  expect(downloads(deployment)).toHaveLength(2)
})

it.each([400, 401, 402, 404, 409])(
  '%i of storage is 502: it is about neither the account nor the caller',
  async (status) => {
    const { summary, plaud } = linked()
    plaud.fail({ kind: 'status', status, body: '<Error><Code>Refused</Code></Error>' }, { on: fromStorage })
    const { json, ...answer } = await summary()
    expect([answer.status, json.error]).toEqual([502, expect.stringMatching(/its own content link/)])
  },
)

it('409 when the content is being generated again at the second read', async () => {
  const { plaud, summary } = linked()
  const remake = (call: Call) => {
    for (const each of [...plaud.state.recordings.values()].flatMap(({ notes }) => notes)) each.task_status = 0
    return fromStorage(call)
  }
  plaud.fail({ kind: 'status', status: 403 }, { on: (call) => fromStorage(call) && remake(call) })
  expect((await summary()).status).toBe(409)
})

it.each([
  ['is missing', { kind: 'status', status: 404 }, 502],
  ['fails', { kind: 'status', status: 500 }, 502],
  ['redirects', { kind: 'redirect', location: 'https://collector.example.test/' }, 502],
  ['is rate limited', { kind: 'status', status: 503 }, 502],
  ['does not answer', { kind: 'timeout' }, 504],
] as const)('content that %s', async (_, fault, status) => {
  const { plaud, summary } = linked()
  plaud.fail(fault, { on: fromStorage })
  expect((await summary()).status).toBe(status)
})

it('a fetch that fails in passing is repeated', async () => {
  const deployment = linked()
  deployment.plaud.fail({ kind: 'status', status: 503 }, { on: fromStorage, times: 2 })
  expect((await deployment.summary()).status).toBe(200)
  expect(downloads(deployment)).toHaveLength(3)
})

it.each([
  'https://collector.example.test/permanent/a',
  'https://prod-plaud-content-storage.s3.amazonaws.com.example.test/a',
  'https://example.test/?prod-plaud-content-storage.s3.amazonaws.com',
  'https://other-bucket.s3.amazonaws.com/a',
  'http://prod-plaud-content-storage.s3.amazonaws.com/a',
  'https://prod-plaud-content-storage.s3.amazonaws.com:8443/a',
  'https://user@prod-plaud-content-storage.s3.amazonaws.com/a',
  'http://127.0.0.1/a',
  'file:///etc/hosts',
  '/relative',
])('a link that does not lead to the product is refused with 502 and not followed: %s', async (link) => {
  const { get, plaud } = linked()
  plaud.fail(
    { kind: 'status', status: 200, body: detailWith(link) },
    { on: ({ url }) => url.pathname === '/file/detail/abc' },
  )
  const { status, text } = await get('/files/abc/summary')
  expect(status).toBe(502)
  expect(text).not.toContain('example.test')
  expect(plaud.calls.filter(fromStorage)).toEqual([])
})

it('no signed link is in the log or in an error', async () => {
  const { summary, plaud, world } = linked()
  plaud.fail({ kind: 'status', status: 403 }, { on: fromStorage })
  const { text } = await summary()
  expect(text + world.log.join()).not.toMatch(/X-Amz|amazonaws/)
})
