import { afterEach, expect, it, vi } from 'vitest'
import { freshDeployment } from '../support/fresh.ts'
import { json } from '../support/gateway.ts'
import { setTable } from './stage.ts'

/** A month's settlement of a seller, over HTTP and as people ask a model for it, with the same sums. */

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

// biome-ignore lint/suspicious/noExplicitAny: a script looks into any answer and fails on what is not there
type Read = any

it('October: what was recognised, what was paid, what is to come, and a question of a customer', async () => {
  const { gateway, seller, talk, expectNothingUnexpected } = setTable()
  const ask = async (path: string): Promise<Read> => {
    const { status, json: body } = await gateway.call(`/api/v1/shop/${path}`)
    expect([status, body.error]).toEqual([200, ''])
    return body.result
  }
  const { rows, totals } = await ask('settlements?month=2026-10')
  const sum = (list: Read[]) => list.reduce((total, { final_amount }) => total + final_amount, 0)
  expect(sum(rows)).toBe(totals.final_amount)
  expect(totals.paid_amount + totals.expected_amount).toBe(totals.final_amount)
  const next = rows.find(({ status }: Read) => status === 'expected')
  const revenue = await ask('revenue?from=2026-10-01&to=2026-10-31&group_by=day')
  expect(revenue.totals.settlement_amount).toBeGreaterThan(0)
  const { channels, totals: sold } = await ask('sales?from=2026-10-22&to=2026-11-21')
  expect(channels.marketplace.amount + channels.rocket_growth.amount).toBe(sold.amount)

  const model = await talk()
  const { tools } = await model.find('쿠팡 지난달 정산 언제 얼마 들어와?')
  expect(tools[0]?.name).toBe('shop_list_settlements')
  const { result } = await model.call('shop_list_settlements', { month: '2026-10' })
  expect(result.totals).toEqual(totals)
  expect(result.rows.find(({ status }: Read) => status === 'expected')).toMatchObject({ pays_on: next.pays_on })

  seller.inquire({ question: '정산 전에 환불되나요?' })
  expect((await model.find('쿠팡 고객 문의에 아직 답 안 한 거 있어?')).tools[0]?.name).toBe('shop_list_inquiries')
  const open = await model.call('shop_list_inquiries', { from: '2026-11-21', to: '2026-11-21', status: 'unanswered' })
  const { inquiry_id, type } = open.result.find(({ question }: Read) => question.startsWith('정산 전에'))
  const body = { content: '네, 바로 환불해 드립니다.', wing_id: 'haneul_shop', type }
  const send = () => gateway.call(`/api/v1/shop/inquiries/${inquiry_id}/reply`, json('POST', body))
  expect((await send()).json.result.status).toBe('done')
  expect((await send()).headers.get('Idempotent-Replayed')).toBe('true')
  expect(seller.state.replied).toEqual([inquiry_id])
  expectNothingUnexpected()
})
