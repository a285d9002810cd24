import { Hono } from 'hono'
import type { Notion } from '../product.ts'
import type { Json, User } from '../state.ts'
import { appRefusal } from './errors.ts'
import { type AppEnv, ownSpace } from './session.ts'

/** The app's own record of a user. */
const record = ({ id, email, name }: User): Json => ({
  role: 'reader',
  value: { id, version: 1, email, name, given_name: name, family_name: '', profile_photo: null },
})

const same = (email: string) => (user: User) => user.email.toLowerCase() === email.toLowerCase()

/** Facts 8, steps 1 and 2, and the list to check first. */
export const userCalls = (notion: Notion) =>
  new Hono<AppEnv>()
    .post('/findUser', (c) => {
      const known = notion.state.users.find(same(readEmail(notion, c.var.body)))
      return c.json(known ? { value: record(known) } : {})
    })
    .post('/createEmailUser', (c) => {
      const email = readEmail(notion, c.var.body)
      const known = notion.state.users.find(same(email))
      const user: User = known ?? { id: notion.newId(), email, name: email.split('@')[0] ?? '', kind: 'person' }
      if (!known) notion.state.users.push(user)
      return c.json(notion.switches.newUserIdTold ? { userId: user.id } : {})
    })
    .post('/getVisibleUsers', (c) => {
      const { members } = ownSpace(notion, c)
      const users = notion.state.users.filter(({ id }) => members.has(id))
      const where = notion.switches.visibleUsersIn
      const byId = users.map((user) => [user.id, { value: record(user) }])
      return c.json({
        ...(where !== 'recordMap' && { users: users.map(({ id }) => ({ userId: id, role: members.get(id) })) }),
        ...(where !== 'users' && { recordMap: { notion_user: Object.fromEntries(byId) } }),
      })
    })

function readEmail(notion: Notion, { email }: Json): string {
  if (typeof email === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return email
  throw appRefusal(400, notion.newId(), 'body.email should be an email address')
}
