import type { Platform } from '../../src/base/platform.ts'

/** The upstream cost of a request. */
export interface CallCount {
  readonly calls: number
  /** The longest chain of calls that each waited for the one before. */
  readonly depth: number
}

/** A gateway, and the platform that it was built on. */
export interface CountedApp {
  readonly platform: Platform
  fetch(request: Request): Promise<unknown>
}

export interface CountOptions {
  /** The most concurrent calls, as platforms limit them. The others wait in their order. */
  readonly connections?: number
}

/** A call that is under way or waits for a connection. */
interface Held {
  isAnswered: boolean
}

/**
 * After this many turns of the event loop without a new call, none will come before a response. A Durable Object
 * between two calls takes some on a busy machine, and a tick that comes too early would be one too many.
 */
const QUIET_TURNS = 20

/** The test library takes a stack trace at each setTimeout. */
const turn = () => scheduler.wait(1)

/**
 * Counts the calls of one request in ticks. All concurrent calls get their responses in one tick, once no further call
 * comes without a response. The depth is the number of ticks. Each call waits with its own timer, because the runtime
 * does not allow a request to resume what another one, or a Durable Object, waits for.
 */
export async function countCalls(
  app: CountedApp,
  request: Request,
  { connections = Number.POSITIVE_INFINITY }: CountOptions = {},
): Promise<CallCount> {
  const { platform } = app
  const { fetch } = platform
  const waiting: Held[] = []
  let calls = 0
  let depth = 0

  const untilAnswered = async (own: Held) => {
    for (let quiet = 0, seen = calls; !own.isAnswered; ) {
      await turn()
      quiet = seen === calls ? quiet + 1 : 0
      seen = calls
      if (quiet < QUIET_TURNS || own.isAnswered) continue
      depth += 1
      for (const held of waiting.splice(0, connections)) held.isAnswered = true
      quiet = 0
    }
  }
  platform.fetch = async (url, init) => {
    const own: Held = { isAnswered: false }
    calls += 1
    waiting.push(own)
    await untilAnswered(own)
    return fetch(url, init)
  }
  try {
    await app.fetch(request)
    return { calls, depth }
  } finally {
    platform.fetch = fetch
  }
}
