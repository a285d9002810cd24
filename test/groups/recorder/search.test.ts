import { expect, it } from 'vitest'
import { dialogue, readyRecording, recording } from '../../simulators/recorder/index.ts'
import type { Call } from '../../simulators/simulator.ts'
import { calls, connected, leaveNothingBehind, lines } from './connected.ts'

leaveNothingBehind()

const at = (day: number) => Date.parse('2026-11-01T00:00:00Z') + day * 86_400_000

const three = () => [
  readyRecording({
    filename: '주간 회의',
    start_time: at(1),
    speech: dialogue('Mina: Timber first.\nJonas: Then paint.'),
  }),
  readyRecording({ filename: 'Timber order', start_time: at(2), keywords: ['wood', 'TIMBER yard'] }),
  recording({ filename: 'Shopping', start_time: at(3), keywords: ['가나'.normalize('NFD')] }),
]

const searching = (search: 'chunks' | 'data' | 'results' | 'list' | 'absent' = 'data') =>
  connected({ recordings: three(), switches: { search } })

const names = (json: { files: { filename: string }[] }) => json.files.map(({ filename }) => filename)

it('GET /recorder/search: recordings with the matching part, from the product', async () => {
  const deployment = searching()
  const { status, json } = await deployment.get('/search?query=timber')
  const [first, second] = three()
  expect(status).toBe(200)
  expect(json).toEqual({
    query: 'timber',
    words: null,
    total: 2,
    files: [
      {
        id: first?.id,
        filename: '주간 회의',
        start_time: at(1),
        hits: [{ source: 'transcript', text: 'Timber first.', start_time: 0 }],
      },
      {
        id: second?.id,
        filename: 'Timber order',
        start_time: at(2),
        hits: [{ source: 'title', text: 'Timber order' }],
      },
    ],
    engine: 'product',
    searched: null,
    scanned: 2,
    complete: true,
  })
  expect(lines(calls(deployment))).toEqual(['POST /gsearch/v1/search'])
})

it('GET /recorder/search: what the product finds in transcripts and summaries', async () => {
  const deployment = searching('chunks')
  const { json } = await deployment.get('/search?query=timber')
  expect(json).toMatchObject({ words: null, engine: 'product', searched: ['transcript', 'summary'], complete: true })
  expect(json.files).toEqual([
    {
      id: three()[0]?.id,
      filename: '주간 회의',
      start_time: at(1),
      hits: [{ source: 'transcript', text: 'Timber first.', start_time: 0 }],
    },
    {
      id: three()[1]?.id,
      filename: 'Timber order',
      start_time: at(2),
      hits: [{ source: 'summary', text: '# Timber order\n\n- Shall we begin?' }],
    },
  ])
  expect(lines(calls(deployment))).toEqual(['POST /gsearch/v1/search'])
})

it('GET /recorder/search: names and keywords when the product finds nothing, because it does not search them', async () => {
  const { get } = searching('chunks')
  const { json } = await get('/search?query=shopping')
  expect(names(json)).toEqual(['Shopping'])
  expect(json).toMatchObject({
    words: null,
    engine: 'product',
    searched: ['transcript', 'summary', 'filename', 'keyword'],
    complete: true,
  })
  expect(names((await get('/search?query=shopping+paint+wood')).json).sort()).toEqual([
    'Shopping',
    'Timber order',
    '주간 회의',
  ])
})

it('GET /recorder/search: a summary that matches, and a list that may be cut off at 20', async () => {
  const { get, plaud } = searching()
  const notes = [{ chunks: [{ content: 'Buy timber', offset: 9 }, { content: 7 }] }, null]
  const body = (count: number) =>
    JSON.stringify({ status: 0, data: { list: Array.from({ length: count }, (_, n) => ({ id: `r${n}`, notes })) } })
  plaud.fail({ kind: 'status', status: 200, body: body(20) }, { on: isSearch, times: 1 })
  const { json } = await get('/search?query=timber')
  expect(json.files[0]).toEqual({
    id: 'r0',
    filename: null,
    start_time: null,
    hits: [{ source: 'summary', text: 'Buy timber' }],
  })
  expect(json).toMatchObject({ total: 20, complete: false })
  plaud.fail({ kind: 'status', status: 200, body: body(19) }, { on: isSearch, times: 1 })
  expect((await get('/search?query=timber')).json.complete).toBe(true)
})

