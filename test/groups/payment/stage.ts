import { afterEach, vi } from 'vitest'
import type { Env } from '../../../src/base/env.ts'
import { Clock } from '../../simulators/clock.ts'
import {
  API_KEY,
  BUSINESS_NUMBER,
  createPaySsam,
  MEMBER_ID,
  MERCHANT_ID,
  type PaySsamOptions,
  type PaySsamSimulator,
} from '../../simulators/payment/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { type Answer, createGateway, type Gateway, json, type Overrides } from '../../support/gateway.ts'
import { createWorldAt, expectNothingUnexpected, type World } from '../../support/world.ts'

export const V1_HOST = 'erp-api.payssam.kr'
export const V2_HOST = 'sandbox.paymint.co.kr'
export const HOSTS = [V1_HOST, 'stg.paymint.co.kr', 'erp-api.speeid.kr', V2_HOST, 'api.paymint.co.kr']

/** The settings of a deployment with a payment account. */
export const accountAt = (host: string) => ({
  PAYMENT_HOST: host,
  PAYMENT_API_KEY: API_KEY,
  PAYMENT_MEMBER_ID: MEMBER_ID,
  PAYMENT_MERCHANT_ID: MERCHANT_ID,
  PAYMENT_BUSINESS_NUMBER: BUSINESS_NUMBER,
})

/** The same account, as a caller gives it. */
export const headersFor = (host: string): Record<string, string> => ({
  'X-Payment-Host': host,
  'X-Payment-Api-Key': API_KEY,
  'X-Payment-Member-ID': MEMBER_ID,
  'X-Payment-Merchant-ID': MERCHANT_ID,
  'X-Payment-Business-Number': BUSINESS_NUMBER,
})

export const STORED = { 'X-Payment-Mode': 'true' }

interface Sending {
  /** Replaces `X-Payment-Mode: true`. */
  headers?: Record<string, string>
  /** The Idempotency-Key. */
  once?: string
  /** The API key, null for none. */
  key?: string | null
  signal?: AbortSignal
}

export interface Stage {
  world: World
  product: PaySsamSimulator
  gateway: Gateway
  /** Posts JSON to a route under `/payment`. */
  post(path: string, body: unknown, sending?: Sending): Promise<Answer>
  /** How often the product was called at a path with this end. All calls without it. */
  called(end?: string): number
}

const UNRECORDED = /"appr_(?:issuer_num|cash_num|cash_issuance_number)":"[^"]*",?/g

/** How an answer is replayed: no record has a field about the person who paid. */
export const toReplay = (text: string) => text.replace(UNRECORDED, '').replace(/,}/g, '}')

const worlds: World[] = []

/** A deployment with a payment account, and the product that it talks to. */
export function setStage(
  settings: Overrides & { EVENTS?: Env['EVENTS'] } = {},
  options: Omit<PaySsamOptions, 'clock'> = {},
): Stage {
  const clock = new Clock()
  const product = createPaySsam({ ...options, clock })
  const world = createWorldAt(clock, product)
  worlds.push(world)
  const gateway = createGateway({ ...accountAt(V1_HOST), ...settings })
  return {
    world,
    product,
    gateway,
    post(path, body, { headers = STORED, once, key, signal } = {}) {
      const init = json('POST', body)
      const all = { ...init.headers, ...headers, ...(once !== undefined && { 'Idempotency-Key': once }) }
      return gateway.call(`/api/v1/payment/${path}`, {
        ...init,
        headers: all as Record<string, string>,
        ...(key !== undefined && { key }),
        ...(signal && { signal }),
      })
    },
    called: (end = '') => product.calls.filter(({ url }) => url.pathname.endsWith(end)).length,
  }
}

/** Registers what every file here needs after each test. */
export function leaveNothingBehind(): void {
  afterEach(async () => {
    vi.restoreAllMocks()
    await freshDeployment()
    for (const world of worlds.splice(0)) expectNothingUnexpected(world)
  })
}
