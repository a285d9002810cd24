import { runInDurableObject } from 'cloudflare:test'
import { OBJECTS } from './objects.ts'

/** 100 years, in milliseconds. */
const AHEAD = 36_525 * 86_400_000

let isAhead = false

/**
 * Moves all alarms of objects so far into the future that none fires by itself. The tests' clock is in November 2026,
 * but the runtime's alarms use the machine's clock: it would fire a past one at once, and report another time for it.
 */
export async function holdAlarms(): Promise<void> {
  if (isAhead) return
  isAhead = true
  await runInDurableObject(OBJECTS.ACCOUNTS.getByName('holds alarms'), (_, { storage }) => {
    const prototype: DurableObjectStorage = Object.getPrototypeOf(storage)
    const { getAlarm, setAlarm } = prototype
    prototype.setAlarm = function (at, options) {
      return setAlarm.call(this, Number(at) + AHEAD, options)
    }
    prototype.getAlarm = async function (options) {
      const at = await getAlarm.call(this, options)
      return at === null ? null : at - AHEAD
    }
  })
}
