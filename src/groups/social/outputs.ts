import * as z from 'zod'
import { successFields } from '../../gateway/outputs.ts'
import { POST_TYPES } from './media-types.ts'

const textOrNull = (description: string) => z.string().nullable().describe(description)

const poll = () =>
  z.object({
    options: z
      .array(
        z.object({
          text: z.string().describe('The words of the option'),
          share: z.number().nullable().describe('Its share of the votes, from 0 to 1'),
        }),
      )
      .describe('The options, in order'),
    total_votes: z.int().nullable().describe('How many have voted'),
    ends_at: textOrNull('When the poll ends, ISO 8601 in UTC'),
  })

const onePost = () =>
  z
    .object({
      id: z.string().describe('The id of the post'),
      type: z.enum(POST_TYPES).nullable().describe('What the post is made of; null when unknown'),
      text: textOrNull('The text'),
      long_text: textOrNull('The text attached to the post, of up to 10,000 characters; null when there is none'),
      published_at: textOrNull('When it was published, ISO 8601 in UTC'),
      username: textOrNull('The name of the author'),
      url: textOrNull('Where people see it'),
      media_url: textOrNull('The image, video or sound; the link expires'),
      thumbnail_url: textOrNull('A still of the video; the link expires'),
      alt_text: textOrNull('The description of the media, for people who cannot see it'),
      link: textOrNull('The URL shown as a card'),
      topic: textOrNull('The topic tag'),
      items: z.array(z.string()).nullable().describe('The ids of the items of a carousel, in order; null when unknown'),
      is_quote: z.boolean().nullable().describe('Whether it quotes another post'),
      quoted_post: textOrNull('The id of the quoted post'),
      reposted_post: textOrNull('The id of the reposted post'),
      has_replies: z.boolean().nullable().describe('Whether it has replies'),
      is_reply: z.boolean().nullable().describe('Whether it is a reply'),
      is_own_reply: z.boolean().nullable().describe('Whether the connected account wrote the reply'),
      reply_to: textOrNull('The id of the post or reply that it answers'),
      root_post: textOrNull('The id of the post at the top of the conversation'),
      hide_status: textOrNull('Whether the reply is hidden, in the words of the service'),
      poll: poll()
        .nullable()
        .describe('The poll of the post; null when there is none, and in lists of replies and mentions'),
    })
    .meta({ component: 'Post' })
export type Post = z.output<ReturnType<typeof onePost>>

const next_cursor = () => textOrNull('The after of the next page, null at the end')

const metric = () =>
  z.object({
    total: z.number().describe('The count: of all time for a post, of the range for the account'),
    days: z
      .array(
        z.object({
          ended_at: z.string().describe('The end of the day that was counted, ISO 8601 in UTC'),
          value: z.number().describe('The count of that day'),
        }),
      )
      .optional()
      .describe('The count of each day, where the service reports it'),
    links: z
      .array(z.object({ url: z.string().describe('The link'), value: z.number().describe('The clicks on it') }))
      .optional()
      .describe('The clicks on each link'),
  })
export type Metric = z.output<ReturnType<typeof metric>>

const limit = (of: string) =>
  z
    .object({
      used: z.number().describe('How many were used in the window'),
      total: z.number().describe('How many the window allows'),
      window_seconds: z.number().describe('The length of the rolling window in seconds'),
    })
    .nullable()
    .describe(`The limit of ${of}, null when the service does not tell it`)

const publishingLimits = () =>
  z.object({
    posts: limit('posts'),
    replies: limit('replies'),
    deletes: limit('deleted posts'),
  })
export type Limits = z.output<ReturnType<typeof publishingLimits>>

const user = () =>
  z.object({
    id: z.string().describe('The id of the account'),
    username: textOrNull('The user name'),
    name: textOrNull('The display name'),
    is_verified: z.boolean().nullable().describe('Whether the account is verified'),
    picture_url: textOrNull('The profile picture; the link expires'),
    biography: textOrNull('What the account says of itself'),
  })
