import { expect } from 'vitest'
import { formatKey } from '../../src/gateway/auth/keys/keys.ts'
import { ADMIN_KEY, KEPT_KEY } from '../contract/admin.rows.ts'
import { keepGrant } from '../contract/kept-grant.ts'
import { runningClock } from '../upstreams/clock.ts'
import type { Simulator } from '../upstreams/simulator.ts'
import { type Case, expectPromised, getAgain } from './cases.ts'
import { LIVE_KEY, type LiveAnswer, type LiveGateway, startGateways } from './gateways.ts'

/** The gateways of a suite that runs cases, and the product behind each. */
export interface Played {
  /** Puts a new product behind the gateway, prepared for the case. */
  prepare(gateway: string, each: Case): Promise<Simulator>
  ask(gateway: string, each: Case): Promise<LiveAnswer>
  /** Four requests in parallel, as the first of the gateway. */
  askCold(each: Case): Promise<void>
  /** Four requests in parallel, as the first for the operation in an isolate that served other operations. */
  askTogether(each: Case): Promise<void>
  stop(): Promise<void>
}

const KEPT = formatKey(new Uint8Array(32).fill(9))

/** Cases with the same settings share the same Worker, and so a warm isolate. */
export const warm = (each: Case) =>
  `warm-${each.subject.contract.group}-${each.row.connected ? each.subject.id : 'all'}`
const together = (each: Case) => `together-${warm(each)}`
const cold = (each: Case) => `cold-${each.name}`.replace(/\W+/g, '-')

/** One runtime with two warm gateways for each account of `warmed`, and a separate gateway for each of `chilled`. */
export async function play(warmed: readonly Case[], chilled: readonly Case[]): Promise<Played> {
  const products = new Map<string, Simulator>()
  const gateways = new Map<string, LiveGateway>()
  const add = (name: string, { subject, row }: Case) =>
    gateways.set(name, {
      name,
      settings: row.connected ?? subject.contract.connected,
      productAt: (host) => {
        const product = products.get(name)
        return product?.answersFor(host) ? product : undefined
      },
    })
  for (const each of warmed) for (const name of [warm(each), together(each)]) add(name, each)
  for (const each of chilled) add(cold(each), each)
  const runtime = await startGateways([...gateways.values()])

  const prepare = async (gateway: string, { subject, row }: Case) => {
    const product = (row.simulate ?? subject.contract.simulate)(runningClock)
    products.set(gateway, product)
    if (row.keptKey) await runtime.keepKey(gateway, KEPT, { id: KEPT_KEY, name: 'kept', licence: 'pro' })
    if (row.keptGrant) {
      const owner = await runtime.readOwner(gateway)
      await keepGrant(await runtime.readGrants(gateway), ADMIN_KEY, owner)
    }
    if (row.after) {
      const headers = { 'CF-Connecting-IP': gateway, 'X-API-KEY': LIVE_KEY, Authorization: `Bearer ${ADMIN_KEY}` }
      await runtime.ask(gateway, row.after, { headers })
    }
    return product
  }
  const ask = (gateway: string, { subject, row }: Case) =>
    runtime.ask(gateway, row.path, {
      method: subject.method,
      headers: {
        // Sign-in attempts are limited by IP address, across all gateways of the runtime.
        'CF-Connecting-IP': gateway,
        ...(row.tier === 'admin' && { Authorization: `Bearer ${ADMIN_KEY}` }),
        ...(row.tier !== 'open' && row.tier !== 'admin' && { 'X-API-KEY': LIVE_KEY }),
        ...(row.body !== undefined && { 'Content-Type': 'application/json' }),
        ...row.headers,
      },
      ...(row.body !== undefined && { body: JSON.stringify(row.body) }),
    })

  const askFourTimes = async (gateway: string, each: Case) => {
    await prepare(gateway, each)
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(gateway, each)))
    const statuses = answers.map(({ status }) => status)
    const { status: first } = each.subject.operation
    expect(statuses, answers.map(({ text }) => text.slice(0, 300)).join('\n')).toContain(first)
    const others = each.row.atOnce?.status ?? getAgain(each)
    for (const status of statuses) expect([first, others]).toContain(status)
    for (const answer of answers) expectPromised(each, answer)
  }

  return {
    prepare,
    ask,
    askCold: (each) => askFourTimes(cold(each), each),
    askTogether: (each) => askFourTimes(together(each), each),
    stop: () => runtime.stop(),
  }
}
