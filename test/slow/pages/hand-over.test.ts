import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { packExtension } from '../../../scripts/support/browser-extension.ts'
import { findWholeChromium } from '../../../scripts/support/chromium.ts'
import { BROWSER_SESSIONS } from '../../../src/base/browser-session.ts'
import { makeBookmark, toHandOver } from '../../../src/pages/connect/bookmark.ts'
import { bookmarkTexts } from '../../../src/pages/text/bookmark.ts'
import { connectingTexts } from '../../../src/pages/text/connecting.ts'
import { firstTexts } from '../../../src/pages/text/first.ts'
import { handOverTexts } from '../../../src/pages/text/hand-over.ts'
import { EU_ACCOUNT } from '../../simulators/recorder/accounts.ts'
import { LAYOUTS, PROFILE_TOKEN, type StoredRows } from '../../simulators/recorder/browser.ts'
import { CONSUMER_SESSION } from '../../simulators/shop/index.ts'
import { GATEWAY_ADMIN_KEY, startGateway } from './browser.ts'
import { openWholeBrowser, pressBookmark, pressIcon, startStandIns } from './stand-ins.ts'
import { expectCopied, faults, signIn, violations } from './visit.ts'

/** A sign-in, from the page of the product to "connected", in a whole browser and without the developer tools. */
const browser = findWholeChromium()
if (!browser) console.warn('Bookmark and extension are not tried: this machine has no whole Chromium')

const [TEAM, PERSONAL] = EU_ACCOUNT.workspaces
if (!TEAM || !PERSONAL) throw new Error('the account has a team and a personal workspace')
const inDays = (days: number) => ({ exp: Math.floor(Date.now() / 1000) + days * 86_400 })
const ROWS = LAYOUTS['3.0, 2026-07']({
  workspaces: [TEAM, PERSONAL],
  open: TEAM,
  claims: inDays(1),
  refresh: inDays(30),
})
const TOKEN = /ey[\w-]{20,}/
const PLAUD = BROWSER_SESSIONS.recorder.pages[0]
const ORDERS = `${BROWSER_SESSIONS['shop-consumer'].pages[0]}/ssr/desktop/order/list`
/** What the shop stores beside the session, and what it stores for another of its hosts. */
const OTHERS = ['searchKeyword=desk', '_fbp=fb.1', 'trac_src=0', 'cto_bundle=x']
const ORDERS_SIGNED_IN = `${ORDERS}?${new URLSearchParams([
  ...[...CONSUMER_SESSION.split('; '), ...OTHERS].map(
    (pair) => ['cookie', `${pair}; Domain=.coupang.com; Path=/; Secure; HttpOnly`] as [string, string],
  ),
])}`

let gateway: Awaited<ReturnType<typeof startGateway>>
let standIns: Awaited<ReturnType<typeof startStandIns>>
beforeAll(async () => {
  if (!browser) return
  gateway = await startGateway()
  standIns = await startStandIns()
})
afterAll(() => Promise.all([standIns?.stop(), gateway?.stop()]))

const LOOKS = [
  ['en', 1440],
  ['ko', 390],
  ['ko', 1440],
  ['en', 390],
] as const

/** What a page shows has no fault that the tests of the app look for. */
async function expectWell(page: Page, state: string): Promise<void> {
  expect.soft(await violations(page), state).toEqual([])
  const { overflow, coveredByHeader, ...found } = await faults(page)
  expect
    .soft(found, state)
    .toEqual({ buttonsElsewhere: [], englishSentences: [], smallTargets: [], technicalWords: [] })
  expect.soft(overflow, state).toBeLessThanOrEqual(0)
}

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** What the browser asks for, and what the management API is told to change. */
function watch(context: BrowserContext) {
  const addresses: string[] = []
  const changes: { path: string; body: unknown }[] = []
  const note = (request: Request) => {
    addresses.push(request.url(), request.headers().referer ?? '')
    if (request.method() === 'PUT')
      changes.push({ path: new URL(request.url()).pathname, body: request.postDataJSON() })
  }
  context.on('request', note)
  context.on('page', (page) => page.on('framenavigated', (frame) => addresses.push(frame.url())))
  return { addresses, changes }
}

