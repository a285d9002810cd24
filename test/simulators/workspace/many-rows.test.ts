import { collectAllDataSourceRows } from '@notionhq/client'
import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { api } from './call.ts'
import { createNotion, DATA_SOURCES, NOTION_TOKENS } from './index.ts'
import { fillLeads, minute } from './many-rows.ts'
import { officialClient } from './official-client.ts'
import { projectsBy } from './rows.ts'

const notion = (clock = new Clock()) => createNotion({ clock })
const leads = `POST /v1/data_sources/${DATA_SOURCES.leads2026}/query`
const oldestFirst = { sorts: [{ timestamp: 'created_time', direction: 'ascending' }] }

describe('a table of more rows than one query gives (facts 2)', () => {
  it('is read whole by the official client, in windows of created_time', async () => {
    const product = notion()
    product.switches.resultLimit = 10
    const ids = fillLeads(product, [1, 1, 2, 3, 3, 3, 3, 4, 5, 5, 5, 5, 6, 7, 7, 7, 8, 9, 9, 9, 9, 9, 10, 11, 12])
    const rows = await collectAllDataSourceRows(officialClient(product), { data_source_id: DATA_SOURCES.leads2026 })
    expect(rows.map(({ id }) => id)).toEqual(ids)
    expect(product.calls).toHaveLength(3)
  })

  it('cannot be read past a minute of more rows than that', async () => {
    const product = notion()
    product.switches.resultLimit = 3
    fillLeads(product, [1, 2, 2, 2, 2])
    const reading = collectAllDataSourceRows(officialClient(product), { data_source_id: DATA_SOURCES.leads2026 })
    await expect(reading).rejects.toThrow(/cannot make progress/)
  })

  it('has no page at a cursor whose row went to the trash', async () => {
    const product = notion()
    fillLeads(product, [1, 2, 3, 4])
    const { body } = await api(product, leads, { ...oldestFirst, page_size: 2 })
    const next = product.state.rows.find(({ id }) => id === body.next_cursor)
    if (next) next.inTrash = true
    const stale = await api(product, leads, { ...oldestFirst, start_cursor: body.next_cursor })
    expect([stale.status, stale.body.message]).toEqual([400, `The start_cursor provided is invalid: ${next?.id}`])
  })

  it.each([
    [{ on_or_after: minute(2) }, 3],
    [{ before: minute(2) }, 1],
    [{ before: minute(3) }, 3],
  ])('has %j of created_time', async (created_time, count) => {
    const product = notion()
    fillLeads(product, [1, 2, 2, 3])
    const { body } = await api(product, leads, { filter: { timestamp: 'created_time', created_time } })
    expect(body.results).toHaveLength(count)
  })
})

describe('groups of equality (facts 4)', () => {
  const any = (names: readonly string[]) => ({
    or: names.map((equals) => ({ property: 'Name', title: { equals } })),
  })

  it.each([
    [false, []],
    [true, [7]],
  ])('with folded text (%s): %j', async (foldsCase, found) => {
    const product = notion()
    product.switches.foldsCase = foldsCase
    expect(await projectsBy(product, any(['REFUND', 'nothing']))).toEqual(found)
  })
})

describe('the pace of a connection (facts 7)', () => {
  it('three calls a second, if the switch says so; separately for each token', async () => {
    const clock = new Clock()
    const product = notion(clock)
    product.switches.callsPerSecond = 3
    const call = (token: string = NOTION_TOKENS.full) => api(product, leads, {}, { token })
    const statuses = async (count: number) =>
      (await Promise.all(Array.from({ length: count }, () => call()))).map(({ status }) => status)
    expect(await statuses(4)).toEqual([200, 200, 200, 429])
    expect((await call(NOTION_TOKENS.readOnly)).status).toBe(200)
    const { status, headers, body } = await call()
    expect([status, headers.get('retry-after'), body.code]).toEqual([429, '1', 'rate_limited'])
    clock.advance(1_000)
    expect(await statuses(4)).toEqual([200, 200, 200, 429])
  })
})
