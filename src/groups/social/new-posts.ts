import { Hono } from 'hono'
import { GatewayError } from '../../base/errors.ts'
import { at, count } from '../../base/json.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { POST, read, write } from './group.ts'
import type { Limits } from './outputs.ts'
import { newPost } from './post-input.ts'
import { publish } from './publishing.ts'
import { type Connection, connect, parseEntries } from './threads.ts'

/** The `fields` that every token may request, and all of them. */
const NARROW_FIELDS = 'quota_usage,config,reply_quota_usage,reply_config'
const ALL_FIELDS = `${NARROW_FIELDS},delete_quota_usage,delete_config`

/** How long an isolate requests the narrow set after the wide one was refused, in milliseconds. */
const NARROW_MS = 6 * 3_600_000

/** Until when the narrow set is requested, in epoch milliseconds, by account name. */
const narrowUntil = perIsolateCache(() => new Map<string, number>())
const MOST_KNOWN = 50

/**
 * Reads the publishing limits. If the token lacks the permission for one field, the product refuses the whole request.
 * Then only posts and replies are requested.
 */
async function readLimits(connection: Connection): Promise<Limits> {
  const { settings, platform } = connection.upstream
  const known = narrowUntil(settings)
  const account = await connection.name()
  const ask = async (fields: string) =>
    toLimits(await connection.call({ path: '/me/threads_publishing_limit', fields: { fields } }))
  if (platform.now() < (known.get(account) ?? 0)) return ask(NARROW_FIELDS)
  try {
    return await ask(ALL_FIELDS)
  } catch (error) {
    if (!(error instanceof GatewayError) || !REFUSALS.includes(error.status)) throw error
    const limits = await ask(NARROW_FIELDS)
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(account, platform.now() + NARROW_MS)
    return limits
  }
}

/** The statuses of a refused request. A product's 500 becomes 502. */
const REFUSALS: readonly number[] = [400, 403, 502]

/** Parses the publishing limits. A missing or incomplete limit is null. */
export function toLimits(answer: unknown): Limits {
  const [limits] = parseEntries(answer)
  return {
    posts: parseLimit(at(limits, 'quota_usage'), at(limits, 'config')),
    replies: parseLimit(at(limits, 'reply_quota_usage'), at(limits, 'reply_config')),
    deletes: parseLimit(at(limits, 'delete_quota_usage'), at(limits, 'delete_config')),
  }
}

function parseLimit(usage: unknown, config: unknown): Limits['posts'] {
  const used = count(usage)
  const total = count(at(config, 'quota_total'))
  const window_seconds = count(at(config, 'quota_duration'))
  return used === null || total === null || window_seconds === null ? null : { used, total, window_seconds }
}

export const newPostRoutes = new Hono<AppEnv>()
  .post(
    '/social/posts',
    write('social_create_post', {
      summary: 'Publish a post or a reply, with an image, a video, a carousel or a link',
      description:
        '409 while the service still prepares the media: send the same request again. An Idempotency-Key makes repeating safe. Without one, an identical request after a lost answer, or within five minutes, returns the published post with `already_published`.',
      ko: '게시물이나 답글 올리기, 이미지, 동영상, 링크와 함께',
      title: 'Publish a post',
      wanted: 1,
      search:
        'reply with thanks, reply to somebody, post on Threads, publish, put it on Threads, write a post, share a picture, announce, tell my followers, reply to a post, answer the comment, carousel of pictures, quote a post, thank them for the mention, say on Threads, post with a link, answer the mention, write back, 스레드에 올려, 글 올려, 게시해, 포스팅해, 사진 올려, 답글 달아, 댓글에 답해, 답 달아, 인용해서 올려, 스레드에 공지, 홍보 글, 글 써서 올려, 고맙다고 답, 감사 답글',
      tool: {
        description:
          'Publishes a post or a reply on Threads, with images, a video or a link. Confirm with the person first.',
        hidden: ['topic', 'reply_control', 'items.alt_text'],
        shown: { post: POST },
      },
      effect: 'publication',
      destructive: false,
      input: newPost,
      handle: async (c) => {
        const publisher = { state: c.get('state'), connection: connect(c) }
        return publish(publisher, c.req.valid('json'), c.req.valid('header')['Idempotency-Key'])
      },
      status: 201,
    }),
  )
  .get(
    '/social/limits',
    read('social_get_limits', {
      summary: 'How much of the publishing limits is used',
      description: 'Posts and replies of the last 24 hours, and how many are allowed.',
      ko: '게시 한도 사용량',
      search:
        'how many posts may I still publish today, publishing limit, how often can I post, did I reach the limit, replies left, 오늘 몇 개 더 올릴, 게시 한도, 글 제한, 하루에 몇 개, 한도 남았',
      title: 'Get the publishing limits',
      handle: async (c) => ({
        ...SUCCESS.social,
        limits: await readLimits(connect(c)),
      }),
    }),
  )
