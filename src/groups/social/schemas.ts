import * as z from 'zod/mini'
import { choice, clamped, converted, id, jsonBoolean } from '../../gateway/http/fields.ts'
import { idempotencyKey } from '../../gateway/once.ts'
import { FIRST_INSIGHT } from './insights.ts'
import { epochMs } from './timestamps.ts'

/** Input schemas of the social group. Built at first use. */

/** What the product and others call the fields of this group (gateway/http/unknown-fields.ts). */
export const SYNONYMS = [
  ['text', 'message', 'caption', 'content', 'body'],
  ['items', 'children', 'carousel', 'media'],
  ['quote', 'quote_post_id', 'quoted_post'],
  ['link', 'link_attachment', 'url'],
  ['topic', 'topic_tag', 'tag', 'hashtag'],
  ['reply_to', 'reply_to_id', 'in_reply_to'],
  ['type', 'search_type'],
]

const POINT_IN_TIME = 'must be epoch milliseconds, an ISO date-time with its offset, or an ISO date'

/** A time in a query, parsed to epoch milliseconds. */
const pointInTime = (description: string, example: string) =>
  z
    .optional(
      converted(z.string(), (text, refuse) => {
        const ms = epochMs(text)
        if (ms !== undefined) return ms
        const looksLikeSeconds = /^\d{9,10}$/.test(text) && `, and this looks like seconds: send ${text}000`
        refuse(looksLikeSeconds ? `must be epoch milliseconds${looksLikeSeconds}` : POINT_IN_TIME)
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

const inOrder = ({ since, until }: { since?: number | undefined; until?: number | undefined }) =>
  since === undefined || until === undefined || since < until
const OUT_OF_ORDER = { path: ['until'], error: 'must be later than since' }

/** The product's ids are digits. Words such as `me` have other meanings in its paths. */
export const postId = (description: string) =>
  id(description)
    .check(z.regex(/^[\d_]*$|[^\w-]/, 'must be the id of a post, which is a number'))
    .check(z.meta({ description }))

const paging = () => ({
  limit: clamped(25, 1, 100).check(z.meta({ description: 'How many to return at most, 1 to 100', narrows: 'amount' })),
  after: z
    .optional(z.string().check(z.maxLength(1024)))
    .check(z.meta({ description: 'The next_cursor of the page before', examples: [''], narrows: 'position' })),
})

export const post = (example = '17910000000000371') => ({
  param: z.object({ id: postId('The id of a post or of a reply').check(z.meta({ examples: [example] })) }),
})

/** The headers of publishing operations. */
export const publishingHeaders = () =>
  z.object({
    'Idempotency-Key': idempotencyKey(
      'Publishes once, for 24 hours: the same key and body get the post that was published first',
    ),
  })

export const postToRepost = () => ({ header: publishingHeaders(), ...post() })

export const postToDelete = () => post('17910000000000297')

const range = () => ({
  since: pointInTime('Only posts from this time on', '2026-11-01T00:00:00Z'),
  until: pointInTime('Only posts up to this time', '2030-12-31T00:00:00Z'),
})

export const posts = () => ({
  query: z.strictObject({ ...paging(), ...range() }).check(z.refine(inOrder, OUT_OF_ORDER)),
})

export const search = () => ({
  query: z
    .strictObject({
      q: z
        .string()
        .check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(500, 'must be at most 500 characters'))
        .check(z.meta({ description: 'The words to search for', examples: ['books'] })),
      type: z
        ._default(choice(['top', 'recent']), 'top')
        .check(z.meta({ description: 'top: the most popular posts; recent: the newest' })),
      ...paging(),
      ...range(),
    })
    .check(z.refine(inOrder, OUT_OF_ORDER)),
})

export const replies = () => ({ ...post(), query: z.strictObject(paging()) })

export const insights = () => ({
  query: z
    .strictObject({
      since: pointInTime(
        'The start of the range, together with until; the last two days when both are absent',
        '2026-11-01',
      ),
      until: pointInTime('The end of the range, together with since', '2026-11-21'),
    })
    .check(
      z.refine(inOrder, OUT_OF_ORDER),
      z.refine(({ since, until }) => (since === undefined) === (until === undefined), {
        path: ['since'],
        error: 'must come together with until',
      }),
      z.refine(({ since }) => since === undefined || since >= FIRST_INSIGHT, {
        path: ['since'],
        error: 'must not be before 2024-04-13T07:00:00Z, the start of insights',
      }),
    ),
})

export const hiding = () => ({
  param: z.object({
    id: postId('The id of a reply to a post of the account').check(z.meta({ examples: ['17910000000001481'] })),
  }),
  json: z.strictObject({
    hide: jsonBoolean().check(z.meta({ description: 'true hides the reply, false shows it again', examples: [true] })),
  }),
})
