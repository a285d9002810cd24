import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Site } from '../../node/pages/site.ts'

/** A person on the pages of a site, and the errors so far. */
export interface Visit {
  context: BrowserContext
  page: Page
  /** Errors and warnings of the console, including content policy violations, except for error responses. */
  complaints: string[]
  /** Requests that left for another host. */
  elsewhere: string[]
  /** Gives the page the size of another window. */
  resize(size: Size): Promise<unknown>
}

interface Size {
  width: number
  height: number
}

interface Options extends Omit<BrowserContextOptions, 'viewport'> {
  viewport?: Size
}

export async function visit(
  browser: Browser,
  { origin }: Pick<Site, 'origin'>,
  { viewport = { width: 1280, height: 720 }, isMobile = false, ...options }: Options = {},
): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options, viewport: null })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  const complaints: string[] = []
  const elsewhere: string[] = []
  context.on('page', (page) => {
    page.setDefaultTimeout(60_000)
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (message) => {
      if (!message.text().startsWith('Failed to load resource')) complaints.push(`${message.type()}: ${message.text()}`)
    })
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.origin !== origin && url.protocol !== 'data:') elsewhere.push(request.url())
    })
  })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  // Only the layout has this size. The picture has it too if SCREENSHOTS is set.
  const resize = (size: Size) =>
    devTools.send('Emulation.setDeviceMetricsOverride', {
      ...size,
      screenWidth: size.width,
      screenHeight: size.height,
      deviceScaleFactor: 1,
      mobile: isMobile,
      dontSetVisibleSize: !process.env.SCREENSHOTS,
    })
  await resize(viewport)
  return { context, page, complaints, elsewhere, resize }
}

/** Signs in with only the keyboard. */
export async function signIn(page: Page, adminKey: string): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
  await page.keyboard.type(adminKey)
  await page.keyboard.press('Enter')
}

/** A fingerprint sensor, as Chromium's DevTools simulate it. */
export async function addAuthenticator(context: BrowserContext, page: Page) {
  const devTools = await context.newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const setVerified = (isUserVerified: boolean) =>
    devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return { setVerified }
}

/** Pastes from the clipboard into the focused element, like a person. */
export async function pasteHere(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+V')
}

/** A button copies a moment after it was pressed. */
export const expectCopied = (page: Page, text: string): Promise<void> =>
  expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)

