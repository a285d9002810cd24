import * as z from 'zod'
import { choice, clamped, id, jsonBoolean } from '../../gateway/http/fields.ts'
import { idempotencyKey } from '../../gateway/idempotency/header.ts'
import { FIRST_INSIGHT } from './insights.ts'
import { epochMs } from './timestamps.ts'

/** Input schemas of the social group (decisions.md section 9). Built at first use. */

const POINT_IN_TIME = 'must be epoch milliseconds, an ISO date-time with its offset, or an ISO date'

/** A time in a query (decisions.md section 2), parsed to epoch milliseconds. */
const pointInTime = (description: string) =>
  z
    .string()
    .transform((text, context) => {
      const ms = epochMs(text)
      if (ms !== undefined) return ms
      const looksLikeSeconds = /^\d{9,10}$/.test(text) && `, and this looks like seconds: send ${text}000`
      context.addIssue(looksLikeSeconds ? `must be epoch milliseconds${looksLikeSeconds}` : POINT_IN_TIME)
      return z.NEVER
    })
    .optional()
    .meta({ description: `${description}: ${POINT_IN_TIME.replace('must be ', '')}`, narrows: 'amount', moment: true })

const inOrder = ({ since, until }: { since?: number | undefined; until?: number | undefined }) =>
  since === undefined || until === undefined || since < until
const OUT_OF_ORDER = { path: ['until'], error: 'must be later than since' }

/** The product's ids are digits. Words such as `me` have other meanings in its paths. */
export const postId = (description: string) =>
  id(description)
    .regex(/^[\d_]*$|[^\w-]/, 'must be the id of a post, which is a number')
    .describe(description)

const paging = () => ({
  limit: clamped(25, 1, 100).describe('How many to return at most, 1 to 100').meta({ narrows: 'amount' }),
  after: z.string().max(1024).optional().describe('The next_cursor of the page before').meta({ narrows: 'position' }),
})

export const post = (example = '17910000000000371') => ({
  param: z.object({ id: postId('The id of a post or of a reply').meta({ examples: [example] }) }),
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
  since: pointInTime('Only posts from this time on'),
  until: pointInTime('Only posts up to this time'),
})

export const posts = () => ({ query: z.object({ ...paging(), ...range() }).refine(inOrder, OUT_OF_ORDER) })

export const search = () => ({
  query: z
    .object({
      q: z
        .string()
        .trim()
        .min(1, 'must not be empty')
        .max(500, 'must be at most 500 characters')
        .meta({ description: 'The words to search for', examples: ['books'] }),
      type: choice(['top', 'recent']).default('top').describe('top: the most popular posts; recent: the newest'),
      ...paging(),
      ...range(),
    })
    .refine(inOrder, OUT_OF_ORDER),
})

export const replies = () => ({ ...post(), query: z.object(paging()) })

export const insights = () => ({
  query: z
    .object({
      since: pointInTime('The start of the range, together with until; the last two days when both are absent'),
      until: pointInTime('The end of the range, together with since'),
    })
    .refine(inOrder, OUT_OF_ORDER)
    .refine(({ since, until }) => (since === undefined) === (until === undefined), {
      path: ['since'],
      error: 'must come together with until',
    })
    .refine(({ since }) => since === undefined || since >= FIRST_INSIGHT, {
      path: ['since'],
      error: 'must not be before 2024-04-13T07:00:00Z, the start of insights',
    }),
})

export const hiding = () => ({
  param: z.object({
    id: postId('The id of a reply to a post of the account').meta({ examples: ['17910000000001481'] }),
  }),
  json: z.object({
    hide: jsonBoolean().meta({ description: 'true hides the reply, false shows it again', examples: [true] }),
  }),
})
