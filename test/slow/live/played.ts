import { expect } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { keepGrant } from '../../contract/kept-grant.ts'
import { keepSignIn, makePasskeyBody } from '../../contract/kept-sign-in.ts'
import { runningClock } from '../../simulators/clock.ts'
import type { Simulator } from '../../simulators/simulator.ts'
import { type Case, expectPromised, getAgain } from './cases.ts'
import { LIVE_KEY, type LiveGateway, startGateways } from './gateways.ts'

/** One runtime with a gateway for each account of the cases. */
export interface Played {
  /**
   * Puts a new product behind the gateway, sends the request four times in parallel, and then once more. For the first case
   * of an account, these are the first requests of the isolate.
   */
  check(each: Case): Promise<void>
  stop(): Promise<void>
}

/** Cases with the same settings share the same Worker, and so an isolate. */
const gatewayOf = ({ subject, row }: Case) => `${subject.contract.group}-${row.connected ? subject.id : 'all'}`

export async function play(cases: readonly Case[]): Promise<Played> {
  const products = new Map<string, Simulator>()
  const gateways = new Map<string, LiveGateway>()
  for (const each of cases) {
    const name = gatewayOf(each)
    const settings = each.row.connected ?? each.subject.contract.connected
    const productAt = (host: string) => {
      const product = products.get(name)
      return product?.answersFor(host) ? product : undefined
    }
    gateways.set(name, { name, settings, productAt })
  }
  const runtime = await startGateways([...gateways.values()])

  const prepare = async (gateway: string, { subject, row }: Case): Promise<Simulator> => {
    const product = (row.simulate ?? subject.contract.simulate)(runningClock)
    products.set(gateway, product)
    if (row.keptKey) await runtime.keepKey(gateway, row.keptKey, { name: 'kept', licence: 'pro' })
    if (row.keptGrant) {
      const { access, owner } = await runtime.openAccess(gateway)
      await keepGrant(access, ADMIN_KEY, owner)
    }
    if (row.keptSignIn) await keepSignIn((await runtime.openAccess(gateway)).access)
    if (row.after) {
      const headers = { 'CF-Connecting-IP': gateway, 'X-API-KEY': LIVE_KEY, Authorization: `Bearer ${ADMIN_KEY}` }
      await runtime.ask(gateway, row.after, { headers })
    }
    return product
  }
  const ask = async (gateway: string, { subject, row }: Case) => {
    // A passkey belongs to a host name, and never to an IP address.
    const origin = (await runtime.readOrigin(gateway)).replace('127.0.0.1', 'localhost')
    const askAdmin = async (path: string, body?: unknown) => {
      const headers = { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' }
      const init = { method: 'POST', headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
      return (await runtime.ask(gateway, `${origin}/api/v1/admin/${path}`, init)).json
    }
    const body = row.passkey ? await makePasskeyBody(row.passkey, askAdmin, origin) : row.body
    return runtime.ask(gateway, `${origin}${row.path}`, {
      method: subject.method,
      headers: {
        // Sign-in attempts are limited by IP address, across all gateways of the runtime.
        'CF-Connecting-IP': gateway,
        ...(row.tier === 'admin' && { Authorization: `Bearer ${ADMIN_KEY}` }),
        ...(row.tier !== 'open' && row.tier !== 'admin' && { 'X-API-KEY': LIVE_KEY }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...row.headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  const check = async (each: Case) => {
    const gateway = gatewayOf(each)
    const product = await prepare(gateway, each)
    const together = await Promise.all([1, 2, 3, 4].map(() => ask(gateway, each)))
    const { status: first } = each.subject.operation
    const again = getAgain(each)
    const others = each.row.atOnce?.status ?? again
    const statuses = together.map(({ status }) => status)
    expect(statuses, together.map(({ text }) => text.slice(0, 300)).join('\n')).toContain(first)
    for (const status of statuses) expect([first, others]).toContain(status)
    const last = await ask(gateway, each)
    expect(each.row.atOnce ? [again, others] : [again], last.text.slice(0, 300)).toContain(last.status)
    for (const answer of [...together, last]) expectPromised(each, answer)
    expect(product.unexpected).toEqual([])
  }

  return { check, stop: () => runtime.stop() }
}
