import { hasStatus } from '../../base/errors.ts'
import { sleep } from '../../base/platform.ts'
import type { Connection } from './connection.ts'
import { CONTAINER_FIELDS, type Container, containerOf } from './containers.ts'

/** How the product is waited for while it prepares containers (social facts, section 3). */

const LOOK_EVERY_MS = 3_000

/** What publishing and reading the post still need after the last look at its container. */
export const RESERVED_MS = 5_000
const RESERVED_CALLS = 2

/** Whether the request can wait for another look, and still do this many calls after it. */
export const canWait = ({ outgoing }: Connection, reservedCalls = RESERVED_CALLS): boolean =>
  outgoing.leftMs >= LOOK_EVERY_MS + RESERVED_MS && outgoing.callsLeft > reservedCalls

export const waitForLook = ({ outgoing }: Connection): Promise<void> => sleep(outgoing.platform, LOOK_EVERY_MS)

/** The state of a container. One that the product does not know any more has expired. */
export async function fetchContainer(connection: Connection, id: string): Promise<Container> {
  try {
    return containerOf(await connection.call({ path: `/${id}`, fields: { fields: CONTAINER_FIELDS } }))
  } catch (error) {
    if (hasStatus(error, 404)) return { status: 'EXPIRED', problem: null }
    if (hasStatus(error, 409)) return { status: 'IN_PROGRESS', problem: null }
    throw error
  }
}