it.each(['data', 'results', 'list'] as const)(
  'GET /recorder/search: results that come as %s are read',
  async (form) => {
    const { json } = await searching(form).get('/search?query=timber')
    expect(json).toMatchObject({ total: 2, engine: 'product' })
  },
)

it('GET /recorder/search: from and the dates are passed through', async () => {
  const deployment = searching()
  await deployment.get(`/search?query=timber&from=transcript&date_from=${at(0)}&date_to=${at(9)}`)
  const [call] = calls(deployment)
  expect(JSON.parse(call?.body ?? '')).toEqual({
    query: 'timber',
    from: 'transcript',
    date_from: at(0),
    date_to: at(9),
  })
})

it.each(['data', 'absent'] as const)(
  'GET /recorder/search: date_from and date_to bound the start of the recording (%s)',
  async (form) => {
    const { get } = searching(form)
    const found = async (bounds: string) => names((await get(`/search?query=timber${bounds}`)).json)
    expect(await found(`&date_from=${at(2)}`)).toEqual(['Timber order'])
    expect(await found(`&date_from=${at(2) + 1}`)).toEqual([])
    expect(await found(`&date_from=${at(0)}&date_to=${at(2) - 1}`)).not.toContain('Timber order')
    expect(await found(`&date_to=${at(2)}`)).toContain('Timber order')
  },
)

it.each([
  ['data', '회의 주간', ['회의', '주간'], ['주간 회의']],
  ['data', 'paint yesterday timber', ['paint', 'yesterday', 'timber'], ['주간 회의', 'Timber order']],
  ['absent', 'order timber', ['order', 'timber'], ['Timber order']],
  ['absent', 'a wood  a 가나', ['wood', '가나'], ['Shopping', 'Timber order']],
  ['absent', 'nothing here', ['nothing', 'here'], []],
] as const)(
  'GET /recorder/search: the words one by one when nothing has the phrase (%s, %s)',
  async (form, query, words, found) => {
    const { json } = await searching(form).get(`/search?query=${encodeURIComponent(query)}`)
    expect(json).toMatchObject({ query, words, total: found.length })
    expect(names(json)).toEqual(found)
  },
)

it('GET /recorder/search: a hit of two words is listed once, and the dates limit the words as well', async () => {
  const { get } = searching()
  const { json } = await get(`/search?query=${encodeURIComponent('first timber nowhere')}&date_to=${at(1)}`)
  expect(json.files).toEqual([
    expect.objectContaining({
      filename: '주간 회의',
      hits: [{ source: 'transcript', text: 'Timber first.', start_time: 0 }],
    }),
  ])
})

it('GET /recorder/search: at most five words are searched, in one call each', async () => {
  const deployment = searching()
  const { json } = await deployment.get('/search?query=one+two+three+four+five+six+seven')
  expect(json.words).toEqual(['one', 'two', 'three', 'four', 'five'])
  expect(calls(deployment)).toHaveLength(6)
})

it('GET /recorder/search: a phrase that is found is not split', async () => {
  const deployment = searching()
  const { json } = await deployment.get('/search?query=timber%20order')
  expect(json).toMatchObject({ words: null, total: 1 })
  expect(calls(deployment)).toHaveLength(1)
})

it.each(['/search', '/search?query=', '/search?from=a'])(
  'GET /recorder%s: 400 since query is missing',
  async (path) => {
    const { get, plaud } = searching()
    const { status, json } = await get(path)
    expect([status, json.error]).toEqual([400, 'query: is required'])
    expect(plaud.calls).toEqual([])
  },
)

it.each(['date_from', 'date_to'])('GET /recorder/search: a %s without its offset is 400 naming it', async (field) => {
  const { status, json } = await searching().get(`/search?query=a&${field}=2026-11-01`)
  expect([status, json.error]).toEqual([
    400,
    expect.stringMatching(new RegExp(`^${field}: must be epoch milliseconds`)),
  ])
})

it('GET /recorder/search: it only reads, so a failure in passing is repeated', async () => {
  const deployment = searching()
  deployment.plaud.fail(
    { kind: 'status', status: 502 },
    { on: ({ url }) => url.pathname === '/gsearch/v1/search', times: 2 },
  )
  expect((await deployment.get('/search?query=timber')).json.engine).toBe('product')
})