async function openGateway(context: BrowserContext, width: number): Promise<Page> {
  const page = await context.newPage()
  await page.setViewportSize({ width, height: 900 })
  await page.goto(gateway.origin)
  await signIn(page, GATEWAY_ADMIN_KEY)
  await page.locator('.account').first().waitFor()
  return page
}

const store = (page: Page, rows: StoredRows) =>
  page.evaluate((stored) => {
    localStorage.clear()
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
  }, rows)

describe.skipIf(!browser).each(LOOKS)('the bookmark (%s, %i pixels)', (language, width) => {
  const texts = { ...bookmarkTexts[language], ...handOverTexts[language] }
  const connecting = connectingTexts[language]
  let opened: Awaited<ReturnType<typeof openWholeBrowser>>
  beforeAll(async () => {
    opened = await openWholeBrowser(browser ?? '', { language, port: standIns.port })
  })
  afterAll(() => opened.close())

  it('brings a sign-in of the recorder to "connected"', async () => {
    const { context } = opened
    const { addresses, changes } = watch(context)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: gateway.origin })
    const app = await openGateway(context, width)
    const { accounts } = firstTexts[language]
    // What a card loads after it is shown moves its buttons.
    await app.waitForLoadState('networkidle')
    await app.getByRole('button', { name: `${accounts.more}: Plaud`, exact: true }).click()
    await app.getByRole('button', { name: `${accounts.replace}: Plaud`, exact: true }).click()
    const dialog = app.getByRole('dialog')
    const link = dialog.locator('a.bookmark')
    // On a phone the guide of a connected account is folded.
    if (width === 390) await dialog.locator('.guide > summary').first().click()
    await link.scrollIntoViewIfNeeded()
    await shoot(app, `bookmark-guide-${language}-${width}`)
    await expectWell(app, 'bookmark-guide')
    const address = (await link.getAttribute('href')) ?? ''
    expect(address).toMatch(/^javascript:/)
    expect(address).not.toMatch(TOKEN)
    // In the app it says how it is used, and does nothing, however its address is opened.
    await link.click()
    await dialog.getByText(texts.notHere).waitFor()
    const violation = app.waitForEvent('console', (message) =>
      /violates the following Content Security/.test(message.text()),
    )
    await app.evaluate((script) => void Object.assign(location, { href: script }), address)
    await violation
    expect(app.url()).toBe(`${gateway.origin}/`)
    await app.close()

    // On the product's page.
    const plaud = await context.newPage()
    await plaud.setViewportSize({ width, height: 900 })
    const said: string[] = []
    plaud.on('dialog', (alert) => {
      said.push(alert.message())
      return alert.accept()
    })
    await plaud.goto('https://elsewhere.example/')
    await store(plaud, ROWS)
    await pressBookmark(plaud, address)
    await expect.poll(() => said).toEqual([texts.words.elsewhere])
    await plaud.goto(PLAUD)
    await pressBookmark(plaud, address)
    await expect.poll(() => said).toEqual([texts.words.elsewhere, texts.words.signedOut])
    await store(plaud, ROWS)
    await plaud.goto(`${PLAUD}/strict`)
    await pressBookmark(plaud, address)
    await plaud.waitForURL((url) => url.origin === gateway.origin)

    // Nothing is taken before a press.
    const arrived = plaud.getByRole('dialog')
    const take = arrived.getByRole('button', { name: texts.take })
    await take.waitFor()
    await plaud.waitForLoadState('networkidle')
    expect(await arrived.locator('.remarks li').count()).toBe(0)
    expect(plaud.url()).toBe(`${gateway.origin}/`)
    await shoot(plaud, `bookmark-arrived-${language}-${width}`)
    await expectWell(plaud, 'bookmark-arrived')
    await take.click()
    await arrived.getByText(texts.user('Plaud', `${EU_ACCOUNT.id.slice(0, 6)}…${EU_ACCOUNT.id.slice(-4)}`)).waitFor()
    await arrived.getByText(`${texts.workspaces}: ${TEAM.name}, ${PERSONAL.name}`).waitFor()
    await shoot(plaud, `bookmark-taken-${language}-${width}`)
    await expectWell(plaud, 'bookmark-taken')
    await expectCopied(plaud, '')
    // Nothing is sent before Connect.
    expect(changes).toEqual([])
    await arrived.getByRole('button', { name: connecting.submit, exact: true }).click()
    await arrived.getByText(connecting.done('Plaud')).waitFor()
    await shoot(plaud, `bookmark-connected-${language}-${width}`)
    await expectWell(plaud, 'bookmark-connected')
    expect(changes).toHaveLength(1)
    expect(JSON.stringify(changes)).toMatch(TOKEN)
    expect(JSON.stringify(changes)).not.toContain(PROFILE_TOKEN.split('.')[1])
    expect(addresses.filter((found) => !found.startsWith('javascript:') && TOKEN.test(found))).toEqual([])
    expect(await plaud.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await plaud.close()
  })
})

