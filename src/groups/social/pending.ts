import type { PendingPost } from '../../base/account-object.ts'
import { sha256Hex } from '../../base/digest.ts'
import type { Connection } from './connection.ts'

/** What the account's object keeps of a post that is not published yet, so that the same post goes on from there. */
export interface Pending {
  /** What is kept at the moment. */
  readonly post: PendingPost
  /** Answers all that is kept then. */
  keep(added: PendingPost): Promise<PendingPost>
  /** Forgets the post, or its container and the items at these places. */
  drop(places?: readonly number[]): Promise<void>
}

/** @param of all that makes the post what it is: its digest is its name */
export async function openPending(connection: Connection, of: unknown): Promise<Pending> {
  const object = await connection.object()
  const digest = await sha256Hex(JSON.stringify(of))
  let post: PendingPost = (await object.pendingPost(digest)) ?? {}
  return {
    get post() {
      return post
    },
    async keep(added) {
      const { container, items } = await object.keepPendingPost(digest, added)
      // Answers to what was kept at once may come in another order.
      post = { container: container ?? post.container, items: { ...post.items, ...items } }
      return post
    },
    drop: (places) => object.dropPendingPost(digest, places),
  }
}
