import { GatewayError, hasStatus } from '../../base/errors.ts'
import type { Post } from './answers.ts'
import { callForId } from './call-for-id.ts'
import { createCarousel } from './carousel.ts'
import type { Connection } from './connection.ts'
import { type Container, containerFields, failureOfContainer, itemFields } from './containers.ts'
import { stillPreparing } from './errors.ts'
import { createdMediaType } from './media-types.ts'
import { openPending, type Pending } from './pending.ts'
import { postOf, readPost } from './posts.ts'
import { canWait, fetchContainer, waitForLook } from './preparing.ts'
import type { NewPost } from './schemas.new-post.ts'

/**
 * Publishes a post (social facts, section 3). Throws 409 when its media are not ready within the request's time: the
 * same post asked for again then goes on from there.
 */
export async function publish(connection: Connection, post: NewPost): Promise<Post> {
  const fields = containerFields(post)
  const id = fields.auto_publish_text
    ? await callForId(connection, creation(fields))
    : await publishPrepared(connection, post, fields)
  try {
    return await readPost(connection, id)
  } catch (error) {
    // The post is published, even if it could not be read.
    if (error instanceof GatewayError) return justPublished(id, post)
    throw error
  }
}

type Fields = Readonly<Record<string, string>>

const creation = (fields: Fields) => ({ method: 'POST', path: '/me/threads', fields }) as const

async function publishPrepared(connection: Connection, post: NewPost, fields: Fields): Promise<string> {
  const { items } = post
  const pending = await openPending(connection, items ? { ...fields, items: items.map(itemFields) } : fields)
  const create = () =>
    items ? createCarousel(connection, pending, post, items) : callForId(connection, creation(fields))
  const container = pending.post.container ?? (await keepContainer(pending, await create()))
  /** The failure that a container's state means. A failed container is forgotten: the next request makes a new one. */
  const check = async (state: Container) => {
    const failure = failureOfContainer(state, post)
    if (failure && state.status !== 'IN_PROGRESS') await pending.drop()
    return failure
  }

  for (;;) {
    const state = await fetchContainer(connection, container)
    const failure = await check(state)
    if (!failure) break
    if (state.status !== 'IN_PROGRESS' || !canWait(connection)) throw failure
    await waitForLook(connection)
  }
  try {
    const publishing = { method: 'POST', path: '/me/threads_publish', fields: { creation_id: container } } as const
    const id = await callForId(connection, publishing)
    await pending.drop()
    return id
  } catch (error) {
    // For a container that it cannot publish the product answers code 24 alone. The container's state tells why.
    if (!hasStatus(error, 404)) throw error
    const state = await fetchContainer(connection, container)
    throw (await check(state)) ?? (state.status ? error : stillPreparing())
  }
}

/** Where another request for the same post was faster, this answers its container: the product publishes none twice. */
const keepContainer = async (pending: Pending, container: string): Promise<string> =>
  (await pending.keep({ container })).container ?? container

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
