import { Hono } from 'hono'
import { invalid, refusal, shouldBe } from '../errors.ts'
import { dashed } from '../ids.ts'
import type { Notion, RestEnv } from '../product.ts'
import { fullUser } from '../table/users.ts'
import { needs } from './guard.ts'

/**
 * Members and connections, but no guests (facts 7). Pages have at most 100, and their cursor is the id of the next
 * user.
 */
export const userRoutes = (notion: Notion) =>
  new Hono<RestEnv>()
    .get('/users/me', (c) => {
      const { botId, name, workspaceId, userId } = c.var.connection
      const person = notion.state.users.find(({ id }) => id === userId)
      if (person) return c.json(fullUser(person))
      return c.json({
        object: 'user',
        id: botId,
        name,
        avatar_url: null,
        type: 'bot',
        bot: {
          owner: { type: 'workspace', workspace: true },
          workspace_id: workspaceId,
          workspace_name: '하늘 Studio',
          workspace_limits: { max_file_upload_size_in_bytes: 5_242_880 },
        },
      })
    })
    .get('/users', needs('users'), (c) => {
      if (c.var.connection.userId) {
        throw refusal(403, 'restricted_resource', 'Personal access tokens can only retrieve their own authorized user.')
      }
      const members = notion.state.members.get(c.var.connection.workspaceId)
      const isMember = (id: string) => (members?.get(id) ?? 'page_guest') !== 'page_guest'
      const users = notion.state.users.filter(({ id, kind }) => kind === 'bot' || isMember(id))
      const { start_cursor, page_size = '100' } = c.req.query()
      const size = Number(page_size)
      if (!Number.isInteger(size) || size < 1 || size > 100) throw shouldBe('query.page_size', '≤ `100`', page_size)
      const from = start_cursor === undefined ? 0 : users.findIndex(({ id }) => id === dashed(start_cursor))
      if (from < 0) throw invalid(`The start_cursor provided is invalid: ${start_cursor}`)
      const next = users[from + size]?.id ?? null
      return c.json({
        object: 'list',
        results: users.slice(from, from + size).map(fullUser),
        next_cursor: next,
        has_more: next !== null,
        type: 'user',
        user: {},
      })
    })
