import { GatewayError } from '../../../base/errors.ts'
import { perIsolateCache } from '../../../base/per-isolate-cache.ts'
import { sleep } from '../../../base/platform.ts'
import type { UpstreamContext } from '../../../upstream/http/upstream-context.ts'

interface Ticket {
  readonly id: string
  /** Whoever has not ended by then never will, in epoch milliseconds. */
  readonly until: number
}

/** How often a waiting request looks whether its turn has come, in milliseconds. */
const LOOK_MS = 100
/** With less than this left of the deadline a turn would bring nothing about, in milliseconds. */
const NEEDED_MS = 8_000
/** How long a request may still write after its deadline, in milliseconds. */
const GRACE_MS = 1_000

const rememberedQueues = perIsolateCache(() => new Map<string, Ticket[]>())

/**
 * Does the work when those of the same name are done that came before it in this isolate. The runtime forbids a request to
 * await another one's promise (base/per-isolate-cache.ts): each looks by timers of its own at a queue of plain data. 409 when the
 * turn does not come in time. Another isolate has a queue of its own.
 */
export async function withLock<Value>(
  upstream: UpstreamContext,
  name: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const { platform, settings } = upstream
  const queues = rememberedQueues(settings)
  const ticket = { id: platform.uuid(), until: platform.now() + upstream.leftMs + GRACE_MS }
  queues.set(name, [...(queues.get(name) ?? []), ticket])
  const first = () => (queues.get(name) ?? []).find(({ until }) => until > platform.now()) ?? ticket
  try {
    while (first().id !== ticket.id) {
      if (upstream.leftMs < NEEDED_MS) throw tooLong(Math.max(1, Math.ceil((first().until - platform.now()) / 1000)))
      await sleep(platform, LOOK_MS)
    }
    return await work()
  } finally {
    const others = (queues.get(name) ?? []).filter(({ id, until }) => id !== ticket.id && until > platform.now())
    if (others.length > 0) queues.set(name, others)
    else queues.delete(name)
  }
}

const tooLong = (seconds: number) =>
  new GatewayError(409, `other upserts into this data source go on: send this one again after ${seconds} s`, {
    headers: { 'Retry-After': String(seconds) },
  })
