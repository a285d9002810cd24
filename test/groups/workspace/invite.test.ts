import { describe, expect, it } from 'vitest'
import { invitation } from '../../../src/groups/workspace/records.outputs.ts'
import type { Call } from '../../simulators/simulator.ts'
import {
  appFailure,
  EMAILS,
  NOTION_APP_HOST,
  NOTION_OLD_APP_HOST,
  NOTION_SESSIONS,
  NOTION_TOKENS,
  USERS,
  WORKSPACES,
} from '../../simulators/workspace/index.ts'
import { lastCall, refused, relay, type Stage, setStage, told } from './stage.ts'

const chain = (...names: string[]) => names.map((name) => `POST /api/v3/${name}`)
/** Both read, and at once. */
const READS = chain('getVisibleUsers', 'findUser')
const KNOWN = [...READS, ...chain('inviteGuestsToSpace', 'addMembersToSpace')]

const NEW = 'newcomer@haneul.example'

describe('POST /workspace/workspace-invite', () => {
  it('makes a known user a member', async () => {
    const { invite, product, called } = setStage()
    const { status, json } = await invite({ email: EMAILS.outsider })
    expect([status, json]).toEqual([
      200,
      { success: true, user_id: USERS.outsider, email: EMAILS.outsider, role: 'member', already_member: false },
    ])
    expect(invitation().parse(json)).toEqual(json)
    expect(called()).toEqual(KNOWN)
    expect(product.state.members.get(WORKSPACES.haneul)?.get(USERS.outsider)).toBe('member')
    expect(product.state.invites).toEqual([{ spaceId: WORKSPACES.haneul, userId: USERS.outsider, role: 'editor' }])
  })

  it('sends the session as a cookie, the space and the user as headers', async () => {
    const stage = setStage()
    await stage.invite({ email: EMAILS.outsider })
    const { url, headers, body } = lastCall(stage)
    expect(url.href).toBe('https://app.notion.com/api/v3/addMembersToSpace')
    expect(Object.fromEntries(headers)).toMatchObject({
      cookie: `token_v2=${NOTION_SESSIONS.owner}`,
      'x-notion-space-id': WORKSPACES.haneul,
      'x-notion-active-user-header': USERS.jiwoo,
    })
    expect(headers.has('authorization')).toBe(false)
    expect(JSON.parse(body)).toEqual({
      spaceId: WORKSPACES.haneul,
      userIds: [USERS.outsider],
      membershipType: 'member',
      billingExempt: false,
    })
  })

  it('creates a user for an unknown e-mail address', async () => {
    const { invite, product, called } = setStage()
    const { status, json } = await invite({ email: NEW })
    const created = product.state.users.find(({ email }) => email === NEW)
    expect([status, json]).toEqual([
      200,
      { success: true, user_id: created?.id, email: NEW, role: 'member', already_member: false },
    ])
    expect(called()).toEqual(
      chain('getVisibleUsers', 'findUser', 'createEmailUser', 'inviteGuestsToSpace', 'addMembersToSpace'),
    )
    expect(product.state.members.get(WORKSPACES.haneul)?.get(String(created?.id))).toBe('member')
  })

  it('finds a created user whose id was not returned', async () => {
    const { invite, product, called } = setStage()
    product.switches.newUserIdTold = false
    product.switches.inviteAnswerIsJson = false
    const { status, json } = await invite({ email: NEW })
    expect([status, json.user_id]).toEqual([200, product.state.users.find(({ email }) => email === NEW)?.id])
    expect(called()).toEqual(
      chain('getVisibleUsers', 'findUser', 'createEmailUser', 'findUser', 'inviteGuestsToSpace', 'addMembersToSpace'),
    )
  })

  it.each(['both', 'users', 'recordMap'] as const)('does not change a member, listed in %s', async (visibleUsersIn) => {
    const { invite, product, called } = setStage()
    product.switches.visibleUsersIn = visibleUsersIn
    const { status, json } = await invite({ email: EMAILS.minjun, role: 'owner' })
    expect([status, json]).toEqual([
      200,
      { success: true, user_id: USERS.minjun, email: EMAILS.minjun, role: 'owner', already_member: true },
    ])
    expect(called()).toEqual(chain('getVisibleUsers', 'findUser'))
    expect(product.state.members.get(WORKSPACES.haneul)?.get(USERS.minjun)).toBe('membership_admin')
  })

  it('invites one who sees a page of the space and does not belong to it', async () => {
    const { invite, product, called } = setStage()
    product.state.members.get(WORKSPACES.haneul)?.set(USERS.outsider, 'page_guest')
    const { json } = await invite({ email: EMAILS.outsider })
    expect(json.already_member).toBe(false)
    expect(called()).toEqual(KNOWN)
  })

  it.each([
    [undefined, 'member'],
    [null, 'member'],
    ['member', 'member'],
    ['owner', 'owner'],
    ['admin', 'owner'],
    ['membership_admin', 'membership_admin'],
  ])('role %s is %s', async (role, membership) => {
    const { invite, product } = setStage()
    const { json } = await invite({ email: EMAILS.outsider, role })
    expect(json.role).toBe(membership)
    expect(product.state.members.get(WORKSPACES.haneul)?.get(USERS.outsider)).toBe(membership)
  })

  it('a wrong field is 400 before any call', async () => {
    for (const [body, error] of [
      [{}, 'email: is required'],
      [{ email: 'nobody' }, 'email: must be an e-mail address'],
      [{ email: '' }, 'email: must be an e-mail address'],
      [{ email: 7 }, 'email: must be an e-mail address'],
      [{ email: NEW, role: 'guest' }, 'role: must be one of member, owner, membership_admin, admin'],
      [{ email: NEW, role: 'page_guest' }, /^role: /],
      [{ email: NEW, role: '' }, /^role: /],
    ] as const) {
      const { invite, called } = setStage()
      const message = typeof error === 'string' ? error : expect.stringMatching(error)
      expect.soft(told(await invite(body)), JSON.stringify(body)).toEqual(refused(400, message))
      expect.soft(called(), JSON.stringify(body)).toEqual([])
    }
  })
})

