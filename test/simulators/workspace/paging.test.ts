import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { api } from './call.ts'
import { createNotion, DATA_SOURCES, type NotionSimulator } from './index.ts'
import { numbers } from './rows.ts'

const query = (notion: NotionSimulator, body: object, parameters = '', version = '2025-09-03') =>
  api(notion, `POST /v1/data_sources/${DATA_SOURCES.projects}/query${parameters}`, body, { version })

const all = (notion = createNotion({ clock: new Clock() })) => notion

describe('facts 2: paging', () => {
  it('walks through all rows once, by cursors that are UUIDs', async () => {
    const notion = all()
    const seen: number[] = []
    let cursor: unknown
    do {
      const { body } = await query(notion, { page_size: 3, ...(cursor !== undefined && { start_cursor: cursor }) })
      expect(body).toMatchObject({ object: 'list', type: 'page_or_data_source', page_or_data_source: {} })
      expect(body.has_more).toBe(body.next_cursor !== null)
      if (body.next_cursor !== null) expect(body.next_cursor).toMatch(/^[0-9a-f-]{36}$/)
      seen.push(...numbers(body))
      cursor = body.next_cursor
    } while (cursor !== null)
    expect(seen.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('may return fewer rows than requested', async () => {
    const notion = all()
    notion.switches.rowsPerPage = 2
    const { body } = await query(notion, { page_size: 5 })
    expect(numbers(body)).toHaveLength(2)
    expect(body.has_more).toBe(true)
  })

  it('ends at the limit, and says so', async () => {
    const notion = all()
    notion.switches.resultLimit = 5
    const first = await query(notion, { page_size: 3 })
    expect(first.body).toMatchObject({ has_more: true, request_status: { type: 'complete' } })
    const second = await query(notion, { page_size: 3, start_cursor: first.body.next_cursor })
    expect(numbers(second.body)).toHaveLength(2)
    expect(second.body).toMatchObject({
      has_more: false,
      next_cursor: null,
      request_status: { type: 'incomplete', incomplete_reason: 'query_result_limit_reached' },
    })
  })

  it('says nothing when the limit is exactly reached', async () => {
    const notion = all()
    notion.switches.resultLimit = 8
    expect((await query(notion, {})).body.request_status).toEqual({ type: 'complete' })
  })

  it('shows only the trash on request', async () => {
    expect(numbers((await query(all(), { in_trash: true })).body)).toEqual([9])
    expect(numbers((await query(all(), { archived: true })).body)).toEqual([9])
    expect((await query(all(), { archived: true }, '', '2026-03-11')).body.message).toMatch(
      /archived should be not present/,
    )
  })

  it.each([
    [{ page_size: 101 }, /body\.page_size should be ≤ `100`/],
    [{ start_cursor: DATA_SOURCES.tasks }, /^The start_cursor provided is invalid: /],
    [{ result_type: 'row' }, /result_type/],
    [{ pageSize: 5 }, /body\.pageSize should be not present/],
  ])('refuses %j', async (body, message) => {
    const answer = await query(all(), body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(message)
  })

  it('reads a page size of 0 as the default', async () => {
    expect(numbers((await query(all(), { page_size: 0 })).body)).toHaveLength(8)
  })

  it.each([
    '?filter_properties=Name&filter_properties=:bdg',
    '?filter_properties[]=title&filter_properties[]=%253Abdg',
  ])('narrows the properties by %s', async (parameters) => {
    const { body } = await query(all(), { page_size: 1 }, parameters)
    const [row] = Array.isArray(body.results) ? body.results : []
    expect(Object.keys(row.properties)).toEqual(['Name', 'Budget'])
  })
})

describe('facts 2: sorts', () => {
  const sorted = async (...sorts: object[]) => numbers((await query(all(), { sorts })).body)
  const by = (property: string, direction = 'ascending') => ({ property, direction })

  it('by numbers, empty values last in both directions', async () => {
    expect(await sorted(by('Budget'))).toEqual([7, 4, 3, 8, 6, 2, 1, 5])
    expect(await sorted(by('%3Abdg', 'descending'))).toEqual([1, 2, 6, 8, 3, 4, 7, 5])
  })

  it('by the order of options, then by the next entry', async () => {
    expect(await sorted(by('Priority'), by('Due', 'descending'))).toEqual([1, 2, 6, 3, 4, 8, 7, 5])
  })

  it('by a formula and a rollup', async () => {
    expect((await sorted(by('Doubled'))).slice(0, 2)).toEqual([7, 4])
    expect((await sorted(by('Task hours', 'descending'))).slice(0, 2)).toEqual([2, 1])
  })

  it('by time stamps', async () => {
    expect(await sorted({ timestamp: 'created_time', direction: 'descending' })).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
  })

  it.each([
    [by('Name', 'up'), /body\.sorts\[0\]\.direction should be/],
    [{ timestamp: 'edited', direction: 'ascending' }, /body\.sorts\[0\]\.timestamp should be/],
    [{ ...by('Name'), extra: 1 }, /extra should be not present/],
  ])('refuses %j', async (sort, message) => {
    expect((await query(all(), { sorts: [sort] })).body.message).toMatch(message)
  })
})
