import { describe, expect, it } from 'vitest'
import {
  dialogue,
  note,
  type PlaudOptions,
  readyRecording,
  recording,
  seedRecordings,
  transcript,
} from '../../simulators/recorder/index.ts'
import { type Connected, calls, connected, downloads, leaveNothingBehind, lines } from './connected.ts'

/** An account that has moved to Plaud 4.0 (docs/spec/recorder.md, "Plaud 4.0"). */

leaveNothingBehind()

const moved = ({ switches, ...options }: PlaudOptions = {}): Connected =>
  connected({ ...options, switches: { generation: 4, ...switches } })

/** The calls of a request, once the generation is known. */
async function callsOf(deployment: Connected, path: string): Promise<string[]> {
  await deployment.get('/files?limit=1')
  const before = calls(deployment).length
  await deployment.get(path)
  return lines(calls(deployment).slice(before)).map((line) => decodeURIComponent(line))
}

const one = (overrides = {}) => readyRecording({ filename: 'Standup', start_time: 1_790_000_000_000, ...overrides })
const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    readyRecording({ filename: `Recording ${index}`, start_time: 1_790_000_000_000 + index * 1000 }),
  )

describe('the list', () => {
  it('has the fields of the contract: null where 4.0 does not say it, and the folder of the user only', async () => {
    const filetag_id_list = ['5e9c35f3da166dd9f04ec4a6bb95ba37']
    const filed = one({ filename: 'Filed', start_time: 1_780_000_000_000, filetag_id_list })
    const { get, plaud } = moved({ recordings: [one(), filed] })
    const { json } = await get('/files?tag_names=true&sort_by=start_time')
    expect(json).toEqual({
      status: 0,
      data_file_total: null,
      data_file_list: [one(), filed].map(({ id, filename, start_time, duration, edit_time, version_ms }) => ({
        ...{ id, filename, keywords: [], start_time, end_time: start_time + duration, duration },
        ...{ edit_time: Math.floor(edit_time / 1000), version_ms, edit_from: null },
        ...{ is_trash: false, is_trans: null, is_summary: null },
        filetag_id_list: filename === 'Filed' ? filed.filetag_id_list : [],
        tags:
          filename === 'Filed'
            ? [{ id: filed.filetag_id_list[0], name: plaud.state.tags.get(filed.filetag_id_list[0] ?? '')?.name }]
            : [],
      })),
      next_skip: null,
    })
  })

  it('is sorted by the names of 4.0', async () => {
    const list = (sort: string, order: string) =>
      `GET /file-app/v4/recordings/all?sort_by=${sort}&sort_order=${order}&page_size=20`
    expect(await callsOf(moved(), '/files?sort_by=edit_time')).toEqual([list('updated', 'desc')])
    expect(await callsOf(moved(), '/files?sort_by=start_time&is_desc=false')).toEqual([list('start_at', 'asc')])
  })

  it('is read in pages, each from the cursor of the one before', async () => {
    const deployment = moved({ recordings: many(50) })
    const names: string[] = []
    for (let skip: number | null = 0; skip !== null; ) {
      const { json } = await deployment.get(`/files?limit=20&skip=${skip}&sort_by=start_time`)
      names.push(...json.data_file_list.map(({ filename }: { filename: string }) => filename))
      skip = json.next_skip
    }
    expect(names).toEqual(
      many(50)
        .map(({ filename }) => filename)
        .toReversed(),
    )
    const pages = calls(deployment).filter(({ url }) => url.pathname.endsWith('/recordings/all'))
    expect(pages.map(({ url }) => url.searchParams.has('cursor'))).toEqual([false, true, true])
  })

  it('is walked to a place that nobody has seen', async () => {
    const deployment = moved({ recordings: many(700) })
    const { json } = await deployment.get('/files?limit=2&skip=650&sort_by=start_time')
    expect(json.data_file_list.map(({ filename }: { filename: string }) => filename)).toEqual([
      'Recording 49',
      'Recording 48',
    ])
    expect(json.next_skip).toBe(652)
    const sizes = calls(deployment).flatMap(({ url }) => url.searchParams.get('page_size') ?? [])
    expect(sizes).toEqual(['300', '300', '52'])
  })

  it('continues with a cursor for a place before it, and again for the same page', async () => {
    const deployment = moved({ recordings: many(700) })
    await deployment.get('/files?limit=300&sort_by=start_time')
    for (let time = 0; time < 2; time++) {
      const from = calls(deployment).length
      const { json } = await deployment.get('/files?limit=350&skip=300&sort_by=start_time')
      expect(json.data_file_list).toHaveLength(350)
      expect(calls(deployment).length - from).toBe(2)
    }
  })

  it('starts again when its cursor is refused', async () => {
    const deployment = moved({ recordings: many(30) })
    await deployment.get('/files?limit=10')
    deployment.plaud.fail(
      { kind: 'status', status: 422 },
      { times: 1, on: ({ url }) => url.searchParams.has('cursor') },
    )
    const { json } = await deployment.get('/files?limit=10&skip=10')
    expect(json.data_file_list).toHaveLength(10)
  })

  it.each([
    ['a cursor that repeats', { cursor: 'repeating' }],
    ['no cursor', { cursorEnd: 'missing' }],
    ['an empty cursor', { cursorEnd: 'empty' }],
  ] as const)('ends with %s', async (_, switches) => {
    const deployment = moved({ recordings: many(310), switches })
    const { json } = await deployment.get('/files?limit=1000&sort_by=start_time')
    expect(json.data_file_list).toHaveLength(310)
    expect(json.next_skip).toBeNull()
  })

  it('filters a folder by its rows', async () => {
    const filed = one({ filename: 'Filed', filetag_id_list: ['5e9c35f3da166dd9f04ec4a6bb95ba37'] })
    const { get } = moved({ recordings: [one(), filed] })
    const { json } = await get('/files?tag_id=5e9c35f3da166dd9f04ec4a6bb95ba37')
    expect(json).toMatchObject({ data_file_total: 1, data_file_list: [{ filename: 'Filed' }], next_skip: null })
  })
})

