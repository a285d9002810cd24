import { GatewayError, hasStatus } from '../../base/errors.ts'
import { sleep } from '../../base/platform.ts'
import type { Connection } from './connection.ts'
import { CONTAINER_FIELDS, type Container, parseContainer } from './containers.ts'
import { UNKNOWN_OBJECT } from './errors.ts'

/** How the product is waited for while it prepares containers (social facts, section 3). */

const LOOK_EVERY_MS = 3_000

/** The waits before a call is made again whose post or container the product does not know yet, in milliseconds. */
export const KNOWN_WAITS_MS = [2_000, 4_000, 8_000] as const

/** For how long after it was made a container may be unknown to the product, in milliseconds. */
export const UNKNOWN_MS = 5 * 60_000

/** What publishing and reading the post still need after the last look at its container. */
export const RESERVED_MS = 5_000
const RESERVED_CALLS = 2

/** Whether the request can wait this long, and still do this many calls after it. */
export const canWait = ({ upstream }: Connection, ms = LOOK_EVERY_MS, reservedCalls = RESERVED_CALLS): boolean =>
  upstream.leftMs >= ms + RESERVED_MS && upstream.callsLeft > reservedCalls

export const waitForLook = ({ upstream }: Connection): Promise<void> => sleep(upstream.platform, LOOK_EVERY_MS)

/**
 * Makes a call that names a post or a container, and makes it again while the product does not know that yet. Throws
 * `late` where it takes longer than the request may: the product has done nothing then.
 */
export async function onceKnown<Value>(
  connection: Connection,
  call: () => Promise<Value>,
  late: () => GatewayError,
): Promise<Value> {
  for (const wait of [...KNOWN_WAITS_MS, undefined]) {
    try {
      return await call()
    } catch (error) {
      if (!isUnknownObject(error)) throw error
      if (wait === undefined || !canWait(connection, wait)) throw late()
      await sleep(connection.upstream.platform, wait)
    }
  }
  throw late()
}

const isUnknownObject = (error: unknown): boolean => error instanceof GatewayError && error.reason === UNKNOWN_OBJECT

/**
 * The state of a container. One that the product does not know is being prepared, as long as it is young, and has expired
 * otherwise.
 *
 * @param madeAt epoch milliseconds; undefined counts as long ago
 */
export async function fetchContainer(connection: Connection, id: string, madeAt = 0): Promise<Container> {
  try {
    return parseContainer(await connection.call({ path: `/${id}`, fields: { fields: CONTAINER_FIELDS } }))
  } catch (error) {
    const isYoung = connection.upstream.platform.now() - madeAt < UNKNOWN_MS
    if (hasStatus(error, 404)) return { status: isYoung ? 'IN_PROGRESS' : 'EXPIRED', problem: null }
    if (hasStatus(error, 409)) return { status: 'IN_PROGRESS', problem: null }
    throw error
  }
}
