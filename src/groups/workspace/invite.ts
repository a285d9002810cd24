import { isObject, member, textMember } from '../../base/json-object.ts'
import { requiredFields } from '../../upstream/http/required-fields.ts'
import type { WebAppConnection } from './connection.ts'
import { asUuid } from './convert/uuid.ts'
import type { Role } from './schemas.ts'

/**
 * Makes the person with this e-mail address a member of the session's space, whether the product knows the address or
 * not. The space is read before anything is written, so that no user is created for a space that the session may not
 * enter.
 */
export async function invite(webApp: WebAppConnection, email: string, role: Role) {
  const reading = fetchMembers(webApp)
  const found = findUser(webApp, email)
  // Awaited below: of two failures that of the space is told, since it is about the session.
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

/** Who belongs to the space stands in `users` or in the record map. */
const required = requiredFields('workspace', 'users', 'userId')

/** Roles in `getVisibleUsers` of people who see the space and do not belong to it. */
const OUTSIDE = new Set<unknown>(['page_guest', 'none'])

/** The ids of those who belong to the space. 502 when the answer does not tell, since roles could be overwritten then. */
async function fetchMembers({ call, spaceId }: WebAppConnection): Promise<ReadonlySet<string>> {
  const answer = await call('getVisibleUsers', { spaceId, supportsEdgeCache: true, earlyReturnForEdgeCache: true })
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

/** The id of the user with this e-mail address; undefined when the product knows none. */
async function findUser({ call }: WebAppConnection, email: string): Promise<string | undefined> {
  const answer = await call('findUser', { email })
  return asUuid(textMember(member(member(answer, 'value'), 'value'), 'id'))
}

/** Makes a user of an e-mail address; the id, which the call itself does not always tell. */
async function createUser(webApp: WebAppConnection, email: string): Promise<string> {
  const locale = { preferredLocaleOrigin: 'inferred_from_inviter', preferredLocale: 'en-US' }
  const answer = await webApp.call('createEmailUser', { email, ...locale })
  return required('userId', asUuid(textMember(answer, 'userId')) ?? (await findUser(webApp, email)))
}

const sendInvitation = ({ call, spaceId }: WebAppConnection, userId: string) =>
  call('inviteGuestsToSpace', {
    action: 'create_invites',
    spaceId,
    target: { table: 'space', id: spaceId },
    // A role on pages, which has words of its own; the role in the space comes with addMember.
    invitees: [{ userId, role: 'editor' }],
    message: '',
    origin: 'space_switcher_invite_button',
  })

const addMember = ({ call, spaceId }: WebAppConnection, userId: string, membershipType: string) =>
  call('addMembersToSpace', { spaceId, userIds: [userId], membershipType, billingExempt: false })
