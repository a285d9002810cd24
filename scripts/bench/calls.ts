import { contracts } from '../../test/contract/contracts.ts'
import { getRoundTrips } from '../../test/upstream/round-trips.ts'
import { count, type Figure } from './figure.ts'
import { passedTests } from './passed.ts'

/**
 * The calls to products of each operation and their longest chain. They are counted by the suite that compares them
 * with the minimum that the products allow (test/upstream/round-trips.ts).
 */
export async function benchCalls(): Promise<Figure[]> {
  const passed = await passedTests('test/slow/workerd/upstream/round-trips.test.ts')
  const ids = contracts.flatMap(({ group, rows }) => (group === 'admin' ? [] : Object.keys(rows)))
  const held = passed.filter((title) => ids.includes(title))
  const trips = ids.map(getRoundTrips)
  const sum = (pick: (trip: readonly [string, string]) => string) =>
    trips.reduce((total, trip) => total + Number(pick(trip)), 0) / trips.length
  const print = (value: number) => value.toFixed(2)
  const all = trips.length
  return [
    {
      what: 'operations whose calls and depth are the least possible',
      print: count,
      anchor: [all],
      latchkey: [held.length],
      limits: [{ least: all }],
    },
    { what: 'calls of an operation, warm, on average', print, latchkey: [sum(([, warm]) => warm.split('/')[0] ?? '')] },
    { what: 'depth of the same', print, latchkey: [sum(([, warm]) => warm.split('/')[1] ?? '')] },
    { what: 'calls of an operation, cold, on average', print, latchkey: [sum(([cold]) => cold.split('/')[0] ?? '')] },
    { what: 'depth of the same', print, latchkey: [sum(([cold]) => cold.split('/')[1] ?? '')] },
  ]
}
