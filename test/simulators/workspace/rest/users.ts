import { Hono } from 'hono'
import { refusal } from '../errors.ts'
import type { Notion, RestEnv } from '../product.ts'
import { fullUser } from '../table/users.ts'
import { needs } from './guard.ts'
import { slice } from './paging.ts'

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
      const { items, ...paging } = slice(users, ({ id }) => id, c.req.query())
      return c.json({ object: 'list', results: items.map(fullUser), ...paging, type: 'user', user: {} })
    })