it('GET /recorder/search: without a search of the product, the gateway looks in names and keywords', async () => {
  const { json } = await searching('absent').get('/search?query=timber')
  expect(json).toEqual({
    query: 'timber',
    words: null,
    total: 1,
    files: [
      {
        id: three()[1]?.id,
        filename: 'Timber order',
        start_time: at(2),
        hits: [
          { source: 'filename', text: 'Timber order' },
          { source: 'keyword', text: 'TIMBER yard' },
        ],
      },
    ],
    engine: 'gateway',
    searched: ['filename', 'keyword'],
    scanned: 3,
    complete: true,
  })
})

it('GET /recorder/search: the gateway finds Hangul however it is composed', async () => {
  const { json } = await searching('absent').get(`/search?query=${encodeURIComponent('가나')}`)
  expect(names(json)).toEqual(['Shopping'])
})

it('GET /recorder/search: the gateway searches at most 5 listing pages and says so', async () => {
  const recordings = Array.from({ length: 501 }, (_, n) => recording({ filename: `Talk ${n}`, start_time: at(0) + n }))
  const deployment = connected({ recordings, switches: { search: 'absent' } })
  const { json } = await deployment.get('/search?query=talk%20500')
  expect(json).toMatchObject({ total: 1, scanned: 500, complete: false })
  expect(lines(calls(deployment)).filter((line) => line.includes('/file/simple/web'))).toHaveLength(5)
  expect((await deployment.get('/search?query=talk%200')).json.files).toEqual([])
})

const isSearch = ({ url }: { url: URL }) => url.pathname === '/gsearch/v1/search'

it.each([401, 429])(
  'GET /recorder/search: %d of the search does not say that the search is missing',
  async (status) => {
    const { get, plaud } = searching()
    plaud.fail({ kind: 'status', status }, { on: isSearch })
    expect((await get('/search?query=timber')).status).toBe(status)
  },
)

it.each([
  { kind: 'status', status: 403 },
  { kind: 'status', status: 405 },
  { kind: 'status', status: 422 },
  { kind: 'status', status: 500 },
  { kind: 'html' },
  { kind: 'broken' },
  ...[
    '{"status":-1,"msg":"no route"}',
    '{"status":0,"data":null}',
    '{"status":0,"data":{"x":1}}',
    '{"status":0,"data":{"list":{}}}',
    '{"status":0,"data_file_list":[]}',
    '{"status":0,"data":[{"name":"no id"}]}',
  ].map((body) => ({ kind: 'status', status: 200, body }) as const),
] as const)('GET /recorder/search: the gateway searches itself where the guessed search answers %o', async (fault) => {
  const { get, plaud } = searching()
  plaud.fail(fault, { on: isSearch })
  const { status, json } = await get('/search?query=timber')
  expect(status).toBe(200)
  expect(json).toMatchObject({ engine: 'gateway', total: 1 })
})

it('GET /recorder/search: fields that the product omits are null, and a hit without text is dropped', async () => {
  const { get, plaud } = searching()
  const body = JSON.stringify({ status: 0, data: [null, { id: 7, hits: [{ source: 'title' }, { text: 'timber' }] }] })
  plaud.fail({ kind: 'status', status: 200, body }, { on: isSearch })
  const { json } = await get('/search?query=timber')
  expect(json.files).toEqual([{ id: '7', filename: null, start_time: null, hits: [{ source: null, text: 'timber' }] }])
  expect((await get(`/search?query=timber&date_from=${at(0)}`)).json).toMatchObject({ engine: 'product', files: [] })
})

it('GET /recorder/search: most_hits bounds what a long meeting answers, and leaves no recording out', async () => {
  const long = Array.from({ length: 40 }, (_, n) => `Mina: ${'말 '.repeat(150)}Timber ${n}${' 뒤'.repeat(150)}`).join(
    '\n',
  )
  const recordings = Array.from({ length: 20 }, (_, n) =>
    readyRecording({ filename: `회의 ${n}`, start_time: at(n), speech: dialogue(long) }),
  )
  const deployment = connected({ recordings, switches: { search: 'data' } })
  const { json } = await deployment.get('/search?query=timber&most_hits=5')
  expect(json.total).toBe(20)
  expect(json.files).toHaveLength(20)
  for (const { hit_count, hits } of json.files) {
    expect(hit_count).toBe(40)
    expect(hits).toHaveLength(5)
    for (const { text, start_time } of hits) {
      expect(text).toContain('Timber')
      expect(text.length).toBeLessThanOrEqual(202)
      expect(start_time).toBeGreaterThanOrEqual(0)
    }
  }
  expect((await deployment.get('/search?query=timber&most_hits=0')).status).toBe(400)
})

