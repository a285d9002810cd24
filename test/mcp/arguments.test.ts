import { afterEach, describe, expect, it, vi } from 'vitest'
import { UNKNOWN } from '../contract/expected.ts'
import { setStage } from '../contract/stage.ts'
import { registered, toolSubjects as subjects } from '../contract/subjects.ts'
import { createGateway } from '../support/gateway.ts'
import { createWorld } from '../support/world.ts'
import { CONNECTED, EVERY_HEADER } from './account-headers.ts'
import { connect } from './clients.ts'
import { toToolCall } from './tool-call.ts'

afterEach(() => vi.restoreAllMocks())

/** A tool of each group: the check is the same for all, and needs a strict schema (contract/unknown.test.ts). */
const [...firsts] = Map.groupBy(subjects, ({ contract }) => contract.group).values()

/** An unknown argument is never dropped: the caller would believe that it was used (docs/spec/mcp.md, "Tools"). */
describe.each(firsts.flatMap(([first]) => first ?? []))('$id', (subject) => {
  it('refuses an unknown argument, and calls nothing', async () => {
    const { gateway, ownCalls } = setStage(subject)
    const { headers, args } = toToolCall(subject)
    const client = await connect(gateway, { headers, search: `?groups=${subject.contract.group}&tools=all` })
    const { isError, texts } = await client.callTool(subject.id, { ...args, zzz_unknown: 1 })
    expect(isError).toBe(true)
    expect(texts).toEqual([expect.stringMatching(UNKNOWN)])
    expect(ownCalls()).toEqual([])
  })
})

describe('an argument that a tool does not know', () => {
  const error = async (name: string, args: Record<string, unknown>) => {
    createWorld()
    const client = await connect(createGateway(CONNECTED), { headers: EVERY_HEADER, search: '?tools=all' })
    const { isError, texts } = await client.callTool(name, args)
    expect(isError).toBe(true)
    return texts[0] ?? ''
  }

  it.each<[string, Record<string, unknown>, string]>([
    [
      'workspace_query_data_source',
      { data_source_id: 'a', filter: { property: 'State' }, sort: 1 },
      'filter: is not known: did you mean workspace_filter?; sort: is not known: did you mean sorts?',
    ],
    ['workspace_query_data_source', { filter: [{ key: 'A' }] }, 'filter: is not known: did you mean filters?'],
    ['social_create_post', { text: 'a', schedule_at: '2026-12-01' }, 'schedule_at: is not known: known are text, '],
    [
      'recorder_trash_files',
      { file_ids: ['a'], dry_run: true, zzz: 1 },
      'dry_run: is not known: known are file_ids; zzz: is not known',
    ],
    ['recorder_get_summary', { recording_id: 'a' }, 'recording_id: is not known: did you mean id?'],
    ['payment_read_bill', { id: 'a' }, 'id: is not known: did you mean bill_id?'],
    [
      'payment_request_bill',
      { 'Idempotency-Key': 'a' },
      'Idempotency-Key: is not known: did you mean idempotency_key?',
    ],
    ['recorder_list_files', { folder: '회의' }, 'folder: is not known: did you mean tag_id?'],
    ['recorder_list_files', { customer_id: 'a' }, 'customer_id: is not known: known are limit, '],
    ['recorder_search', { q: 'a' }, 'q: is not known: did you mean query?'],
    [
      'shop_list_order_sheets',
      { from: '2026-11-20', until: '2026-11-21' },
      'from: is not known: did you mean createdAtFrom?; until: is not known: did you mean createdAtTo?',
    ],
    [
      'workspace_query_data_source',
      { data_source_id: 'a', filters: [{ key: 'Due', op: 'on_or_after', value: '2026-11-01' }] },
      'filters[0].op: is not known: did you mean filters[0].operator?',
    ],
    [
      'workspace_query_all',
      { data_source_id: 'a', filters: [{ key: 'A' }, { property: 'B' }] },
      'filters[1].property: is not known: did you mean filters[1].key?',
    ],
    [
      'social_create_post',
      { text: 'a', items: [{ image_url: 'https://a.example/1.png', caption: 'b' }] },
      'items[0].caption: is not known: known are image_url, video_url, alt_text',
    ],
    [
      'shop_send_invoices',
      { items: [{ shipment_box_id: '1', order_id: '2', carrier: 'CJGLS', invoice: '3' }] },
      'items[0].invoice: is not known: did you mean items[0].invoice_number?',
    ],
    ['recorder_get_transcript', { id: 'a', form: 'srt' }, 'form: is not known: did you mean format?'],
    ['social_get_user', { groups: 'shop' }, 'groups: is not known: there are none here'],
  ])('%s %j', async (name, args, expected) => {
    expect(await error(name, args)).toContain(expected)
  })

  it('is not repeated at any length, and not more than ten are named', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${'x'.repeat(500)}${n}`, n]))
    const text = await error('gateway_doctor', many)
    expect(text.length).toBeLessThan(1500)
  })

  it('may be hidden from the list, and the message does not name it', async () => {
    const hidden = registered.find(({ operation }) => operation.id === 'recorder_list_files')?.operation.tool?.hidden
    expect(hidden).toEqual(['tag_names'])
    createWorld()
    const client = await connect(createGateway(), { headers: EVERY_HEADER })
    expect((await client.callTool('recorder_list_files', { zzz: 1 })).texts[0]).not.toContain('tag_names')
    expect((await client.callTool('recorder_list_files', { tag_names: 'a' })).texts[0]).not.toContain('is not known')
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
    const { isError, texts } = await client.callTool(name, {
      ...(Object.hasOwn(inputSchema.properties ?? {}, 'bill_id') && { bill_id: 'a' }),
      idempotency_key: '',
    })
    expect({ isError, text: texts[0] }).toEqual({
      isError: true,
      text: expect.stringMatching(/(?:^|; )idempotency_key: is required: any text that is new for each wish/),
    })
  }
})