describe('the headers of the invitation', () => {
  it.each(['X-Workspace-Token', 'X-Workspace-Space-ID', 'X-Workspace-User-ID'])('%s is required', async (name) => {
    const { invite, called } = setStage()
    expect(told(await invite({ email: NEW }, { [name]: null }))).toEqual(refused(400, `${name}: is required`))
    expect(called()).toEqual([])
  })

  it.each([
    ['X-Workspace-Token', NOTION_TOKENS.full, /must be a session token .* not an integration token$/],
    ['X-Workspace-Token', NOTION_TOKENS.stranger, /must be a session token/],
    ['X-Workspace-Token', 'a; notion_user_id=b', /must be 1 to 4096 visible/],
    ['X-Workspace-Token', 'a,b', /must be 1 to 4096 visible/],
    ['X-Workspace-Space-ID', 'haneul', /must be a UUID$/],
    ['X-Workspace-User-ID', `${USERS.jiwoo}0`, /must be a UUID$/],
  ])('%s: %s is 400', async (name, value, error) => {
    const { invite, called } = setStage()
    const { status, json } = await invite({ email: NEW }, { [name]: value })
    expect([status, json.error]).toEqual([400, expect.stringMatching(error)])
    expect(json.error.startsWith(`${name}: `)).toBe(true)
    expect(called()).toEqual([])
  })

  it('UUIDs may come without dashes, and go with them', async () => {
    const stage = setStage()
    const bare = (id: string) => id.replaceAll('-', '').toUpperCase()
    const ids = { 'X-Workspace-Space-ID': bare(WORKSPACES.haneul), 'X-Workspace-User-ID': bare(USERS.jiwoo) }
    expect((await stage.invite({ email: EMAILS.outsider }, ids)).status).toBe(200)
    expect(lastCall(stage).headers.get('x-notion-space-id')).toBe(WORKSPACES.haneul)
  })
})