describe.skipIf(!browser).each([
  ['en', 1440],
  ['ko', 390],
] as const)('where the bookmark cannot do it alone (%s, %i pixels)', (language, width) => {
  const texts = { ...bookmarkTexts[language], ...handOverTexts[language] }
  const connecting = connectingTexts[language]
  let opened: Awaited<ReturnType<typeof openWholeBrowser>>
  beforeAll(async () => {
    opened = await openWholeBrowser(browser ?? '', { language, port: standIns.port })
  })
  afterAll(() => opened.close())

  /** Presses a bookmark on the recorder's page. @returns that page */
  async function pressAtPlaud(address: string, path = '/strict'): Promise<Page> {
    const page = await opened.context.newPage()
    await page.setViewportSize({ width, height: 900 })
    await page.goto(PLAUD)
    await store(page, ROWS)
    await page.goto(`${PLAUD}${path}`)
    await pressBookmark(page, address)
    return page
  }

  it('a browser that keeps the clipboard to itself: the page says so, and a paste works', async () => {
    const { context } = opened
    await (await openGateway(context, width)).close()
    const address = makeBookmark(texts.words, toHandOver(gateway.origin, 'recorder'))
    // The page of the product forbids it as well.
    const page = await pressAtPlaud(address, '/no-copying')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: texts.take }).click()
    await dialog.getByText(texts.blocked).waitFor()
    await shoot(page, `bookmark-blocked-${language}-${width}`)
    await expectWell(page, 'bookmark-blocked')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    await page.keyboard.press('Control+V')
    await dialog.getByText(`${texts.workspaces}: ${TEAM.name}, ${PERSONAL.name}`).waitFor()
    await dialog.getByText(texts.blocked).waitFor({ state: 'detached' })
    await page.close()
  })

  it('a clipboard with something else, or with nothing', async () => {
    const { context } = opened
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: gateway.origin })
    const page = await context.newPage()
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${gateway.origin}/#recorder/copied`)
    const dialog = page.getByRole('dialog')
    const take = dialog.getByRole('button', { name: texts.take })
    await take.waitFor()
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await take.click()
    await dialog.getByText(texts.empty).waitFor()
    await page.evaluate(() => navigator.clipboard.writeText('a letter'))
    await take.click()
    await dialog.getByText(connecting.nothing).waitFor()
    // What is not a sign-in stays on the clipboard.
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('a letter')
    await page.close()
  })

  it('another account of the recorder has a bookmark of its own', async () => {
    const { context } = opened
    const page = await pressAtPlaud(makeBookmark(texts.words, toHandOver(gateway.origin, 'recorder:business')))
    await page.waitForURL((url) => url.origin === gateway.origin)
    const dialog = page.getByRole('dialog', { name: connecting.title('Plaud (business)') })
    await dialog.getByRole('button', { name: texts.take }).click()
    await dialog.getByText(`${texts.workspaces}: ${TEAM.name}, ${PERSONAL.name}`).waitFor()
    await page.close()
    await context.clearPermissions()
  })

  it('the link of a customer: the bookmark stays, and says where to go', async () => {
    const { context } = opened
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: gateway.origin })
    const app = await context.newPage()
    await app.setViewportSize({ width, height: 900 })
    await app.goto(gateway.origin)
    const url = await app.evaluate(async () => {
      const headers = { 'Content-Type': 'application/json' }
      const made = await fetch('/api/v1/admin/accounts/recorder/link', { method: 'POST', headers, body: '{}' })
      const { url }: { url: string } = await made.json()
      return url
    })
    await app.goto(url)
    const link = app.locator('a.bookmark')
    await link.waitFor()
    await shoot(app, `bookmark-link-${language}-${width}`)
    await expectWell(app, 'bookmark-link')
    const address = (await link.getAttribute('href')) ?? ''
    expect(decodeURIComponent(address)).not.toContain(gateway.origin)
    expect(address).not.toContain(new URL(url).hash.slice(1))
    const said: string[] = []
    context.on('dialog', (alert) => {
      said.push(alert.message())
      return alert.accept()
    })
    const plaud = await pressAtPlaud(address)
    await expect.poll(() => said).toEqual([texts.words.copied])
    expect(plaud.url()).toBe(`${PLAUD}/strict`)
    await plaud.close()
    await app.bringToFront()
    await app.getByRole('button', { name: texts.take }).click()
    await app.getByText(`${texts.workspaces}: ${TEAM.name}, ${PERSONAL.name}`).waitFor()
    await app.getByRole('button', { name: connecting.submit, exact: true }).click()
    await app.getByText(connecting.done('Plaud')).waitFor()
    await app.close()
  })
})

