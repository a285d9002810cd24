import type { Simulator } from '../simulator.ts'
import { createCoupangConsumer } from './consumer/index.ts'
import { createCoupangSeller } from './seller/index.ts'

/** The product with both of its sides, for tests that use either. */
export function createCoupang(options: { clock?: { now(): number } } = {}): Simulator {
  const sides = [createCoupangSeller(options), createCoupangConsumer(options)]
  return {
    name: 'coupang',
    answersFor: (host) => sides.some((side) => side.answersFor(host)),
    /** One side after the other. */
    get calls() {
      return sides.flatMap(({ calls }) => calls)
    },
    get unexpected() {
      return sides.flatMap(({ unexpected }) => unexpected)
    },
    fail: (fault, plan) => {
      for (const side of sides) side.fail(fault, plan)
    },
    heal: () => {
      for (const side of sides) side.heal()
    },
    async fetch(request) {
      const side = sides.find(({ answersFor }) => answersFor(new URL(request.url).hostname))
      if (!side) throw new TypeError(`no side answers for ${request.url}`)
      return side.fetch(request)
    },
  }
}