describe('ids', () => {
  it('a moved recording has its digits of 3.0, and its id of 4.0 is taken as well', async () => {
    const { get } = moved({ recordings: [one()] })
    const { json } = await get('/files')
    expect(json.data_file_list[0].id).toBe(one().id)
    for (const id of [one().id, `of_${one().id}`]) {
      expect((await get(`/files/${id}`)).json.data).toMatchObject({ file_id: one().id, file_name: 'Standup' })
      expect((await get(`/files/${id}/transcript`)).json.file_id).toBe(one().id)
    }
  })

  it.each(['f_1a2b3c', 'f_s_1a2b3c'])('a new recording has the id of 4.0: %s', async (id) => {
    const { get } = moved({ recordings: [one({ id })] })
    expect((await get('/files')).json.data_file_list[0].id).toBe(id)
    expect((await get(`/files/${id}/summary`)).json).toMatchObject({
      file_id: id,
      markdown: expect.stringMatching('Standup'),
    })
  })

  it('an id of 4.0 opens its recording at 3.0, too', async () => {
    const { get } = connected({ recordings: [one()] })
    expect((await get(`/files/of_${one().id}/summary`)).json.file_id).toBe(one().id)
  })

  it.each(['0123456789abcdef0123456789abcdef', 'f_unknown'])('an unknown id is 404: %s', async (id) => {
    const deployment = moved()
    for (const path of ['', '/transcript', '/summary', '/tabs', '/audio-url', '/fetch'])
      expect((await deployment.get(`/files/${id}${path}`)).status).toBe(404)
    expect((await deployment.send('PATCH', `/files/${id}`, { filename: 'New' })).status).toBe(404)
  })
})

