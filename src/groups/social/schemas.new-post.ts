import * as z from 'zod'
import { choice } from '../../gateway/fields.ts'
import { postId } from './schemas.ts'
import { isLongerThan, MAX_TEXT } from './text-length.ts'

/** What a new post is made of (social facts, section 3). Built at the first use. */

const REPLY_CONTROLS = [
  'everyone',
  'accounts_you_follow',
  'mentioned_only',
  'parent_post_author_only',
  'followers_only',
] as const

const httpsUrl = (description: string) =>
  z
    .url({ protocol: /^https$/, error: 'must be an https URL' })
    .max(2048)
    .describe(description)

const imageUrl = () => httpsUrl('The public https URL of a JPEG or PNG of at most 8 MB')
const videoUrl = () => httpsUrl('The public https URL of an MP4 or MOV of at most 5 minutes and 1 GB')
const altText = () =>
  z
    .string()
    .max(1000, 'must be at most 1,000 characters')
    .describe('What the image or video shows, for those who do not see it: at most 1,000 characters')

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
      image_url: imageUrl().optional(),
      video_url: videoUrl().optional(),
      alt_text: altText().optional(),
      reply_to: postId('The id of the post or reply that this one answers').optional(),
      quote: postId('The id of the post that this one quotes').optional(),
      link: httpsUrl('An https URL shown as a card below a post without image and video').optional(),
      topic: z
        .string()
        .regex(/^[^.&]{1,50}$/u, 'must be 1 to 50 characters, without . and &')
        .optional()
        .describe('The topic tag: 1 to 50 characters, without . and &'),
      reply_control: choice(REPLY_CONTROLS).optional().describe('Who may reply; everyone when absent'),
    })
    .refine(({ image_url, video_url }) => !(image_url && video_url), {
      path: ['video_url'],
      error: 'cannot be combined with image_url',
    })
    .refine(({ link, image_url, video_url }) => !(link && (image_url || video_url)), {
      path: ['link'],
      error: 'cannot be combined with image_url or video_url',
    })
    .refine(({ alt_text, image_url, video_url }) => !alt_text || image_url || video_url, {
      path: ['alt_text'],
      error: 'needs image_url or video_url',
    })
    .refine(({ text, image_url, video_url }) => text.trim() || image_url || video_url, {
      path: ['text'],
      error: 'must not be empty without image_url and video_url',
    }),
})
export type NewPost = z.output<ReturnType<typeof newPost>['json']>
