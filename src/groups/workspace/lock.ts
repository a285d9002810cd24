import { GatewayError } from '../../base/errors.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { UpstreamContext } from '../../upstream/context.ts'

interface Ticket {
  readonly id: string
  /** When the lock expires because its holder cannot be running any more, in epoch milliseconds. */
  readonly until: number
}

/** How often a waiting request checks for the lock, in milliseconds. */
const CHECK_INTERVAL_MS = 100
/** With less than this left of the deadline the lock would be useless, in milliseconds. */
const NEEDED_MS = 8_000
/** How long a request may still write after its deadline, in milliseconds. */
const GRACE_MS = 1_000

const lockQueues = perIsolateCache(() => new Map<string, Ticket[]>())

/**
 * Runs the work once earlier work of the same name in this isolate is done. The runtime forbids a request to await
 * another request's promise (base/per-isolate-cache.ts), so each polls a queue of plain data with its own timers.
 * Throws 409 when the lock is not free in time. Every isolate has its own queue.
 *
 * @param what the work of this name, for the caller who waited in vain
 */
export async function withLock<Value>(
  upstream: UpstreamContext,
  name: string,
  what: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const { platform, settings } = upstream
  const queues = lockQueues(settings)
  const ticket = { id: platform.uuid(), until: platform.now() + upstream.deadline.leftMs + GRACE_MS }
  queues.set(name, [...(queues.get(name) ?? []), ticket])
  const first = () => (queues.get(name) ?? []).find(({ until }) => until > platform.now()) ?? ticket
  try {
    while (first().id !== ticket.id) {
      if (upstream.deadline.leftMs < NEEDED_MS)
        throw tooLong(what, Math.max(1, Math.ceil((first().until - platform.now()) / 1000)))
      await platform.sleep(CHECK_INTERVAL_MS)
    }
    return await work()
  } finally {
    const others = (queues.get(name) ?? []).filter(({ id, until }) => id !== ticket.id && until > platform.now())
    if (others.length > 0) queues.set(name, others)
    else queues.delete(name)
  }
}

const tooLong = (what: string, seconds: number) =>
  new GatewayError(409, `other ${what} go on: send this one again after ${seconds} s`, {
    headers: { 'Retry-After': String(seconds) },
  })
