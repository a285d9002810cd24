import { Hono } from 'hono'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { connect } from './connection.ts'
import { OWN_POST, POST } from './docs.ts'
import { mentionRoutes, repostRoutes, searchRoutes } from './engagement.routes.ts'
import { read, write } from './group.ts'
import { POST_METRICS, parseMetrics, readAccountMetrics } from './insights.ts'
import { readLimits } from './limits.ts'
import { deletePost } from './managing.ts'
import { newPost } from './new-post.schemas.ts'
import { POST_FIELDS, parsePosts, postDetails, REPLY_FIELDS, readPost } from './posts.ts'
import { PROFILE_FIELDS, toProfile } from './profile.ts'
import { publish } from './publishing.ts'
import * as inputs from './schemas.ts'
import { inUnixSeconds } from './timestamps.ts'

export const postRoutes = new Hono<AppEnv>()
  .get(
    '/social/me',
    read(
      'social_get_user',
      {
        summary: 'The connected social account',
        description: 'Whose account of Threads it is.',
        ko: '연결된 소셜 계정',
        title: 'Get the account',
      },
      async (c) => ({
        ...SUCCESS.social,
        user: toProfile(await connect(c).call({ path: '/me', fields: { fields: PROFILE_FIELDS } })),
      }),
    ),
  )
  .get(
    '/social/posts',
    read(
      'social_list_posts',
      {
        summary: 'Posts of the account, newest first',
        description: 'The `id` of each is what the other operations take. Go on with `next_cursor` as `after`.',
        ko: '계정의 게시물, 최신순',
        title: 'Get many posts',
        wanted: 2,
        tool: {
          shown: { '': 'success posts next_cursor', 'posts.[]': OWN_POST },
        },
        input: inputs.posts,
      },
      async (c) => {
        const fields = { fields: POST_FIELDS, ...inUnixSeconds(c.req.valid('query')) }
        return { ...SUCCESS.social, ...parsePosts(await connect(c).call({ path: '/me/threads', fields })) }
      },
    ),
  )
  .get(
    '/social/posts/:id',
    read(
      'social_get_post',
      {
        summary: 'One post or reply',
        description: 'The id comes from a list of posts or replies, or from social_create_post.',
        ko: '게시물이나 답글 하나',
        title: 'Get a post',
        input: inputs.post,
      },
      async (c) => ({
        ...SUCCESS.social,
        post: await readPost(connect(c), c.req.valid('param').id),
      }),
    ),
  )
  .delete(
    '/social/posts/:id',
    write(
      'social_delete_post',
      {
        summary: 'Delete a post or a reply',
        description: 'For good. The id comes from social_list_posts.',
        ko: '게시물이나 답글 삭제',
        title: 'Delete a post',
        effect: 'deletion',
        details: postDetails,
        idempotent: true,
        input: inputs.postToDelete,
      },
      async (c) => {
        const { id } = c.req.valid('param')
        await deletePost(connect(c), id)
        return { ...SUCCESS.social, deleted_id: id }
      },
    ),
  )

export const newPostRoutes = new Hono<AppEnv>()
  .post(
    '/social/posts',
    write(
      'social_create_post',
      {
        summary: 'Publish a post or a reply, with an image, a video, a carousel or a link',
        description:
          '409 while the service still prepares the media: send the same request again. An Idempotency-Key makes repeating safe. Without one, an identical request after a lost answer, or within five minutes, returns the published post with `already_published`.',
        ko: '게시물이나 답글 올리기, 이미지, 동영상, 링크와 함께',
        title: 'Publish a post',
        wanted: 1,
        search: 'publish tweet 글쓰기 게시',
        tool: {
          description:
            'Publishes a post or a reply on Threads, with images, a video or a link. Confirm with the person first.',
          hidden: ['topic', 'reply_control', 'quote', 'items.alt_text'],
          shown: { post: POST },
        },
        effect: 'publication',
        destructive: false,
        input: newPost,
        status: 201,
      },
      async (c) => {
        const publisher = { state: c.get('state'), connection: connect(c) }
        return publish(publisher, c.req.valid('json'), c.req.valid('header')['Idempotency-Key'])
      },
    ),
  )
  .get(
    '/social/limits',
    read(
      'social_get_limits',
      {
        summary: 'How much of the publishing limits is used',
        description: 'Posts and replies of the last 24 hours, and how many are allowed.',
        ko: '게시 한도 사용량',
        title: 'Get the publishing limits',
      },
      async (c) => ({
        ...SUCCESS.social,
        limits: await readLimits(connect(c)),
      }),
    ),
  )

export const replyRoutes = new Hono<AppEnv>().get(
  '/social/posts/:id/replies',
  read(
    'social_list_replies',
    {
      summary: 'The replies to a post, newest first',
      description: 'Direct replies only; social_get_conversation has replies of every depth.',
      ko: '게시물의 답글, 최신순',
      title: 'Get the replies to a post',
      wanted: 3,
      tool: {
        shown: { '': 'success replies next_cursor', 'replies.[]': POST },
      },
      input: inputs.replies,
    },
    async (c) => {
      const path = `/${c.req.valid('param').id}/replies`
      const fields = { fields: REPLY_FIELDS, ...c.req.valid('query') }
      const { posts: replies, next_cursor } = parsePosts(await connect(c).call({ path, fields }))
      return { ...SUCCESS.social, replies, next_cursor }
    },
  ),
)

export const insightRoutes = new Hono<AppEnv>()
  .get(
    '/social/posts/:id/insights',
    read(
      'social_get_post_insights',
      {
        summary: 'Views, likes and other counts of a post',
        description: 'Of a post of the account; the id comes from social_list_posts.',
        ko: '게시물의 조회수, 좋아요 등 통계',
        title: 'Get the numbers of a post',
        wanted: 4,
        search: 'numbers statistics best popular 성과',
        input: inputs.post,
      },
      async (c) => {
        const path = `/${c.req.valid('param').id}/insights`
        return {
          ...SUCCESS.social,
          metrics: parseMetrics(await connect(c).call({ path, fields: { metric: POST_METRICS } })),
        }
      },
    ),
  )
  .get(
    '/social/insights',
    read(
      'social_get_insights',
      {
        summary: 'Views, followers and other counts of the account',
        description: 'Of the last two days, unless `since` and `until` are given.',
        ko: '계정의 조회수, 팔로워 등 통계',
        title: 'Get the numbers of the account',
        input: inputs.insights,
      },
      async (c) => ({
        ...SUCCESS.social,
        metrics: await readAccountMetrics(connect(c), c.req.valid('query')),
      }),
    ),
  )

/** The social operations. */
export const social = new Hono<AppEnv>()
  .route('/', postRoutes)
  .route('/', newPostRoutes)
  .route('/', replyRoutes)
  .route('/', insightRoutes)
  .route('/', mentionRoutes)
  .route('/', repostRoutes)
  .route('/', searchRoutes)
