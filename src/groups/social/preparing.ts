import { GatewayError, hasStatus } from '../../base/errors.ts'
import { sleep } from '../../base/platform.ts'
import type { Connection } from './connection.ts'
import { CONTAINER_FIELDS, type Container, parseContainer } from './containers.ts'
import { UNKNOWN_FIELD, UNKNOWN_OBJECT } from './errors.ts'

/** Waiting while the product prepares containers. */

const LOOK_EVERY_MS = 3_000

/** The waits before a call is repeated because the product does not know the post or container yet, in milliseconds. */
export const KNOWN_WAITS_MS = [2_000, 4_000, 8_000] as const

/** How long a new container may be unknown to the product, in milliseconds. */
export const UNKNOWN_MS = 5 * 60_000

/** The time that publishing and reading the post need after the last status check of the container. */
export const RESERVED_MS = 5_000
const RESERVED_CALLS = 2

/** Whether the request has time for this wait and calls left for the rest. */
export const canWait = ({ upstream }: Connection, ms = LOOK_EVERY_MS, reservedCalls = RESERVED_CALLS): boolean =>
  upstream.deadline.leftMs >= ms + RESERVED_MS && upstream.budget.callsLeft > reservedCalls

export const waitForLook = ({ upstream }: Connection): Promise<void> => sleep(upstream.platform, LOOK_EVERY_MS)

/**
 * Makes a call that refers to a post or container, and repeats it while the product does not know that yet. Throws
 * `late` when that takes longer than the request may. The product has done nothing then.
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
 * The state of a container. A container that the product does not know is being prepared if it is recent, and has
 * expired otherwise. One that has no status any more is published.
 *
 * @param madeAt epoch milliseconds; undefined counts as long ago
 */
export async function fetchContainer(connection: Connection, id: string, madeAt = 0): Promise<Container> {
  try {
    return parseContainer(await connection.call({ path: `/${id}`, fields: { fields: CONTAINER_FIELDS } }))
  } catch (error) {
    const isYoung = connection.upstream.platform.now() - madeAt < UNKNOWN_MS
    if (hasStatus(error, 404)) return { status: isYoung ? 'IN_PROGRESS' : 'EXPIRED', problem: null, isUnknown: true }
    if (error instanceof GatewayError && error.reason === UNKNOWN_FIELD) return { status: 'PUBLISHED', problem: null }
    if (hasStatus(error, 409)) return { status: 'IN_PROGRESS', problem: null }
    throw error
  }
}
