import { Hono } from 'hono'
import * as z from 'zod/mini'
import { asUuid } from '../../base/accounts.ts'
import { at, count, isObject, member, text, textMember } from '../../base/json.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { choice } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { readResults } from './databases.ts'
import { header, INTEGRATION, paged, read, token, uuid, write } from './group.ts'
import {
  type Connection,
  connect,
  connectWebApp,
  needingCapability,
  type PageRequest,
  pageQuery,
  paging,
  type WebAppConnection,
} from './notion.ts'
import type { Me, User, UserPage } from './records.outputs.ts'

const users = () => ({ header: header(), query: z.strictObject(paged('Users')) })

const me = () => ({ header: header() })

const session = () => ({
  'X-Workspace-Token': token()
    .check(
      z.refine(
        (text) => !INTEGRATION.test(text),
        'must be a session token (the cookie token_v2), not an integration token',
      ),
    )
    .check(
      z.meta({
        description: 'Session token of the workspace (the cookie token_v2), sent with every request and never stored',
        examples: ['test-session-owner'],
      }),
    ),
  'X-Workspace-Space-ID': uuid().check(
    z.meta({ description: 'The workspace, a UUID', examples: ['2f1c0de0-0001-4000-8000-000000000001'] }),
  ),
  'X-Workspace-User-ID': uuid().check(
    z.meta({ description: 'The user of the session, a UUID', examples: ['2f1c0de0-0004-4000-8000-000000000001'] }),
  ),
})

const ROLES = ['member', 'owner', 'membership_admin'] as const
type Role = (typeof ROLES)[number]

const invitation = () => ({
  header: z.object(session()),
  json: z.strictObject({
    email: z
      .email({ error: ({ input }) => (input === undefined ? undefined : 'must be an e-mail address') })
      .check(z.meta({ description: 'E-mail address of the one to invite', examples: ['ada@example.com'] })),
    role: z
      .pipe(
        z.nullish(choice([...ROLES, 'admin'])),
        z.transform((role): Role => (role === 'admin' ? 'owner' : (role ?? 'member'))),
      )
      .check(z.meta({ description: 'member (default), owner (admin is the same) or membership_admin' })),
  }),
})

const required = requiredFields('workspace', '', 'users', 'userId')

/** Members and connections, but no guests. Throws 403 when the token lacks the capability. */
async function listUsers(connection: Connection, asked: PageRequest): Promise<UserPage> {
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

/**
 * Adds the person with this e-mail address to the session's space, creating a user if the product does not know the
 * address. Reads the space before it writes, so that no user is created for a space that the session cannot access.
 */
async function invite(webApp: WebAppConnection, email: string, role: Role) {
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

export const memberRoutes = new Hono<AppEnv>().post(
  '/workspace/workspace-invite',
  write('workspace_invite_member', {
    summary: 'Invite someone into the workspace by e-mail address',
    description:
      'Uses unofficial calls of the web app of the service, with the session of a browser; they may stop working any day.',
    ko: '이메일로 워크스페이스에 초대',
    search:
      '인턴한테 노션 열어줘, invite a colleague into Notion, add a teammate to our workspace, give somebody access, let her in, get somebody into Notion, new employee needs Notion, guest access, can not see our Notion, 노션에 초대, 팀원 초대, 새 직원 노션, 동료 추가, 볼 수 있게 해, 들어오게 해, 노션 권한 줘, 멤버로 넣어, 이메일 초대',
    title: 'Invite a person',
    tool: {
      account: null,
      description:
        'Invites someone into Notion by e-mail. It works only with the session of a browser, in three headers of the client.',
      withheld: ['role'],
    },
    effect: 'message',
    destructive: false,
    idempotent: true,
    input: invitation,
    handle: async (c) => {
      const { email, role } = c.req.valid('json')
      return { ...SUCCESS.workspace, ...(await invite(connectWebApp(c), email, role)) }
    },
  }),
)

export const peopleRoutes = new Hono<AppEnv>()
  .get(
    '/workspace/users',
    read('workspace_list_users', {
      summary: 'Members and connections of the workspace',
      description: 'The `id` or the e-mail address of a member fills a people property.',
      ko: '워크스페이스의 멤버와 연결',
      search:
        'how do I reach a colleague, guests of our Notion, 게스트 누구, who else is there, who is in our workspace, people in our Notion, members, who has access, our team, colleagues, e-mail address of a colleague, how many people use our Notion, bots and connections, 노션에 누가 있, 팀원 목록, 구성원 누구, 멤버 몇 명, 동료 메일, 이메일 주소가 뭐, 누가 들어와 있, 우리 노션 사람들',
      title: 'Get people',
      input: users,
      handle: async (c) => listUsers(await connect(c), c.req.valid('query')),
    }),
  )
  .get(
    '/workspace/users/me',
    read('workspace_get_me', {
      summary: 'Get the owner and the workspace of the token',
      description: 'A cheap way to find out whether a token works.',
      ko: '토큰의 소유자와 워크스페이스',
      search:
        'which Notion workspace is connected, under whose name are you in Notion, whose token, name of our workspace, 어느 노션에 연결, 노션 누구 이름으로, 워크스페이스 이름, 누구 계정으로 연결',
      title: 'Get the connection',
      input: me,
      handle: async (c) => fetchMe(await connect(c)),
    }),
  )
