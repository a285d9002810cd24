import { sha256Hex } from '../../base/digest.ts'
import { GatewayError, hasStatus } from '../../base/errors.ts'
import { sleep } from '../../base/platform.ts'
import type { Post } from './answers.ts'
import { callForId } from './call-for-id.ts'
import type { Connection } from './connection.ts'
import { CONTAINER_FIELDS, type Container, containerFields, containerOf, failureOfContainer } from './containers.ts'
import { stillPreparing } from './errors.ts'
import { createdMediaType } from './media-types.ts'
import { postOf, readPost } from './posts.ts'
import type { NewPost } from './schemas.new-post.ts'
import type { ThreadsCall } from './threads.ts'

const LOOK_EVERY_MS = 3_000

/** What publishing and reading the post still need after the last look at its container. */
const RESERVED_MS = 5_000
const RESERVED_CALLS = 2

/**
 * Publishes a post (social facts, section 3). Throws 409 when its media are not ready within the request's time: the
 * same post asked for again then goes on from there.
 */
export async function publish(connection: Connection, post: NewPost): Promise<Post> {
  const fields = containerFields(post)
  const create = { method: 'POST', path: '/me/threads', fields } as const
  const id = fields.auto_publish_text
    ? await callForId(connection, create)
    : await publishPrepared(connection, create, post)
  try {
    return await readPost(connection, id)
  } catch (error) {
    // The post is published, even if it could not be read.
    if (error instanceof GatewayError) return justPublished(id, post)
    throw error
  }
}

async function publishPrepared(connection: Connection, create: ThreadsCall, post: NewPost): Promise<string> {
  const object = await connection.object()
  const digest = await sha256Hex(JSON.stringify(create.fields))
  let container = await object.pendingPost(digest)
  if (!container) {
    container = await callForId(connection, create)
    await object.keepPendingPost(digest, container)
  }
  /** The failure that a container's state means. A failed container is forgotten: the next request makes a new one. */
  const check = async (state: Container) => {
    const failure = failureOfContainer(state, post)
    if (failure && state.status !== 'IN_PROGRESS') await object.dropPendingPost(digest)
    return failure
  }

  for (;;) {
    const state = await fetchContainer(connection, container)
    const failure = await check(state)
    if (!failure) break
    if (state.status !== 'IN_PROGRESS' || !hasTime(connection)) throw failure
    await sleep(connection.outgoing.platform, LOOK_EVERY_MS)
  }
  try {
    const fields = { creation_id: container }
    const id = await callForId(connection, { method: 'POST', path: '/me/threads_publish', fields })
    await object.dropPendingPost(digest)
    return id
  } catch (error) {
    // For a container that it cannot publish the product answers code 24 alone. The container's state tells why.
    if (!isNotFound(error)) throw error
    const state = await fetchContainer(connection, container)
    throw (await check(state)) ?? (state.status ? error : stillPreparing())
  }
}

const hasTime = ({ outgoing }: Connection) =>
  outgoing.leftMs >= LOOK_EVERY_MS + RESERVED_MS && outgoing.callsLeft > RESERVED_CALLS

/** The state of a container. One that the product does not know any more has expired. */
async function fetchContainer(connection: Connection, id: string): Promise<Container> {
  try {
    return containerOf(await connection.call({ path: `/${id}`, fields: { fields: CONTAINER_FIELDS } }))
  } catch (error) {
    if (isNotFound(error)) return { status: 'EXPIRED', problem: null }
    throw error
  }
}

const isNotFound = (error: unknown) => hasStatus(error, 404)

/** A post that is published but could not be read: what the request itself tells of it. */
const justPublished = (id: string, post: NewPost): Post =>
  postOf(
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
