import { Hono } from 'hono'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { connect } from './connection.ts'
import { engagement } from './engagement.routes.ts'
import { POST_METRICS, parseMetrics, readAccountMetrics } from './insights.ts'
import { readLimits } from './limits.ts'
import { deletePost } from './managing.ts'
import { newPost } from './new-post.schemas.ts'
import { POST_FIELDS, parsePosts, postDetails, REPLY_FIELDS, readPost } from './posts.ts'
import { PROFILE_FIELDS, toProfile } from './profile.ts'
import { publish } from './publishing.ts'
import * as inputs from './schemas.ts'
import { inUnixSeconds } from './timestamps.ts'

const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'social',
  gate: pro,
  headers: ['Idempotency-Key'],
  synonyms: inputs.SYNONYMS,
})

/** The social operations. */
export const social = new Hono<AppEnv>()
  .get(
    '/social/me',
    read('social_get_user', {}, async (c) => ({
      ...SUCCESS.social,
      user: toProfile(await connect(c).call({ path: '/me', fields: { fields: PROFILE_FIELDS } })),
    })),
  )
  .get(
    '/social/posts',
    read(
      'social_list_posts',
      {
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
    read('social_get_post', { input: inputs.post }, async (c) => ({
      ...SUCCESS.social,
      post: await readPost(connect(c), c.req.valid('param').id),
    })),
  )
  .get(
    '/social/posts/:id/replies',
    read(
      'social_list_replies',
      {
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
  .get(
    '/social/posts/:id/insights',
    read(
      'social_get_post_insights',
      {
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
        input: inputs.insights,
      },
      async (c) => ({
        ...SUCCESS.social,
        metrics: await readAccountMetrics(connect(c), c.req.valid('query')),
      }),
    ),
  )
  .post(
    '/social/posts',
    write(
      'social_create_post',
      {
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
  .delete(
    '/social/posts/:id',
    write(
      'social_delete_post',
      {
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
  .get(
    '/social/limits',
    read('social_get_limits', {}, async (c) => ({
      ...SUCCESS.social,
      limits: await readLimits(connect(c)),
    })),
  )
  .route('/', engagement)
