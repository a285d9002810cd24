import { OTHERS_POSTS, OWNER, SEED_POSTS, SEED_REPLIES, type SeedPost } from './seed-posts.ts'
import type { Media, State } from './state.ts'
import { createTokens } from './tokens.ts'

export const USER_ID = '26400000000000017'
export const USERNAME = OWNER

/** Ids have 17 digits, more than a double can represent. */
const FIRST_ID = 17_910_000_000_000_001n

/** The product's initial data. */
export function seed(clock: { now(): number }): State {
  let ids = 0n
  const nextId = () => String(FIRST_ID + ids++ * 37n)
  const media = new Map<string, Media>()
  const add = (draft: Omit<Media, 'id'>): Media => {
    const made = { ...draft, id: nextId() }
    media.set(made.id, made)
    return made
  }

  const posts: Media[] = []
  for (const post of SEED_POSTS) posts.push(addPost(post, posts, add))

  const replies: Media[] = []
  for (const { at, by, text, to, under, hidden } of SEED_REPLIES) {
    const parent = to === undefined ? replies[(under ?? 0) - 1] : posts[to - 1]
    if (!parent) throw new Error(`a seeded reply of ${at} answers nothing`)
    replies.push(
      add({
        username: by,
        publishedAt: parseTime(at),
        mediaType: 'TEXT_POST',
        text,
        repliedTo: parent.id,
        root: parent.root ?? parent.id,
        ...(hidden && { hidden }),
        metrics: { views: 40, likes: 3, replies: 0, reposts: 0, quotes: 0, shares: 0 },
      }),
    )
  }

  const others = OTHERS_POSTS.map(({ at, by, text, likes, answered }) => {
    const metrics = { views: likes * 10, likes, replies: 0, reposts: 0, quotes: 0, shares: 0 }
    return { ...add({ username: by, publishedAt: parseTime(at), mediaType: 'TEXT_POST', text, metrics }), answered }
  })
  for (const { id, answered } of others) {
    if (!answered) continue
    const [at, text] = answered
    const metrics = { views: 0, likes: 0, replies: 0, reposts: 0, quotes: 0, shares: 0 }
    const reply = { username: OWNER, publishedAt: parseTime(at), mediaType: 'TEXT_POST', text } as const
    add({ ...reply, repliedTo: id, root: id, metrics })
  }

  return {
    profile: {
      id: USER_ID,
      username: OWNER,
      name: '책방 서울',
      is_verified: false,
      threads_profile_picture_url: 'https://media.example/profile.jpg',
      threads_biography: '작은 책방의 하루. A small bookshop, one day at a time.',
    },
    followers: 1284,
    tokens: createTokens(clock),
    media,
    containers: new Map(),
    usage: { posts: [], replies: [], deletes: [], searches: [] },
    clicks: new Map([
      ['https://books.example/november', 57],
      ['https://books.example/hours', 14],
    ]),
    nextId,
  }
}

const parseTime = (at: string) => Date.parse(`${at}:00Z`)
const formatUrl = (file: string) => `https://media.example/${file}`

function addPost(post: SeedPost, earlier: Media[], add: (draft: Omit<Media, 'id'>) => Media): Media {
  const [views, likes, reposts, quotes, shares] = post.of
  const common = { username: OWNER, publishedAt: parseTime(post.at) }
  const metrics = { views, likes, replies: 0, reposts, quotes, shares }
  const children = post.items?.map(
    (file) => add({ ...common, mediaType: 'IMAGE', mediaUrl: formatUrl(file), isItem: true, metrics }).id,
  )
  const reposted =
    post.repost &&
    add({ ...common, username: 'paper.crane', mediaType: 'TEXT_POST', text: 'Folded a thousand of them.', metrics })
  const quoted = earlier[(post.quotes ?? 0) - 1]
  const file = post.image ?? post.video
  return add({
    ...common,
    mediaType: getMediaType(post),
    ...(post.text && { text: post.text }),
    ...(file && { mediaUrl: formatUrl(file) }),
    ...(post.video && { thumbnailUrl: formatUrl(`${post.video}.jpg`) }),
    ...(post.alt && { altText: post.alt }),
    ...(post.link && { link: post.link }),
    ...(post.topic && { topic: post.topic }),
    ...(post.poll && { poll: post.poll }),
    ...(children && { children }),
    ...(quoted && { quoted: quoted.id }),
    ...(reposted && { reposted: reposted.id }),
    metrics,
  })
}

function getMediaType({ image, video, items, repost }: SeedPost): Media['mediaType'] {
  if (repost) return 'REPOST_FACADE'
  if (items) return 'CAROUSEL_ALBUM'
  if (video) return 'VIDEO'
  return image ? 'IMAGE' : 'TEXT_POST'
}
