import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { editedAtMs, type RecordingRow, readRow } from '../../../src/groups/recorder/rows.ts'
import { readyRecording, recording } from '../../simulators/recorder/index.ts'
import { connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const at = (hour: number) => Date.parse('2026-11-20T00:00:00Z') + hour * 3_600_000

const three = () => [5, 9, 7].map((hour) => readyRecording({ filename: `edited at ${hour}`, edit_time: at(hour) }))

it("GET /recorder/files: the product's row, nothing left out", async () => {
  const { get } = connected({ recordings: [readyRecording({ filename: 'Tides', keywords: ['moon'] })] })
  const { json } = await get('/files')
  expect(json).toMatchObject({ status: 0, data_file_total: 1 })
  expect(json.data_file_list[0]).toMatchObject({
    filename: 'Tides',
    keywords: ['moon'],
    fullname: expect.stringMatching(/\.opus$/),
    file_md5: expect.any(String),
    filetag_id_list: [],
    serial_number: '8880000000000001',
    timezone: 9,
    wait_pull: 0,
  })
})

it('GET /recorder/files: edit_time in seconds stays as the product sends it', async () => {
  const { get } = connected({ recordings: three() })
  const { data_file_list } = (await get('/files')).json
  expect(data_file_list.map(({ edit_time }: RecordingRow) => edit_time)).toEqual([9, 7, 5].map((h) => at(h) / 1000))
})

it('GET /recorder/files: edit_time in milliseconds stays as the product sends it', async () => {
  const { get } = connected({ recordings: three(), switches: { editTime: 'ms' } })
  const { data_file_list } = (await get('/files')).json
  expect(data_file_list.map(({ edit_time }: RecordingRow) => edit_time)).toEqual([9, 7, 5].map(at))
})

it('GET /recorder/files: order by the normalised edit_time when a page mixes seconds and milliseconds', async () => {
  const { get, plaud } = connected()
  const rows = [at(5), at(9) / 1000, at(7), at(8) / 1000].map((edit_time, index) => ({ id: `${index}`, edit_time }))
  const body = JSON.stringify({ status: 0, data_file_total: 4, data_file_list: rows })
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname === '/file/simple/web' })
  const ids = async (query: string) =>
    (await get(`/files${query}`)).json.data_file_list.map(({ id }: RecordingRow) => id)
  expect(await ids('')).toEqual(['1', '3', '2', '0'])
  expect(await ids('?is_desc=false')).toEqual(['0', '2', '3', '1'])
})

it('GET /recorder/files: version_ms decides between equal edits', async () => {
  const recordings = [3, 1, 2].map((version) =>
    recording({ filename: `version ${version}`, edit_time: at(1), version_ms: at(1) + version }),
  )
  const { get } = connected({ recordings })
  const { data_file_list } = (await get('/files')).json
  expect(data_file_list.map(({ version_ms }: { version_ms: number }) => version_ms - at(1))).toEqual([3, 2, 1])
})

it('GET /recorder/files: flags that come as 0 and 1 leave as booleans', async () => {
  const { get } = connected({ recordings: [readyRecording()], switches: { flags: 'number' } })
  const [row] = (await get('/files')).json.data_file_list
  expect(row).toMatchObject({ is_trash: false, is_trans: true, is_summary: true })
})

it('GET /recorder/files: numeric strings leave as numbers', async () => {
  const { get, plaud } = connected()
  const row = { id: 'abc', start_time: '1780000000000', duration: '60000', edit_time: '1780003600', is_trans: '1' }
  const body = JSON.stringify({ status: '0', data_file_total: '1', data_file_list: [row] })
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname === '/file/simple/web' })
  const { json } = await get('/files')
  expect(json).toMatchObject({ status: 0, data_file_total: 1 })
  expect(json.data_file_list[0]).toMatchObject({
    start_time: 1_780_000_000_000,
    duration: 60_000,
    edit_time: 1_780_003_600,
    version_ms: null,
    filename: null,
    is_trans: true,
    is_summary: null,
  })
})

it.each(['page', 'lying'] as const)(
  'GET /recorder/files: a wrong total (%s) is passed on and not relied on',
  async (total) => {
    const { get } = connected({ recordings: three(), switches: { total } })
    const { json } = await get('/files?limit=2')
    expect(json.data_file_total).toBe(total === 'page' ? 2 : 10)
    expect(json.data_file_list).toHaveLength(2)
  },
)

it.each([
  '{"message":"hello"}',
  '{"message":"hello","data_file_list":null}',
  '{"status":0,"data_file_list":{}}',
  '{"status":0,"data_file_list":[{"filename":"no id"},null]}',
])('GET /recorder/files: 502 for the response %s', async (body) => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname === '/file/simple/web' })
  expect((await get('/files')).status).toBe(502)
})

it('the normalised edit_time is the same for seconds and milliseconds of one moment', () => {
  const from = Date.parse('1975-01-01T00:00:00Z') / 1000
  const to = Date.parse('2200-01-01T00:00:00Z') / 1000
  fc.assert(
    fc.property(fc.integer({ min: from, max: to }), (seconds) => {
      const normalised = (edit_time: number) => {
        const row = readRow({ id: 'a', edit_time })
        return row && editedAtMs(row)
      }
      expect(normalised(seconds)).toBe(seconds * 1000)
      expect(normalised(seconds * 1000)).toBe(seconds * 1000)
    }),
  )
})
