import { afterEach, expect, it, vi } from 'vitest'
import { DESTROYED_BILL, PAID_BILL, WAITING_BILL } from '../simulators/payment/index.ts'
import { DATA_SOURCES } from '../simulators/workspace/index.ts'
import { HEADERS, setTable } from '../tasks/stage.ts'
import { connect } from './clients.ts'

/** A write of several things tells a model what was refused, before anything else. */

afterEach(() => vi.restoreAllMocks())

async function stage() {
  const table = setTable()
  const client = await connect(table.gateway, { search: '?tools=all', headers: HEADERS })
  const call = async (name: string, args: Record<string, unknown>) => {
    const { isError, texts } = await client.callTool(name, args)
    const json = texts.find((text) => text.startsWith('{')) ?? '{}'
    return { isError, first: texts[0], json: JSON.parse(json) }
  }
  const ship = (...invoices: string[]) => {
    const items = invoices.map((invoice_number) => {
      const { shipmentBoxId, orderId } = table.seller.sell({ status: 'INSTRUCT' })
      return { shipment_box_id: shipmentBoxId, order_id: String(orderId), carrier: 'CJGLS', invoice_number }
    })
    return call('shop_send_invoices', { items })
  }
  return { ...table, call, ship }
}

it('a refused shipment is a failure, with the words of the product', async () => {
  const { isError, first, json } = await (await stage()).ship('63301')
  expect([isError, first]).toEqual([true, '송장번호가 유효하지 않습니다.'])
  expect(json.result).toMatchObject({
    ...{ successful: 0, failed: 1 },
    items: [{ status: 'refused', error: first, code: 'INVALID_INVOICE_NUMBER' }],
  })
})

it('of several shipments, those that were refused are in the first sentence', async () => {
  const { isError, first, json } = await (await stage()).ship('651200330300', '63301', '651200330301')
  expect([isError, first]).toEqual([false, '1 of 3 was refused: 송장번호가 유효하지 않습니다'])
  expect(json.result).toMatchObject({ successful: 2, failed: 1 })
})

it('what went well has no such sentence', async () => {
  const { isError, first } = await (await stage()).ship('651200330302')
  expect([isError, first]).toEqual([false, expect.stringMatching(/^\{"status":"success"/)])
})

it('rows of a table, and recordings, are told in the same way', async () => {
  const { call } = await stage()
  const { results } = (await call('workspace_search', { query: 'Tasks', type: 'data_source' })).json
  const insert = (...records: object[]) => call('workspace_insert_records', { data_source_id: results[0].id, records })
  const wrong = { Name: 'b', State: 'Opened' }
  expect(await insert(wrong, wrong)).toMatchObject({
    isError: true,
    first: expect.stringMatching(/^2 of 2 were refused: .* \(Open, Closed\)/),
    json: { successful: 0, failed: 2 },
  })
  expect((await insert({ Name: 'a' }, wrong)).first).toMatch(/^1 of 2 was refused: .* \(Open, Closed\)/)
  const { data_file_list: files } = (await call('recorder_list_files', {})).json
  const trash = (...file_ids: string[]) => call('recorder_trash_files', { file_ids })
  expect((await trash('none')).isError).toBe(true)
  expect(await trash(files[0].id, 'none')).toMatchObject({
    isError: false,
    first: '1 of 2 was refused: there is no recording with this id in the connected account',
  })
})

it('messages of bills are told in the same way, and a repeated call sends none again', async () => {
  const { call, payssam } = await stage()
  const resend = (idempotency_key: string, ...bill_ids: string[]) =>
    call('payment_resend_bill', { bill_ids, idempotency_key })
  expect(await resend('a', WAITING_BILL, PAID_BILL)).toMatchObject({
    isError: false,
    first: expect.stringMatching(/^1 of 2 was refused: the bill is already paid/),
    json: { successful: 1, failed: 1 },
  })
  expect(await resend('a', WAITING_BILL, PAID_BILL)).toMatchObject({ isError: false, json: { successful: 1 } })
  expect(payssam.state.executed.resends).toBe(1)
  expect(await resend('b', DESTROYED_BILL, PAID_BILL)).toMatchObject({
    isError: true,
    first: expect.stringMatching(/^2 of 2 were refused: /),
    json: { successful: 0, failed: 2, results: [{ status: 'refused' }, { status: 'refused' }] },
  })
  // A model that still sends one id is answered as ever.
  const one = await call('payment_resend_bill', { bill_id: WAITING_BILL, idempotency_key: 'c' })
  expect([one.isError, one.json.result]).toEqual([false, { bill_id: WAITING_BILL }])
})

it('what did not fit into one request was not tried', async () => {
  const { gateway } = setTable({ SUBREQUESTS: '4' })
  const client = await connect(gateway, { search: '?tools=all', headers: HEADERS })
  const { texts } = await client.callTool('workspace_insert_records', {
    data_source_id: DATA_SOURCES.projects,
    records: Array.from({ length: 6 }, (_, n) => ({ Name: `Row ${n}` })),
  })
  expect(texts[0]).toMatch(/^3 of 6 were not tried: .* go on from next_index$/)
})

it('what could not be asked was not tried, beside what was refused', async () => {
  const { call, seller } = await stage()
  const [cancelled, unread, sent] = [1, 2, 3].map(() => seller.sell({ status: 'INSTRUCT' }))
  if (!cancelled || !unread || !sent) throw new Error('nothing was sold')
  seller.cancel(cancelled)
  seller.fail({ kind: 'status', status: 504 }, { on: ({ url }) => url.pathname.includes(String(unread.orderId)) })
  const items = [cancelled, unread, sent].map(({ shipmentBoxId, orderId }, n) => ({
    ...{ shipment_box_id: shipmentBoxId, order_id: String(orderId), carrier: 'CJGLS' },
    invoice_number: `65120033030${n}`,
  }))
  const { isError, first, json } = await call('shop_send_invoices', { items })
  expect([isError, first]).toEqual([
    false,
    '1 of 3 was refused: 해당 주문이 취소 또는 반품되었습니다. 1 of 3 was not tried: the shop service did not answer in time',
  ])
  expect(json.result.items.map(({ status }: { status: string }) => status)).toEqual(['refused', 'not_tried', 'done'])
})
