import { Hono } from 'hono'
import type { Notion, RestEnv } from '../product.ts'
import { fullUser } from '../table/users.ts'
import { needs } from './guard.ts'

/** Members, no guests (facts 7). The seed fits on one page. */
export const userRoutes = (notion: Notion) =>
  new Hono<RestEnv>().get('/users', needs('users'), (c) => {
    const members = notion.state.members.get(c.var.connection.workspaceId)
    const isMember = (id: string) => (members?.get(id) ?? 'page_guest') !== 'page_guest'
    const results = notion.state.users.filter(({ id, kind }) => kind === 'bot' || isMember(id)).map(fullUser)
    return c.json({ object: 'list', results, next_cursor: null, has_more: false, type: 'user', user: {} })
  })
