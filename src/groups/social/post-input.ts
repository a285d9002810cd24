import * as z from 'zod/mini'
import { lazy } from '../../base/lazy.ts'
import { publicAddress } from '../../base/url.ts'
import { choice } from '../../gateway/http/fields.ts'
import { postId, publishingHeaders } from './group.ts'

/** The most characters of a post, as the product counts them. */
const MAX_TEXT = 500

/** A grapheme with an emoji in it. Flags, keycaps, skin tones and joined families are one each. */
// biome-ignore lint/complexity/useRegexLiterals: a literal is checked at start-up, and that loads tables of Unicode for 12 ms
const emoji = lazy(() => new RegExp('\\p{RGI_Emoji}', 'v'))

/** A part of every emoji: the emoji variation selector, half of a surrogate pair, or a character of these blocks. */
const PART_OF_EMOJI = /\ufe0f|[\u231a-\u2bff\ud800-\udfff]/

/**
 * The length of a text as the product counts it. A character is what a reader sees as one (a grapheme, so a Korean
 * syllable is 1 in any composition). An emoji counts as its number of UTF-8 bytes. Stops above `most`, because a text may
 * be as large as a request.
 */
function measure(text: string, most: number): number {
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const utf8 = new TextEncoder()
  let length = 0
  for (const { segment } of graphemes.segment(text)) {
    length += emoji().test(segment) ? utf8.encode(segment).length : 1
    if (length > most) break
  }
  return length
}

/** Whether a text is longer than `limit` as the product counts it. */
export const isLongerThan = (text: string, limit: number): boolean =>
  !isSurelyWithin(text, limit) && measure(text, limit) > limit

/** A longer text than this is only said to be longer. */
const MOST_COUNTED = 10_000

/** Says how long a text is that is too long. */
export function describeTooLong(text: string): string {
  const length = measure(text, MOST_COUNTED)
  const counted = length > MOST_COUNTED ? 'more than 10,000' : String(length)
  return `must be at most ${MAX_TEXT} characters, not ${counted}, where an emoji counts as its UTF-8 bytes`
}

/**
 * A quick check that suffices for most posts. It avoids the Unicode tables, which cost an isolate 25 ms. A text counts
 * at most its UTF-8 bytes and, without an emoji, at most its UTF-16 units.
 */
const isSurelyWithin = (text: string, limit: number): boolean =>
  new TextEncoder().encodeInto(text, new Uint8Array(limit)).read === text.length ||
  (text.length <= limit && !PART_OF_EMOJI.test(text))

/** Input schemas of a new post. Built at first use. */

const REPLY_CONTROLS = [
  'everyone',
  'accounts_you_follow',
  'mentioned_only',
  'parent_post_author_only',
  'followers_only',
] as const

const httpsUrl = () =>
  z.url({ protocol: /^https$/, error: 'must be an https URL', abort: true }).check(z.maxLength(2048))

/** A URL that the product can fetch: on the public internet, and without credentials in the URL. */
const mediaUrl = (example: string) =>
  httpsUrl().check(
    z.superRefine((text, context) => {
      const checked = publicAddress(text, { example })
      if ('error' in checked) context.addIssue(checked.error)
    }),
  )
const imageUrl = () => mediaUrl('https://cdn.example.com/photo.jpg')
const videoUrl = () => mediaUrl('https://cdn.example.com/clip.mp4')

const altText = () => z.string().check(z.maxLength(1000, 'must be at most 1,000 characters'))

const IMAGE_URL = 'The public https URL of a JPEG or PNG; at most 8 MB'
const VIDEO_URL = 'The public https URL of an MP4 or MOV; at most 5 minutes and 1 GB'
const ALT_TEXT = 'What the image or video shows, for people who cannot see it: at most 1,000 characters'

const ONE_MEDIUM = 'cannot be combined with image_url'

const newItem = () =>
  z
    .strictObject({
      image_url: z.nullish(imageUrl()).check(z.meta({ description: IMAGE_URL })),
      video_url: z.nullish(videoUrl()).check(z.meta({ description: VIDEO_URL })),
      alt_text: z.nullish(altText()).check(z.meta({ description: ALT_TEXT })),
    })
    .check(
      z.refine(({ image_url, video_url }) => !(image_url && video_url), { path: ['video_url'], error: ONE_MEDIUM }),
      z.refine(({ image_url, video_url }) => image_url || video_url, 'needs image_url or video_url'),
    )
export type NewItem = z.output<ReturnType<typeof newItem>>

const items = () =>
  z.array(newItem()).check(z.minLength(2, 'must be 2 to 20 items'), z.maxLength(20, 'must be 2 to 20 items'))

export const newPost = () => ({
  header: publishingHeaders(),
  json: z
    .strictObject({
      text: z
        .string()
        .check(
          z.refine((text) => !isLongerThan(text, MAX_TEXT), {
            error: ({ input }) => describeTooLong(String(input)),
          }),
        )
        .check(
          z.meta({
            description: `The text: at most ${MAX_TEXT} characters, where an emoji counts as its UTF-8 bytes; may be empty beside images and videos`,
            examples: ['Good morning from the harbour'],
          }),
        ),
      image_url: z.optional(imageUrl()).check(z.meta({ description: IMAGE_URL })),
      video_url: z.optional(videoUrl()).check(z.meta({ description: VIDEO_URL })),
      alt_text: z.optional(altText()).check(z.meta({ description: ALT_TEXT })),
      items: z
        .optional(items())
        .check(z.meta({ description: 'A carousel: 2 to 20 images and videos, instead of image_url and video_url' })),
      reply_to: z.optional(postId('The id of the post or reply that this one answers')),
      quote: z.optional(postId('The id of the post that this one quotes')),
      link: z
        .optional(httpsUrl())
        .check(z.meta({ description: 'An https URL shown as a card below a post without images and videos' })),
      topic: z
        .optional(z.string().check(z.regex(/^[^.&]{1,50}$/u, 'must be 1 to 50 characters, without . and &')))
        .check(z.meta({ description: 'The topic tag: 1 to 50 characters, without . and &' })),
      reply_control: z
        .optional(choice(REPLY_CONTROLS))
        .check(z.meta({ description: 'Who may reply; everyone when absent' })),
    })
    .check(
      z.refine(({ image_url, video_url }) => !(image_url && video_url), { path: ['video_url'], error: ONE_MEDIUM }),
      z.refine(({ items, image_url, video_url }) => !(items && (image_url || video_url)), {
        path: ['items'],
        error: 'cannot be combined with image_url or video_url',
      }),
      z.refine(({ link, image_url, video_url, items }) => !(link && (image_url || video_url || items)), {
        path: ['link'],
        error: 'cannot be combined with image_url, video_url or items',
      }),
      z.refine(({ alt_text, image_url, video_url }) => !alt_text || image_url || video_url, {
        path: ['alt_text'],
        error: 'needs image_url or video_url: in a carousel it belongs to each of items',
      }),
      z.refine(({ text, image_url, video_url, items }) => text.trim() || image_url || video_url || items, {
        path: ['text'],
        error: 'must not be empty without image_url, video_url or items',
      }),
    ),
})
export type NewPost = z.output<ReturnType<typeof newPost>['json']>
