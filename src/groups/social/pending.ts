import type { PendingPost } from '../../base/account-object.ts'
import { sha256Hex } from '../../base/digest.ts'
import { logUnhandledError } from '../../gateway/http/unhandled-error.ts'
import type { RequestState } from '../../gateway/state.ts'
import type { Connection } from './connection.ts'

/**
 * What the account's object stores about a post, so that the same post continues from there and is published only once.
 */
export interface Pending {
  /** What is stored now. */
  readonly post: PendingPost
  /** Stores more, and returns everything that is stored. */
  keep(added: PendingPost): Promise<PendingPost>
  /** Deletes what is stored about the post, or only its container and the items at these indexes. */
  drop(places?: readonly number[]): Promise<void>
  /** Reads the stored state again, because another request may have changed it. */
  refresh(): Promise<void>
  /**
   * Whether this request may publish the post now. False while another request is publishing it, and after it was
   * published.
   *
   * @param added stored before the claim
   */
  claim(added?: PendingPost): Promise<boolean>
  /** Stores how this request's attempt ended. `unknown`: the post may be published. `nothing`: it is not. */
  settle(ending: { published: string } | 'unknown' | 'nothing'): Promise<void>
}

/**
 *
 * @param of everything that identifies the post; its digest is the name
 * @param repeatedMs how long after publishing an identical post counts as a repetition; forever when absent
 */
export async function openPending(
  state: RequestState,
  connection: Connection,
  of: unknown,
  repeatedMs?: number,
): Promise<Pending> {
  const digest = await sha256Hex(JSON.stringify(of))
  const run = state.platform.uuid()
  let post: PendingPost = (await (await connection.object()).pendingPost(digest, repeatedMs)) ?? {}
  const isClaimed = () => post.attempt?.run === run && !post.attempt.isOver
  return {
    get post() {
      return post
    },
    async keep(added) {
      const stored = await (await connection.object()).keepPendingPost(digest, added)
      // Responses to concurrent writes may arrive in another order.
      post = { ...stored, container: stored.container ?? post.container, items: { ...post.items, ...stored.items } }
      return post
    },
    async drop(places) {
      await (await connection.object()).dropPendingPost(digest, places)
      if (!places) post = {}
    },
    async refresh() {
      post = (await (await connection.object()).pendingPost(digest)) ?? {}
    },
    async claim(added) {
      if (!isClaimed()) post = await (await connection.object()).claimPendingPost(digest, run, added ?? {})
      return isClaimed()
    },
    async settle(ending) {
      const attempt = async () => (await connection.object()).settlePendingPost(digest, run, ending)
      // The product's response is used even if it cannot be stored, because the container's status shows the same
      // later.
      await attempt()
        .catch(attempt)
        .catch((error) => logUnhandledError(state.id, error))
    },
  }
}
