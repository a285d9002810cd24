import { expect, it } from 'vitest'
import { readyRecording } from '../../simulators/recorder/index.ts'
import { type Connected, connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const at = (hour: number) => Date.parse('2026-11-20T00:00:00Z') + hour * 3_600_000

const row = (id: string, hour: number, more: Record<string, unknown> = {}) => ({
  id,
  filename: id,
  start_time: at(hour),
  edit_time: at(hour),
  version_ms: at(hour),
  is_trash: false,
  is_trans: true,
  is_summary: true,
  ...more,
})

/** A listing of these rows, whatever the query, except for skip and limit. */
function listing({ plaud }: Connected, rows: unknown[]) {
  const serve = plaud.fetch.bind(plaud)
  plaud.fetch = async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== '/file/simple/web') return serve(request)
    const skip = Number(searchParams.get('skip'))
    const page = rows.slice(skip, skip + Number(searchParams.get('limit')))
    return Response.json({ status: 0, data_file_total: rows.length, data_file_list: page })
  }
}

function listed(rows: unknown[]) {
  const deployment = connected({ recordings: [] })
  listing(deployment, rows)
  return deployment
}

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

it.each([
  ['null', null],
  ['a text', 'row'],
  ['without an id', { filename: 'no id' }],
])('GET /recorder/files: a row that is %s is left out, and the page says where to continue', async (_, odd) => {
  const { get } = listed([row('a', 5), odd, row('b', 3), row('c', 2)])
  const { json } = await get('/files?limit=2')
  expect([ids(json.data_file_list), json.next_skip]).toEqual([['a'], 2])
  const { json: next } = await get('/files?limit=3&skip=2')
  expect([ids(next.data_file_list), next.next_skip]).toEqual([['b', 'c'], null])
})

it('GET /recorder/files: a number is an id, and odd fields are null', async () => {
  const odd = row('a', 1, {
    id: 7,
    filename: 3,
    keywords: ['moon', null, 5],
    duration: {},
    edit_time: 'soon',
    is_trans: 'x',
  })
  const { get } = listed([odd])
  expect((await get('/files')).json.data_file_list[0]).toMatchObject({
    id: '7',
    filename: null,
    keywords: ['moon'],
    duration: null,
    edit_time: null,
    is_trans: null,
    is_summary: true,
  })
})

it.each(['{"status":0}', '{"status":0,"data_file_list":null}'])(
  'GET /recorder/files: %s is an empty account',
  async (body) => {
    const { get, plaud } = connected()
    plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname === '/file/simple/web' })
    const { status, json } = await get('/files')
    expect([status, json]).toEqual([200, { status: 0, data_file_total: null, data_file_list: [], next_skip: null }])
  },
)

it('GET /recorder/files: a row without its time stays behind the row before it', async () => {
  const { get } = listed([row('a', 5), row('b', 4, { edit_time: null, version_ms: null }), row('c', 3)])
  expect(ids((await get('/files')).json.data_file_list)).toEqual(['a', 'b', 'c'])
})

it('GET /recorder/files/webhook-candidates: an odd row does not end the walk, and an unknown state is not ready', async () => {
  const rows = [
    null,
    ...Array.from({ length: 99 }, (_, n) => row(`unready ${n}`, 50, { is_summary: null })),
    row('old', 1),
  ]
  const { get } = listed(rows)
  expect(ids((await get('/files/webhook-candidates')).json.files)).toEqual(['old'])
  expect(ids((await get(`/files/webhook-candidates?since=${at(0)}`)).json.files)).toEqual(['old'])
})

it('GET /recorder/files/webhook-candidates: the version replaces a missing edit time', async () => {
  const { get } = listed([row('a', 1), row('b', 3, { edit_time: null })])
  expect((await get('/files/webhook-candidates')).json.files).toMatchObject([{ id: 'b', edit_time: null }, { id: 'a' }])
})

it('GET /recorder/sync: pages continue after unreadable rows, and no recording is lost', async () => {
  const recordings = [4, 3, 2, 1].map((hour) => readyRecording({ filename: `talk ${hour}`, start_time: at(hour) }))
  const rows = recordings.map(({ id, start_time }) => row(id, 0, { start_time }))
  const deployment = connected({ recordings })
  listing(deployment, [rows[0], null, { ...rows[1], start_time: null }, rows[2], 'odd', rows[3]])
  const seen: string[] = []
  let path = '/sync?limit=2'
  for (let page = 0; path && page < 9; page++) {
    const { status, json } = await deployment.get(path)
    expect(status).toBe(200)
    seen.push(...json.files.map(({ file }: { file: { file_id: string } }) => file.file_id))
    const before = json.next_before === null ? '' : `&before=${json.next_before}`
    path = json.next_skip === null ? '' : `/sync?limit=2&skip=${json.next_skip}${before}`
  }
  expect([...new Set(seen)]).toEqual(recordings.map(({ id }) => id))
})
