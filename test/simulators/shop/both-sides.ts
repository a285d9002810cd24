import { joined } from '../joined.ts'
import type { Simulator } from '../simulator.ts'
import { createCoupangConsumer } from './consumer/index.ts'
import { createCoupangSeller } from './seller/index.ts'
import type { Vendor } from './seller/signature.ts'

interface CoupangOptions {
  clock?: { now(): number }
  /** How much later the seeded orders of the customer are, in milliseconds. */
  laterMs?: number
  vendor?: Vendor
  session?: string
}

/** The product with both of its sides, for tests that use either. */
export function createCoupang({ laterMs = 0, ...options }: CoupangOptions = {}): Simulator {
  const consumer = createCoupangConsumer(options)
  for (const order of consumer.state.orders) order.orderedAt += laterMs
  const sides = [createCoupangSeller(options), consumer]
  return joined('coupang', sides, ({ url }) => sides.find(({ answersFor }) => answersFor(new URL(url).hostname)))
}
