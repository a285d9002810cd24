import type { World } from './calls.ts'
import { badParameter } from './refusals.ts'
import type { Media, State } from './state.ts'

/** `2026-11-20T08:15:00+0000`: no milliseconds, and an offset without a colon. */
export const formatTimestamp = (ms: number) => new Date(ms).toISOString().replace(/\.\d{3}Z$/, '+0000')

const EPOCH_OF_SHORTCODES = 17_000_000_000_000_000n

const formatShortcode = (id: string) => `D${(BigInt(id) - EPOCH_OF_SHORTCODES).toString(36).toUpperCase()}`

/** Newest first, like in lists. */
export const newestFirst = (a: Media, b: Media) => b.publishedAt - a.publishedAt || (a.id < b.id ? 1 : -1)

/** Puts a post into the state: by the account, now, and without any views. */
export function addMedia({ state, clock }: World, draft: Partial<Media> & Pick<Media, 'mediaType'>): Media {
  const metrics = { views: 0, likes: 0, replies: 0, reposts: 0, quotes: 0, shares: 0 }
  const { username } = state.profile
  const media = { id: state.nextId(), username, publishedAt: clock.now(), metrics, ...draft }
  state.media.set(media.id, media)
  return media
}

/** Every reply in the conversation below a post, whatever its depth. */
export const getConversation = (state: State, id: string) =>
  [...state.media.values()].filter(({ root, repliedTo }) => root === id || repliedTo === id)

export const getReplies = (state: State, id: string) =>
  [...state.media.values()].filter(({ repliedTo }) => repliedTo === id)

/** A post or reply with the requested fields (social facts, section 4). */
export const show = (state: State, media: Media, asked: string | undefined) => select(toFields(state, media), asked)

function toFields(state: State, media: Media): Record<string, Field> {
  const own = media.username === state.profile.username
  const isReply = media.repliedTo !== undefined
  const shortcode = formatShortcode(media.id)
  const other = (id: string | undefined) => (asked: string | undefined) => {
    const found = state.media.get(id ?? '')
    return found ? show(state, found, asked) : undefined
  }
  return {
    id: media.id,
    media_product_type: 'THREADS',
    media_type: media.mediaType,
    media_url: media.mediaUrl,
    gif_url: undefined,
    permalink: `https://www.threads.com/@${media.username}/post/${shortcode}`,
    owner: own && !isReply ? { id: state.profile.id } : undefined,
    username: media.username,
    text: media.text,
    text_attachment: media.longText === undefined ? undefined : { plaintext: media.longText },
    timestamp: formatTimestamp(media.publishedAt),
    shortcode,
    thumbnail_url: media.thumbnailUrl,
    children:
      media.children && ((asked: string | undefined) => ({ data: media.children?.map((id) => other(id)(asked)) })),
    is_quote_post: media.quoted !== undefined,
    quoted_post: other(media.quoted),
    reposted_post: other(media.reposted),
    has_replies: getReplies(state, media.id).length > 0,
    alt_text: media.altText,
    link_attachment_url: media.link,
    // The number of votes only when it is asked for by name (social facts, section 4).
    poll_attachment:
      media.poll &&
      ((asked: string | undefined) =>
        select(
          {
            option_a: media.poll?.[0],
            option_b: media.poll?.[1],
            option_c: undefined,
            option_d: undefined,
            option_a_votes_percentage: 0.2,
            option_b_votes_percentage: 0.8,
            option_c_votes_percentage: undefined,
            option_d_votes_percentage: undefined,
            total_votes: 25,
            expiration_timestamp: formatTimestamp(media.publishedAt + 86_400_000),
          },
          asked,
          'option_a,option_b,option_a_votes_percentage,option_b_votes_percentage,expiration_timestamp',
        )),
    location_id: undefined,
    topic_tag: media.topic,
    is_verified: own ? state.profile.is_verified : false,
    profile_picture_url: own ? state.profile.threads_profile_picture_url : undefined,
    is_reply: isReply,
    is_reply_owned_by_me: isReply ? own : undefined,
    root_post: other(media.root),
    replied_to: other(media.repliedTo),
    hide_status: isReply ? (media.hidden ? 'HIDDEN' : 'NOT_HUSHED') : undefined,
    reply_audience: (media.replyControl ?? 'everyone').toUpperCase(),
  }
}

/** The value of a field: undefined when there is none, or an object with its own selection of fields. */
type Field = unknown | ((asked: string | undefined) => unknown)

/** `id,text,children{id,media_url}`: names, with nested selections. */
const names = (fields: string) => fields.matchAll(/([a-z_]+)(?:\{([^}]*)\})?(?:,|$)/g)

/**
 * The requested fields of an object, always with `id`. A field without a value is left out.
 * @param all every field of the object
 * @param asked the `fields` parameter; defaults to `initial`
 */
export function select(all: Record<string, Field>, asked: string | undefined, initial = 'id'): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const [, name = '', inside] of names(asked || initial)) {
    if (!Object.hasOwn(all, name)) throw badParameter(`Tried accessing nonexisting field (${name})`)
    const field = all[name]
    const value = typeof field === 'function' ? field(inside) : field
    if (value !== undefined) picked[name] = value
  }
  return 'id' in all ? { ...picked, id: all.id } : picked
}
