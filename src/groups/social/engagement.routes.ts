import { Hono } from 'hono'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { connect } from './connection.ts'
import { POST } from './docs.ts'
import { read, write } from './group.ts'
import { hideReply } from './managing.ts'
import { POST_FIELDS, parsePosts, postDetails, REPLY_FIELDS } from './posts.ts'
import { repost } from './reposting.ts'
import * as inputs from './schemas.ts'
import { inUnixSeconds } from './timestamps.ts'

export const mentionRoutes = new Hono<AppEnv>()
  .get(
    '/social/mentions',
    read(
      'social_list_mentions',
      {
        summary: 'Posts of others that mention the account, newest first',
        description: 'The `id` of each may be answered by social_create_post with `reply_to`.',
        ko: '계정을 언급한 게시물, 최신순',
        title: 'Get mentions',
        wanted: 5,
        tool: {
          shown: { '': 'success mentions next_cursor', 'mentions.[]': POST },
        },
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
        summary: 'All replies below a post, of every depth, newest first',
        description: 'The id is that of a post of the account.',
        ko: '게시물 아래의 모든 답글, 최신순',
        title: 'Get the conversation below a post',
        tool: {
          shown: { '': 'success replies next_cursor', 'replies.[]': POST },
        },
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
        summary: 'Hide a reply to a post of the account, or show it again',
        description: 'Replies to it are hidden too. A reply to a reply cannot be hidden by itself.',
        ko: '답글 숨기기와 다시 보이기',
        title: 'Hide a reply',
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

export const repostRoutes = new Hono<AppEnv>().post(
  '/social/posts/:id/repost',
  write(
    'social_repost',
    {
      summary: 'Repost a post',
      description: 'The id is that of any public post, such as one of social_search.',
      ko: '게시물 리포스트',
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

export const searchRoutes = new Hono<AppEnv>().get(
  '/social/search',
  read(
    'social_search',
    {
      summary: 'Search public posts for words',
      description:
        'Until the service approves the app for this, it finds only posts of the account. It allows 2,200 searches in 24 hours; searches that find nothing do not count.',
      ko: '공개 게시물 검색',
      title: 'Search public posts',
      tool: {
        shown: { '': 'success posts next_cursor', 'posts.[]': POST },
        hidden: ['since', 'until'],
      },
      input: inputs.search,
    },
    async (c) => {
      const { type, ...query } = c.req.valid('query')
      const fields = { fields: POST_FIELDS, search_type: type.toUpperCase(), ...inUnixSeconds(query) }
      return { ...SUCCESS.social, ...parsePosts(await connect(c).call({ path: '/keyword_search', fields })) }
    },
  ),
)