const meetings = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    readyRecording({
      filename: `회의 ${n}`,
      start_time: at(n),
      speech: dialogue(`Mina: Shall we begin?\nJonas: Timber ${n} first.\nMina: Then paint.`),
    }),
  )

const speakers = (json: { files: { hits: { speaker?: string }[] }[] }) =>
  json.files.flatMap(({ hits }) => hits.map(({ speaker }) => speaker))

const isDetail = ({ url }: Call) => url.pathname.startsWith('/file/detail/')

it('GET /recorder/search: with most_hits a hit has the speaker, which the product omits', async () => {
  const { get } = connected({ recordings: meetings(20), switches: { search: 'chunks' } })
  expect(speakers((await get('/search?query=timber')).json)).toEqual(Array(20).fill(undefined))
  const { json } = await get('/search?query=timber&most_hits=5')
  expect(speakers(json)).toEqual(Array(20).fill('Jonas'))
  expect(json.files[0]).toMatchObject({
    hit_count: 1,
    hits: [{ source: 'transcript', start_time: expect.any(Number) }],
  })
})

it('GET /recorder/search: the speakers are those of the parts that matched, also word by word', async () => {
  const { get } = connected({ recordings: meetings(1), switches: { search: 'chunks' } })
  const { json } = await get('/search?query=paint+begin&most_hits=5')
  expect(json.words).toEqual(['paint', 'begin'])
  expect(speakers(json)).toEqual(['Mina', 'Mina'])
})

it.each([404, 409, 500])(
  'GET /recorder/search: a detail that is %i leaves only its hits without a speaker',
  async (status) => {
    const { get, plaud } = connected({ recordings: meetings(3), switches: { search: 'chunks' } })
    plaud.fail(
      { kind: 'status', status, body: '{}' },
      { on: (call) => isDetail(call) && call.url.pathname.endsWith(meetings(2)[1]?.id ?? '') },
    )
    const { status: answered, json } = await get('/search?query=timber&most_hits=5')
    expect(answered).toBe(200)
    expect(speakers(json)).toEqual(['Jonas', undefined, 'Jonas'])
  },
)

it('GET /recorder/search: after 429 no further transcript is read', async () => {
  const deployment = connected({ recordings: meetings(9), switches: { search: 'chunks' } })
  deployment.plaud.fail({ kind: 'status', status: 429, body: '{}' }, { on: isDetail })
  const { status, json } = await deployment.get('/search?query=timber&most_hits=5')
  expect(status).toBe(200)
  expect(speakers(json)).toEqual(Array(9).fill(undefined))
  expect(
    new Set(
      calls(deployment)
        .filter(isDetail)
        .map(({ url }) => url.pathname),
    ).size,
  ).toBe(3)
})

it('GET /recorder/search: the speakers stay within SUBREQUESTS', async () => {
  const { get } = connected({
    recordings: meetings(20),
    switches: { search: 'chunks' },
    settings: { SUBREQUESTS: '12' },
  })
  const { status, json } = await get('/search?query=timber&most_hits=5')
  expect(status).toBe(200)
  expect(speakers(json).filter((speaker) => speaker === 'Jonas').length).toBeGreaterThan(0)
  expect(speakers(json)).toContain(undefined)
})

it('GET /recorder/search: a transcript that does not come delays the result by ten seconds at most', async () => {
  const { get, plaud, world } = connected({ recordings: meetings(2), switches: { search: 'chunks' } })
  plaud.fail({ kind: 'timeout' }, { on: isDetail, times: 1 })
  const before = world.clock.now()
  const { status, json } = await get('/search?query=timber&most_hits=5')
  expect(status).toBe(200)
  expect(speakers(json).sort()).toEqual(['Jonas', undefined])
  expect(world.clock.now() - before).toBe(10_000)
})
