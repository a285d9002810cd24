import { badGateway, GatewayError, hasStatus } from '../../base/errors.ts'
import { at, flag } from '../../base/lenient-json.ts'
import type { Connection } from './connection.ts'

/** Deletes a post or reply of the account. */
export async function deletePost(connection: Connection, id: string): Promise<void> {
  const answer = await connection.call({ method: 'DELETE', path: `/${id}` })
  if (isDenied(answer)) throw badGateway('the social service did not delete the post')
}

/** Hides a reply and what is below it, or shows them again. Throws 403 for a reply to a post of somebody else. */
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
    // The product has one code for a missing permission and for a post that is not the account's own.
    const { message, reason } = error
    throw new GatewayError(403, `${message}; or the reply is not to a post of the account`, { reason })
  }
}

/** Every answer without an error says that it was done, unless it denies it. */
const isDenied = (answer: unknown): boolean => flag(at(answer, 'success')) === false
