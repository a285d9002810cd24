import type { SellerSwitches } from './switches.ts'

/**
 * Counts the calls of the only vendor, and returns whether this one is too many. The product sends no Retry-After
 * (facts 2.5).
 */
export function rateRule(now: () => number): (rate: NonNullable<SellerSwitches['rate']>) => boolean {
  let lastSecond: number[] = []
  let blockedUntil = 0
  return ({ perSecond, recoveryMs }) => {
    const time = now()
    lastSecond = lastSecond.filter((earlier) => earlier > time - 1000)
    if (lastSecond.length >= perSecond) blockedUntil = time + recoveryMs
    lastSecond.push(time)
    return time < blockedUntil
  }
}
