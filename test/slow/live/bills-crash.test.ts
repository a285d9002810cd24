import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CLOCK_HEADER } from '../../../scripts/support/clock-module.ts'
import { runningClock } from '../../simulators/clock.ts'
import {
  API_KEY,
  BUSINESS_NUMBER,
  createPaySsam,
  MEMBER_ID,
  MERCHANT_ID,
  POINTS_OF_MESSAGE,
} from '../../simulators/payment/index.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/**
 * The list of bills on the real runtime, which is killed while it sends them, and whose responses get lost. In the end
 * the list matches the product. `BILLS=10000 KILLS=20` runs the full size.
 */

const BILLS = Number(process.env.BILLS ?? 120)
const KILLS = Number(process.env.KILLS ?? 3)
const AT_ONCE = 20

const SETTINGS = {
  CREDENTIALS_KEY: btoa('k'.repeat(32)),
  PAYMENT_HOST: 'erp-api.payssam.kr',
  PAYMENT_API_KEY: API_KEY,
  PAYMENT_MEMBER_ID: MEMBER_ID,
  PAYMENT_MERCHANT_ID: MERCHANT_ID,
  PAYMENT_BUSINESS_NUMBER: BUSINESS_NUMBER,
}

interface Listed {
  bill_id: string
  member_nm: string
  price: number
  state: string
}

/** So long after the runtime was killed, no request of before is under way any more. */
const LATER_MS = 120_000

it(`${BILLS} bills with ${KILLS} kills and lost responses`, { timeout: 1_800_000 }, async () => {
  const product = createPaySsam({ clock: runningClock, bills: [] })
  product.state.points = BILLS * POINTS_OF_MESSAGE
  let sent = 0
  const simulator = {
    ...product,
    async fetch(request: Request) {
      const answer = await product.fetch(request)
      // The product has done the work, and its answer gets lost.
      return request.url.endsWith('/send') && ++sent % 7 === 0 ? new Response('', { status: 500 }) : answer
    },
  }
  const storage = await mkdtemp(join(tmpdir(), 'latchkey-bills-'))
  const productAt = (host: string) => (simulator.answersFor(host) ? simulator : undefined)
  const run = () => startGateways([{ name: 'latchkey', settings: SETTINGS, productAt }], storage)
  let gateways: LiveRuntime = await run()
  let ahead = 0
  const ask = (path: string, body?: object) =>
    gateways.ask('latchkey', `/api/v1/payment/${path}`, {
      headers: {
        'X-API-KEY': LIVE_KEY,
        'Content-Type': 'application/json',
        'X-Payment-Mode': 'true',
        [CLOCK_HEADER]: String(runningClock.now() + ahead),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })

  /** The numbers of the bills that were reported as sent. */
  const told: number[] = []
  let next = 0
  const send = async (number: number) => {
    const { status } = await ask('request', {
      ...{ product_nm: '11월 수강료', member_nm: `학생 ${number}`, phone: '010-1234-5678', price: 1_000 + number },
      ...{ expire_dt: '2099-12-31', callback_url: 'https://academy.example/payments' },
    })
    if (status === 200) told.push(number)
  }
  const upTo = (end: number) => async () => {
    while (next < end) await send(next++)
  }

  try {
    for (let kill = 1; kill <= KILLS; kill++) {
      const end = Math.round((kill * BILLS) / (KILLS + 1))
      const senders = Array.from({ length: AT_ONCE }, () => upTo(end)().catch(() => {}))
      // In the middle of running requests.
      const waitUntil = end - AT_ONCE / 2
      while (next < waitUntil) await new Promise((resolve) => setTimeout(resolve, 2))
      await gateways.stop()
      await Promise.all(senders)
      gateways = await run()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, upTo(BILLS)))
    for (const [at, { id }] of [...product.state.bills.values()].entries()) if (at % 3 === 0) product.pay(id)

    ahead = LATER_MS
    const bills = await readAll(ask)
    const unsettled = bills.filter(({ state }) => state === 'unknown' || state === 'unpaid')
    let at = 0
    const settle = async () => {
      for (let bill = unsettled[at++]; bill; bill = unsettled[at++]) await ask(`bills/${bill.bill_id}`)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, settle))

    const states = { W: 'unpaid', F: 'paid', C: 'cancelled', D: 'destroyed' }
    const expected = [...product.state.bills.values()].map(({ id, customerName, price, state }) =>
      [id, customerName, price, states[state]].join(' '),
    )
    const listed = (await readAll(ask)).map(({ bill_id, member_nm, price, state }) =>
      [bill_id, member_nm, price, state].join(' '),
    )
    expect(listed.sort()).toEqual(expected.sort())
    expect(told.length).toBeGreaterThan(BILLS / 4)
    expect(product.state.executed.sends).toBeGreaterThan(told.length)

    // The page of 300 that an owner sees.
    const page = await ask('bills?state=unpaid&limit=300')
    expect(page.json.bills.length).toBe(Math.min(300, expected.filter((each) => each.endsWith(' unpaid')).length))
  } finally {
    await gateways.stop()
    await rm(storage, { recursive: true })
  }
})

type Ask = (path: string) => Promise<{ status: number; json: { bills: Listed[]; next_cursor: string | null } }>

async function readAll(ask: Ask): Promise<Listed[]> {
  const all: Listed[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, json } = await ask(`bills?limit=300${cursor && `&cursor=${cursor}`}`)
    expect(status).toBe(200)
    all.push(...json.bills)
    cursor = json.next_cursor
  }
  return all
}
