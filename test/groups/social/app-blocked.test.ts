import { describe, expect, it } from 'vitest'
import { PRO_KEY } from '../../support/gateway.ts'
import { deploy, getFields } from '../admin/deployment.ts'
import { connected, errorBody, isUpkeep, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const POST = '17910000000000371'

/** Every operation of the group. */
const CALLS: readonly [method: string, path: string, body?: object][] = [
  ['GET', '/me'],
  ['GET', '/posts'],
  ['GET', `/posts/${POST}`],
  ['GET', `/posts/${POST}/replies`],
  ['GET', `/posts/${POST}/conversation`],
  ['GET', `/posts/${POST}/insights`],
  ['GET', '/insights'],
  ['GET', '/insights?since=2026-11-01T00:00:00Z&until=2026-11-08T00:00:00Z'],
  ['GET', '/limits'],
  ['GET', '/mentions'],
  ['GET', '/search?q=a'],
  ['POST', '/posts', { text: 'Open late' }],
  ['POST', '/posts', { text: 'The shelf', image_url: 'https://cdn.example.com/shelf.jpg' }],
  ['POST', `/posts/${POST}/repost`],
  ['POST', `/replies/${POST}/hide`, { hide: true }],
  ['DELETE', `/posts/${POST}`],
]

const SAYS = /^Meta has blocked the app .*App Dashboard \(developers\.facebook\.com\/apps\)/

const expectBlocked = (answer: { status: number; json: { error: string } }, what: string) => {
  expect.soft(answer.status, what).toBe(403)
  expect.soft(answer.json.error, what).toMatch(SAYS)
  expect.soft(answer.json.error, what).not.toMatch(/reconnect|may be published/i)
}

const anybody = (body: object | string) => (typeof body === 'string' ? body : JSON.stringify(body))

describe('an app that Meta has blocked (social facts, section 6)', () => {
  it.each(['blocked', 'deactivated', 'deleted'] as const)('is said by every operation: %s', async (how) => {
    const deployment = connected()
    deployment.threads.switches.appBlocked = how
    for (const [method, path, body] of CALLS) {
      expectBlocked(await deployment.request(method, path, body), `${method} ${path}`)
    }
    expect(deployment.threads.calls.filter(({ url }) => url.pathname.endsWith('threads_publish'))).toEqual([])
  })

  it.each([
    'API access blocked.',
    'API access blocked',
    '(#200) API access blocked.',
    'API access deactivated. To reactivate, go to the App Dashboard.',
    'Page access tokens cannot be generated: API access deactivated. To reactivate, go to the app dashboard.',
    'API access restricted until every administrator is verified',
    'Your API access has been temporarily blocked',
    'We have deactivated the API access of this app',
    'Error validating application. Application has been deleted.',
    'This app has been disabled',
    'The application is currently restricted',
    'Access to this data is temporarily disabled for non-active apps',
  ])('by the words %j, whatever the code and the status', async (message) => {
    for (const code of [1, 2, 4, 10, 24, 100, 101, 190, 200, 299, 368, 1357]) {
      for (const status of [200, 400, 401, 403, 500]) {
        const deployment = connected()
        deployment.threads.fail(
          { kind: 'status', status, body: errorBody(code, { message, error_subcode: 33 }) },
          { on: (call) => !isUpkeep(call) },
        )
        expectBlocked(await deployment.get('/me'), `${code} ${status}`)
      }
    }
  })

  it.each([
    ['in words for the person', { error: { code: 200, message: 'x', error_user_msg: 'API access blocked.' } }, {}],
    [
      'in the flat form of a sign-in',
      { error_type: 'OAuthException', code: 400, error_message: 'API access blocked.' },
      {},
    ],
    ['in the form of OAuth', { error: 'invalid_request', error_description: 'API access deactivated.' }, {}],
    ['in plain text', 'API access blocked.', {}],
    [
      'in a header alone',
      {},
      { 'www-authenticate': 'OAuth "Facebook Platform" "invalid_token" "API access blocked."' },
    ],
  ])('%s', async (_, body, headers) => {
    const deployment = connected()
    deployment.threads.fail(
      { kind: 'status', status: 400, body: anybody(body), headers },
      { on: (call) => !isUpkeep(call) },
    )
    expectBlocked(await deployment.get('/me'), '')
  })

  it.each([
    ['Application does not have permission for this action', 10, 403, /has not granted/],
    ['Application request limit reached', 4, 429, /limit/],
    ['The user has not authorized application 1', 190, 401, /reconnect/],
    ['You are temporarily blocked from posting', 368, 403, /blocked this for the account/],
    ['Different permission error', 200, 403, /has not granted/],
  ])('is none of %j', async (message, code, status, error) => {
    const deployment = connected()
    deployment.threads.fail(
      { kind: 'status', status: 400, body: errorBody(code, { message }) },
      { on: (call) => !isUpkeep(call) },
    )
    const answer = await deployment.get('/me')
    expect([answer.status, answer.json.error]).toEqual([status, expect.stringMatching(error)])
  })

  it('at the publishing step has published nothing, and the same request posts once it is restored', async () => {
    const deployment = connected()
    deployment.threads.fail(
      { kind: 'status', status: 400, body: errorBody(200, { message: 'API access blocked.' }) },
      { on: ({ url }) => url.pathname.endsWith('/threads_publish') },
    )
    expectBlocked(await deployment.post({ text: 'Open late' }), 'publish')
    deployment.threads.heal()
    const { status, json } = await deployment.post({ text: 'Open late' })
    expect([status, json.already_published]).toEqual([201, undefined])
    expect([...deployment.threads.state.media.values()].filter(({ text }) => text === 'Open late')).toHaveLength(1)
  })
})

describe('the account of such an app', () => {
  const PATH = '/api/v1/admin/accounts/social'
  const HINT =
    'the owner of the app sees in the App Dashboard (developers.facebook.com/apps) why it is blocked and how to restore it'
  const stage = async () => {
    const deployment = await deploy()
    const threads = deployment.getProduct('social') as ReturnType<typeof connected>['threads']
    return { ...deployment, threads }
  }
  const expectSaid = ({ account }: { account: Record<string, unknown> }) => {
    expect(account).toMatchObject({ state: 'unreachable', message: expect.stringMatching(SAYS), hint: HINT })
    expect(account.last_error).toMatchObject({ code: 'app_blocked', status: 403 })
    expect(JSON.stringify(account)).not.toMatch(/reconnect/i)
  }

  it('is unreachable after a test, with a hint that fits, and works again once it is restored', async () => {
    const { send, threads, world } = await stage()
    expect((await send('POST', `${PATH}/test`)).json.account.state).toBe('ok')
    threads.switches.appBlocked = 'blocked'
    expectSaid((await send('POST', `${PATH}/test`)).json)
    threads.switches.appBlocked = undefined
    world.clock.advance(1_000)
    expect((await send('POST', `${PATH}/test`)).json.account).toMatchObject({ state: 'ok', message: null, hint: null })
  })

  it('is so after a request', async () => {
    const { gateway, get, threads } = await stage()
    threads.switches.appBlocked = 'deactivated'
    expect((await gateway.call('/api/v1/social/me', { key: PRO_KEY })).status).toBe(403)
    const { json } = await get('/api/v1/admin/accounts')
    expectSaid({ account: json.accounts.find(({ account }: { account: string }) => account === 'social') })
  })

  it('is not connected with another token, whose refusal says why', async () => {
    const { send, threads, connected: settings } = await stage()
    threads.switches.appBlocked = 'blocked'
    const { status, json } = await send('PUT', PATH, getFields('social', settings))
    expect([status, json.error]).toEqual([502, expect.stringContaining('Meta has blocked the app')])
    expect(json.error).not.toMatch(/reconnect|copy the credential/i)
  })
})
