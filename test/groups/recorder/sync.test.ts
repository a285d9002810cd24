import { expect, it } from 'vitest'
import { note, type Recording, readyRecording, recording, transcript } from '../../simulators/recorder/index.ts'
import { calls, connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const at = (day: number) => Date.parse('2026-10-01T00:00:00Z') + day * 86_400_000

const day = (number: number, more: Partial<Recording> = {}) =>
  readyRecording({ filename: `day ${number}`, start_time: at(number), ...more })

const days = (count: number) => Array.from({ length: count }, (_, number) => day(number))

const names = (json: { files: { file: { file_name: string } }[] }) => json.files.map(({ file }) => file.file_name)

const synced = async (recordings: Recording[], query = '') => {
  const { status, json } = await connected({ recordings }).get(`/sync${query}`)
  expect(status).toBe(200)
  return json
}

it('GET /recorder/sync: total, bundles, next_skip, fetched_at and stats', async () => {
  const json = await synced(days(2))
  expect(json).toEqual({
    total: 2,
    files: [1, 0].map((number) => ({
      file: expect.objectContaining({ file_name: `day ${number}` }),
      transcript: expect.objectContaining({ format: 'text' }),
      summary: expect.objectContaining({ images: [] }),
      errors: [],
      not_ready: [],
    })),
    next_skip: null,
    next_before: null,
    fetched_at: '2026-11-21T09:00:00.000Z',
    stats: { bundle_errors: 0, elapsed_ms: expect.any(Number) },
  })
})

it('GET /recorder/sync: newest start first, whatever was edited last, and nothing from the trash', async () => {
  const recordings = [day(1, { edit_time: at(50) }), day(3), day(2), day(4, { is_trash: true })]
  expect(names(await synced(recordings))).toEqual(['day 3', 'day 2', 'day 1'])
})

it('GET /recorder/sync: limit defaults to 10', async () => {
  expect((await synced(days(12))).files).toHaveLength(10)
})

it.each([
  ['0', 1],
  ['-1', 1],
  ['1', 1],
  ['20', 20],
  ['21', 20],
  ['500', 20],
])('GET /recorder/sync: limit=%s is moved into 1..20', async (limit, expected) => {
  expect((await synced(days(23), `?limit=${limit}`)).files).toHaveLength(expected)
})

it('GET /recorder/sync: skip defaults to 0, and next_skip leads on to null', async () => {
  expect(await synced(days(5), '?limit=3')).toMatchObject({ next_skip: 3 })
  const last = await synced(days(5), '?limit=3&skip=3')
  expect(last.next_skip).toBeNull()
  expect(names(last)).toEqual(['day 1', 'day 0'])
})

it('GET /recorder/sync: a full last page is recognized as the last', async () => {
  expect(await synced(days(4), '?limit=2&skip=2')).toMatchObject({ next_skip: null, next_before: null })
  expect(await synced(days(4), '?limit=2&skip=4')).toMatchObject({ files: [], next_skip: null })
})

it('GET /recorder/sync: since includes recordings that started at that time or later', async () => {
  const json = await synced(days(6), `?since=${at(3)}`)
  expect(names(json)).toEqual(['day 5', 'day 4', 'day 3'])
  expect(json.next_skip).toBeNull()
})

it('GET /recorder/sync: since ends the paging where older recordings start', async () => {
  const first = await synced(days(6), `?since=${at(2)}&limit=3`)
  expect([names(first), first.next_skip]).toEqual([['day 5', 'day 4', 'day 3'], 3])
  const second = await synced(days(6), `?since=${at(2)}&limit=3&skip=3`)
  expect([names(second), second.next_skip]).toEqual([['day 2'], null])
})

it('GET /recorder/sync: include, transcript_format and audio as in fetch', async () => {
  const json = await synced(days(1), '?include=transcript,audio-url,share&transcript_format=srt')
  expect(json.files[0]).toMatchObject({
    transcript: { format: 'srt', text: expect.stringContaining('-->') },
    audio_url: expect.stringMatching(/^https:/),
    share: { private: {}, public: {} },
  })
  expect(json.files[0]).not.toHaveProperty('summary')
})

it('GET /recorder/sync: include defaults to transcript,summary', async () => {
  const [bundle] = (await synced(days(1))).files
  expect(Object.keys(bundle).sort()).toEqual(['errors', 'file', 'not_ready', 'summary', 'transcript'])
})

it('GET /recorder/sync: a wrong query is 400 naming the field', async () => {
  for (const [field, value] of [
    ['limit', 'ten'],
    ['skip', '-1'],
    ['since', '2026-11-01'],
    ['concurrency', 'all'],
    ['include', 'video'],
    ['transcript_format', 'pdf'],
    ['strict', 'maybe'],
  ] as const) {
    const deployment = connected()
    const { status, json } = await deployment.get(`/sync?${field}=${value}`)
    expect.soft(status, String(field)).toBe(400)
    expect.soft(json.error, String(field)).toMatch(new RegExp(`^${field}: `))
    expect.soft(deployment.plaud.calls, String(field)).toEqual([])
  }
})

it.each(['page', 'lying'] as const)('GET /recorder/sync: a wrong total (%s) does not end the paging', async (total) => {
  const { get } = connected({ recordings: days(5), switches: { total } })
  const first = (await get('/sync?limit=2')).json
  expect(first.next_skip).toBe(2)
  expect((await get('/sync?limit=2&skip=4')).json.next_skip).toBeNull()
})

it('GET /recorder/sync: not strict, failures and unfinished content are reported within the recording', async () => {
  const broken = day(1, { transcript: transcript([], { body: 'no JSON' }) })
  const json = await synced([recording({ filename: 'day 2', start_time: at(2) }), broken, day(0)])
  expect(json.files[0]).toMatchObject({ errors: [], not_ready: ['transcript', 'summary'] })
  expect(json.files[1]).toMatchObject({ errors: [{ attachment: 'transcript', status: 502 }], summary: { images: [] } })
  expect(json.stats.bundle_errors).toBe(1)
})

it('GET /recorder/sync: not strict, an unavailable recording is reported at its position', async () => {
  const recordings = days(3)
  const { get, plaud } = connected({ recordings })
  plaud.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.pathname.endsWith(recordings[1]?.id ?? '') })
  const { json } = await get('/sync')
  expect(json.files).toHaveLength(3)
  expect(json.files[1]).toEqual({
    file: expect.objectContaining({ file_id: recordings[1]?.id, filename: 'day 1' }),
    errors: [{ attachment: 'file', status: 502, error: expect.any(String) }],
    not_ready: [],
  })
})

