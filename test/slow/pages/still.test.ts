import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_KEY, connected, disconnected, freshStage } from '../../support/admin/stage.ts'
import { chromium, getBrowser, getGateway, getSite } from './browser.ts'
import { arriveAt, HEIGHT } from './look.ts'
import { signedIn, signIn } from './visit.ts'

/** What moved so far, as the browser scores it: 0.1 is good. Not what moved because of a press. */
interface Moved {
  score: number
  what: string[]
}

declare global {
  interface Window {
    moved: Moved
    /** The height of the page while its skeleton was shown. */
    skeleton: number
  }
  interface PerformanceEntry {
    hadRecentInput: boolean
    value: number
    sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
}

/** Runs in each page before its scripts. */
function watch(): void {
  window.moved = { score: 0, what: [] }
  window.skeleton = 0
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      window.moved.score += value
      for (const { node, previousRect, currentRect } of sources)
        window.moved.what.push(
          `${node?.nodeName} ${node?.className ?? ''} ${previousRect.y}..${previousRect.bottom} to ${currentRect.y}`,
        )
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new MutationObserver(() => {
    if (document.querySelector('main .ghost')) window.skeleton = document.documentElement.scrollHeight
  }).observe(document, { childList: true, subtree: true })
}

/** How late the answers of the API are, in milliseconds: each by another time, as in a network. */
const getDelay = (path: string): number =>
  300 + ([...path].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 6) * 100

const LOOKS = [
  { language: 'en', width: 390 },
  { language: 'ko', width: 1440 },
  { language: 'ko', width: 390 },
  { language: 'en', width: 1440 },
] as const

const fresh = freshStage()
const LISTED = fresh.reports.map(({ account, group }) => ({ account, group }))
/** A person who has just begun, and one who has everything. */
const STAGES: Record<string, object> = {
  nothing: {
    reports: LISTED.map(({ account, group }) => disconnected(account, group as never)),
    ...{ keys: [], grants: [], subscriptions: [], usage: [], audit: [], failures: [] },
  },
  everything: {
    reports: LISTED.map(({ account, group }) => ({
      ...connected(account, group as never),
      workspace: account === 'recorder' ? 'w1' : null,
      workspaces:
        account === 'recorder'
          ? [
              { id: 'w1', name: 'Haneul', open: true },
              { id: 'w2', name: 'Personal', open: true },
            ]
          : [],
    })),
    links: { t: { account: 'recorder', used: false, ended: false } },
  },
}

const VIEWS = ['keys', 'events', 'usage', 'activity', 'settings', 'sign-in']
/** The pages outside of the views that nobody signed in to, and one that asks what was agreed. */
const PAGES = ['/', '/connect/recorder#t', '/oauth/authorize?client_id=c']
const TERMS = '/oauth/authorize?client_id=d'
const DOCS = ['/docs', '/docs/guide/events']

/** How high a skeleton is at least and at most, of what comes: with everything, and with nothing where that is little. */
const SKELETONS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  settings: [0.75, 1.25],
  usage: [0.75, 1.6],
  events: [0.45, 1.6],
}

/** The looks of one page of each language and each width. */
const SOME = [
  [0, 1],
  [2, 3],
] as const
const ALL = [0, 1, 2, 3]

describe.skipIf(!chromium)('no view moves under a finger', () => {
  const contexts: BrowserContext[] = []
  let pages: Page[]
  let origin: string

  beforeAll(async () => {
    const [browser, site] = await Promise.all([getBrowser(), getSite()])
    ;({ origin } = site)
    pages = await Promise.all(
      LOOKS.map(async ({ language, width }) => {
        const context = await browser.newContext({
          locale: language,
          viewport: { width, height: HEIGHT },
          reducedMotion: 'reduce',
        })
        contexts.push(context)
        await context.addInitScript(watch)
        await context.route('**/api/**', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, getDelay(new URL(route.request().url()).pathname)))
          await route.continue().catch(() => {})
        })
        return context.newPage()
      }),
    )
  })
  afterAll(() => Promise.all(contexts.map((context) => context.close())))

  async function getMoved(page: Page, url: string) {
    // Another page, so that it begins anew.
    await page.goto('about:blank')
    await page.goto(url)
    await page.locator('main :is(h1, h2, h3)').first().waitFor()
    await expect.poll(() => page.locator('main .ghost').count(), { timeout: 30_000 }).toBe(0)
    await page.waitForLoadState('networkidle')
    return page.evaluate(
      () =>
        new Promise<Moved & { skeleton: number; height: number }>((resolve) =>
          requestAnimationFrame(() =>
            setTimeout(() =>
              resolve({ ...window.moved, skeleton: window.skeleton, height: document.documentElement.scrollHeight }),
            ),
          ),
        ),
    )
  }

  /** @returns by how much the skeletons were higher than what came */
  const check = (url: string, places: readonly number[] = ALL) =>
    Promise.all(
      places.map(async (place) => {
        const { language, width } = LOOKS[place] ?? LOOKS[0]
        const { score, what, skeleton, height } = await getMoved(pages[place] as Page, url)
        expect.soft(score, `${url} (${language}, ${width} wide): ${what.join('; ')}`).toBeLessThan(0.1)
        return skeleton / height
      }),
    )

  it.each(DOCS)('%s', async (path) => {
    await check(`${(await getGateway()).origin.replace(/\/$/, '')}${path}`, SOME[DOCS.indexOf(path)])
  })

  it('pages outside', async () => {
    await (await getSite()).reset(STAGES.everything ?? {})
    for (const path of PAGES) await check(`${origin}${path}`)
    await Promise.all(contexts.map((context) => signedIn(context, origin)))
    await check(`${origin}${TERMS}`)
  })

  it.each(Object.keys(STAGES))('with %s connected', async (name) => {
    await (await getSite()).reset(STAGES[name] ?? {})
    await Promise.all(contexts.map((context) => signedIn(context, origin)))
    for (const ratio of await check(`${origin}/`)) {
      expect.soft(ratio).toBeGreaterThan(0.75)
      expect.soft(ratio).toBeLessThan(1.25)
    }
    for (const view of VIEWS) {
      const [least, most] = SKELETONS[view] ?? [0, Number.POSITIVE_INFINITY]
      for (const ratio of await check(`${origin}/#${view}`, SOME[Object.keys(STAGES).indexOf(name)])) {
        expect.soft(ratio, view).toBeGreaterThan(least)
        expect.soft(ratio, view).toBeLessThan(most)
      }
    }
  })
})

describe.skipIf(!chromium)('with the keyboard', () => {
  it.each([390, 1440] as const)('the menu is one step back from the heading (%i wide)', async (width) => {
    const { page, leave } = await arriveAt('/', { width, isSignedIn: false })
    await signIn(page, ADMIN_KEY)
    const getFocused = () => page.evaluate(() => document.activeElement?.closest('h1, nav')?.tagName)
    for (const view of ['overview', ...VIEWS, 'overview']) {
      if (view !== 'overview' || (await page.locator('.account').count()) === 0)
        await page.evaluate((hash) => location.assign(`#${hash}`), view)
      await expect.poll(getFocused).toBe('H1')
      if (view !== 'sign-in') {
        const current = await page.locator('nav [aria-current]').boundingBox()
        expect((current?.x ?? width) + (current?.width ?? 0), view).toBeLessThanOrEqual(width)
      }
      await page.keyboard.press('Shift+Tab')
      expect(await getFocused(), view).toBe('NAV')
    }
    await leave()
  })
})
