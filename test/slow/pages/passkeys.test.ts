import type { Page, Request } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { ADDRESSES } from '../../simulators/receivers/index.ts'
import { chromium, GATEWAY_ADMIN_KEY, getBrowser, getGateway } from './browser.ts'
import { DESK, getOpposite, HEIGHT, type Look, PHONE, toVisitor } from './look.ts'
import { addAuthenticator, signIn, type Visit, visit } from './visit.ts'

/** A person with Chromium and a device that has a fingerprint sensor, at the gateway of `npm start`. */
describe.skipIf(!chromium)('signing in to the management app', () => {
  let visitor: Visit | undefined
  afterEach(async () => {
    await visitor?.context.close()
    visitor = undefined
  })

  async function arrive(look: Look) {
    const { origin } = await getGateway()
    const home = origin.replace('127.0.0.1', 'localhost')
    const locale = look.language === 'ko' ? 'ko-KR' : 'en-US'
    const options = { locale, colorScheme: look.theme, viewport: { width: look.width, height: HEIGHT } }
    visitor = await visit(await getBrowser(), { origin: home }, options)
    const { context, page, complaints } = visitor
    const authenticator = await addAuthenticator(context, page)
    await page.goto(home)
    const { texts, expectWell } = await toVisitor({ ...visitor, clear: async () => {} }, look)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    return { page, texts, button, authenticator, origin, home, expectWell, complaints }
  }

  it('goes from the key to a passkey, which signs in and proves, and ends', async () => {
    const { page, texts, button, home, authenticator, expectWell, complaints } = await arrive(PHONE)
    const { session, signIn: words, overview, views } = texts
    const field = page.getByLabel(session.adminKey, { exact: true })
    await field.waitFor()
    // A password manager finds a name and a password in one form.
    expect(await field.getAttribute('autocomplete')).toBe('current-password')
    const name = page.locator('form input[autocomplete="username"]')
    expect(await name.inputValue()).toBe(new URL(home).host)
    await expectWell('the door')
    await page.getByLabel(session.trust).check()
    await field.focus()
    await signIn(page, GATEWAY_ADMIN_KEY)

    await page.getByRole('heading', { name: words.offerTitle }).waitFor()
    await expectWell('the offer')
    await button(words.make).click()
    await page.getByText(words.offerDone).waitFor()

    await button(session.signOut).click()
    await page.getByText(session.signedOut).waitFor()
    await expectWell('signed out')
    await button(session.passkey).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('heading', { name: words.offerTitle }).count()).toBe(0)

    await page.getByRole('link', { name: views['sign-in'] }).click()
    await page.getByRole('heading', { level: 1, name: words.title }).waitFor()
    await page.getByText(words.current, { exact: true }).waitFor()
    const passkeys = page.getByRole('table', { name: words.passkeys })
    await expect.poll(() => passkeys.locator('tbody tr').count()).toBe(1)
    await expectWell('sign-in and devices')
    await button(words.make).click()
    await page.getByText(session.passkeyPresent).waitFor()

    // Long after the sign-in. The page asks, and goes on by itself.
    await forgetProof(page)
    await page.getByRole('link', { name: views.overview, exact: true }).click()
    await button(overview.reveal).click()
    await page.getByRole('dialog', { name: words.proofTitle }).waitFor()
    await expectWell('the proof')
    await authenticator.setVerified(false)
    await button(words.usePasskey).click()
    await page.getByText(words.notProved).waitFor()
    await authenticator.setVerified(true)
    await button(words.usePasskey).click()
    await page.getByLabel(overview.apiKey, { exact: true }).waitFor()

    await page.getByRole('link', { name: views['sign-in'] }).click()
    await passkeys.getByRole('button', { name: words.remove }).click()
    // What it opened is signed out with it, unless the owner wants otherwise.
    expect(await page.getByRole('dialog').getByLabel(words.removeSessions).isChecked()).toBe(true)
    await expectWell('the removal of a passkey')
    const removal = page.waitForRequest((request) => request.method() === 'DELETE')
    await page.getByRole('dialog').getByRole('button', { name: words.remove, exact: true }).click()
    expect((await removal).url()).toMatch(/\?keep_sessions=false$/)
    await page.getByText(words.none).waitFor()
    // The gateway has none any more, so there is nothing to try.
    const options = page.waitForResponse('**/admin/session/passkey/options')
    await button(session.signOut).click()
    expect(await (await options).json()).toMatchObject({ has_passkey: false })
    await page.getByText(session.signedOut).waitFor()
    expect(await button(session.passkey).count()).toBe(0)
    // It was removed after the page had asked.
    await page.addInitScript(() => {
      const ask = window.fetch
      window.fetch = async (what, init) => {
        const response = await ask(what, init)
        if (!response.url.endsWith('/admin/session/passkey/options')) return response
        return Response.json({ ...(await response.json()), has_passkey: true })
      }
    })
    await page.reload()
    await button(session.passkey).click()
    await page.getByText(session.passkeyRefused).waitFor()
    await authenticator.setVerified(false)
    await button(session.passkey).click()
    await page.getByText(session.passkeyStopped).waitFor()
    expect(complaints).toEqual([])
  })

  it('asks for no passkey once one was added, anywhere in the app or in another tab', async () => {
    const { page, texts, button, home } = await arrive(DESK)
    const { signIn: words, views } = texts
    await signIn(page, GATEWAY_ADMIN_KEY)
    const offer = page.getByRole('heading', { name: words.offerTitle })
    await offer.waitFor()
    const other = await page.context().newPage()
    await addAuthenticator(page.context(), other)
    await other.goto(`${home}/#sign-in`)
    await other.getByRole('button', { name: words.make, exact: true }).click()
    const passkeys = other.getByRole('table', { name: words.passkeys })
    await expect.poll(() => passkeys.locator('tbody tr').count()).toBe(1)
    await offer.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: views['sign-in'] }).click()
    await page.getByRole('link', { name: views.overview, exact: true }).click()
    await button(texts.overview.reveal).waitFor()
    expect(await offer.count()).toBe(0)
    await page.getByRole('link', { name: views['sign-in'] }).click()
    await page.getByRole('table', { name: words.passkeys }).getByRole('button', { name: words.remove }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.remove, exact: true }).click()
    await page.getByText(words.none).waitFor()
  })

  it('asks before a sign-in at a product that was sent back, and then goes there', async () => {
    const { page, texts, home } = await arrive(getOpposite(DESK))
    const { session, signIn: words } = texts
    await signIn(page, GATEWAY_ADMIN_KEY)
    await page.getByRole('heading', { name: words.offerTitle }).waitFor()
    await page.route('**/connect/social/start', (route) => route.fulfill({ body: 'the product' }))
    await page.goto('about:blank')
    await page.goto(`${home}/?start=social`)
    const dialog = page.getByRole('dialog', { name: words.proofTitle })
    await dialog.getByLabel(session.adminKey, { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await dialog.getByLabel(session.adminKey, { exact: true }).fill(GATEWAY_ADMIN_KEY)
    await page.keyboard.press('Enter')
    await page.getByText('the product').waitFor()
    expect(new URL(page.url()).pathname).toBe('/connect/social/start')
  })

  it('keeps what was typed when the proof is not given, and goes on when it is', async () => {
    const { page, texts, button, home } = await arrive(getOpposite(PHONE))
    const { session, signIn: words, events, errors } = texts
    await signIn(page, GATEWAY_ADMIN_KEY)
    const isProved = watchProof(page)
    await page.route('**/api/v1/events/subscriptions', async (route) =>
      (await isProved())
        ? route.continue()
        : route.fulfill({
            ...{
              status: 403,
              headers: { 'X-Error-Code': 'proof_required' },
              json: { error: 'confirm that it is you' },
            },
          }),
    )
    await page.goto(`${home}/#events`)
    await button(events.notify).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input').first().fill(ADDRESSES.slack)
    await dialog.getByRole('button', { name: events.forward }).click()
    await dialog.getByLabel(events.name).fill('Alerts')
    await dialog.getByRole('button', { name: events.finish }).click()
    const proof = page.getByRole('dialog', { name: words.proofTitle })
    await proof.waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByText(errors.codes.proof_required).waitFor()
    expect(await dialog.getByLabel(events.name).inputValue()).toBe('Alerts')
    await dialog.getByRole('button', { name: events.finish }).click()
    await proof.getByLabel(session.adminKey, { exact: true }).fill(GATEWAY_ADMIN_KEY)
    await page.keyboard.press('Enter')
    await page.locator('.outcome').waitFor()
  })

  it('lists where the owner is signed in, and ends it there', async () => {
    const { page, texts, button, expectWell } = await arrive(getOpposite({ ...PHONE, theme: 'light' }))
    const { session, signIn: words, overview, views } = texts
    await signIn(page, GATEWAY_ADMIN_KEY)
    await page.getByRole('heading', { name: words.offerTitle }).waitFor()
    await button(words.offerLater).click()
    await page.reload()
    await page.getByRole('link', { name: views['sign-in'] }).click()
    const own = await page.context().cookies()
    await page.context().clearCookies()
    await page.evaluate(
      async (body) => {
        await fetch('/api/v1/admin/session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
      },
      JSON.stringify({ admin_key: GATEWAY_ADMIN_KEY }),
    )
    await page.context().clearCookies()
    await page.context().addCookies(own)
    await page.reload()
    const sessions = page.getByRole('table', { name: words.sessions })
    await sessions.getByText(words.current, { exact: true }).waitFor()
    await expect.poll(() => sessions.locator('tbody tr').count()).toBeGreaterThan(1)
    await expectWell('the sessions')
    await button(words.endOthers).click()
    await page.getByRole('dialog').getByRole('button', { name: words.endOthers }).click()
    await page.getByRole('status').getByText('signed out').waitFor()
    await expect.poll(() => sessions.locator('tbody tr').count()).toBe(1)

    // Without a passkey the key is the proof. A wrong one changes nothing.
    await forgetProof(page)
    await page.getByRole('link', { name: views.overview, exact: true }).click()
    await button(overview.reveal).click()
    const dialog = page.getByRole('dialog', { name: words.proofTitle })
    await dialog.getByLabel(session.adminKey, { exact: true }).fill('not-the-admin-key-at-all')
    await dialog.getByRole('button', { name: words.confirm, exact: true }).click()
    await dialog.getByText(session.wrong).waitFor()
    await expectWell('a wrong proof')
    await page.keyboard.press('Escape')
    await page.getByText(texts.errors.codes.proof_required).waitFor()
    await button(overview.reveal).click()
    await dialog.getByLabel(session.adminKey, { exact: true }).fill(GATEWAY_ADMIN_KEY)
    await page.keyboard.press('Enter')
    await page.getByLabel(overview.apiKey, { exact: true }).waitFor()
  })

  it('offers no passkey at an IP address, and says where there are some', async () => {
    const { page, texts, button, origin, home } = await arrive(getOpposite(DESK))
    await page.goto(origin)
    await signIn(page, GATEWAY_ADMIN_KEY)
    await page.getByRole('link', { name: texts.views['sign-in'] }).click()
    await page.getByText(texts.signIn.atIpAddress).waitFor()
    expect(await page.getByRole('link', { name: home }).getAttribute('href')).toBe(`${home}/#sign-in`)
    expect(await button(texts.signIn.make).count()).toBe(0)
    await button(texts.session.signOut).click()
    await page.getByText(texts.session.signedOut).waitFor()
    expect(await button(texts.session.passkey).count()).toBe(0)
  })
})

/**
 * Answers the next request for the key of the deployment as a gateway does 15 minutes after the sign-in. The browser sends
 * every request itself: one that Node sends to the name localhost waits for its resolver, which other tests may keep busy.
 */
async function forgetProof(page: Page): Promise<void> {
  const isProved = watchProof(page)
  await page.route('**/api/v1/admin/api-key', async (route) =>
    (await isProved())
      ? route.continue()
      : route.fulfill({ status: 403, headers: { 'X-Error-Code': 'proof_required' }, json: { error: 'give it again' } }),
  )
}

/** Tells whether the owner's last proof from now on was accepted. */
function watchProof(page: Page): () => Promise<boolean> {
  let proof: Request | undefined
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/admin/session/proof')) proof = request
  })
  return async () => (await proof?.response())?.ok() ?? false
}