it('GET /recorder/sync: strict, the first failure fails the call and no further recording is started', async () => {
  const deployment = connected({ recordings: [...days(9), day(9, { notes: [note('', { task_status: 0 })] })] })
  const { status } = await deployment.get('/sync?strict=true&concurrency=2')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(status).toBe(409)
  // Each recording takes its detail and its transcript: the failed one, and the concurrent one.
  expect(calls(deployment).filter(({ url }) => url.pathname.startsWith('/file/detail/'))).toHaveLength(2)
})

it('GET /recorder/sync: 401 when the product rejects the account on the way', async () => {
  const { get, plaud } = connected({ recordings: days(3) })
  plaud.fail({ kind: 'status', status: 401 }, { on: ({ url }) => url.pathname.startsWith('/file/detail/') })
  expect((await get('/sync')).status).toBe(401)
})

it('GET /recorder/sync: from and to are both ends of a range', async () => {
  for (const [query, expected] of [
    // Days of Korea: day 2 starts at 9 in the morning there.
    ['from=2026-10-03', ['day 4', 'day 3', 'day 2']],
    ['to=2026-10-02', ['day 1', 'day 0']],
    ['from=2026-10-02&to=2026-10-03', ['day 2', 'day 1']],
    ['from=2026-10-03T09:00:00%2B09:00&to=2026-10-03T09:00:00%2B09:00', ['day 2']],
    ['from=2026-10-03T09:00:01%2B09:00', ['day 4', 'day 3']],
    [`from=${at(1)}&to=${at(2)}`, ['day 2', 'day 1']],
    // The narrower end counts.
    [`from=2026-10-02&since=${at(3)}`, ['day 4', 'day 3']],
    [`to=2026-10-03&before=${at(1)}`, ['day 0']],
    ['from=2026-10-04&to=2026-10-01', []],
  ] as const)
    expect.soft(names(await synced(days(5), `?${query}`)), String(query)).toEqual(expected)
})

it('GET /recorder/sync: the pages of a range go on by next_before and next_skip', async () => {
  const account = connected({ recordings: days(9) })
  const found: string[] = []
  let query = '?from=2026-10-03&to=2026-10-07&limit=2'
  for (let page = 0; page < 5; page++) {
    const { json } = await account.get(`/sync${query}`)
    found.push(...names(json))
    if (json.next_before === null) break
    query = `?from=2026-10-03&to=2026-10-07&limit=2&before=${json.next_before}&skip=${json.next_skip}`
  }
  expect(found).toEqual(['day 6', 'day 5', 'day 4', 'day 3', 'day 2'])
})

it.each(['from=2026-02-30', 'to=yesterday', 'from=1795138920', 'to=2026-11-20T09:00:00'])(
  'GET /recorder/sync: %s is 400',
  async (query) => {
    expect((await connected({ recordings: days(1) }).get(`/sync?${query}`)).status).toBe(400)
  },
)