describe('what the product refuses', () => {
  it('an expired session is 401', async () => {
    const { invite, called } = setStage()
    const answer = await invite({ email: NEW }, { 'X-Workspace-Token': NOTION_SESSIONS.expired })
    expect(told(answer)).toEqual(
      refused(401, expect.stringMatching(/^X-Workspace-Token: the session has expired.*reconnect/)),
    )
    expect(called()).toEqual(READS)
  })

  it('a session of another user is 401', async () => {
    expect((await setStage().invite({ email: NEW }, { 'X-Workspace-User-ID': USERS.minjun })).status).toBe(401)
  })

  it('a foreign space is 403, and no user is created', async () => {
    const { invite, called } = setStage()
    const answer = await invite({ email: NEW }, { 'X-Workspace-Space-ID': WORKSPACES.elsewhere })
    expect(told(answer)).toEqual(refused(403, 'You do not have access.'))
    expect(called()).toEqual(READS)
  })

  it('one who may not invite is 403', async () => {
    const { invite, product } = setStage()
    const session = { 'X-Workspace-Token': NOTION_SESSIONS.member, 'X-Workspace-User-ID': USERS.seoyeon }
    expect((await invite({ email: EMAILS.outsider }, session)).status).toBe(403)
    expect(product.state.members.get(WORKSPACES.haneul)?.has(USERS.outsider)).toBe(false)
  })

  it.each([
    [400, 400],
    [403, 403],
    [429, 429],
    [500, 502],
    [503, 502],
  ])('%i is %i, and no call is repeated', async (status, expected) => {
    for (const name of ['getVisibleUsers', 'findUser', 'inviteGuestsToSpace', 'addMembersToSpace']) {
      const { invite, product, called } = setStage()
      product.fail(appFailure(status), { on: ({ url }) => url.pathname.endsWith(name) })
      const answer = await invite({ email: EMAILS.outsider })
      expect(told(answer)).toEqual(refused(expected, expect.any(String)))
      expect(called()).toEqual(KNOWN.slice(0, Math.max(READS.length, KNOWN.indexOf(`POST /api/v3/${name}`) + 1)))
    }
  })

  it('a response without the members is 502, and nothing is written', async () => {
    const { invite, product, called } = setStage()
    product.fail(
      { kind: 'status', status: 200, body: '{}' },
      { on: ({ url }) => url.pathname.endsWith('VisibleUsers') },
    )
    expect((await invite({ email: EMAILS.outsider })).status).toBe(502)
    expect(called()).toEqual(READS)
  })

  it('a user who was not created is 502', async () => {
    const { invite, product } = setStage()
    product.switches.newUserIdTold = false
    product.fail({ kind: 'status', status: 200, body: '{}' }, { on: ({ url }) => url.pathname.endsWith('findUser') })
    expect(told(await invite({ email: NEW }))).toEqual(refused(502, expect.stringMatching(/cannot be read: userId$/)))
  })

  it('shows the session in no response and no log', async () => {
    const { invite, product, world } = setStage()
    const message = `Bad cookie ${NOTION_SESSIONS.owner}`
    product.fail({ kind: 'status', status: 400, body: JSON.stringify({ name: 'ValidationError', message }) })
    expect(told(await invite({ email: NEW }))).toEqual(refused(400, 'Bad cookie ***'))
    expect(world.log.join('\n')).not.toContain(NOTION_SESSIONS.owner)
  })

  it('uses WORKSPACE_APP_URL instead of the product', async () => {
    const address = 'https://relay.example.test/app'
    const stage = setStage({ WORKSPACE_APP_URL: address }, relay(address, `https://${NOTION_APP_HOST}`))
    expect((await stage.invite({ email: EMAILS.outsider })).status).toBe(200)
    expect(stage.called()).toEqual(KNOWN)
  })
})

