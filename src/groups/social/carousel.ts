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
 * Creates the container of a carousel, whose items have to be ready before (social facts, section 6): it makes the items
 * that are not made yet, and waits for those that are not ready. Throws 409 when that takes longer than the request may,
 * or more calls; what is done by then is kept. An item that cannot be used is named and forgotten, and made anew when the
 * post is asked for again.
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
  if (connection.upstream.callsLeft < RESERVED_CALLS) throw stillPreparing()
  const children = items.map((_, place) => pending.post.items?.[place]?.container).join(',')
  try {
    const fields = { ...containerFields(post), children }
    const call = { method: 'POST', path: '/me/threads', fields } as const
    // An item that was prepared a moment ago may not be known yet, nor the post that this one answers.
    const late = post.reply_to || post.quote ? referencesUnknown : stillPreparing
    return await onceKnown(connection, () => callForId(connection, call), late)
  } catch (error) {
    // The product takes an item for unready or expired. Those that were ready in an earlier request are looked at again
    // by the next; where all were looked at just now, the next makes them anew.
    if (hasStatus(error, 409)) await (wereReady.length > 0 ? keepReady(pending, wereReady, false) : pending.drop())
    throw error
  }
}
