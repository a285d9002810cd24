import { Hono } from 'hono'
import { isObject } from '../../rest.ts'
import { dashed } from '../ids.ts'
import type { Notion } from '../product.ts'
import type { Json, MembershipType, User } from '../state.ts'
import { type AppEnv, appRefusal, ownSpace } from './session.ts'

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

/** Facts 8, role values. This call sets neither guest nor none. */
const MEMBERSHIPS: readonly MembershipType[] = ['owner', 'membership_admin', 'member', 'restricted_member']
const PAGE_ROLES = ['editor', 'read_and_write', 'comment_only', 'reader']

/** Facts 8, steps 3 and 4, and their undoing. */
export const memberCalls = (notion: Notion) =>
  new Hono<AppEnv>()
    .post('/inviteGuestsToSpace', (c) => {
      const space = ownSpace(notion, c)
      space.manage()
      const { action, target, invitees } = c.var.body
      const isSpace = isObject(target) && target.table === 'space' && dashed(target.id) === space.id
      if (action !== 'create_invites' || !isSpace || !Array.isArray(invitees) || invitees.length === 0) {
        throw appRefusal(400, notion.newId(), 'body should be create_invites into a space')
      }
      for (const invitee of invitees) {
        const { userId, role }: { userId?: unknown; role?: unknown } = isObject(invitee) ? invitee : {}
        if (typeof role !== 'string' || ![...PAGE_ROLES, ...MEMBERSHIPS].includes(role)) {
          throw appRefusal(400, notion.newId(), 'body.invitees[0].role is unknown')
        }
        notion.state.invites.push({ spaceId: space.id, userId: knownUser(notion, userId), role })
      }
      return notion.switches.inviteAnswerIsJson ? c.json({}) : c.body('')
    })
    .post('/addMembersToSpace', (c) => {
      const space = ownSpace(notion, c)
      space.manage()
      const membership = MEMBERSHIPS.find((one) => one === c.var.body.membershipType)
      if (!membership) throw appRefusal(400, notion.newId(), 'body.membershipType is unknown')
      for (const id of userIds(notion, c.var.body.userIds)) {
        if (!space.members.has(id)) space.members.set(id, membership)
      }
      return c.json({})
    })

function userIds(notion: Notion, value: unknown): string[] {
  if (Array.isArray(value) && value.length > 0) return value.map((id) => knownUser(notion, id))
  throw appRefusal(400, notion.newId(), 'body.userIds should be a list of ids')
}

function knownUser(notion: Notion, value: unknown): string {
  const id = dashed(value)
  const known = notion.state.users.find((user) => user.id === id)
  if (!known) throw appRefusal(400, notion.newId(), 'no such user')
  return known.id
}
