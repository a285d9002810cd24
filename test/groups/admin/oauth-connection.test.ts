import { describe, expect, it } from 'vitest'
import { ACCESS_NAME } from '../../../src/base/access.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import type { createThreads } from '../../simulators/social/index.ts'
import { createGateway } from '../../support/gateway.ts'
import { replaceCalls } from '../../support/stubs.ts'
import { OWN_ORIGIN, openBrowser } from './browser.ts'
import { type Deployment, deploy, startAnew, withoutAccount } from './deployment.ts'

/** Connecting the social account with OAuth (docs/spec/admin.md, "Links for customers"). */

startAnew()

const MINUTE = 60_000
const DAY = 86_400_000
const CALLBACK = `${OWN_ORIGIN}/connect/social/callback`

type Threads = ReturnType<typeof createThreads>
const getThreads = (deployment: Deployment) => deployment.getProduct('social') as Threads
const lacking = { ...withoutAccount('social') }

const start = async ({ get }: Pick<Deployment, 'get'>) => {
  const answer = await get('/connect/social/start')
  return { ...answer, url: new URL(answer.headers.get('Location') ?? 'https://nowhere.example/') }
}

/** What the product's page does when the person responds: redirects back with a code, or with an error. */
async function answerAt(threads: Threads, url: URL, answer: 'allow' | 'deny' = 'allow'): Promise<URL> {
  const page = await threads.fetch(new Request(url))
  expect(await page.text()).toContain('wants to use the account')
  const form = new URLSearchParams([...url.searchParams, ['answer', answer]])
  const back = await threads.fetch(new Request(`${url.origin}${url.pathname}`, { method: 'POST', body: form }))
  return new URL(back.headers.get('Location') ?? '')
}

const comeBack = async ({ get }: Pick<Deployment, 'get'>, { pathname, search }: URL) => {
  const answer = await get(pathname + search)
  return `${answer.status} ${answer.headers.get('Location')}`
}

const toReport = async ({ get }: Deployment) => (await get('/api/v1/admin/accounts')).json.accounts.at(-1)

