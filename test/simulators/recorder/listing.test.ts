import { describe, expect, it } from 'vitest'
import { ask, askJson } from './ask.ts'
import { createPlaud, recording } from './index.ts'
import type { Switches } from './switches.ts'

interface Row {
  id: string
  filename: string
  edit_time: number
  start_time: number
}

const DAY = 86_400_000
const start = Date.parse('2026-11-01T00:00:00Z')

/** Five active recordings, oldest first, edited in the opposite order, and two in the trash. */
function setUp(switches: Partial<Switches> = {}) {
  const recordings = ['a', 'b', 'c', 'd', 'e', 'x', 'y'].map((filename, index) =>
    recording({
      filename,
      start_time: start + index * DAY,
      edit_time: start + 30 * DAY - index * DAY,
      is_trash: filename === 'x' || filename === 'y',
      filetag_id_list: filename === 'b' ? ['folder'] : [],
    }),
  )
  const plaud = createPlaud({ recordings, switches })
  const list = (query = '') =>
    askJson<{ status: number; data_file_total: number; data_file_list: Row[] }>(plaud, `/file/simple/web${query}`)
  const names = async (query: string) => (await list(query)).data_file_list.map(({ filename }) => filename).join('')
  return { plaud, list, names }
}

describe('the listing (facts 6.1; 11, row 6)', () => {
  it('pages by skip and limit, sorts by either column in either direction', async () => {
    const { names } = setUp()
    expect(await names('?sort_by=start_time&is_desc=true')).toBe('edcba')
    expect(await names('?sort_by=start_time&is_desc=false')).toBe('abcde')
    expect(await names('?sort_by=edit_time&is_desc=true')).toBe('abcde')
    expect(await names('?sort_by=edit_time&is_desc=true&skip=1&limit=2')).toBe('bc')
    expect(await names('?skip=4&limit=99999')).toBe('a')
    expect(await names('?skip=9')).toBe('')
  })

  it('shows active rows unless is_trash is 1 or 2, and one folder if requested', async () => {
    const { names } = setUp()
    expect(await names('?is_desc=false')).toBe('abcde')
    expect(await names('?is_desc=false&is_trash=0')).toBe('abcde')
    expect(await names('?is_desc=false&is_trash=1')).toBe('xy')
    expect(await names('?is_desc=false&is_trash=2')).toBe('abcdexy')
    expect(await names('?filetag_id=folder')).toBe('b')
  })

  it.each([
    ['account', 5],
    ['page', 2],
    ['lying', 12],
  ] as const)('counts by %s', async (total, expected) => {
    expect((await setUp({ total }).list('?limit=2')).data_file_total).toBe(expected)
  })

  it('returns edit_time in seconds, in ms, or mixed, and versions in both', async () => {
    const edited = start + 30 * DAY
    const first = async (editTime: Switches['editTime']) =>
      (await setUp({ editTime }).list('?sort_by=edit_time&limit=2')).data_file_list.map(({ edit_time }) => edit_time)
    expect(await first('seconds')).toEqual([edited / 1000, (edited - DAY) / 1000])
    expect(await first('ms')).toEqual([edited, edited - DAY])
    expect(await first('mixed')).toEqual([edited, (edited - DAY) / 1000])
    const { data_file_list } = await setUp().list('?is_desc=false&limit=1')
    expect(data_file_list[0]).toMatchObject({ version: edited / 1000, version_ms: edited + 123 })
  })

  it('writes flags as bool or 0/1 and the body status as number or string', async () => {
    expect((await setUp().list('?limit=1')).data_file_list[0]).toMatchObject({ is_trash: false, ori_ready: true })
    const odd = await setUp({ flags: 'number', bodyStatus: 'string' }).list('?limit=1&is_trash=1')
    expect(odd.status).toBe('0')
    expect(odd.data_file_list[0]).toMatchObject({ is_trash: 1, is_trans: 0, is_summary: 0, ori_ready: 1 })
  })

  it('tolerates unknown query keys and headers (11, row 14), and refuses wrong values', async () => {
    const { plaud, names } = setUp()
    expect(await names('?r=0.5512&is_desc=false&colour=red')).toBe('abcde')
    const headers = { 'x-pld-tag': '0123456789abcdef', 'app-platform': 'web' }
    expect((await ask(plaud, '/file/simple/web', { headers })).status).toBe(200)
    for (const query of ['skip=-1', 'limit=all', 'is_trash=3', 'sort_by=name', 'is_desc=maybe']) {
      expect((await ask(plaud, `/file/simple/web?${query}`)).status).toBe(422)
    }
  })

  it('refuses a library in which two recordings have the same id', () => {
    expect(() => createPlaud({ recordings: [recording(), recording()] })).toThrow('same id')
  })
})