/** The extension with the rights that a person gives it when its browser asks, which only a person can answer. */
async function packWithRights(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-extension-'))
  await packExtension(folder, '1.2.3-beta.1')
  const path = join(folder, 'manifest.json')
  const { optional_permissions, optional_host_permissions, ...manifest } = JSON.parse(await readFile(path, 'utf8'))
  const given = {
    permissions: [...manifest.permissions, ...optional_permissions],
    host_permissions: optional_host_permissions,
  }
  await writeFile(path, JSON.stringify({ ...manifest, ...given }))
  return folder
}

describe.skipIf(!browser).each(LOOKS)('the extension (%s, %i pixels)', (language, width) => {
  const texts = { ...bookmarkTexts[language], ...handOverTexts[language] }
  const connecting = connectingTexts[language]
  const PRODUCT = firstTexts[language].products['shop-consumer']
  let opened: Awaited<ReturnType<typeof openWholeBrowser>>
  let folder: string
  let id: string
  beforeAll(async () => {
    folder = await packWithRights()
    opened = await openWholeBrowser(browser ?? '', { language, port: standIns.port, extension: folder })
    const { context } = opened
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    id = new URL(worker.url()).host
    // A press before its first start would be lost.
    await vi.waitUntil(() => worker.evaluate('chrome.action.onClicked.hasListeners()'), { timeout: 60_000 })
  })
  afterAll(async () => {
    await opened.close()
    await rm(folder, { recursive: true })
  })

  /** Opens an address, and presses the icon there. @returns the page that the extension opens */
  async function pressAt(address: string, rows?: StoredRows): Promise<Page> {
    const { context } = opened
    const page = await context.newPage()
    await page.goto(address)
    if (rows) await store(page, rows)
    const [shown] = await Promise.all([context.waitForEvent('page'), pressIcon(context, page, id)])
    await shown.setViewportSize({ width, height: 900 })
    await page.close()
    await shown.waitForLoadState()
    return shown
  }

  it('brings a session of the shop to "connected"', async () => {
    const { context } = opened
    const messages = JSON.parse(await readFile(join(folder, `_locales/${language}/messages.json`), 'utf8'))
    const sayAt = async (name: string, address: string) => {
      const shown = await pressAt(address)
      const { host } = new URL(address)
      await shown.getByRole('heading', { name: messages[`${name}Title`].message.replace('$HOST$', host) }).waitFor()
      await shoot(shown, `extension-${name}-${language}-${width}`)
      await expectWell(shown, name)
      return shown
    }
    const close = (page: Page) => page.close()
    // Before it knows the gateway, and where there is nothing.
    await sayAt('unpaired', ORDERS_SIGNED_IN).then(close)
    for (const address of ['https://www.coupang.com/', 'https://elsewhere.example/'])
      await sayAt('elsewhere', address).then(close)
    const pairing = await sayAt('pair', gateway.origin)
    await pairing.getByRole('button', { name: messages.pairButton.message }).click()
    await pairing.getByText(messages.pairedTitle.message.replace('$HOST$', new URL(gateway.origin).host)).waitFor()
    await shoot(pairing, `extension-paired-${language}-${width}`)
    await expectWell(pairing, 'extension-paired')
    await pairing.close()
    await context.clearCookies()
    await sayAt('signedOut', ORDERS).then(close)

    const { addresses, changes } = watch(context)
    const app = await pressAt(ORDERS_SIGNED_IN)
    await signIn(app, GATEWAY_ADMIN_KEY)
    const dialog = app.getByRole('dialog')
    const take = dialog.getByRole('button', { name: texts.takeExtension })
    await take.waitFor()
    await app.waitForLoadState('networkidle')
    await shoot(app, `extension-arrived-${language}-${width}`)
    await expectWell(app, 'extension-arrived')
    expect(await dialog.locator('.remarks li').count()).toBe(0)
    // Nobody else gets it: no other tab of the gateway, and no other port of its host.
    const askHere = (page: Page) =>
      page.evaluate(
        () =>
          new Promise((resolve) => {
            addEventListener('message', ({ data }) => data.latchkey === 'taken' && resolve(data.text))
            postMessage({ latchkey: 'take', account: 'shop-consumer' }, location.origin)
          }),
      )
    for (const address of [gateway.origin, `https://127.0.0.1:${standIns.port}/`]) {
      const other = await context.newPage()
      await other.goto(address)
      const answer =
        address === gateway.origin ? askHere(other) : Promise.race([askHere(other), other.waitForTimeout(2000)])
      expect(await answer, address).toBeFalsy()
      await other.close()
    }
    await take.click()
    await dialog.getByText(texts.member(PRODUCT, 'test-shopper')).waitFor()
    await shoot(app, `extension-taken-${language}-${width}`)
    await expectWell(app, 'extension-taken')
    expect(await askHere(app)).toBeNull()
    expect(changes).toEqual([])
    await dialog.getByRole('button', { name: connecting.submit, exact: true }).click()
    await dialog.getByText(connecting.done(PRODUCT)).waitFor()
    await shoot(app, `extension-connected-${language}-${width}`)
    await expectWell(app, 'extension-connected')
    // The named cookies, and no other one.
    const [change] = changes
    expect(change?.body).toEqual({ session: expect.any(String) })
    const sent: { session?: string } = { ...(change?.body as object) }
    expect(sent.session?.split('; ').sort()).toEqual(CONSUMER_SESSION.split('; ').sort())
    expect(addresses.filter((found) => /test-login|test-session/.test(found) && !found.startsWith(ORDERS))).toEqual([])
    await app.close()
  })

  it('brings a session of the recorder', async () => {
    const app = await pressAt(`${PLAUD}/strict`, ROWS)
    const dialog = app.getByRole('dialog')
    await dialog.getByRole('button', { name: texts.takeExtension }).click()
    await dialog.getByText(`${texts.workspaces}: ${TEAM.name}, ${PERSONAL.name}`).waitFor()
    await app.close()
  })
})
