import * as z from 'zod/mini'
import { clamped, converted, id, textFlag } from '../../gateway/http/fields.ts'
import { idempotencyKey } from '../../gateway/once.ts'
import { operations } from '../../gateway/operation.ts'
import { pro } from '../../gateway/operation-type.ts'
import { epochMs } from './threads.ts'

/** The names that the product and others use for the fields of this group (gateway/http/unknown-fields.ts). */
const SYNONYMS = [
  ['text', 'message', 'caption', 'content', 'body'],
  ['items', 'children', 'carousel', 'media'],
  ['quote', 'quote_post_id', 'quoted_post'],
  ['link', 'link_attachment', 'url'],
  ['topic', 'topic_tag', 'tag', 'hashtag'],
  ['reply_to', 'reply_to_id', 'in_reply_to'],
  ['type', 'search_type'],
]

/** The ways to declare an operation of this group, and what all of them share. */
export const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'social',
  access: pro,
  headers: ['Idempotency-Key'],
  synonyms: SYNONYMS,
  tool: { account: 'social', isForeign: true },
})

const POINT_IN_TIME = 'must be epoch milliseconds, an ISO date-time with its offset, or an ISO date'

/** A time in a query, parsed to epoch milliseconds. */
export const pointInTime = (description: string, example: string) =>
  z
    .optional(
      converted(z.string(), (text, refuse) => {
        const ms = epochMs(text)
        if (ms !== undefined) return ms
        const hint = /^\d{9,10}$/.test(text) && `, and this looks like seconds: send ${text}000`
        refuse(hint ? `must be epoch milliseconds${hint}` : POINT_IN_TIME)
        return z.NEVER
      }),
    )
    .check(
      z.meta({
        description: `${description}: ${POINT_IN_TIME.replace('must be ', '')}`,
        examples: [example],
        narrows: 'amount',
        isTimestamp: true,
      }),
    )

export const inOrder = ({ since, until }: { since?: number | undefined; until?: number | undefined }) =>
  since === undefined || until === undefined || since < until
export const OUT_OF_ORDER = { path: ['until'], error: 'must be later than since' }

/** The product's ids are digits. Words such as `me` have other meanings in its paths. */
export const postId = (description: string) =>
  id(description)
    .check(z.regex(/^[\d_]*$|[^\w-]/, 'must be the id of a post, which is a number'))
    .check(z.meta({ description }))

export const paging = () => ({
  limit: clamped(25, 1, 100).check(z.meta({ description: 'How many to return at most, 1 to 100', narrows: 'amount' })),
  after: z
    .optional(z.string().check(z.maxLength(1024)))
    .check(z.meta({ description: 'The next_cursor of the page before', examples: [''], narrows: 'position' })),
})

export const post = (example = '17910000000000371') => ({
  param: z.object({ id: postId('The id of a post or of a reply').check(z.meta({ examples: [example] })) }),
})

export const publishingHeaders = () =>
  z.object({
    'Idempotency-Key': idempotencyKey(
      'Publishes once, for 24 hours: the same key and body get the post that was published first',
    ),
  })

export const range = () => ({
  since: pointInTime('Only posts from this time on', '2026-11-01T00:00:00Z'),
  until: pointInTime('Only posts up to this time', '2030-12-31T00:00:00Z'),
})

export const posts = () => ({
  query: z.strictObject({ ...paging(), ...range() }).check(z.refine(inOrder, OUT_OF_ORDER)),
})

/** The most posts with their insights: each is a call to the product. */
export const MOST_WITH_INSIGHTS = 40

export const ownPosts = () => ({
  query: z
    .strictObject({
      ...paging(),
      ...range(),
      insights: textFlag(false).check(
        z.meta({
          description: `Add the counts of each post, such as views and likes; at most ${MOST_WITH_INSIGHTS} posts then`,
          narrows: 'amount',
        }),
      ),
    })
    .check(z.refine(inOrder, OUT_OF_ORDER)),
})

export const OWN_POST =
  'id type text long_text? published_at url alt_text? link? topic? items? is_quote? quoted_post? reposted_post? has_replies? is_reply? reply_to? root_post? hide_status?'
export const POST = `${OWN_POST} username`
