import type { Tiro } from './product.ts'

export interface Quota {
  exhausted: boolean
  message: string
  headers: Record<string, string>
}

/**
 * Counts requests per key in fixed windows that open with a key's first request. The facts (2) give the figures,
 * `Retry-After` and "X-RateLimit-*"; the three names, and Reset in epoch seconds, are the usual ones.
 */
export function rateLimiter(tiro: Tiro) {
  const windows = new Map<string, { opened: number; count: number }>()

  return function spend(keyId: string): Quota {
    const { requests, windowMs } = tiro.switches.rateLimit
    const now = tiro.clock.now()
    let window = windows.get(keyId)
    if (!window || now >= window.opened + windowMs) {
      window = { opened: now, count: 0 }
      windows.set(keyId, window)
    }
    const exhausted = window.count >= requests
    window.count += 1
    const resets = window.opened + windowMs
    const { wait } = tiro.switches
    const seconds = Math.ceil((resets - now) / 1000)
    return {
      exhausted,
      message: `Rate limit exceeded${wait === 'words' ? `. Try again in ${seconds} seconds` : ''}`,
      headers: {
        'X-RateLimit-Limit': String(requests),
        'X-RateLimit-Remaining': String(Math.max(0, requests - window.count)),
        ...(wait !== 'words' && { 'X-RateLimit-Reset': String(Math.ceil(resets / 1000)) }),
        ...(exhausted && wait === 'Retry-After' && { 'Retry-After': String(seconds) }),
      },
    }
  }
}
