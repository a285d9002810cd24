import { failed, GatewayError, hasStatus } from '../../base/errors.ts'
import { type Once, type OnceRun, once, readAnswer, type Sent } from '../../gateway/once.ts'
import type { RequestState } from '../../gateway/state.ts'
import { canWait, KNOWN_WAITS_MS, waitForCheck } from './containers.ts'
import { beingPublished } from './errors.ts'
import { createdMediaType, parsePostType } from './media-types.ts'
import type { Post } from './outputs.ts'
import type { NewPost } from './post-input.ts'
import { parsePosts, REPLY_FIELDS, readPost } from './posts.ts'
import { type Connection, inUnixSeconds } from './threads.ts'

/** Posts per call, and calls. An account publishes at most 1,250 posts a day. */
const PAGE = 100
const MOST_PAGES = 13

/** How far the clocks of the gateway and of the product may differ, in milliseconds. */
const CLOCK_MS = 60_000

/** How long after the start of an attempt its post may be published, in milliseconds. */
const LATE_MS = 2 * 60_000

/** The id of the account's own post that this request was to publish. Undefined when none is listed. */
export async function findPost(connection: Connection, post: NewPost, pending: Prepared): Promise<string | undefined> {
  const type = parsePostType(createdMediaType(post))
  const isAlike = (each: Post) =>
    each.type === type &&
    (!each.reply_to || each.reply_to === post.reply_to) &&
    (!each.quoted_post || each.quoted_post === post.quote)
  let alike: Post[] = []
  const found = await findAmong(connection, post.reply_to ? '/me/replies' : '/me/threads', pending, (posts) => {
    alike = posts.filter(isAlike)
    return alike.find((each) => collapseSpaces(each.text) === collapseSpaces(post.text))?.id
  })
  // The product may reword a text, for example one that contains a topic. A single candidate must be the post.
  return found ?? (alike.length === 1 ? alike[0]?.id : undefined)
}

/** The id of the account's repost of this post. Undefined when none is listed. */
export const findRepost = (connection: Connection, of: string, pending: Prepared): Promise<string | undefined> =>
  findAmong(connection, '/me/threads', pending, (posts) => posts.find(({ reposted_post }) => reposted_post === of)?.id)

/** Searches several times, because the product's lists may lag. Searches once when the request has no time for more. */
export async function findInTime(
  connection: Connection,
  find: () => Promise<string | undefined>,
): Promise<string | undefined> {
  for (const wait of [...KNOWN_WAITS_MS, undefined]) {
    const found = await find()
    if (found !== undefined || wait === undefined || !canWait(connection, wait)) return found
    await connection.upstream.platform.sleep(wait)
  }
  return undefined
}

/** The first matching post within the time of the last attempt, in the order of the list. */
async function findAmong(
  connection: Connection,
  path: string,
  { containerAt = 0, sentAt }: Prepared,
  pick: (posts: readonly Post[]) => string | undefined,
): Promise<string | undefined> {
  const from = (sentAt ?? containerAt) - CLOCK_MS
  const to = sentAt && sentAt + LATE_MS + CLOCK_MS
  const listed: Post[] = []
  let after: string | undefined
  for (let page = 0; page < MOST_PAGES && connection.upstream.budget.callsLeft > 0; page++) {
    const fields = { fields: REPLY_FIELDS, limit: PAGE, after, ...inUnixSeconds({ since: from, until: to }) }
    const { posts, next_cursor } = parsePosts(await connection.call({ path, fields }))
    listed.push(...posts.filter(({ published_at }) => published_at === null || Date.parse(published_at) >= from))
    const found = pick(listed)
    if (found !== undefined) return found
    if (next_cursor === null) break
    after = next_cursor
  }
  return undefined
}

const collapseSpaces = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim()

/** The parts of a post that the product has prepared, so that the same post continues from there. */
interface Prepared {
  /** The container of the post itself. Absent while only its items are being prepared. */
  container?: string | undefined
  /** When the container was created, in epoch milliseconds. */
  containerAt?: number | undefined
  /** The items of a carousel by index. */
  items?: Readonly<Record<number, PendingItem>> | undefined
  /** When a run last began to publish it, in epoch milliseconds. */
  sentAt?: number | undefined
}

interface PendingItem {
  container: string
  /** Whether the product has reported that it is prepared. */
  isReady: boolean
  /** When it was created, in epoch milliseconds. */
  madeAt: number
}

