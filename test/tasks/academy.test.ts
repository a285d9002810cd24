import { afterEach, expect, it, vi } from 'vitest'
import { ADMIN_KEY } from '../contract/admin.rows.ts'
import { openBrowser } from '../groups/admin/browser.ts'
import { POINTS_OF_MESSAGE } from '../simulators/payment/index.ts'
import { freshDeployment } from '../support/fresh.ts'
import { BINDINGS, json } from '../support/gateway.ts'
import { OWN_BINDINGS, useBindings } from '../support/objects.ts'
import { setTable } from './stage.ts'

/** The month of an academy: its points, and the bills of a class, over HTTP and through MCP. */

useBindings(() => OWN_BINDINGS)
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const { CREDENTIALS_KEY = '' } = BINDINGS
const V2 = { PAYMENT_HOST: 'api.paymint.co.kr' }
const STORED = { 'X-Payment-Mode': 'true' }

// biome-ignore lint/suspicious/noExplicitAny: a script looks into any answer and fails on what is not there
type Read = any

const pupil = (number: number) => ({
  ...{ product_nm: '12월 수강료', member_nm: `학생 ${number}`, phone: `010-1234-${1000 + number}` },
  ...{ price: 150_000, expire_dt: '2026-12-31' },
})
const CLASS = Array.from({ length: 12 }, (_, index) => pupil(index + 1))
const states = (answer: Read) => answer.results.map(({ status }: Read) => status)

it('over HTTP: the points run out within a class, are charged, and the same request bills the rest', async () => {
  const table = setTable({ ADMIN_KEY, EVENTS: OWN_BINDINGS.EVENTS, CREDENTIALS_KEY, ...V2 })
  const { gateway, payssam } = table
  const owner = openBrowser({}, gateway)
  await owner.signIn()
  const limits = { max_amount: 2_000_000, daily_amount: 2_000_000 }
  const made = { name: 'academy', licence: 'payment', limits }
  const { key } = (await owner.send('POST', '/api/v1/admin/keys', made)).json
  const send = async (route: string, body?: object): Promise<Read> => {
    const [method = '', path = ''] = route.split(' ')
    const init = body ? json(method, body) : { method }
    const headers = { ...(init.headers as object), ...STORED, 'Idempotency-Key': 'fees-2026-12' }
    const { status, json: answer } = await gateway.call(path, { ...init, headers, key })
    return { status, ...answer }
  }

  payssam.state.points = 10 * POINTS_OF_MESSAGE
  const { partner, shop } = await send('GET /api/v1/payment/points')
  expect([partner.points, shop.points]).toEqual([550, 0])
  expect(partner.charge_url).toMatch(/^https:/)

  const first = await send('POST /api/v1/payment/requests', { bills: CLASS })
  expect([first.status, first.successful, first.failed]).toEqual([200, 10, 2])
  expect(states(first).slice(-2)).toEqual(['not_tried', 'not_tried'])
  // What was not sent does not count for the day.
  const tooMuch = await send('POST /api/v1/payment/request', { ...pupil(99), price: 500_001 })
  expect(tooMuch.status).toBe(403)

  payssam.state.points = 1000 * POINTS_OF_MESSAGE
  const second = await send('POST /api/v1/payment/requests', { bills: CLASS })
  expect([second.status, second.successful, second.failed]).toEqual([200, 12, 0])
  expect(await send('POST /api/v1/payment/requests', { bills: CLASS })).toMatchObject({ results: second.results })
  expect(payssam.state.executed.sends).toBe(12)

  for (const { bill_id } of second.results.slice(0, 9)) {
    payssam.pay(bill_id)
    await send('POST /api/v1/payment/read', { bill_id })
  }
  const { bills } = await send('GET /api/v1/payment/bills?state=unpaid')
  expect(bills.map(({ member_nm }: Read) => member_nm).toSorted()).toEqual(['학생 10', '학생 11', '학생 12'])
  table.expectNothingUnexpected()
})

it('through MCP: a class is billed as people say it, and a second time only where the person means it', async () => {
  const table = setTable({ CREDENTIALS_KEY, ...V2 })
  const { payssam } = table
  const model = await table.talk()

  const points = await model.find('쌤포인트 얼마 남았어? 12명한테 청구서 보낼 수 있나')
  expect(points.tools.map(({ name }) => name)).toContain('payment_get_points')
  const { partner } = await model.call('payment_get_points')
  expect(partner.points).toBeGreaterThan(12 * POINTS_OF_MESSAGE)

  const { tools, says } = await model.find('3반 학생 12명 전부한테 12월 수강료 15만원 청구서 한 번에 보내줘')
  expect([says.includes('No operation'), tools.map(({ name }) => name)]).toEqual([
    false,
    expect.arrayContaining(['payment_request_bills']),
  ])
  const bill = (idempotency_key: string) => ({ bills: CLASS, idempotency_key })
  expect(await model.call('payment_request_bills', bill('class-3'))).toMatchObject({ successful: 12, failed: 0 })
  expect(await model.call('payment_request_bills', bill('class-3'))).toMatchObject({ successful: 12, failed: 0 })
  // A model that repeats the call under another key bills nobody twice.
  expect(await model.fail('payment_request_bills', bill('class-3-again'))).toContain('12 of 12 were refused')
  expect(payssam.state.executed.sends).toBe(12)

  await model.find('카톡 안 받는 학생은 결제 링크만 만들어줘')
  const links = { bills: [pupil(13)], send: 'link', idempotency_key: 'link-13' }
  const { results } = await model.call('payment_request_bills', links)
  expect(results[0].short_url).toMatch(/^https:/)
  expect(payssam.state.points).toBe((1000 - 12) * POINTS_OF_MESSAGE)
  table.expectNothingUnexpected()
})
