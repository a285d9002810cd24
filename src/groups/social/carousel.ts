import { hasStatus } from '../../base/errors.ts'
import { callForId } from './call-for-id.ts'
import { createItems, getPlaces, keepReady, RESERVED_CALLS, waitForItems } from './carousel-items.ts'
import type { Connection } from './connection.ts'
import { containerFields } from './containers.ts'
import { referencesUnknown, stillPreparing } from './errors.ts'
import type { NewItem, NewPost } from './new-post.schemas.ts'
import type { Pending } from './pending.ts'
import { onceKnown, waitForLook } from './preparing.ts'

/**
 * Creates the container of a carousel. Its items must be ready first, so this creates the missing ones and waits for
 * the others. Throws 409 when that exceeds the request's time or call budget. Progress is stored. An unusable item is
 * reported and removed. It is created again when the post is requested again.
 */
export async function createCarousel(
  connection: Connection,
  pending: Pending,
  post: NewPost,
  items: readonly NewItem[],
): Promise<string> {
  const wereReady = getPlaces(items).filter((place) => pending.post.items?.[place]?.isReady)
  if (await createItems(connection, pending, items)) await waitForLook(connection)
  await waitForItems(connection, pending, items)
  if (connection.upstream.budget.callsLeft < RESERVED_CALLS) throw stillPreparing()
  const children = items.map((_, place) => pending.post.items?.[place]?.container).join(',')
  try {
    const fields = { ...containerFields(post), children }
    const call = { method: 'POST', path: '/me/threads', fields } as const
    // An item that was prepared a moment ago may still be unknown, and so may the post that this one replies to.
    const late = post.reply_to || post.quote ? referencesUnknown : stillPreparing
    return await onceKnown(connection, () => callForId(connection, call), late)
  } catch (error) {
    // The product considers an item not ready or expired. Items that were ready in an earlier request are checked again
    // by the next request. If all were checked just now, the next request creates them again.
    if (hasStatus(error, 409)) await (wereReady.length > 0 ? keepReady(pending, wereReady, false) : pending.drop())
    throw error
  }
}
