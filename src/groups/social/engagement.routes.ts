import { Hono } from 'hono'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { connect } from './connection.ts'
import { hideReply } from './managing.ts'
import { POST_FIELDS, parsePosts, postDetails, REPLY_FIELDS } from './posts.ts'
import { repost } from './reposting.ts'
import * as inputs from './schemas.ts'
import { inUnixSeconds } from './timestamps.ts'

const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'social',
  gate: pro,
  headers: ['Idempotency-Key'],
  synonyms: inputs.SYNONYMS,
})

/** Replies and mentions of others, and managing them. */
export const engagement = new Hono<AppEnv>()
  .get(
    '/social/mentions',
    read(
      'social_list_mentions',
      {
        input: inputs.posts,
      },
      async (c) => {
        const fields = { fields: REPLY_FIELDS, ...inUnixSeconds(c.req.valid('query')) }
        const { posts: mentions, next_cursor } = parsePosts(await connect(c).call({ path: '/me/mentions', fields }))
        return { ...SUCCESS.social, mentions, next_cursor }
      },
    ),
  )
  .get(
    '/social/posts/:id/conversation',
    read(
      'social_get_conversation',
      {
        input: inputs.replies,
      },
      async (c) => {
        const path = `/${c.req.valid('param').id}/conversation`
        const fields = { fields: REPLY_FIELDS, ...c.req.valid('query') }
        const { posts: replies, next_cursor } = parsePosts(await connect(c).call({ path, fields }))
        return { ...SUCCESS.social, replies, next_cursor }
      },
    ),
  )
  .post(
    '/social/replies/:id/hide',
    write(
      'social_hide_reply',
      {
        destructive: false,
        idempotent: true,
        input: inputs.hiding,
      },
      async (c) => {
        const { id } = c.req.valid('param')
        const { hide } = c.req.valid('json')
        await hideReply(connect(c), id, hide)
        return { ...SUCCESS.social, id, hidden: hide }
      },
    ),
  )
  .post(
    '/social/posts/:id/repost',
    write(
      'social_repost',
      {
        effect: 'publication',
        details: postDetails,
        destructive: false,
        input: inputs.postToRepost,
        status: 201,
      },
      async (c) => {
        const publisher = { state: c.get('state'), connection: connect(c) }
        return repost(publisher, c.req.valid('param').id, c.req.valid('header')['Idempotency-Key'])
      },
    ),
  )
  .get(
    '/social/search',
    read(
      'social_search',
      {
        input: inputs.search,
      },
      async (c) => {
        const { type, ...query } = c.req.valid('query')
        const fields = { fields: POST_FIELDS, search_type: type.toUpperCase(), ...inUnixSeconds(query) }
        return { ...SUCCESS.social, ...parsePosts(await connect(c).call({ path: '/keyword_search', fields })) }
      },
    ),
  )
