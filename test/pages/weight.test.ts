import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtPages } from '../../scripts/support/build-pages.ts'
import { findChromium, launchChromium } from '../../scripts/support/chromium.ts'
import { ADMIN_KEY } from '../support/admin/stage.ts'
import { type Site, startSite } from './site.ts'
import { signIn, visit } from './visit.ts'

const chromium = findChromium()

const KIB = 1024
/** What the first page loads, from the sign-in to the overview: scripts, texts and HTML. */
const FIRST_PAGE = 32 * KIB
/** What a view loads that is opened by its address: the first page as well. */
const ANY_VIEW = 42 * KIB

/** How much a browser loads, gzipped. A file counts once, however many views use it. */
describe.skipIf(!chromium)('the weight of the management app', () => {
  let site: Site
  let browser: Browser
  let zipped: Map<string, number>

  beforeAll(async () => {
    const files = await builtPages()
    zipped = new Map(files.map(([file, text]) => [`/${file}`, gzipSync(text, { level: 9 }).length]))
    ;[site, browser] = await Promise.all([startSite(), launchChromium(chromium ?? '')])
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  async function weigh(locale: string, path: string, open: (page: Page) => Promise<void>): Promise<number> {
    await site.reset({ links: { t: { account: 'recorder', used: false, ended: false } } })
    const { page, context } = await visit(browser, site, { locale })
    const loaded = new Set<string>()
    page.on('request', (request) => loaded.add(new URL(request.url()).pathname))
    await page.goto(`${site.origin}${path}`)
    await open(page)
    await context.close()
    const scripts = [...loaded].filter((file) => file.startsWith('/app/') && file.endsWith('.js'))
    expect(scripts.filter((file) => !zipped.has(file))).toEqual([])
    return scripts.reduce((sum, file) => sum + (zipped.get(file) ?? 0), zipped.get('/index.html') ?? 0)
  }

  const enter = (shown: string) => async (page: Page) => {
    await signIn(page, ADMIN_KEY)
    await page.locator(shown).first().waitFor()
  }

  it.each(['en-US', 'ko-KR'])('the first page is light (%s)', async (locale) => {
    const weight = await weigh(locale, '/', enter('.account'))
    expect(weight).toBeGreaterThan(10 * KIB)
    expect(weight).toBeLessThanOrEqual(FIRST_PAGE)
  })

  it.each([
    ['/#keys', enter('tbody tr')],
    ['/#events', enter('.subscription tbody tr')],
    ['/#usage', enter('.chart')],
    ['/#activity', enter('tbody tr')],
    ['/oauth/authorize?client_id=c', enter('[aria-labelledby="terms"], form')],
    ['/connect/recorder#t', (page: Page) => page.locator('.paste').waitFor()],
  ] as const)('%s is light in the longer language', async (path, open) => {
    const weight = await weigh('ko-KR', path, open)
    expect(weight).toBeGreaterThan(10 * KIB)
    expect(weight).toBeLessThanOrEqual(ANY_VIEW)
  })

  it('a dialog of an account is light', async () => {
    const weight = await weigh('ko-KR', '/', async (page) => {
      await enter('.account')(page)
      await page
        .getByRole('button', { name: /^교체: / })
        .first()
        .click()
      await page.locator('.paste').waitFor()
    })
    expect(weight).toBeLessThanOrEqual(ANY_VIEW)
  })
})