describe('content', () => {
  const spoken = (content: string) => transcript(dialogue(`Mina: ${content}`))
  const detail = () => one({ transcript: spoken('raw'), polish: spoken('polished') })
  const words = (json: { content: { content: string }[] }) => json.content.map(({ content }) => content)

  it.each([
    ['signed', 1, 0],
    ['missing', 0, 1],
    ['empty', 0, 1],
    ['null', 0, 1],
    ['unknown host', 0, 1],
    ['expired', 1, 1],
  ] as const)('is read where its link is %s', async (contentLink, byLink, byId) => {
    const deployment = moved({ recordings: [detail()], switches: { contentLink } })
    const { json } = await deployment.get(`/files/${one().id}/transcript`)
    expect(words(json)).toEqual(['polished'])
    expect(downloads(deployment)).toHaveLength(byLink)
    expect(downloads(deployment).map(({ headers }) => headers.get('Authorization'))).toEqual(Array(byLink).fill(null))
    expect(calls(deployment).filter(({ url }) => url.pathname.includes('/files/contents/'))).toHaveLength(byId)
    expect((await deployment.get(`/files/${one().id}/summary`)).json.markdown).toContain('# Standup')
  })

  it('that is lost: the plain transcript stands in for the polished one, and nothing for that', async () => {
    const lost = { ...spoken('polished'), placement: 'lost' as const }
    const { get, plaud } = moved({ recordings: [one({ transcript: spoken('raw'), polish: lost })] })
    expect(words((await get(`/files/${one().id}/transcript`)).json)).toEqual(['raw'])
    const first = plaud.state.recordings.get(one().id)
    if (first?.transcript) first.transcript.placement = 'lost'
    expect((await get(`/files/${one().id}/transcript`)).status).toBe(502)
  })

  it.each(['missing', 'empty'] as const)(
    'that was not made yet is 409, and not ready in a bundle: %s',
    async (unmade) => {
      const unfinished = recording({
        filename: 'Standup',
        start_time: 1_790_000_000_000,
        transcript: transcript([], { task_status: 0 }),
        notes: [note('', { task_status: 0 })],
      })
      const { get } = moved({ recordings: [unfinished], switches: { unmade } })
      expect((await get(`/files/${unfinished.id}/transcript`)).status).toBe(409)
      expect((await get(`/files/${unfinished.id}/summary`)).status).toBe(409)
      expect((await get(`/files/${unfinished.id}/fetch`)).json.not_ready).toEqual(['transcript', 'summary'])
    },
  )

  it('of further summaries is in tabs, by id and by type', async () => {
    const notes = [note('# Main'), note('# Todo', { data_type: 'sum_multi_note', summ_type: 'todo list' })]
    const { get } = moved({ recordings: [one({ notes })] })
    const { json } = await get(`/files/${one().id}/tabs`)
    expect(json.tabs).toMatchObject([
      { tab_type: 'SUMMARY', template: 'SUMMARY', ready: true, format: 'markdown' },
      { tab_type: 'SUMMARY_TODO_LIST', template: 'SUMMARY_TODO_LIST', tab_name: 'todo list', ready: true },
    ])
    const tab = (query: string) => get(`/files/${one().id}/tabs/content?${query}`)
    expect((await tab('template=SUMMARY_TODO_LIST')).json.content).toBe('# Todo')
    expect((await tab(`tab_id=${json.tabs[0].tab_id}`)).json.content).toBe('# Main')
    expect((await get(`/files/${one().id}/summary`)).json.markdown).toBe('# Main')
  })

  it('has its pictures, as links or as images of another address', async () => {
    const images = ['permanent/u/mark/one.png', 'permanent/u/mark/two.png']
    const markdown = `See [](${images[0]}) and ![two](${images[1]}), not [this](https://example.test/page).`
    const { get } = moved({ recordings: [one({ images, notes: [note(markdown)] })] })
    const { json } = await get(`/files/${one().id}/summary`)
    const picture = String.raw`https://[\w.-]+\.amazonaws\.com/image/c_[0-9a-f]{32}\?[^)]+`
    expect(json.markdown).toMatch(
      new RegExp(
        String.raw`^See !\[\]\(${picture}\) and !\[two\]\(${picture}\), not \[this\]\(https://example.test/page\).$`,
      ),
    )
    expect(json.images).toHaveLength(2)
  })

  it.each([
    ['its own link', { contentLink: 'signed' }, 1],
    ['a link that is asked for', { contentLink: 'missing' }, 2],
    ['one in an object', { contentLink: 'empty', urlMap: 'object' }, 2],
  ] as const)('that is audio has %s', async (_, switches, count) => {
    const deployment = moved({ recordings: [one()], switches })
    await deployment.get('/files?limit=1')
    const from = calls(deployment).length
    const { json } = await deployment.get(`/files/${one().id}/audio-url`)
    expect(json.audio_url).toMatch(/^https:\/\/plaud-bucket\.s3\.amazonaws\.com\/v4\/c_/)
    expect(calls(deployment).slice(from)).toHaveLength(count)
  })

  it('that is audio and is not there is 404', async () => {
    const { get } = moved({ recordings: [one({ audio: false })] })
    expect((await get(`/files/${one().id}/audio-url`)).status).toBe(404)
  })

  it('is without voices, and a bundle reads a detail once', async () => {
    const deployment = moved({ recordings: [one()] })
    await deployment.get('/files?limit=1')
    const from = calls(deployment).length
    const { text, json } = await deployment.get(`/files/${one().id}/fetch?include=transcript,summary,audio_url`)
    expect(text).not.toContain('embedding')
    expect(json).toMatchObject({
      errors: [],
      not_ready: [],
      audio_url: expect.any(String),
      summary: { file_id: one().id },
    })
    expect(lines(calls(deployment).slice(from))).toEqual([`GET /file-app/v4/files/detail/of_${one().id}`])
  })
})

