import { describe, expect, it } from 'vitest'
import { webApp } from './call.ts'
import {
  appFailure,
  createNotion,
  EMAILS,
  NOTION_APP_HOST,
  NOTION_SESSIONS,
  type NotionSimulator,
  USERS,
  WORKSPACES,
} from './index.ts'

const spaceId = WORKSPACES.haneul

const invite = (notion: NotionSimulator, userId: string, options = {}) =>
  webApp(
    notion,
    'inviteGuestsToSpace',
    {
      action: 'create_invites',
      spaceId,
      target: { table: 'space', id: spaceId },
      invitees: [{ userId, role: 'editor' }],
      message: '',
      origin: 'space_switcher_invite_button',
    },
    options,
  )

const add = (notion: NotionSimulator, userId: string, membershipType = 'member', options = {}) =>
  webApp(notion, 'addMembersToSpace', { spaceId, userIds: [userId], membershipType, billingExempt: false }, options)

const email = (address: string) => ({
  email: address,
  preferredLocaleOrigin: 'inferred_from_inviter',
  preferredLocale: 'en-US',
})

describe('facts 8: the session', () => {
  it.each([NOTION_SESSIONS.expired, 'ntn_test-full', ''])('refuses the session "%s"', async (session) => {
    expect((await webApp(createNotion(), 'findUser', email(EMAILS.minjun), { session })).status).toBe(401)
  })

  it('refuses to act for another user', async () => {
    const headers = { 'x-notion-active-user-header': USERS.minjun }
    expect((await webApp(createNotion(), 'findUser', email(EMAILS.minjun), { headers })).status).toBe(401)
  })

  it.each([
    [{ 'x-notion-space-id': WORKSPACES.elsewhere }, spaceId, 400],
    [{ 'x-notion-space-id': WORKSPACES.elsewhere }, WORKSPACES.elsewhere, 403],
    [{ 'x-notion-space-id': '' }, spaceId, 400],
    [{}, 'haneul', 400],
  ])('refuses the space of header %j and body %s', async (headers, id, status) => {
    const answer = await webApp(createNotion(), 'getVisibleUsers', { spaceId: id }, { headers })
    expect(answer.status).toBe(status)
  })

  it('reports unknown calls', async () => {
    const notion = createNotion()
    await webApp(notion, 'deleteSpace', {})
    expect(notion.unexpected).toEqual([`workspace: POST https://${NOTION_APP_HOST}/api/v3/deleteSpace`])
  })
})

describe('facts 8: finding people', () => {
  it('knows people by e-mail, whatever its case', async () => {
    const { body } = await webApp(createNotion(), 'findUser', { email: 'Minjun@Haneul.example' })
    expect(body).toMatchObject({ value: { value: { id: USERS.minjun, email: EMAILS.minjun } } })
  })

  it('has nothing for a stranger, until the user is created', async () => {
    const notion = createNotion()
    const address = email('new@haneul.example')
    expect((await webApp(notion, 'findUser', address)).body).toEqual({})
    const { body } = await webApp(notion, 'createEmailUser', address)
    expect((await webApp(notion, 'findUser', address)).body).toMatchObject({ value: { value: { id: body.userId } } })
    expect((await webApp(notion, 'createEmailUser', address)).body).toEqual(body)
  })

  it('may not return the id of a new user', async () => {
    const notion = createNotion()
    notion.switches.newUserIdTold = false
    expect((await webApp(notion, 'createEmailUser', email('new@haneul.example'))).body).toEqual({})
    expect((await webApp(notion, 'findUser', email('new@haneul.example'))).body).toHaveProperty('value')
  })

  it('refuses an invalid e-mail address', async () => {
    expect((await webApp(createNotion(), 'createEmailUser', email('nobody'))).body.name).toBe('ValidationError')
  })

  it.each(['both', 'users', 'recordMap'] as const)('shows the members of a space in %s', async (where) => {
    const notion = createNotion()
    notion.switches.visibleUsersIn = where
    const { body } = await webApp(notion, 'getVisibleUsers', {
      spaceId,
      supportsEdgeCache: true,
      earlyReturnForEdgeCache: true,
    })
    expect('users' in body).toBe(where !== 'recordMap')
    expect('recordMap' in body).toBe(where !== 'users')
    expect(JSON.stringify(body)).toContain(USERS.seoyeon)
    expect(JSON.stringify(body)).not.toContain(USERS.outsider)
  })
})

describe('facts 8: inviting', () => {
  it('invites, then adds a member, who can be removed again', async () => {
    const notion = createNotion()
    expect((await invite(notion, USERS.outsider)).status).toBe(200)
    expect(notion.state.invites).toEqual([{ spaceId, userId: USERS.outsider, role: 'editor' }])
    expect((await add(notion, USERS.outsider)).status).toBe(200)
    expect(notion.state.members.get(spaceId)?.get(USERS.outsider)).toBe('member')
    await webApp(notion, 'removeUsersFromSpace', { spaceId, userIds: [USERS.outsider] })
    expect(notion.state.members.get(spaceId)?.has(USERS.outsider)).toBe(false)
  })

  it('leaves who is inside as they are', async () => {
    const notion = createNotion()
    expect((await add(notion, USERS.minjun)).status).toBe(200)
    expect(notion.state.members.get(spaceId)?.get(USERS.minjun)).toBe('membership_admin')
  })

  it('may respond to an invitation with an empty body', async () => {
    const notion = createNotion()
    notion.switches.inviteAnswerIsJson = false
    expect(await invite(notion, USERS.outsider)).toMatchObject({ status: 200, body: {} })
  })

  it('is not for mere members', async () => {
    const options = { session: NOTION_SESSIONS.member }
    expect((await invite(createNotion(), USERS.outsider, options)).status).toBe(403)
    expect((await add(createNotion(), USERS.outsider, 'member', options)).status).toBe(403)
  })

  it('refuses strangers and unknown roles', async () => {
    expect((await add(createNotion(), USERS.outsider, 'king')).status).toBe(400)
    expect((await add(createNotion(), WORKSPACES.haneul)).status).toBe(400)
    expect((await invite(createNotion(), WORKSPACES.haneul)).status).toBe(400)
  })

  it('fails in its own format', async () => {
    const notion = createNotion()
    notion.fail(appFailure(429))
    expect(await invite(notion, USERS.outsider)).toMatchObject({ status: 429, body: { name: 'TooManyRequestsError' } })
  })
})
