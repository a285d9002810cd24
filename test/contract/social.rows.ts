import { Clock } from '../simulators/clock.ts'
import { createThreads, SOCIAL_TOKEN } from '../simulators/social/index.ts'
import type { GroupContract, Row } from './contract.ts'

const seeded = [...createThreads({ clock: new Clock() }).state.media.values()]
const getId = (text: string) => seeded.find((media) => media.text?.startsWith(text))?.id ?? `no ${text}`

const id = getId('책 수선하는 법')

const carousel = {
  text: 'Two shelves',
  items: [
    { image_url: 'https://cdn.example.com/shelf-1.jpg', alt_text: 'A shelf of maps' },
    { image_url: 'https://cdn.example.com/shelf-2.jpg' },
  ],
}

const pro = (path: string, body?: unknown, more: Partial<Row> = {}): Row => ({
  path: `/api/v1/social/${path}`,
  tier: 'pro',
  ...(body !== undefined && { body }),
  ...more,
})

const atOnce = { status: 409, why: 'the same post at the same moment is published once' }

export const social: GroupContract = {
  group: 'social',
  simulate: (clock) => createThreads({ clock }),
  connected: { SOCIAL_TOKEN },
  rejected: { settings: { SOCIAL_TOKEN: 'test-wrong-token' } },
  failure: (error) => ({ success: false, error }),
  success: ({ success }) => success === true,
  isUpkeep: ({ url }) => ['/debug_token', '/refresh_access_token'].includes(url.pathname),
  roundTrips: {
    social_get_insights: ['3/2', '2/1'],
    // Who was answered needs the time of the oldest mention.
    social_list_mentions: ['3/3', '2/2'],
    // Published in one call, then read.
    // The second one is the same post: the published one is answered.
    social_create_post: ['4/4', '1/1'],
    social_repost: ['2/2', '0/0'],
  },
  rows: {
    social_get_user: pro('me'),
    social_list_posts: pro('posts?limit=3', undefined, {
      variants: { 'with insights': { path: '/api/v1/social/posts?limit=3&insights=true' } },
    }),
    social_get_post: pro(`posts/${id}`),
    social_list_replies: pro(`posts/${id}/replies?limit=2`),
    social_get_post_insights: pro(`posts/${id}/insights`),
    social_get_insights: pro('insights?since=2026-11-01T00:00:00Z&until=2026-11-08T00:00:00Z', undefined, {
      follows: {
        'metrics.clicks.total': 'the clicks on each link',
        'metrics.views.total': 'the views of each day',
      },
    }),
    social_create_post: pro(
      'posts',
      { text: 'Open late tomorrow, too' },
      {
        atOnce,
        verdicts: { id: 'a container that the product does not know is waited for' },
        variants: {
          'with an image': { atOnce, body: { text: 'The new shelf', image_url: 'https://cdn.example.com/shelf.jpg' } },
          'as a carousel': { atOnce, body: carousel },
          'as a reply': { atOnce, body: { text: 'Until nine', reply_to: id } },
          'as a quote': {
            atOnce,
            body: { text: 'Worth another look', quote: id, topic: 'books', reply_control: 'followers_only' },
          },
        },
      },
    ),
    social_delete_post: pro(`posts/${id}`, undefined, { again: { status: 404, why: 'the post is gone' } }),
    social_get_limits: pro('limits'),
    social_list_mentions: pro('mentions?limit=2', undefined, {
      follows: {
        'mentions[].answered': 'what the account itself has replied to',
        answered_error: 'why that is not known',
      },
    }),
    social_get_conversation: pro(`posts/${id}/conversation?limit=3`),
    social_hide_reply: pro(`replies/${getId('Which thread')}/hide`, { hide: true }),
    social_repost: pro(`posts/${getId('동네 책방 지도')}/repost`, undefined, { foundAt: 'among the newest posts' }),
    social_search: pro('search?q=a&type=recent&limit=3'),
  },
}
