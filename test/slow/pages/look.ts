import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { getBrowser, getSite } from './browser.ts'
import { allTexts, type Texts } from './texts.ts'
import { type Checked, faults, signedIn, type Visit, violations, visit } from './visit.ts'

/** How somebody sees the pages. */
export interface Look {
  language: 'en' | 'ko'
  width: 390 | 1440
  theme: 'light' | 'dark'
}

/**
 * How a visitor sees every state, and then its opposite, so that each is seen in both languages, at both widths and in both
 * themes. Which belong together alternates from one journey to the next.
 */
export const PHONE: Look = { language: 'ko', width: 390, theme: 'dark' }
export const DESK: Look = { language: 'ko', width: 1440, theme: 'light' }

export const getOpposite = ({ language, width, theme }: Look): Look => ({
  language: language === 'ko' ? 'en' : 'ko',
  width: width === 390 ? 1440 : 390,
  theme: theme === 'dark' ? 'light' : 'dark',
})

export interface Visitor extends Visit {
  texts: Texts
  /** Whether the visitor has a phone. */
  isPhone: boolean
  /**
   * What every state of a page has to be: in the visitor's look, and in the opposite one.
   *
   * @param part the selector of what is new. Defaults to the open dialog, or all of the page
   */
  expectWell(state: string, part?: string): Promise<void>
  /** Leaves the window as new. */
  leave(): Promise<void>
}

/** The height of every window. */
export const HEIGHT = 844

interface Options extends Partial<Look> {
  stage?: object
  isSignedIn?: boolean
}

/**
 * One window for each look, because opening one takes longer than most checks. A visitor finds it as new: without
 * cookies and storage.
 */
const windows = new Map<string, Promise<Window>>()

interface Window extends Visit {
  /** Removes the cookies and the storage. */
  clear(): Promise<unknown>
}

async function openWindow({ language, width, theme }: Look): Promise<Window> {
  const [browser, site] = await Promise.all([getBrowser(), getSite()])
  const window = await visit(browser, site, {
    locale: language === 'ko' ? 'ko-KR' : 'en-US',
    colorScheme: theme,
    viewport: { width, height: HEIGHT },
  })
  const devTools = await window.context.newCDPSession(window.page)
  const clear = () =>
    devTools.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'cookies,local_storage' })
  return { ...window, clear }
}

function getWindow(look: Look): Promise<Window> {
  const name = Object.values(look).join()
  const opened = windows.get(name) ?? openWindow(look)
  windows.set(name, opened)
  return opened
}

/** Somebody opens a page of the site, whose API is reset. */
export async function arriveAt(
  path: string,
  { language = 'en', width = 390, theme = 'dark', stage = {}, isSignedIn = true }: Options = {},
): Promise<Visitor> {
  const look: Look = { language, width, theme }
  const site = await getSite()
  const window = await getWindow(look)
  await site.reset(stage)
  if (isSignedIn) await signedIn(window.context, site.origin)
  await window.page.goto(`${site.origin}${path}`)
  return toVisitor(window, look)
}

/** Switches to another look, without leaving the state. */
async function turn({ page, resize }: Visit, { language, width, theme }: Look): Promise<void> {
  // Together, so that the page is drawn again once.
  await Promise.all([page.emulateMedia({ colorScheme: theme }), resize({ width, height: HEIGHT })])
  await page.evaluate((wanted) => {
    const { documentElement: root } = document
    if (root.lang === wanted) return
    return new Promise<void>((resolve) => {
      new MutationObserver(() => resolve()).observe(root, { attributeFilter: ['lang'] })
      // A script reaches it under a dialog, too.
      document.querySelector<HTMLElement>(`.switch [lang=${wanted}]`)?.click()
    })
  }, language)
}

async function expectWellIn({ language, width }: Look, page: Page, state: string, checked: Checked): Promise<void> {
  const seen = `${state} (${language}, ${width} wide)`
  expect.soft(await violations(page, checked), seen).toEqual([])
  const { overflow, coveredByHeader, ...found } = await faults(page)
  expect.soft(found, seen).toEqual({ buttonsElsewhere: [], englishSentences: [], smallTargets: [], technicalWords: [] })
  expect.soft(overflow, seen).toBeLessThanOrEqual(0)
  expect.soft(coveredByHeader, seen).toBeLessThanOrEqual(64)
  const folder = process.env.SCREENSHOTS
  if (folder)
    await page.screenshot({
      path: `${folder}/${state.replaceAll(/\W+/g, '-')}-${language}-${width}.png`,
      fullPage: true,
    })
}

export async function toVisitor(visitor: Window, look: Look): Promise<Visitor> {
  const { page, clear, complaints, elsewhere, resize } = visitor
  return {
    ...visitor,
    isPhone: look.width === 390,
    texts: allTexts(look.language),
    async expectWell(state, part) {
      // What is under a dialog is a state of its own.
      const isDialog = (await page.locator('dialog[open]').count()) > 0
      const checked = part ?? (isDialog ? 'dialog[open]' : undefined)
      await expectWellIn(look, page, state, { part: checked })
      const opposite = getOpposite(look)
      await turn(visitor, opposite)
      // The elements are the same.
      await expectWellIn(opposite, page, state, { part: checked, rules: ['color-contrast'] })
      await turn(visitor, look)
    },
    async leave() {
      // A dialog that was just closed still goes back in the history, which would cancel the next navigation.
      await page.waitForFunction(() => history.state === null || document.querySelector('dialog[open]'))
      // A page of the same site, so that the browser keeps the process.
      await page.goto(`${(await getSite()).origin}/llms.txt`)
      await Promise.all([resize({ width: look.width, height: HEIGHT }), clear()])
      const found = { complaints: complaints.splice(0), elsewhere: elsewhere.splice(0) }
      expect(found).toEqual({ complaints: [], elsewhere: [] })
    },
  }
}