describe('somebody signed in', () => {
  it('is led to the product and back, and the account is connected for 60 days', async () => {
    const deployment = await deploy(lacking)
    expect(await toReport(deployment)).toMatchObject({ account: 'social', state: 'not_connected', can_click: true })
    const { status, url, headers } = await start(deployment)
    expect([status, url.origin + url.pathname]).toEqual([302, 'https://threads.net/oauth/authorize'])
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'test-app-id',
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: expect.stringMatching(/^threads_basic,.*,threads_manage_mentions,threads_keyword_search$/),
    })
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-latchkey-state=.*; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/)
    const back = await answerAt(getThreads(deployment), url)
    expect([back.origin + back.pathname, back.hash]).toEqual([CALLBACK, '#_'])
    expect(await comeBack(deployment, back)).toBe('302 /?connected=social')
    expect(await toReport(deployment)).toMatchObject({
      state: 'ok',
      source: 'kept',
      expires_at: new Date(deployment.world.clock.now() + 60 * DAY).toISOString(),
    })
    expect((await deployment.send('POST', '/api/v1/admin/accounts/social/test')).json.account.state).toBe('ok')
    const log = deployment.world.log.join('\n')
    for (const secret of ['test-app-secret', 'test-code-', 'test-short-token', 'test-long-token'])
      expect(log).not.toContain(secret)
  })

  it('is told whose account it is, also where the product did not say so at once', async () => {
    const deployment = await deploy(lacking)
    const threads = getThreads(deployment)
    threads.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.pathname === '/v1.0/me' })
    const back = await answerAt(threads, (await start(deployment)).url)
    expect(await comeBack(deployment, back)).toBe('302 /?connected=social')
    // Nothing has used the account yet, so that the app tests it.
    expect(await toReport(deployment)).toMatchObject({ state: 'untested', identity: null, source: 'kept' })
    threads.heal()
    const { account } = (await deployment.send('POST', '/api/v1/admin/accounts/social/test')).json
    expect(account).toMatchObject({ state: 'ok', identity: expect.stringMatching(/^@/) })
    // The product is asked under the version that its documentation names.
    const asked = threads.calls.map(({ url }) => url.pathname)
    expect(asked).toContain('/v1.0/me')
    expect(asked).not.toContain('/me')
  })

  it('adds a further account at the same redirect URI, which the signed state names', async () => {
    const deployment = await deploy(lacking)
    const { status, headers } = await deployment.get('/connect/social:shop/start')
    const url = new URL(headers.get('Location') ?? '')
    expect([status, url.searchParams.get('redirect_uri')]).toEqual([302, CALLBACK])
    const back = await answerAt(getThreads(deployment), url)
    const other = new URL(back)
    other.searchParams.set('state', (back.searchParams.get('state') ?? '').replace('social_shop', 'social'))
    expect(await comeBack(openBrowser({}, deployment.gateway), other)).toBe('302 /?failed=state')
    expect(await comeBack(deployment, back)).toBe('302 /?connected=social%3Ashop')
    expect(await toReport(deployment)).toMatchObject({
      account: 'social:shop',
      state: 'ok',
      identity: expect.any(String),
    })
    // The same browser gives the same profile again.
    expect(await comeBack(deployment, await answerAt(getThreads(deployment), (await start(deployment)).url))).toBe(
      '302 /?failed=same',
    )
    const { accounts } = (await deployment.get('/api/v1/admin/accounts')).json
    expect(accounts.find(({ account }: { account: string }) => account === 'social').state).toBe('not_connected')
  })

  it.each(['social:', 'social:A', 'notes', 'notes:two', 'social:a:b'])('404 for a sign-in of %s', async (id) => {
    expect((await (await deploy(lacking)).get(`/connect/${id}/start`)).status).toBe(404)
  })

  it('a person who refuses at the product comes back with that, and nothing is connected', async () => {
    const deployment = await deploy(lacking)
    const back = await answerAt(getThreads(deployment), (await start(deployment)).url, 'deny')
    expect(await comeBack(deployment, back)).toBe('302 /?failed=denied')
    expect(await toReport(deployment)).toMatchObject({ state: 'not_connected' })
  })

  it('is reported when the product refuses the app, the code or the redirect URI', async () => {
    const deployment = await deploy({ ...lacking, SOCIAL_APP_SECRET: 'another-app-secret' })
    expect(await comeBack(deployment, await answerAt(getThreads(deployment), (await start(deployment)).url))).toBe(
      '302 /?failed=refused',
    )
    const expired = await deploy(lacking)
    const late = await answerAt(getThreads(expired), (await start(expired)).url)
    late.searchParams.set('code', 'test-code-of-nobody')
    expect(await comeBack(expired, late)).toBe('302 /?failed=refused')
    const unregistered = await deploy(lacking)
    getThreads(unregistered).switches.redirectUris = ['https://elsewhere.example/callback']
    const page = await getThreads(unregistered).fetch(new Request((await start(unregistered)).url))
    expect([page.status, await page.json()]).toEqual([
      400,
      { error_message: expect.stringContaining('redirect_uri'), error_code: 1349168 },
    ])
  })

  it('is reported when the product cannot be reached', async () => {
    const deployment = await deploy(lacking)
    const back = await answerAt(getThreads(deployment), (await start(deployment)).url)
    getThreads(deployment).fail({ kind: 'status', status: 503 })
    expect(await comeBack(deployment, back)).toBe('302 /?failed=unreachable')
  })

  it('cannot use a state twice, late, changed, or in another browser', async () => {
    const deployment = await deploy(lacking)
    const back = await answerAt(getThreads(deployment), (await start(deployment)).url)
    expect(await comeBack(openBrowser({}, deployment.gateway), back)).toBe('302 /?failed=state')
    expect(await comeBack(deployment, back)).toBe('302 /?connected=social')
    expect(await comeBack(deployment, back)).toBe('302 /?failed=state')

    const late = await answerAt(getThreads(deployment), (await start(deployment)).url)
    deployment.world.clock.advance(11 * MINUTE)
    expect(await comeBack(deployment, late)).toBe('302 /?failed=state')

    const changed = await answerAt(getThreads(deployment), (await start(deployment)).url)
    // Not the last character, because some of its bits are unused.
    const state = changed.searchParams.get('state') ?? ''
    changed.searchParams.set('state', `${state.slice(0, -5)}${state.at(-5) === 'A' ? 'B' : 'A'}${state.slice(-4)}`)
    expect(await comeBack(deployment, changed)).toBe('302 /?failed=state')
  })

  it("names the missing settings of the owner's app", async () => {
    const deployment = await deploy({ ...lacking, SOCIAL_APP_SECRET: '' })
    const { status, text } = await start(deployment)
    expect([status, text]).toEqual([500, expect.stringContaining('SOCIAL_APP_ID and SOCIAL_APP_SECRET')])
    expect(await toReport(deployment)).toMatchObject({ can_click: false })
  })

  it('is redirected to the page of SOCIAL_AUTHORIZE_URL instead', async () => {
    const deployment = await deploy({ ...lacking, SOCIAL_AUTHORIZE_URL: 'http://127.0.0.1:9/oauth/authorize' })
    expect((await start(deployment)).url.origin).toBe('http://127.0.0.1:9')
  })
})

