import type { Simulator } from '../simulator.ts'
import { createCoupangConsumer } from './consumer/index.ts'
import { createCoupangSeller } from './seller/index.ts'

/**
 * The product with both of its sides, for tests that use either.
 *
 * @param options.laterMs how much later the seeded orders of the customer are, in milliseconds
 */
export function createCoupang({ clock, laterMs = 0 }: { clock?: { now(): number }; laterMs?: number } = {}): Simulator {
  const options = clock && { clock }
  const consumer = createCoupangConsumer(options)
  for (const order of consumer.state.orders) order.orderedAt += laterMs
  const sides = [createCoupangSeller(options), consumer]
  return {
    name: 'coupang',
    answersFor: (host) => sides.some((side) => side.answersFor(host)),
    /** One side after the other. */
    get calls() {
      return sides.flatMap(({ calls }) => calls)
    },
    get pending() {
      return new Set(sides.flatMap(({ pending }) => [...pending]))
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
