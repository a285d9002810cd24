import { expect, it } from 'vitest'
import { readyRecording, recording } from '../../simulators/recorder/index.ts'
import { calls, connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const at = (hour: number) => Date.parse('2026-11-20T00:00:00Z') + hour * 3_600_000

/** Three active recordings, whose order by edit is not their order by start, and one in the trash. */
const four = () => [
  readyRecording({ filename: 'edited last', start_time: at(1), edit_time: at(9) }),
  recording({ filename: 'started last', start_time: at(3), edit_time: at(7) }),
  recording({ filename: 'edited first', start_time: at(2), edit_time: at(5) }),
  recording({ filename: 'thrown away', start_time: at(4), edit_time: at(8), is_trash: true }),
]

async function names(query: string, options: Parameters<typeof connected>[0] = { recordings: four() }) {
  const { json } = await connected(options).get(`/files${query}`)
  return json.data_file_list.map(({ filename }: { filename: string }) => filename)
}

/** The query that reaches the product for a query of ours. */
async function asked(query: string) {
  const deployment = connected({ recordings: four() })
  expect((await deployment.get(`/files${query}`)).status).toBe(200)
  const [call] = calls(deployment)
  expect(call?.url.pathname).toBe('/file/simple/web')
  return Object.fromEntries(call?.url.searchParams ?? [])
}

it('GET /recorder/files: limit defaults to 20', async () => {
  expect(await asked('')).toHaveProperty('limit', '20')
})

it('GET /recorder/files: skip defaults to 0', async () => {
  expect(await asked('')).toHaveProperty('skip', '0')
})

it('GET /recorder/files: is_trash defaults to 0', async () => {
  expect(await asked('')).toHaveProperty('is_trash', '0')
})

it('GET /recorder/files: sort_by defaults to edit_time', async () => {
  expect(await asked('')).toHaveProperty('sort_by', 'edit_time')
})

it('GET /recorder/files: is_desc defaults to true', async () => {
  expect(await asked('')).toHaveProperty('is_desc', 'true')
})

it('GET /recorder/files: an empty value counts as absent', async () => {
  const query = '?limit=&skip=&is_trash=&sort_by=&is_desc='
  expect(await asked(query)).toEqual(await asked(''))
})

it('GET /recorder/files: limit has no maximum', async () => {
  expect(await asked('?limit=99999')).toHaveProperty('limit', '99999')
})

it('GET /recorder/files: limit and skip choose the page', async () => {
  expect(await names('?limit=1&skip=1')).toEqual(['started last'])
})

it.each([
  ['0, active', '?is_trash=0', ['edited last', 'started last', 'edited first']],
  ['1, the trash', '?is_trash=1', ['thrown away']],
  ['2, both', '?is_trash=2', ['edited last', 'thrown away', 'started last', 'edited first']],
])('GET /recorder/files: is_trash %s', async (_, query, expected) => {
  expect(await names(query)).toEqual(expected)
})

it.each([
  ['edit_time', ['edited last', 'started last', 'edited first']],
  ['start_time', ['started last', 'edited first', 'edited last']],
])('GET /recorder/files: sort_by %s', async (word, expected) => {
  expect(await names(`?sort_by=${word}`)).toEqual(expected)
})

it.each(['true', '1'])('GET /recorder/files: is_desc=%s is newest first', async (word) => {
  expect(await names(`?is_desc=${word}`)).toEqual(['edited last', 'started last', 'edited first'])
})

it.each(['false', '0'])('GET /recorder/files: is_desc=%s is oldest first', async (word) => {
  expect(await names(`?is_desc=${word}`)).toEqual(['edited first', 'started last', 'edited last'])
})

it('GET /recorder/files: a wrong query is 400 with the field, and nothing is called', async () => {
  for (const [field, value] of [
    ['limit', 'ten'],
    ['limit', '-1'],
    ['limit', '1.5'],
    ['limit', '1e3'],
    ['skip', 'x'],
    ['skip', '-5'],
    ['is_trash', '3'],
    ['is_trash', 'true'],
    ['sort_by', 'filename'],
    ['is_desc', 'yes'],
  ] as const) {
    const deployment = connected()
    const { status, json } = await deployment.get(`/files?${field}=${value}`)
    expect.soft(status, String(field)).toBe(400)
    expect.soft(json.error, String(field)).toMatch(new RegExp(`^${field}: `))
    expect.soft(deployment.plaud.calls, String(field)).toEqual([])
  }
})

it('GET /recorder/files: 401 when the product rejects the account', async () => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 401 })
  expect((await get('/files')).status).toBe(401)
})
