import type { PendingPost } from '../../base/account-object.ts'
import { sha256Hex } from '../../base/digest.ts'
import { logUnhandledError } from '../../gateway/http/unhandled-error.ts'
import type { RequestState } from '../../gateway/state.ts'
import type { Connection } from './connection.ts'

/** What the account's object stores of a post, so that the same post goes on from there and is published once. */
export interface Pending {
  /** What is stored at the moment. */
  readonly post: PendingPost
  /** Stores more, and answers all that is stored then. */
  keep(added: PendingPost): Promise<PendingPost>
  /** Deletes what is stored of the post, or its container and the items at these places. */
  drop(places?: readonly number[]): Promise<void>
  /** Reads again what is stored, since another request may have changed it. */
  refresh(): Promise<void>
  /**
   * Whether this request may publish the post now: false while another request does, and once it is published.
   *
   * @param added stored before that
   */
  claim(added?: PendingPost): Promise<boolean>
  /** Stores how the attempt of this request ended. `unknown`: the post may be published. `nothing`: it is not. */
  settle(ending: { published: string } | 'unknown' | 'nothing'): Promise<void>
}

/**
 * @param of all that makes the post what it is: its digest is its name
 * @param repeatedMs how long after it was published an identical post is taken for the same one; for good when absent
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
      // Answers to what was stored at once may come in another order.
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
      // The product's answer counts even if it cannot be stored: the state of the container proves the same later.
      await attempt()
        .catch(attempt)
        .catch((error) => logUnhandledError(state.id, error))
    },
  }
}
