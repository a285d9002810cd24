import { GatewayError } from '../../base/errors.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { reply } from '../../gateway/http/respond.ts'
import {
  findInTime,
  findPost,
  type Pending,
  type Published,
  type Publisher,
  publishAtMostOnce,
} from './at-most-once.ts'
import { createCarousel } from './carousel.ts'
import {
  type Container,
  canWait,
  containerFields,
  failureOfContainer,
  fetchContainer,
  itemFields,
  KNOWN_WAITS_MS,
  onceKnown,
  UNKNOWN_MS,
  waitForCheck,
} from './containers.ts'
import { APP_REFUSED, maybePublished, notListedYet, referencesUnknown, stillPreparing } from './errors.ts'
import { createdMediaType } from './media-types.ts'
import type { Post } from './outputs.ts'
import type { NewPost } from './post-input.ts'
import { parsePost, readPost } from './posts.ts'
import { type Connection, callForId } from './threads.ts'

/**
 * Publishes a post through a container, because the container's status shows whether it is published. Throws 409 when
 * that takes longer than the request's time. Requesting the same post again then continues from there.
 */
export async function publish(publisher: Publisher, post: NewPost, key: string | undefined) {
  const { connection } = publisher
  const fields = containerFields(post)
  const what = post.items ? { ...fields, items: post.items.map(itemFields) } : fields
  const publication = { what, body: post, publish: (pending: Pending) => publishPost(connection, pending, post) }
  const { id, mark, headers } = await publishAtMostOnce(publisher, publication, key)
  return reply({ ...SUCCESS.social, post: await readPublished(connection, id, post), ...mark }, 201, headers)
}

/** The published post, even if it cannot be read. */
const readPublished = (connection: Connection, id: string, post: NewPost): Promise<Post> =>
  readPost(connection, id).catch((error) => {
    if (error instanceof GatewayError) return justPublished(id, post)
    throw error
  })

async function publishPost(connection: Connection, pending: Pending, post: NewPost): Promise<Published> {
  const { now } = connection.upstream.platform
  const waits: number[] = [...KNOWN_WAITS_MS]
  let hasSent = false
  for (;;) {
    const state = await prepare(connection, pending, post, hasSent)
    if (state.status === 'PUBLISHED') return { id: await findPublished(connection, pending, post), isEarlier: !hasSent }
    if (state.status === 'IN_PROGRESS') {
      if (!canWait(connection)) throw giveUp(pending)
      await waitForCheck(connection)
    } else {
      await pending.claim(now())
      hasSent = true
      const id = await send(connection, pending, post)
      if (id !== undefined) return { id, isEarlier: false }
      // The product does not know the container yet, or has lost it.
      const wait = waits.shift()
      if (wait === undefined || !canWait(connection, wait)) throw giveUp(pending)
      await connection.upstream.platform.sleep(wait)
    }
  }
}

/** Ends a request that has too little time left. It publishes nothing. */
function giveUp(pending: Pending): GatewayError {
  pending.isOpen = false
  return stillPreparing()
}

/**
 * Creates the container if there is none, and returns its state. Throws the error for that state.
 *
 * @param hasSent whether this request tried to publish it, and the product said that it knows no such container
 */
async function prepare(connection: Connection, pending: Pending, post: NewPost, hasSent: boolean): Promise<Container> {
  if (!pending.post.container) {
    const isText = createdMediaType(post) === 'TEXT'
    const container = await create(connection, pending, post)
    // A text needs no preparation, so its container and the claim to publish it are stored in one step.
    const containerAt = connection.upstream.platform.now()
    if (isText) await pending.claim(containerAt, { container, containerAt })
    else await pending.keep({ container, containerAt })
    if (isText) return READY
  }
  const state = await readContainer(connection, pending)
  const isGone = state.status === 'EXPIRED' || (state.isUnknown && !hasSent)
  if (isGone && pending.isSent) {
    // It may be gone because it was published.
    const id = await findPost(connection, post, pending.post)
    if (id !== undefined) return { status: 'PUBLISHED', problem: null }
  }
  if (state.status === 'IN_PROGRESS' || state.status === 'PUBLISHED') return state
  const failure = failureOfContainer(state, post)
  if (!failure) return state
  await pending.drop()
  if (state.status !== 'EXPIRED') throw failure
  return prepare(connection, pending, post, hasSent)
}

const READY: Container = { status: 'FINISHED', problem: null }

const readContainer = (
  connection: Connection,
  { post: { container = '', containerAt } }: Pending,
): Promise<Container> => fetchContainer(connection, container, containerAt)

function create(connection: Connection, pending: Pending, post: NewPost): Promise<string> {
  if (post.items) return createCarousel(connection, pending, post, post.items)
  const call = { method: 'POST', path: '/me/threads', fields: containerFields(post) } as const
  return onceKnown(connection, () => callForId(connection, call), referencesUnknown)
}

/**
 * Publishes the container. Returns the post's id, undefined when the product does not know the container. After any
 * other failure the post may have been published anyway, so the container is checked.
 */
async function send(connection: Connection, pending: Pending, post: NewPost): Promise<string | undefined> {
  const creation_id = pending.post.container ?? ''
  try {
    return await callForId(connection, { method: 'POST', path: '/me/threads_publish', fields: { creation_id } })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (isUnsent(error)) {
      pending.isOpen = false
      throw error
    }
    return afterFailure(connection, pending, post, error)
  }
}

/** Failures that mean that nothing was published. */
const isUnsent = ({ status, reason }: GatewayError) =>
  status === 401 || status === 429 || reason === 'budget' || reason === APP_REFUSED

async function afterFailure(connection: Connection, pending: Pending, post: NewPost, error: GatewayError) {
  const state = await readContainer(connection, pending).catch(() => undefined)
  if (state?.status === 'PUBLISHED') return findPublished(connection, pending, post)
  const failure = state && state.status !== 'IN_PROGRESS' ? failureOfContainer(state, post) : undefined
  if (error.status === 404) {
    if (!failure && !isLost(connection, pending)) return undefined
    const id = await findPost(connection, post, pending.post)
    if (id !== undefined) return id
    await pending.drop()
    if (failure && state?.status !== 'EXPIRED') throw failure
    return undefined
  }
  if (state?.isUnknown && error.status >= 500) {
    // It may be gone because it was published.
    const id = await findPost(connection, post, pending.post).catch(() => undefined)
    if (id !== undefined) return id
  }
  const isOpen = error.status >= 500 && !failure
  pending.isOpen = isOpen || !state
  throw isOpen ? maybePublished(error) : error
}

/** Whether the product should know the container by now. */
const isLost = ({ upstream }: Connection, { post: { containerAt = 0 } }: Pending) =>
  upstream.platform.now() - containerAt >= UNKNOWN_MS

/** The id of the post whose container is marked as published. */
async function findPublished(connection: Connection, pending: Pending, post: NewPost): Promise<string> {
  try {
    const id = await findInTime(connection, () => findPost(connection, post, pending.post))
    if (id === undefined) throw notListedYet()
    return id
  } catch (error) {
    throw error instanceof GatewayError && error.status >= 500 ? maybePublished(error) : error
  }
}

/** A published post that could not be read, filled from the request. */
const justPublished = (id: string, post: NewPost): Post =>
  parsePost(
    {
      media_type: createdMediaType(post),
      text: post.text,
      alt_text: post.alt_text,
      link_attachment_url: post.link,
      topic_tag: post.topic,
      ...(post.quote && { is_quote_post: true, quoted_post: { id: post.quote } }),
      ...(post.reply_to && { is_reply: true, replied_to: { id: post.reply_to } }),
    },
    id,
  )
