import { type AppSession, addMember, createUser, findUser, membersOf, sendInvitation } from './notion-app.ts'
import type { Role } from './schemas.ts'

/**
 * Makes the one with this e-mail address a member of the session's space, whether the product knows the address or not.
 * The space is looked at first, so that nobody is created for a space that the session may not enter.
 */
export async function invite(session: AppSession, email: string, role: Role) {
  const members = await membersOf(session)
  const known = await findUser(session, email)
  const isMember = known !== undefined && members.has(known)
  const userId = known ?? (await createUser(session, email))
  if (!isMember) {
    await sendInvitation(session, userId)
    await addMember(session, userId, role)
  }
  return { success: true as const, user_id: userId, email, role, already_member: isMember }
}