/** A post that a run publishes. Its parts are stored as the steps of the run. */
export class Pending {
  /** The stored state. */
  post: Prepared
  /** Whether this run, or one before it whose outcome is unknown, may have published the post. */
  isSent: boolean
  /** Whether this run has claimed the post, and has not proved to have published nothing. */
  isOpen = false
  #isClaimed = false
  readonly #run: OnceRun

  constructor(run: OnceRun) {
    this.#run = run
    this.post = JSON.parse(run.steps ?? '{}')
    this.isSent = run.before !== undefined
  }

  keep({ items, ...more }: Prepared): Promise<void> {
    this.post = { ...this.post, ...more, ...(items && { items: { ...this.post.items, ...items } }) }
    return this.#store()
  }

  /** Deletes what is stored about the post, or only its container and the items at these indexes. */
  drop(places?: readonly number[]): Promise<void> {
    const items = Object.entries(this.post.items ?? {}).filter(([place]) => places && !places.includes(Number(place)))
    this.post = { items: Object.fromEntries(items) }
    this.isSent = false
    this.isOpen = false
    this.#isClaimed = false
    return this.#store()
  }

  /** From now on the post may be published. Throws 409 when another request publishes it. */
  async claim(now: number, more: Prepared = {}): Promise<void> {
    if (!this.#isClaimed) {
      this.post = { ...this.post, ...more, sentAt: now }
      await this.#run.startSending(true, JSON.stringify(this.post))
      this.#isClaimed = true
    }
    this.isSent = true
    this.isOpen = true
  }

  #store(): Promise<void> {
    return this.#run.keep(JSON.stringify(this.post))
  }
}

/** A published post or repost. */
export interface Published {
  id: string
  /** Whether an earlier request published it. */
  isEarlier: boolean
}

interface Publication {
  /** Everything that identifies the post. */
  what: unknown
  /** The caller's body. An Idempotency-Key is valid only for this body. */
  body: unknown
  /** Publishes the post, or finds it if it is already published. The post stays open when a failure leaves that unknown. */
  publish(pending: Pending): Promise<Published>
}

/** The context of publishing for a request. */
export interface Publisher {
  state: RequestState
  connection: Connection
}

/** The response to the caller. */
interface PublishedAnswer {
  id: string
  /** Set when a request without an Idempotency-Key published nothing itself. */
  mark: { already_published?: true }
  headers: Record<string, string>
}

/**
 * Without an Idempotency-Key, an identical request counts as a retry until this long after the post was published, in
 * milliseconds. Its first response may have been lost.
 */
const REPEATED_MS = 5 * 60_000

/** How old a post must be before the product's "not found" is trusted, in milliseconds. */
const KNOWN_MS = 60_000

/** Publishes once per Idempotency-Key. Without one, publishes once for identical requests that follow each other. */
export async function publishAtMostOnce(
  publisher: Publisher,
  { what, body, publish }: Publication,
  key: string | undefined,
): Promise<PublishedAnswer> {
  const { state, connection } = publisher
  const { answer, replayed } = await once(state, {
    account: [await connection.accountName()],
    key,
    body: key === undefined ? what : body,
    isPrepared: true,
    // It finds what an earlier run published, and publishes nothing else.
    async send(run): Promise<Sent> {
      const pending = new Pending(run)
      try {
        const { id, isEarlier } = await publish(pending)
        const value = { id, at: String(state.platform.now()) }
        return { state: 'done', answer: { ok: true, value }, isEarlier }
      } catch (error) {
        if (!(error instanceof GatewayError && pending.isOpen)) throw error
        return { state: 'unknown', answer: failed(error) }
      }
    },
    ...(key === undefined && withoutKey(publisher)),
  })
  const { fields, headers } = readAnswer({ answer, replayed: replayed && key !== undefined })
  return { id: fields.id ?? '', mark: replayed && key === undefined ? { already_published: true } : {}, headers }
}

/** Identical requests at the same time wait for the first. A later one, or one after a deletion, wants another post. */
const withoutKey = ({ state, connection }: Publisher): Pick<Once, 'isOver' | 'wait'> => ({
  async isOver(answer) {
    const { id = '', at } = answer.ok ? answer.value : {}
    const age = state.platform.now() - Number(at)
    if (age >= REPEATED_MS) return true
    if (age < KNOWN_MS) return false
    return readPost(connection, id).then(
      () => false,
      (error) => hasStatus(error, 404),
    )
  },
  async wait() {
    if (!canWait(connection)) throw beingPublished()
    await waitForCheck(connection)
  },
})