describe('the host of the web app (workspace facts, section 8)', () => {
  const asked = ({ product }: Stage) =>
    product.calls.map(
      ({ url }) => `${url.hostname.startsWith('app') ? 'app' : 'old'} ${url.pathname.split('/').at(-1)}`,
    )
  const at = (host: string, name: string) => ({
    on: ({ url }: Call) => url.hostname === host && url.pathname.endsWith(name),
  })
  const WRITES = ['inviteGuestsToSpace', 'addMembersToSpace']

  it.each([301, 302, 307, 308, 404] as const)('is the old one where the new one answers %i', async (status) => {
    const stage = setStage()
    Object.assign(stage.product.switches, { appHost: NOTION_OLD_APP_HOST, otherAppHostStatus: status })
    expect((await stage.invite({ email: EMAILS.outsider })).status).toBe(200)
    expect(asked(stage).toSorted()).toEqual(
      [
        ...['app findUser', 'app getVisibleUsers', 'old findUser', 'old getVisibleUsers'],
        // The writes go to the host that took the reads.
        ...['old addMembersToSpace', 'old inviteGuestsToSpace'],
      ].toSorted(),
    )
    expect(stage.product.state.invites).toHaveLength(1)
  })

  it('is the old one where no connection to the new one can be made', async () => {
    const stage = setStage()
    stage.product.switches.appHost = NOTION_OLD_APP_HOST
    stage.product.fail({ kind: 'network' }, { on: ({ url }) => url.hostname === NOTION_APP_HOST })
    expect((await stage.invite({ email: EMAILS.outsider })).status).toBe(200)
    expect(asked(stage).slice(-2)).toEqual(['old inviteGuestsToSpace', 'old addMembersToSpace'])
  })

  it.each([521, 523, 530])('is the old one where Cloudflare reaches no server of the new one: %i', async (status) => {
    const stage = setStage()
    stage.product.switches.appHost = NOTION_OLD_APP_HOST
    stage.product.fail({ kind: 'html', status }, { on: ({ url }) => url.hostname === NOTION_APP_HOST })
    expect((await stage.invite({ email: EMAILS.outsider })).status).toBe(200)
  })

  it.each(WRITES)('sends %s once where its connection breaks, which may be after it was done', async (name) => {
    const stage = setStage()
    stage.product.fail({ kind: 'network' }, at(NOTION_APP_HOST, name))
    expect((await stage.invite({ email: EMAILS.outsider })).status).toBe(502)
    expect(asked(stage).filter((call) => call.endsWith(name))).toEqual([`app ${name}`])
  })

  it('asks the other host for a write that the first did not take', async () => {
    const stage = setStage()
    stage.product.fail({ kind: 'redirect', location: '/', status: 307 }, at(NOTION_APP_HOST, 'addMembersToSpace'))
    stage.product.fail(
      { kind: 'status', status: 200, body: '{}' },
      { on: ({ url }) => url.hostname === NOTION_OLD_APP_HOST },
    )
    expect((await stage.invite({ email: EMAILS.outsider })).status).toBe(200)
    expect(asked(stage).slice(-2)).toEqual(['app addMembersToSpace', 'old addMembersToSpace'])
  })

  it('is not asked a second time after a status that may follow a write that was done', async () => {
    for (const status of [303, 401, 403, 409, 429, 500, 502, 503, 520, 522, 524]) {
      const stage = setStage()
      const fault = status === 303 ? ({ kind: 'redirect', location: '/', status } as const) : appFailure(status)
      stage.product.fail(fault, { on: ({ url }) => url.hostname === NOTION_APP_HOST })
      expect.soft((await stage.invite({ email: EMAILS.outsider })).status, String(status)).toBeGreaterThanOrEqual(400)
      expect
        .soft(
          asked(stage).filter((call) => call.startsWith('old')),
          String(status),
        )
        .toEqual([])
    }
  })

  it('is not asked a second time after a timeout', async () => {
    const stage = setStage()
    stage.product.fail({ kind: 'timeout' })
    expect((await stage.invite({ email: EMAILS.outsider })).status).toBe(504)
    expect(asked(stage).filter((call) => call.startsWith('old'))).toEqual([])
  })

  it('reports what the first said where neither takes the call', async () => {
    const { invite, product } = setStage()
    product.fail({ kind: 'redirect', location: 'https://app.notion.com/' }, at(NOTION_OLD_APP_HOST, ''))
    product.fail(appFailure(404))
    expect(told(await invite({ email: EMAILS.outsider }))).toEqual(refused(404, 'Not found.'))
  })

  it('reports what the second said where it takes the call', async () => {
    const { invite, product } = setStage()
    Object.assign(product.switches, { appHost: NOTION_OLD_APP_HOST })
    const answer = await invite({ email: NEW }, { 'X-Workspace-Token': NOTION_SESSIONS.expired })
    expect(told(answer)).toEqual(refused(401, expect.stringMatching(/the session has expired/)))
  })

  it('is only that of WORKSPACE_APP_URL where it is set', async () => {
    const address = 'https://relay.example.test/app'
    const stage = setStage({ WORKSPACE_APP_URL: address }, relay(address, `https://${NOTION_APP_HOST}`))
    stage.product.switches.appHost = NOTION_OLD_APP_HOST
    expect((await stage.invite({ email: EMAILS.outsider })).status).toBe(502)
    expect(asked(stage).filter((call) => call.startsWith('old'))).toEqual([])
  })
})
