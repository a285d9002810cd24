import { badGateway, type GatewayError, unauthorized } from '../../base/errors.ts'
import { tryParseJson } from '../../base/json.ts'
import { isObject, type JsonObject, member, textMember } from '../../base/json-object.ts'
import { baseUrl } from '../../upstream/base-url.ts'
import { type Product, send, type UpstreamAnswer } from '../../upstream/client.ts'
import { failureOf, unreadable } from '../../upstream/failures.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { asUuid } from './convert/uuid.ts'

/**
 * UNOFFICIAL. Notion has no public API for inviting people, so these are calls of its own web app, under a browser's
 * session (workspace facts, section 8). They are not documented and may change any day: everything known of them stands
 * in this file, and nothing is repeated.
 */
export const notionApp: Product = { group: 'workspace', hosts: (host) => host === HOST }

const HOST = 'www.notion.so'

/** A browser's session, acting as one user in one space. */
export interface AppSession {
  readonly outgoing: Outgoing
  /** The cookie `token_v2`. */
  readonly token: string
  readonly spaceId: string
  readonly userId: string
}

interface SessionHeaders {
  'X-Workspace-Token': string
  'X-Workspace-Space-ID': string
  'X-Workspace-User-ID': string
}

export function openSession(outgoing: Outgoing, headers: SessionHeaders): AppSession {
  const token = headers['X-Workspace-Token']
  outgoing.secrets.add(token)
  return { outgoing, token, spaceId: headers['X-Workspace-Space-ID'], userId: headers['X-Workspace-User-ID'] }
}

async function call({ outgoing, token, spaceId, userId }: AppSession, name: string, body: JsonObject) {
  const override = outgoing.settings.url('WORKSPACE_APP_URL')
  const answer = await send(outgoing, notionApp, {
    method: 'POST',
    url: new URL(`${baseUrl(override, `https://${HOST}`)}/api/v3/${name}`),
    override,
    headers: {
      'Content-Type': 'application/json',
      Cookie: `token_v2=${token}`,
      'x-notion-active-user-header': userId,
      'x-notion-space-id': spaceId,
    },
    body: JSON.stringify(body),
  })
  // Some of these calls answer with nothing at all.
  const read: unknown = answer.text.trim() === '' ? {} : tryParseJson(answer.text)
  if (answer.status !== 200) throw failure(outgoing, answer, read)
  if (!isObject(read)) throw unreadable('workspace')
  return read
}

function failure(outgoing: Outgoing, answer: UpstreamAnswer, body: unknown): GatewayError {
  if (textMember(body, 'name') === 'UnauthorizedError') {
    return unauthorized(
      'X-Workspace-Token: the session has expired, or is not that of X-Workspace-User-ID: sign in and reconnect it',
      'account rejected',
    )
  }
  return failureOf(outgoing, 'workspace', answer, textMember(body, 'message'))
}

/** Roles in `getVisibleUsers` of people who see the space and do not belong to it. */
const OUTSIDE = new Set<unknown>(['page_guest', 'none'])

/** The ids of those who belong to the space. 502 when the answer does not tell, since roles could be overwritten then. */
export async function membersOf(session: AppSession): Promise<ReadonlySet<string>> {
  const { spaceId } = session
  const flags = { supportsEdgeCache: true, earlyReturnForEdgeCache: true }
  const answer = await call(session, 'getVisibleUsers', { spaceId, ...flags })
  const users = member(answer, 'users')
  const records = member(member(answer, 'recordMap'), 'notion_user')
  if (!Array.isArray(users) && !isObject(records)) throw unreadable('workspace')
  const members = new Set(Object.keys(records ?? {}))
  for (const user of Array.isArray(users) ? users : []) {
    const id = textMember(user, 'userId') ?? textMember(user, 'id')
    if (id && OUTSIDE.has(member(user, 'role'))) members.delete(id)
    else if (id) members.add(id)
  }
  return members
}

/** The id of the user with this e-mail address; undefined when the product knows none. */
export async function findUser(session: AppSession, email: string): Promise<string | undefined> {
  const answer = await call(session, 'findUser', { email })
  return asUuid(textMember(member(member(answer, 'value'), 'value'), 'id'))
}

/** Makes a user of an e-mail address; the id. It is not always told by the call itself. */
export async function createUser(session: AppSession, email: string): Promise<string> {
  const locale = { preferredLocaleOrigin: 'inferred_from_inviter', preferredLocale: 'en-US' }
  const answer = await call(session, 'createEmailUser', { email, ...locale })
  const id = asUuid(textMember(answer, 'userId')) ?? (await findUser(session, email))
  if (!id) throw badGateway('the workspace service made no user of this e-mail address', 'shape userId')
  return id
}

export const sendInvitation = (session: AppSession, userId: string) =>
  call(session, 'inviteGuestsToSpace', {
    action: 'create_invites',
    spaceId: session.spaceId,
    target: { table: 'space', id: session.spaceId },
    // A role on pages, which has words of its own; the role in the space comes with addMember.
    invitees: [{ userId, role: 'editor' }],
    message: '',
    origin: 'space_switcher_invite_button',
  })

export const addMember = (session: AppSession, userId: string, membershipType: string) =>
  call(session, 'addMembersToSpace', {
    spaceId: session.spaceId,
    userIds: [userId],
    membershipType,
    billingExempt: false,
  })
