import * as z from 'zod'
import { clamped, id } from '../../gateway/fields.ts'
import { FIRST_INSIGHT } from './insights.ts'
import { isLongerThan, MAX_TEXT } from './text-length.ts'
import { epochMs } from './timestamps.ts'

/** What comes in to the social group: decisions.md section 9. Built at the first use. */

const POINT_IN_TIME = 'must be epoch milliseconds, an ISO date-time with its offset, or an ISO date'

/** A point in time in a query (decisions.md section 2), read as epoch milliseconds. */
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
    .meta({ description: `${description}: ${POINT_IN_TIME.replace('must be ', '')}`, narrows: 'amount' })

const inOrder = ({ since, until }: { since?: number | undefined; until?: number | undefined }) =>
  since === undefined || until === undefined || since < until
const OUT_OF_ORDER = { path: ['until'], error: 'must be later than since' }

/** The product's ids are digits; words such as `me` mean other things in its paths. */
const postId = (description: string) =>
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

export const postToDelete = () => post('17910000000000297')

export const posts = () => ({
  query: z
    .object({
      ...paging(),
      since: pointInTime('Only posts from this time on'),
      until: pointInTime('Only posts up to this time'),
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
      error: 'must not be before 2024-04-13T07:00:00Z, where the insights begin',
    }),
})

const httpsUrl = (description: string) =>
  z
    .url({ protocol: /^https$/, error: 'must be an https URL' })
    .max(2048)
    .optional()
    .describe(description)

export const newPost = () => ({
  json: z
    .object({
      text: z
        .string()
        .refine((text) => !isLongerThan(text, MAX_TEXT), {
          error: `must be at most ${MAX_TEXT} characters, where an emoji counts as its UTF-8 bytes`,
        })
        .meta({
          description: `The text: at most ${MAX_TEXT} characters, where an emoji counts as its UTF-8 bytes; may be empty beside an image or a video`,
          examples: ['Good morning from the harbour'],
        }),
      image_url: httpsUrl('The public https URL of a JPEG or PNG of at most 8 MB'),
      video_url: httpsUrl('The public https URL of an MP4 or MOV of at most 5 minutes and 1 GB'),
      reply_to: postId('The id of the post or reply that this one answers').optional(),
      link: httpsUrl('An https URL shown as a card below a post without image and video'),
    })
    .refine(({ image_url, video_url }) => !(image_url && video_url), {
      path: ['video_url'],
      error: 'cannot be combined with image_url',
    })
    .refine(({ link, image_url, video_url }) => !(link && (image_url || video_url)), {
      path: ['link'],
      error: 'cannot be combined with image_url or video_url',
    })
    .refine(({ text, image_url, video_url }) => text.trim() || image_url || video_url, {
      path: ['text'],
      error: 'must not be empty without image_url and video_url',
    }),
})
export type NewPost = z.output<ReturnType<typeof newPost>['json']>