export type Profile = z.output<ReturnType<typeof user>>

export const profile = () => z.object({ ...successFields('social'), user: user().describe('The connected account') })

/** The counts of a post, in the order in which they are asked for. */
const COUNTS = {
  views: 'How often it was seen',
  likes: 'The likes',
  replies: 'The replies',
  reposts: 'The reposts',
  quotes: 'The quotes',
  shares: 'The shares',
}

const counts = () =>
  z.object(
    Object.fromEntries(
      Object.entries(COUNTS).map(([name, description]) => [name, z.number().optional().describe(description)]),
    ) as Record<keyof typeof COUNTS, z.ZodOptional<z.ZodNumber>>,
  )
export type Counts = z.output<ReturnType<typeof counts>>

const ownPost = () =>
  onePost()
    .extend({
      insights: counts()
        .nullable()
        .optional()
        .describe('With insights: the counts of all time, empty for a repost; null if they could not be read'),
      insights_error: z.string().optional().describe('Why insights is null'),
    })
    .meta({ component: 'OwnPost' })
export type OwnPost = z.output<ReturnType<typeof ownPost>>

const ownPosts = () =>
  z.object({
    ...successFields('social'),
    posts: z.array(ownPost()).describe('Newest first'),
    next_cursor: next_cursor(),
  })

const mention = () =>
  onePost()
    .extend({
      answered: z
        .boolean()
        .nullable()
        .describe('Whether the account has replied to it, directly; null when it is not known'),
    })
    .meta({ component: 'Mention' })
export type Mention = z.output<ReturnType<typeof mention>>

const posts = () =>
  z.object({
    ...successFields('social'),
    posts: z
      .array(onePost())
      .describe('Newest first; of a search the most popular first, unless it asks for recent ones'),
    next_cursor: next_cursor(),
  })

const replies = () =>
  z.object({
    ...successFields('social'),
    replies: z.array(onePost()).describe('Newest first'),
    next_cursor: next_cursor(),
  })

const mentions = () =>
  z.object({
    ...successFields('social'),
    mentions: z.array(mention()).describe('Newest first'),
    next_cursor: next_cursor(),
    answered_error: z.string().optional().describe('Why answered is null where it is'),
  })

export const post = () => z.object({ ...successFields('social'), post: onePost().describe('The post') })

const already_published = () =>
  z.literal(true).optional().describe('Set when an earlier identical request without an Idempotency-Key published it')

const published = () => post().extend({ already_published: already_published() })

export const metrics = () =>
  z.object({
    ...successFields('social'),
    metrics: z.record(z.string(), metric()).describe('The counts by name, such as views, likes and replies'),
  })

export const limits = () =>
  z.object({ ...successFields('social'), limits: publishingLimits().describe('The publishing limits') })

const deleted = () =>
  z.object({ ...successFields('social'), deleted_id: z.string().describe('The id of the deleted post') })

const hidden = () =>
  z.object({
    ...successFields('social'),
    id: z.string().describe('The id of the reply'),
    hidden: z.boolean().describe('Whether it is hidden now'),
  })

const reposted = () =>
  z.object({
    ...successFields('social'),
    id: z.string().describe('The id of the new post, which shows the other'),
    already_published: already_published(),
  })

export const socialEvents = {
  'social.reply.created': () => onePost().describe('The reply, as the list of replies gives it'),
}

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  social_list_mentions: mentions,
  social_get_conversation: replies,
  social_hide_reply: hidden,
  social_repost: reposted,
  social_search: posts,
  social_get_user: profile,
  social_list_posts: ownPosts,
  social_get_post: post,
  social_list_replies: replies,
  social_get_post_insights: metrics,
  social_get_insights: metrics,
  social_create_post: published,
  social_delete_post: deleted,
  social_get_limits: limits,
}
