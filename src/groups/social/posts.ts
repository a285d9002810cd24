import * as z from 'zod'
import { once } from '../../base/once.ts'
import { shapeReader } from '../../upstream/shape.ts'
import type { Post } from './answers.ts'
import type { Connection } from './connection.ts'
import { postTypeOf } from './media-types.ts'
import { isoUtc } from './timestamps.ts'

const text = () => z.string().nullish()
const flag = () => z.boolean().nullish()
const reference = () => z.object({ id: z.string() }).nullish()

/** A post as the product sends it; a field that does not apply is absent (social facts, section 4). */
const productPost = once(() =>
  z.object({
    id: z.string(),
    media_type: text(),
    text: text(),
    timestamp: text(),
    username: text(),
    permalink: text(),
    media_url: text(),
    thumbnail_url: text(),
    gif_url: text(),
    alt_text: text(),
    link_attachment_url: text(),
    topic_tag: text(),
    children: z.object({ data: z.array(z.object({ id: z.string() })) }).nullish(),
    is_quote_post: flag(),
    quoted_post: reference(),
    reposted_post: reference(),
    has_replies: flag(),
    is_reply: flag(),
    is_reply_owned_by_me: flag(),
    replied_to: reference(),
    root_post: reference(),
    hide_status: text(),
  }),
)

/** The `fields` to ask for: without them the product answers ids alone. */
export const postFields = () => Object.keys(productPost().shape).join(',')

const readPostAnswer = shapeReader('social', productPost)
const readPageAnswer = shapeReader('social', () =>
  z.object({
    data: z.array(productPost()),
    paging: z.object({ cursors: z.object({ after: text() }).nullish() }).nullish(),
  }),
)

/** Reads one post. Throws 502 when the answer is none. */
export const postOf = (answer: unknown): Post => translate(readPostAnswer(answer))

/** Asks for one post or reply. Throws 404 when there is none. */
export const readPost = async (connection: Connection, id: string): Promise<Post> =>
  postOf(await connection.call({ path: `/${id}`, fields: { fields: postFields() } }))

/**
 * Reads a page of posts or replies. A page names its end even when nothing follows, and the product's link to the next
 * page holds the access token: only the cursor goes on, and an empty page ends the list. Throws 502 when it is no page.
 */
export function postsOf(answer: unknown): { posts: Post[]; next_cursor: string | null } {
  const { data, paging } = readPageAnswer(answer)
  return {
    posts: data.map(translate),
    next_cursor: data.length > 0 ? (paging?.cursors?.after ?? null) : null,
  }
}

const translate = (post: z.output<ReturnType<typeof productPost>>): Post => ({
  id: post.id,
  type: postTypeOf(post.media_type),
  text: post.text ?? null,
  published_at: post.timestamp ? isoUtc(post.timestamp) : null,
  username: post.username ?? null,
  url: post.permalink ?? null,
  media_url: post.media_url ?? post.gif_url ?? null,
  thumbnail_url: post.thumbnail_url ?? null,
  alt_text: post.alt_text ?? null,
  link: post.link_attachment_url ?? null,
  topic: post.topic_tag ?? null,
  items: post.children?.data.map(({ id }) => id) ?? [],
  is_quote: post.is_quote_post ?? false,
  quoted_post: post.quoted_post?.id ?? null,
  reposted_post: post.reposted_post?.id ?? null,
  has_replies: post.has_replies ?? null,
  is_reply: post.is_reply ?? false,
  is_own_reply: post.is_reply_owned_by_me ?? null,
  reply_to: post.replied_to?.id ?? null,
  root_post: post.root_post?.id ?? null,
  hide_status: post.hide_status ?? null,
})
