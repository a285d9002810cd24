import { asUuid } from '../../base/accounts.ts'
import { isObject, member, textMember } from '../../base/json.ts'
import type { WebAppConnection } from './connection.ts'
import type { Role } from './schemas.ts'
import { required } from './users.ts'

/**
 * Adds the person with this e-mail address to the session's space, creating a user if the product does not know the
 * address. Reads the space before it writes, so that no user is created for a space that the session cannot access.
 */
export async function invite(webApp: WebAppConnection, email: string, role: Role) {
  const reading = fetchMembers(webApp)
  const found = findUser(webApp, email)
  // Awaited below. If both fail, the error of the space is thrown, because it is about the session.
  found.catch(() => {})
  const members = await reading
  const known = await found
  const isMember = known !== undefined && members.has(known)
  const userId = known ?? (await createUser(webApp, email))
  if (!isMember) {
    await sendInvitation(webApp, userId)
    await addMember(webApp, userId, role)
  }
  return { user_id: userId, email, role, already_member: isMember }
}

/** The members of the space are listed in `users` or in the record map. */

/** Roles in `getVisibleUsers` of people who see the space without being members. */
const OUTSIDE = new Set<unknown>(['page_guest', 'none'])

/**
 * The ids of the members. Throws 502 when the response omits them, because then existing roles could be overwritten.
 */
async function fetchMembers({ call, spaceId }: WebAppConnection): Promise<ReadonlySet<string>> {
  const answer = await call({
    name: 'getVisibleUsers',
    body: { spaceId, supportsEdgeCache: true, earlyReturnForEdgeCache: true },
    reads: true,
  })
  const users = member(answer, 'users')
  const records = member(member(answer, 'recordMap'), 'notion_user')
  required('users', Array.isArray(users) ? users : isObject(records) ? records : undefined)
  const members = new Set(Object.keys(records ?? {}))
  for (const user of Array.isArray(users) ? users : []) {
    const id = textMember(user, 'userId') ?? textMember(user, 'id')
    if (id && OUTSIDE.has(member(user, 'role'))) members.delete(id)
    else if (id) members.add(id)
  }
  return members
}

/** The id of the user with this e-mail address. Undefined when the product knows no such user. */
async function findUser({ call }: WebAppConnection, email: string): Promise<string | undefined> {
  const answer = await call({ name: 'findUser', body: { email }, reads: true })
  return asUuid(textMember(member(member(answer, 'value'), 'value'), 'id'))
}

/** Creates a user for an e-mail address and returns the id, which the call itself does not always return. */
async function createUser(webApp: WebAppConnection, email: string): Promise<string> {
  const locale = { preferredLocaleOrigin: 'inferred_from_inviter', preferredLocale: 'en-US' }
  const answer = await webApp.call({ name: 'createEmailUser', body: { email, ...locale } })
  return required('userId', asUuid(textMember(answer, 'userId')) ?? (await findUser(webApp, email)))
}

const sendInvitation = ({ call, spaceId }: WebAppConnection, userId: string) =>
  call({
    name: 'inviteGuestsToSpace',
    body: {
      action: 'create_invites',
      spaceId,
      target: { table: 'space', id: spaceId },
      // A role for pages, with its own set of words. addMember sets the role in the space.
      invitees: [{ userId, role: 'editor' }],
      message: '',
      origin: 'space_switcher_invite_button',
    },
  })

const addMember = ({ call, spaceId }: WebAppConnection, userId: string, membershipType: string) =>
  call({ name: 'addMembersToSpace', body: { spaceId, userIds: [userId], membershipType, billingExempt: false } })