describe('a rename', () => {
  const renames = (deployment: Connected) => calls(deployment).filter(({ method }) => method === 'PATCH')

  it('sends the version of the node', async () => {
    const deployment = moved({ recordings: [one()] })
    expect((await deployment.send('PATCH', `/files/${one().id}`, { filename: 'New' })).status).toBe(204)
    expect(deployment.plaud.state.recordings.get(one().id)?.filename).toBe('New')
    const [, sent] = renames(deployment)
    expect(JSON.parse(sent?.body ?? '')).toEqual({ name: 'New', origin_version: one().version_ms })
  })

  it('reads a node again that has changed, and writes it once', async () => {
    const deployment = moved({ recordings: [one()] })
    await deployment.get('/files?limit=1')
    const body = '{"status":-1800313,"msg":"node version conflict"}'
    deployment.plaud.fail({ kind: 'status', status: 200, body }, { times: 1, on: ({ method }) => method === 'PATCH' })
    expect((await deployment.send('PATCH', `/files/${one().id}`, { filename: 'New' })).status).toBe(204)
    expect(renames(deployment)).toHaveLength(2)
    expect(deployment.plaud.state.recordings.get(one().id)?.filename).toBe('New')
    deployment.plaud.fail({ kind: 'status', status: 200, body }, { on: ({ method }) => method === 'PATCH' })
    expect((await deployment.send('PATCH', `/files/${one().id}`, { filename: 'Newer' })).status).toBe(502)
    expect(renames(deployment)).toHaveLength(4)
  })

  it('that the product lists as failed is 502', async () => {
    const deployment = moved({ recordings: [one()], switches: { renameFails: true } })
    expect((await deployment.send('PATCH', `/files/${one().id}`, { filename: 'New' })).status).toBe(502)
  })

  it('whose answer is lost is not sent again', async () => {
    const deployment = moved({ recordings: [one()] })
    await deployment.get('/files?limit=1')
    deployment.plaud.fail({ kind: 'status', status: 503 }, { on: ({ method }) => method === 'PATCH' })
    expect((await deployment.send('PATCH', `/files/${one().id}`, { filename: 'New' })).status).toBe(502)
    expect(renames(deployment)).toHaveLength(1)
  })
})

describe('what is not known of 4.0', () => {
  const ID = seedRecordings()[0]?.id ?? ''

  it.each([
    ['GET', '/tags'],
    ['POST', '/tags', { name: 'New' }],
    ['PATCH', '/tags/5e9c35f3da166dd9f04ec4a6bb95ba37', { name: 'New' }],
    ['DELETE', '/tags/5e9c35f3da166dd9f04ec4a6bb95ba37'],
    ['POST', '/files/tags', { file_ids: [ID], tag_id: '' }],
    ['POST', '/files/organize', { file_ids: [ID], tag_name: 'Family' }],
    ['POST', '/files/trash', { file_ids: [ID] }],
    ['POST', '/files/restore', { file_ids: [ID] }],
    ['GET', '/files?is_trash=1'],
    ['GET', '/files?is_trash=2'],
    ['GET', `/files/${ID}/share`],
    ['POST', `/files/${ID}/transsumm`, {}],
    ['POST', `/files/${ID}/transsumm/wait`, {}],
    ['GET', '/ai/status'],
    ['GET', '/combine/running-tasks'],
    ['GET', '/summary/models'],
  ] as const)('says so, and changes nothing: %s %s', async (method, path, body?: object) => {
    for (const movedRefused of ['files', 'all'] as const) {
      const deployment = moved({ switches: { movedRefused } })
      await deployment.get('/files?limit=1')
      const from = calls(deployment).length
      const answer = method === 'GET' ? await deployment.get(path) : await deployment.send(method, path, body)
      expect([answer.status, answer.json.error]).toEqual([502, expect.stringMatching(/moved to Plaud 4\.0.*work$/)])
      const asked = lines(calls(deployment).slice(from)).filter(
        (line) => !/^GET \/file-app\/v4\/recordings\/all/.test(line),
      )
      expect(asked).toEqual([])
    }
  })

  it('is said by the first request as well, where 3.0 refuses it', async () => {
    const deployment = moved({ switches: { movedRefused: 'all' } })
    const { status, json } = await deployment.get('/tags')
    expect([status, json.error]).toEqual([502, expect.stringMatching(/moved to Plaud 4\.0/)])
    expect((await deployment.get('/files?limit=1')).status).toBe(200)
  })

  it('a search looks at names, and says so', async () => {
    const deployment = moved()
    await deployment.get('/files?limit=1')
    const { json } = await deployment.get('/search?query=board')
    expect(json).toMatchObject({ engine: 'gateway', searched: ['filename'], total: 1 })
  })
})

