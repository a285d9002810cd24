import { badGateway, GatewayError, hasStatus } from '../../base/errors.ts'
import { at, flag } from '../../base/json.ts'
import type { Connection } from './connection.ts'

/** Deletes a post or reply of the account. */
export async function deletePost(connection: Connection, id: string): Promise<void> {
  const answer = await connection.call({ method: 'DELETE', path: `/${id}` })
  if (isDenied(answer)) throw badGateway('the social service did not delete the post')
}

/** Hides a reply and everything below it, or shows them again. Throws 403 for a reply to somebody else's post. */
export async function hideReply(connection: Connection, id: string, hide: boolean): Promise<void> {
  try {
    const answer = await connection.call({
      method: 'POST',
      path: `/${id}/manage_reply`,
      fields: { hide: String(hide) },
    })
    if (isDenied(answer)) throw badGateway('the social service did not change the reply')
  } catch (error) {
    if (!hasStatus(error, 403)) throw error
    // The product uses the same code for a missing permission and for somebody else's post.
    const { message, reason } = error
    throw new GatewayError(403, `${message}; or the reply is not to a post of the account`, { reason })
  }
}

/** A response without an error means success, unless it says otherwise. */
const isDenied = (answer: unknown): boolean => flag(at(answer, 'success')) === false
