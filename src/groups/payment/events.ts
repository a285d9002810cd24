import type { FoundEvent } from '../../base/events.ts'
import { at, number, text } from '../../base/json.ts'
import { isConnected } from '../../upstream/credentials.ts'
import type { EventSource, Json } from '../../upstream/polling.ts'
import { accountDigest } from './bill-list.ts'
import { storedConnection } from './payssam.ts'
import { PURSES, readPurses } from './points.ts'

/** Fewer points are low: 100 messages of 55 points (payment facts, section 4.5). */
export const LOW_POINTS = 5500

/**
 * A purse that is spent and runs low, once until it has more again. A purse from which nothing is taken is not reported,
 * however little it has, because the contract of the partner may spend the other one. It is polled once an hour at most,
 * with a call for each purse: two calls an hour.
 */
export const pointsSource: EventSource = {
  name: 'payment.points',
  account: 'payment',
  types: ['payment.points.low'],
  atLeastMs: 3_600_000,
  isConnected: (upstream) => isConnected(upstream, 'payment'),
  async poll({ upstream, cursor }) {
    const connection = storedConnection(upstream)
    const account = await accountDigest(await connection.account())
    const before = text(at(cursor, 'account')) === account ? cursor : undefined
    const purses = await readPurses(connection)
    const events: FoundEvent[] = []
    const next: Record<string, Json> = { account }
    for (const purse of PURSES) {
      const { points, charge_url } = purses[purse]
      const last = number(at(before, purse, 'points'))
      const wasTold = at(before, purse, 'isTold') === true
      if (points === null) {
        next[purse] = { points: last, isTold: wasTold }
        continue
      }
      const isLow = points < LOW_POINTS
      const isNews = isLow && !wasTold && last !== null && points < last
      if (isNews) {
        const data = { purse, points, charge_url }
        events.push({ type: 'payment.points.low', subject: purse, at: upstream.platform.now(), data })
      }
      next[purse] = { points, isTold: isLow && (wasTold || isNews) }
    }
    return { cursor: next, marks: new Map(), events, isMore: false, isRestart: before === undefined }
  },
}
