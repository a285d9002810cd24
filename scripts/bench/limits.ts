import { LIMIT_COSTS } from '../../test/groups/payment/limit-costs.ts'
import { count, type Figure } from './figure.ts'
import { passedTests } from './passed.ts'

/**
 * The Durable Object calls that a key's limits cause before its payment is sent, counted by the suite of the limits.
 */
export async function benchLimits(): Promise<Figure[]> {
  const passed = await passedTests('test/slow/workerd/groups/payment/limits.test.ts')
  return Object.entries(LIMIT_COSTS).map(([name, { steps }]) => ({
    what: `calls of objects before a payment, by a key with ${name}`,
    print: count,
    latchkey: [passed.some((title) => title.startsWith(`${name} cost a payment`)) ? steps.length : Number.NaN],
    limits: [{ most: name === 'daily_amount' ? 1 : 0 }],
  }))
}