describe('an answer that is not understood', () => {
  const isUnknown = (line: string) => line.includes('unknown_answer')

  it.each([
    [
      'another shape',
      { status: 0, data: { rows: [{ secret_name: 'Board call' }] } },
      0,
      ['status', 'data', 'data.rows', 'data.rows[].secret_name'],
    ],
    ['another code', { status: -1800999, msg: 'Board call is odd' }, -1800999, ['status', 'msg']],
  ])('leaves one line in the log without its content: %s', async (_, body, code, fields) => {
    const deployment = moved()
    await deployment.get('/files?limit=1')
    deployment.plaud.fail({ kind: 'status', status: 200, body: JSON.stringify(body) })
    expect((await deployment.get('/files?limit=1')).status).toBe(502)
    const log = deployment.world.log.filter(isUnknown)
    expect(log.map((line) => JSON.parse(line))).toEqual([
      { unknown_answer: 'recorder', path: '/file-app/v4/recordings/all', code, fields },
    ])
  })

  it('names no recording', async () => {
    const deployment = moved({ recordings: [one()] })
    await deployment.get('/files?limit=1')
    deployment.plaud.fail({ kind: 'status', status: 200, body: '{"status":0,"data":{"c_0123456789abcdef":1}}' })
    await deployment.get(`/files/${one().id}`)
    const [line = ''] = deployment.world.log.filter(isUnknown)
    expect(JSON.parse(line)).toMatchObject({ path: '/file-app/v4/files/detail/:id', fields: ['status', 'data'] })
  })
})

it('the profile, the devices and the doctor are those of the account', async () => {
  const deployment = moved()
  expect((await deployment.get('/user/me')).json.data_state).toMatchObject({ have_files: true, has_transcribed: null })
  expect((await deployment.get('/devices')).json.data_devices).toEqual(deployment.plaud.state.devices)
  expect((await deployment.get('/doctor')).json).toMatchObject({ ok: true, checks: { user: true, devices: true } })
})

it('a sync of 700 recordings reads each once, and the list about twice as often as its pages', async () => {
  const deployment = moved({ recordings: many(700) })
  const names: string[] = []
  let pages = 0
  for (let query = ''; ; pages++) {
    const { json } = await deployment.get(`/sync?limit=20&include=summary${query}`)
    names.push(...json.files.map(({ file }: { file: { file_name: string } }) => file.file_name))
    if (json.next_skip === null) break
    query = `&skip=${json.next_skip}&before=${json.next_before}`
  }
  expect(new Set(names).size).toBe(700)
  const of = (path: string) => calls(deployment).filter(({ url }) => url.pathname.startsWith(path)).length
  const details = of('/file-app/v4/files/detail/')
  const lists = of('/file-app/v4/recordings/all')
  expect({ pages, details, texts: downloads(deployment).length, lists }).toEqual({
    ...{ pages: expect.any(Number), details: names.length, texts: names.length },
    lists: expect.any(Number),
  })
  expect(lists).toBeLessThanOrEqual(2 * (pages + 1))
})

describe('candidates', () => {
  it('are read newest first, within the calls of a request', async () => {
    const deployment = moved({ recordings: many(100) })
    const { json } = await deployment.get('/files/webhook-candidates?limit=3')
    expect(json.files.map(({ filename }: { filename: string }) => filename)).toEqual([
      'Recording 99',
      'Recording 98',
      'Recording 97',
    ])
    const few = moved({ recordings: many(100).map((each) => ({ ...each, notes: [] })) })
    const answer = await few.get('/files/webhook-candidates')
    expect([answer.status, answer.json.files]).toEqual([200, []])
    expect(few.plaud.calls.length).toBeLessThanOrEqual(50)
  })

  it('since a time are the first ones edited, so that a poll misses none', async () => {
    const deployment = moved({ recordings: many(120) })
    const seen: string[] = []
    for (let since = 1_700_000_000_000; ; ) {
      const { json } = await deployment.get(`/files/webhook-candidates?limit=20&since=${since}`)
      const files: { filename: string; edit_time: number }[] = json.files
      const latest = Math.max(since, ...files.map(({ edit_time }) => edit_time * 1000))
      seen.push(...files.map(({ filename }) => filename))
      if (latest === since) break
      since = latest
    }
    expect(new Set(seen).size).toBe(120)
  })
})