/** Presses Tab until an element has the focus, as someone without a mouse does. */
export async function tabTo(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'link' | 'textbox' | 'checkbox' = 'button',
): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true }).first()
  await wanted.waitFor()
  // Finding it by its role after each key would take longer than everything else. It is found again if it was replaced.
  let found = await wanted.elementHandle()
  for (let presses = 0; presses < 60; presses++) {
    const state = await found?.evaluate((element) =>
      element === document.activeElement ? 'focused' : element.isConnected ? 'elsewhere' : 'replaced',
    )
    if (state === 'focused') return
    if (state === 'replaced') found = await wanted.elementHandle()
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${name}`)
}

/** A browser reads it in half of the time that `axe.source` takes, which has all comments. */
const AXE = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Axe = { axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> } }

export interface Checked {
  /** The selector of the part to check. Defaults to the whole page. */
  part?: string | undefined
  /** The only rules to check. Defaults to all. */
  rules?: string[] | undefined
}

/**
 * The violations that axe finds on the current page, or in a part of it: one line for each rule and element. While a dialog
 * is open, it does not look at what is under it.
 */
export async function violations(page: Page, { part, rules }: Checked = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await AXE)
  // No rule needs the style sheets, which it would fetch.
  const options: RunOptions = { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) }
  return page.evaluate(
    async ({ part, options }) => {
      const { axe } = window as unknown as Axe
      const dialogs = [...document.querySelectorAll('dialog[open]')] as HTMLDialogElement[]
      const { style } = document.body
      for (const dialog of dialogs) dialog.style.visibility = 'visible'
      style.visibility = dialogs.length > 0 ? 'hidden' : ''
      const { violations } = await axe.run(part ?? document, options)
      style.visibility = ''
      for (const dialog of dialogs) dialog.style.visibility = ''
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => `${id} ${html.slice(0, 120)} ${any[0]?.message ?? ''}`),
      )
    },
    { part, options },
  )
}

/** Gives the browser the session of the owner, as the sign-in does. */
export const signedIn = (context: BrowserContext, origin: string): Promise<void> =>
  context.addCookies([
    {
      name: '__Host-latchkey',
      value: 'session-0',
      domain: new URL(origin).hostname,
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'Strict',
    },
  ])

/** By how many pixels the page is wider than the window. */
export const overflow = (page: Page): Promise<number> => page.evaluate(FAULTS.overflow)

const FAULTS = {
  overflow: () => document.documentElement.scrollWidth - window.innerWidth,

  /**
   * English sentences that a Korean page shows: four words or more in a row, outside of code, of names, of a product's
   * menus and of what is marked as English. A closed "Details" shows nothing.
   */
  englishSentences: () => {
    const found: string[] = []
    if (document.documentElement.lang !== 'ko') return found
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent?.checkVisibility() || parent.closest('code, pre, bdi, .guide strong, [lang=en], script, style'))
        continue
      const [sentence] = node.textContent?.match(/[A-Za-z'’]+(?:,? [A-Za-z'’]+){3,}/) ?? []
      if (sentence) found.push(sentence)
    }
    return found
  },

  /** What a finger cannot hit: targets lower than 44 pixels, or an entry of the menu as narrow, without links inside of a text. */
  smallTargets: () => {
    const targets = 'a, button, select, summary, label.tick, input:not([type=checkbox], [type=radio])'
    return [...document.querySelectorAll<HTMLElement>(targets)]
      .filter((element) => element.checkVisibility())
      .filter((element) => element.tagName !== 'A' || getComputedStyle(element).display !== 'inline')
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => box.height < 44 || (element.matches('.top nav a') && box.width < 44))
      .map(({ element, box }) => `${element.tagName} ${element.textContent} ${box.width} x ${box.height}`)
  },

  /** Rows of a dialog or a form whose deciding button is not at the end. */
  buttonsElsewhere: () =>
    [...document.querySelectorAll<HTMLElement>(':is(dialog, form) .actions:has(> :is(.primary, .danger)):not(.end)')]
      .filter((element) => element.checkVisibility())
      .map((element) => element.textContent),

  /** How much of a phone stays covered by the header after scrolling. None in a page without one, or under a dialog. */
  coveredByHeader: () => {
    const header = document.querySelector('.top')
    if (innerWidth > 390 || !header || document.querySelector('dialog[open]')) return 0
    const before = scrollY
    scrollTo(0, document.body.scrollHeight)
    const isScrolled = scrollY > 0
    const { bottom } = header.getBoundingClientRect()
    scrollTo(0, before)
    return isScrolled ? bottom : 0
  },

  /** Names of settings, fields and commands that a page for owners shows outside of "Details", of code and of names. */
  technicalWords: () => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent?.checkVisibility() || parent.closest('details, pre, bdi, script, style')) continue
      const text = node.textContent ?? ''
      found.push(
        ...(text.match(/\b[A-Z]{2,}_[A-Z_]+\b|\b(?:npx|wrangler) \S+|\b\w+\.\w+\.(?:ready|created|updated|paid)\b/g) ??
          []),
      )
      // Ids and what people copy are code.
      if (!parent.closest('code')) found.push(...(text.match(/\b\w+_\w+\b/g) ?? []))
    }
    return found
  },
}

/** What is wrong with what a page shows, without what axe finds. One call of the browser finds all of it. */
export const faults = (page: Page): Promise<{ [Name in keyof typeof FAULTS]: ReturnType<(typeof FAULTS)[Name]> }> =>
  page.evaluate(`({${Object.entries(FAULTS).map(([name, find]) => `${name}: (${find})()`)}})`)
