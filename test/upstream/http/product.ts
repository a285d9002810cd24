import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { Env } from '../../../src/base/env.ts'
import { platform } from '../../../src/base/platform.ts'
import { Settings } from '../../../src/base/settings.ts'
import type { Product, UpstreamRequest } from '../../../src/upstream/client.ts'
import { UpstreamContext } from '../../../src/upstream/context.ts'
import type { Overrides } from '../../support/gateway.ts'

/** A product that exists in these tests only. */
export const PRODUCT: Product = { group: 'shop', hosts: (host) => host === 'shop.example.test' }
export const READ: UpstreamRequest = { url: new URL('https://shop.example.test/orders') }
export const WRITE: UpstreamRequest = { ...READ, method: 'POST', body: '{}' }

/** What one request may do, in a deployment with these settings. */
export const getOutgoing = (overrides: Overrides = {}) =>
  new UpstreamContext(new Settings({ ...(env as unknown as Env), ...overrides }), platform)

type Step = Response | Error | ((signal: AbortSignal | null | undefined) => Promise<Response>)

/** Makes the product respond step by step, repeating the last one. Returns the calls as they come. */
export function answerWith(...steps: Step[]) {
  const calls: { url: string; init: RequestInit }[] = []
  vi.mocked(platform.fetch).mockImplementation(async (url, init) => {
    const step = steps[Math.min(calls.length, steps.length - 1)]
    calls.push({ url, init })
    if (step instanceof Error) throw step
    if (typeof step === 'function') return step(init.signal)
    return step?.clone() ?? new Response('{}')
  })
  return calls
}

export const status = (code: number, headers: Record<string, string> = {}) =>
  new Response('{}', { status: code, headers })

/** Never responds. Ends when the caller gives up. */
export const hang: Step = (signal) =>
  new Promise((_, reject) => {
    const end = () => reject(new DOMException('The operation was aborted', 'AbortError'))
    if (signal?.aborted) end()
    signal?.addEventListener('abort', end)
  })

/** How workerd reports a connection that is refused, reset or cut. */
export const lost = Object.assign(new Error('Network connection lost.'), { retryable: true })
