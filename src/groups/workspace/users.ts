import { at, count, isObject, member, text, textMember } from '../../base/json.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { needingCapability } from './capability.ts'
import type { Connection } from './connection.ts'
import { readResults } from './data-sources.ts'
import type { Me, User, UserPage } from './finding.answers.ts'
import { type PageRequest, pageQuery, paging } from './lists.ts'

export const required = requiredFields('workspace', '', 'users', 'userId')

/** Members and connections, but no guests. Throws 403 when the token lacks the capability. */
export async function listUsers(connection: Connection, asked: PageRequest): Promise<UserPage> {
  const answer = await needingCapability(
    connection,
    connection.call({ path: `/users?${pageQuery(asked)}` }),
    'read users',
  )
  return { object: 'list', results: readResults(answer).map(user), ...paging(answer) }
}

/** The owner of the token. Every token may read this. */
export async function fetchMe(connection: Connection): Promise<Me> {
  const answer = await connection.call({ path: '/users/me' })
  const me = required('', isObject(answer) ? answer : undefined)
  const bot = member(me, 'bot')
  const owner = at(bot, 'owner', 'user')
  return {
    object: 'user',
    ...user(me),
    workspace_id: text(at(bot, 'workspace_id')),
    workspace_name: text(at(bot, 'workspace_name')),
    owner: isObject(owner) ? user(owner) : null,
    max_file_bytes: count(at(bot, 'workspace_limits', 'max_file_upload_size_in_bytes')),
  }
}

const user = (native: unknown): User => ({
  id: textMember(native, 'id') ?? null,
  name: textMember(native, 'name') ?? null,
  email: textMember(member(native, 'person'), 'email') ?? null,
  type: textMember(native, 'type') ?? null,
})
