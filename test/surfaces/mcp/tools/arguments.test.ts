import { afterEach, describe, expect, it, vi } from 'vitest'
import { DOCS } from '../../../../src/surfaces/docs.ts'
import { setStage } from '../../../contract/stage.ts'
import { toolSubjects as subjects } from '../../../contract/subjects.ts'
import { createGateway } from '../../../support/gateway.ts'
import { createWorld } from '../../../support/world.ts'
import { CONNECTED, EVERY_HEADER } from '../account-headers.ts'
import { connect } from '../clients.ts'
import { toToolCall } from '../tool-call.ts'

afterEach(() => vi.restoreAllMocks())

/** Their body is passed on to the product, whatever is in it. */
const TAKE_ANYTHING = ['payment_manage_autopay']

/** An unknown argument is never dropped: the caller would believe that it was used (decisions.md section 10). */
describe.each(subjects.filter(({ id }) => !TAKE_ANYTHING.includes(id)))('$id', (subject) => {
  it('refuses an unknown argument, and calls nothing', async () => {
    const { gateway, ownCalls } = setStage(subject)
    const { headers, args } = toToolCall(subject)
    const client = await connect(gateway, { headers, search: `?groups=${subject.contract.group}&tools=all` })
    const { isError, texts } = await client.callTool(subject.id, { ...args, zzz_unknown: 1 })
    expect(isError).toBe(true)
    expect(JSON.parse(texts[0] ?? '').error).toMatch(
      /^unknown argument "zzz_unknown"(\.|: ).*(Known: |takes no arguments)/,
    )
    expect(texts[1]).toMatch(/^HTTP 400, X-Error-Code: invalid_input(\. \w+_search finds by words and days\.)?$/)
    expect(ownCalls()).toEqual([])
  })
})

describe('an argument that a tool does not know', () => {
  const error = async (name: string, args: Record<string, unknown>) => {
    createWorld()
    const client = await connect(createGateway(CONNECTED), { headers: EVERY_HEADER, search: '?tools=all' })
    const { isError, texts } = await client.callTool(name, args)
    expect(isError).toBe(true)
    return JSON.parse(texts[0] ?? '').error
  }

  it.each<[string, Record<string, unknown>, string]>([
    [
      'workspace_query_data_source',
      { data_source_id: 'a', filter: { property: 'State' }, sort: 1 },
      'unknown argument "filter": did you mean "filters"? unknown argument "sort": did you mean "sorts"? Known: data_source_id, ',
    ],
    [
      'social_create_post',
      { text: 'a', schedule_at: '2026-12-01T00:00:00Z' },
      'unknown argument "schedule_at". Known: ',
    ],
    ['recorder_trash_files', { file_ids: ['a'], dry_run: true }, 'unknown argument "dry_run". Known: file_ids'],
    ['recorder_get_summary', { recording_id: 'a' }, 'unknown argument "recording_id": did you mean "id"? Known: id'],
    ['payment_read_bill', { id: 'a' }, 'unknown argument "id": did you mean "bill_id"? Known: bill_id'],
    ['recorder_list_files', { folder: '회의' }, 'unknown argument "folder": did you mean "tag_id"? Known: '],
    ['recorder_list_files', { customer_id: 'a' }, 'unknown argument "customer_id". Known: '],
    ['recorder_search', { q: 'a' }, 'unknown argument "q": did you mean "query"? Known: query, '],
    [
      'shop_list_order_sheets',
      { from: '2026-11-20', until: '2026-11-21' },
      'unknown argument "from": did you mean "createdAtFrom"? unknown argument "until": did you mean "createdAtTo"? Known: ',
    ],
    [
      'workspace_query_data_source',
      { data_source_id: 'a', filters: [{ key: 'Due', op: 'on_or_after', value: '2026-11-01' }] },
      'unknown argument "filters[0].op": did you mean "operator"? Known: key, value, operator',
    ],
    [
      'workspace_query_all',
      { data_source_id: 'a', filters: [{ key: 'A' }, { property: 'B' }] },
      'unknown argument "filters[1].property": did you mean "key"? Known: key, value, operator',
    ],
    [
      'social_create_post',
      { text: 'a', items: [{ image_url: 'https://a.example/1.png', caption: 'b' }] },
      'unknown argument "items[0].caption". Known: ',
    ],
    [
      'shop_send_invoices',
      { items: [{ shipment_box_id: '1', order_id: '2', carrier: 'CJGLS', invoice: '3' }] },
      'unknown argument "items[0].invoice": did you mean "invoice_number"? Known: ',
    ],
    ['recorder_get_transcript', { id: 'a', form: 'srt' }, 'unknown argument "form": did you mean "format"? Known: '],
    ['social_get_user', { groups: 'shop' }, 'unknown argument "groups". This tool takes no arguments.'],
  ])('%s %j', async (name, args, expected) => {
    expect(await error(name, args)).toContain(expected)
  })

  it('is not repeated at any length, and not more than ten are named', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${'x'.repeat(500)}${n}`, n]))
    const text = await error('gateway_doctor', many)
    expect(text.length).toBeLessThan(1500)
  })

  it('may be hidden from the list, and the message does not name it', async () => {
    const hidden = DOCS.recorder.operations.recorder_list_files?.tool?.hidden ?? []
    expect(hidden).toEqual(['tag_names'])
    createWorld()
    const client = await connect(createGateway(), { headers: EVERY_HEADER })
    expect((await client.callTool('recorder_list_files', { zzz: 1 })).texts[0]).not.toContain('tag_names')
    expect((await client.callTool('recorder_list_files', { tag_names: 'a' })).texts[0]).not.toContain(
      'unknown argument',
    )
  })
})

it('a payment needs an idempotency_key, and the message says what it is', async () => {
  createWorld()
  const client = await connect(createGateway(CONNECTED), { headers: EVERY_HEADER, search: '?tools=all' })
  const payments = (await client.listTools()).filter(
    ({ name, annotations }) => name.startsWith('payment_') && !annotations?.readOnlyHint,
  )
  expect(payments.length).toBeGreaterThan(4)
  for (const { name, inputSchema } of payments) {
    expect([name, inputSchema.required]).toEqual([name, expect.arrayContaining(['idempotency_key'])])
    const { isError, texts } = await client.callTool(name, { bill_id: 'a', idempotency_key: '' })
    expect({ isError, text: texts[0] }).toEqual({
      isError: true,
      text: expect.stringContaining('idempotency_key: is required: any text that is new for each wish'),
    })
  }
})

describe('the schemas', () => {
  const readList = async (search: string) => {
    createWorld()
    return (await connect(createGateway(CONNECTED), { headers: EVERY_HEADER, search })).listTools()
  }

  it('of the default list take no other arguments', async () => {
    const tools = await readList('')
    expect(tools.length).toBeGreaterThan(20)
    for (const { name, inputSchema } of tools)
      expect([name, inputSchema.additionalProperties]).toEqual([name, TAKE_ANYTHING.includes(name) ? undefined : false])
  })

  it('of a body that is passed on may have any', async () => {
    const tools = await readList('?tools=all')
    for (const name of TAKE_ANYTHING)
      expect(tools.find((tool) => tool.name === name)?.inputSchema).not.toHaveProperty('additionalProperties')
  })
})
