import { expect, it } from 'vitest'
import { type Recording, readyRecording, recording } from '../../simulators/recorder/index.ts'
import { calls, connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const at = (minute: number) => Date.parse('2026-11-20T00:00:00Z') + minute * 60_000

const ready = (minute: number, more: Partial<Recording> = {}) =>
  readyRecording({ filename: `ready ${minute}`, start_time: at(minute), edit_time: at(minute), ...more })

const unready = (minute: number) =>
  recording({ filename: `unready ${minute}`, start_time: at(minute), edit_time: at(minute) })

const many = (count: number, make: (minute: number) => Recording, from = 0) =>
  Array.from({ length: count }, (_, index) => make(from + index))

const candidates = async (recordings: Recording[], query = '') => {
  const { status, json } = await connected({ recordings }).get(`/files/webhook-candidates${query}`)
  expect(status).toBe(200)
  return json.files.map(({ filename }: { filename: string }) => filename)
}

it('GET /recorder/files/webhook-candidates: the fields of the contract', async () => {
  const recorded = ready(1, { edit_from: 'ios' })
  const { json } = await connected({ recordings: [recorded] }).get('/files/webhook-candidates')
  expect(json).toEqual({
    files: [
      {
        id: recorded.id,
        filename: 'ready 1',
        version_ms: recorded.version_ms,
        edit_time: recorded.edit_time / 1000,
        edit_from: 'ios',
      },
    ],
    fetched_at: '2026-11-21T09:00:00.000Z',
  })
})

it('GET /recorder/files/webhook-candidates: only recordings that are transcribed, summarized and not in the trash', async () => {
  const recordings = [
    ready(1),
    ready(2, { is_trash: true }),
    ready(3, { is_summary: false }),
    ready(4, { is_trans: false }),
    unready(5),
  ]
  expect(await candidates(recordings)).toEqual(['ready 1'])
})

it('GET /recorder/files/webhook-candidates: most recently edited first', async () => {
  expect(await candidates([ready(2), ready(9), ready(5)])).toEqual(['ready 9', 'ready 5', 'ready 2'])
})

it('GET /recorder/files/webhook-candidates: limit defaults to 5', async () => {
  expect(await candidates(many(7, ready))).toHaveLength(5)
  expect(await candidates(many(7, ready), '?limit=')).toHaveLength(5)
})

it.each([
  ['0', 1],
  ['-3', 1],
  ['1', 1],
  ['20', 20],
  ['21', 20],
  ['1000', 20],
])('GET /recorder/files/webhook-candidates: limit=%s is moved into 1..20', async (limit, expected) => {
  expect(await candidates(many(25, ready), `?limit=${limit}`)).toHaveLength(expected)
})

it.each(['five', '2.5'])('GET /recorder/files/webhook-candidates: limit=%s is 400 naming the field', async (limit) => {
  const { status, json } = await connected().get(`/files/webhook-candidates?limit=${limit}`)
  expect([status, json.error]).toEqual([400, 'limit: must be an integer'])
})

it('GET /recorder/files/webhook-candidates: found behind many unready ones', async () => {
  expect(await candidates([...many(450, unready, 100), ready(1), ready(2)])).toEqual(['ready 2', 'ready 1'])
})

it('GET /recorder/files/webhook-candidates: an old recording that was edited lately is found', async () => {
  const old = ready(-100_000, { filename: 'old', edit_time: at(9000) })
  expect(await candidates([...many(600, unready, 100), old])).toEqual(['old'])
})

it('GET /recorder/files/webhook-candidates: with a bounded number of listing pages', async () => {
  const deployment = connected({ recordings: [...many(700, unready, 100), ready(1)] })
  const { json } = await deployment.get('/files/webhook-candidates')
  expect(json.files).toEqual([])
  expect(calls(deployment)).toHaveLength(5)
})

it('GET /recorder/files/webhook-candidates: no more pages than needed', async () => {
  const deployment = connected({
    recordings: [...many(150, unready, 100), ...many(5, ready), ...many(200, unready, -300)],
  })
  expect((await deployment.get('/files/webhook-candidates')).json.files).toHaveLength(5)
  expect(calls(deployment)).toHaveLength(2)
})

it('GET /recorder/files/webhook-candidates: a wrong total changes nothing', async () => {
  const recordings = [...many(120, unready, 100), ready(1)]
  const deployment = connected({ recordings, switches: { total: 'page' } })
  expect((await deployment.get('/files/webhook-candidates')).json.files).toHaveLength(1)
})

it.each(['seconds', 'ms', 'mixed'] as const)(
  'GET /recorder/files/webhook-candidates: in order when edit_time comes in %s',
  async (editTime) => {
    const deployment = connected({ recordings: many(4, ready), switches: { editTime } })
    const { json } = await deployment.get('/files/webhook-candidates')
    expect(json.files.map(({ filename }: Recording) => filename)).toEqual(['ready 3', 'ready 2', 'ready 1', 'ready 0'])
  },
)

it('GET /recorder/files/webhook-candidates: flags that come as 0 and 1 are read', async () => {
  const deployment = connected({ recordings: [ready(1), unready(2)], switches: { flags: 'number' } })
  expect((await deployment.get('/files/webhook-candidates')).json.files).toHaveLength(1)
})

it('GET /recorder/files/webhook-candidates: 401 when the product rejects the account', async () => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 401 })
  expect((await get('/files/webhook-candidates')).status).toBe(401)
})

/** Polls as an automation does: from the latest edit time that it has seen, twenty at most. */
async function poll(get: ReturnType<typeof connected>['get'], since: number, limit = 20) {
  const { status, json } = await get(`/files/webhook-candidates?limit=${limit}&since=${since}`)
  expect(status).toBe(200)
  return json.files as { id: string; filename: string; edit_time: number }[]
}

it('GET /recorder/files/webhook-candidates: with since, nothing is missed, however many change between polls', async () => {
  const { get } = connected({ recordings: [...many(130, ready), ...many(90, unready, 200)] })
  const seen = new Set<string>()
  let since = at(0)
  for (let polls = 0; polls < 20 && seen.size < 130; polls++) {
    const files = await poll(get, since)
    for (const { id } of files) seen.add(id)
    since = Math.max(since, ...files.map(({ edit_time }) => edit_time * 1000))
  }
  expect(seen.size).toBe(130)
})

it('GET /recorder/files/webhook-candidates: with since, recordings of one edit time are never torn apart', async () => {
  const together = Array.from({ length: 30 }, (_, number) => ready(5, { id: String(number).padStart(32, 'a') }))
  const { get } = connected({ recordings: [...together, ready(1), ready(9)] })
  const first = await poll(get, at(0))
  expect(first.map(({ filename }) => filename)).toEqual([...together.map(() => 'ready 5'), 'ready 1'])
  expect((await poll(get, at(5))).map(({ filename }) => filename)).toEqual([
    'ready 9',
    ...together.map(() => 'ready 5'),
  ])
})

it('GET /recorder/files/webhook-candidates: since is behind any number of unready ones', async () => {
  const { get } = connected({ recordings: [...many(1500, unready, 100), ready(1)] })
  expect((await poll(get, at(0))).map(({ filename }) => filename)).toEqual(['ready 1'])
})

it('GET /recorder/files/webhook-candidates: since in seconds is 400, which would list everything', async () => {
  const { status, json } = await connected().get('/files/webhook-candidates?since=1795138920')
  expect([status, json.error]).toEqual([400, expect.stringContaining('send 1795138920000')])
})