describe('the session that began it', () => {
  const ADMIN = '/api/v1/admin'

  it('needs a recent proof: otherwise the app asks, and then goes on', async () => {
    const deployment = await deploy(lacking)
    deployment.world.clock.advance(15 * MINUTE)
    const { status, headers } = await deployment.get('/connect/social/start')
    expect([status, headers.get('Location'), headers.getSetCookie()]).toEqual([302, '/?start=social', []])
    await deployment.send('POST', `${ADMIN}/session/proof`, { admin_key: ADMIN_KEY })
    expect((await start(deployment)).url.origin).toBe('https://threads.net')
  })

  const ends: readonly (readonly [how: string, end: (deployment: Deployment) => Promise<unknown>])[] = [
    ['signed out', ({ send }) => send('DELETE', `${ADMIN}/session`)],
    [
      'was signed out elsewhere, in another isolate',
      async () => {
        const other = openBrowser({}, createGateway({ ADMIN_KEY }))
        await other.signIn()
        await other.send('DELETE', `${ADMIN}/sessions`)
      },
    ],
  ]
  it.each(ends)('that %s in between connects nothing', async (_how, end) => {
    const deployment = await deploy(lacking)
    const back = await answerAt(getThreads(deployment), (await start(deployment)).url)
    await end(deployment)
    const called = getThreads(deployment).calls.length
    expect(await comeBack(deployment, back)).toBe('302 /?failed=state')
    expect(getThreads(deployment).calls).toHaveLength(called)
    await deployment.signIn()
    expect(await toReport(deployment)).toMatchObject({ state: 'not_connected' })
    // Another session of the same browser is not the one that began.
    expect(await comeBack(deployment, back)).toBe('302 /?failed=state')
  })

  it('that ends while the product exchanges the code connects nothing', async () => {
    const deployment = await deploy(lacking)
    const back = await answerAt(getThreads(deployment), (await start(deployment)).url)
    const { ACCESS } = deployment.gateway.env
    let asked = 0
    const object = ACCESS.getByName(ACCESS_NAME)
    deployment.gateway.env.ACCESS = {
      getByName: () =>
        replaceCalls(object, {
          'sessions.find': async (id: string) => (++asked > 1 ? undefined : object.sessions.find(id)),
        }),
    }
    expect(await comeBack(deployment, back)).toBe('302 /?failed=state')
    deployment.gateway.env.ACCESS = ACCESS
    expect(asked).toBe(2)
    await deployment.signIn()
    expect(await toReport(deployment)).toMatchObject({ state: 'not_connected' })
  })

  it('is who the audit log names, also for a refusal at the product', async () => {
    const deployment = await deploy(lacking)
    await comeBack(deployment, await answerAt(getThreads(deployment), (await start(deployment)).url, 'deny'))
    expect(deployment.world.log.map((line) => JSON.parse(line)).at(-1)).toMatchObject({ actor: 'admin', status: 302 })
  })
})

it('without a session: 401 as text, and no redirect to the product', async () => {
  const deployment = await deploy(lacking)
  const { status, text, headers } = await start(openBrowser({}, deployment.gateway))
  expect([status, text, headers.get('Location')]).toEqual([401, expect.stringContaining('open the link again'), null])
  expect(headers.get('Content-Type')).toBe('text/plain; charset=UTF-8')
  expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
})

describe('somebody with a link', () => {
  it('connects by a click as well, once', async () => {
    const deployment = await deploy(lacking)
    const { json } = await deployment.send('POST', '/api/v1/admin/accounts/social/link')
    const token = new URL(json.url).hash.slice(1)
    const customer = openBrowser({}, deployment.gateway)
    const opened = await customer.send('POST', '/api/v1/connect/session', { account: 'social', token })
    expect(opened.json).toMatchObject({ can_click: true })
    const { pathname, search } = await answerAt(getThreads(deployment), (await start(customer)).url)
    const page = { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache', ETag: '"1"', 'X-Frame-Options': 'DENY' }
    const ASSETS = { fetch: async () => new Response('<head></head><body>', { headers: page }) }
    Object.assign(deployment.gateway.env, { ASSETS })
    // The page of the return says whose it is: no address does, and the link opens nothing more.
    const shown = await customer.get(pathname + search)
    expect([shown.status, shown.headers.get('Location'), shown.headers.get('ETag')]).toEqual([200, null, null])
    expect(shown.headers.get('Cache-Control')).toBe('no-store')
    expect(shown.headers.get('X-Frame-Options')).toBe('DENY')
    const [, content = ''] =
      /^<head><meta name="connected" content="([^"<>]+)" \/><\/head><body>$/.exec(shown.text) ?? []
    expect(JSON.parse(decodeURIComponent(content))).toEqual({
      account: 'social',
      identity: '@chaekbang.seoul',
      state: 'ok',
      expires_at: expect.any(String),
      newest: { title: expect.any(String), at: expect.any(String) },
    })
    expect(customer.cookies.has('__Host-latchkey-state')).toBe(false)
    expect(await comeBack(customer, new URL(pathname + search, OWN_ORIGIN))).toBe('302 /?failed=state')
    const { status } = await customer.get('/connect/social/start')
    expect(status).toBe(410)
  })
})
