import { gzipSync } from 'node:zlib'
import type { Request } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { userToken } from '../../node/pages/jwt.ts'
import { ADMIN_KEY } from '../../support/admin/stage.ts'
import { chromium, getSite } from './browser.ts'
import { arriveAt } from './look.ts'
import { allTexts } from './texts.ts'
import { pasteHere, signIn } from './visit.ts'

const KIB = 1024
/**
 * What the first page loads, from the sign-in to the overview: scripts, HTML, and the texts in both languages, so that a
 * switch of the language needs no request.
 */
const FIRST_PAGE = 48 * KIB
/** What a view loads that is opened by its address: the first page as well. */
const ANY_VIEW = 65 * KIB

/** How much a browser loads, gzipped. A file counts once, however many views use it. */
describe.skipIf(!chromium)('the weight of the management app', () => {
  let zipped: Map<string, number>
  let leave: () => Promise<void>
  afterEach(() => leave())

  beforeAll(async () => {
    const { pages } = await getSite()
    zipped = new Map(pages.map(([file, text]) => [`/${file}`, gzipSync(text, { level: 9 }).length]))
  })

  /** @returns the visitor, and what the files weigh that it has loaded so far, or since a `from` */
  async function arrive(language: 'en' | 'ko', path: string) {
    const stage = { links: { t: { account: 'recorder', used: false, ended: false } } }
    const visitor = await arriveAt('/llms.txt', { language, stage, isSignedIn: false })
    const loaded = new Set<string>()
    const note = (request: Request) => void loaded.add(new URL(request.url()).pathname)
    visitor.page.on('request', note)
    await visitor.page.goto(`${(await getSite()).origin}${path}`)
    const getWeight = () => {
      const scripts = [...loaded].filter((file) => file.startsWith('/app/') && file.endsWith('.js'))
      expect(scripts.filter((file) => !zipped.has(file))).toEqual([])
      return scripts.reduce((sum, file) => sum + (zipped.get(file) ?? 0), zipped.get('/index.html') ?? 0)
    }
    leave = () => {
      visitor.page.off('request', note)
      return visitor.leave()
    }
    return { ...visitor, getWeight, loaded }
  }

  it('a switch of the language loads nothing', async () => {
    const { page, loaded } = await arrive('en', '/')
    await signIn(page, ADMIN_KEY)
    await page.locator('.account').first().waitFor()
    const lists = ['keys', 'grants'].map((list) => page.waitForResponse((response) => response.url().endsWith(list)))
    await page.locator('nav a[href="#keys"]').click()
    await page.locator('h1', { hasText: allTexts('en').views.keys }).waitFor()
    await Promise.all(lists)
    const before = [...loaded]
    await page.locator('.switch [lang=ko]').click()
    await page.locator('h1', { hasText: allTexts('ko').views.keys }).waitFor()
    expect([...loaded]).toEqual(before)
  })

  it.each(['en', 'ko'] as const)('the first page and every view of it are light (%s)', async (language) => {
    const { page, getWeight, texts } = await arrive(language, '/')
    await signIn(page, ADMIN_KEY)
    await page.locator('.account').first().waitFor()
    const first = getWeight()
    expect(first).toBeGreaterThan(10 * KIB)
    expect(first).toBeLessThanOrEqual(FIRST_PAGE)
    const { more, replace } = texts.accounts
    const parts = [
      ...(['keys', 'events', 'usage', 'activity', 'settings'] as const).map((view) => async () => {
        await page.locator(`nav a[href="#${view}"]`).click()
        await page.getByRole('heading', { level: 1, name: texts.views[view] }).waitFor()
      }),
      async () => {
        await page.locator('nav a[href="#overview"]').click()
        await page.getByRole('button', { name: `${more}: Plaud` }).click()
        await page.getByRole('button', { name: `${replace}: Plaud` }).click()
        await page.locator('.paste').waitFor()
      },
    ]
    for (const [place, open] of parts.entries()) {
      const before = getWeight()
      await open()
      const weight = first + getWeight() - before
      expect(getWeight(), `${place}`).toBeGreaterThan(before)
      expect(weight, `${place}`).toBeLessThanOrEqual(ANY_VIEW)
    }
  })

  it('what reads a paste is loaded with the first one, and the page says so when it cannot be', async () => {
    const { page, getWeight, texts } = await arrive('en', '/connect/recorder#t')
    const { connecting } = allTexts('en')
    await page.locator('.paste').waitFor()
    const before = getWeight()
    const reader = /\/app\/parts\/parse-/
    await page.route(reader, (route) => route.abort())
    const box = page.getByLabel(connecting.paste)
    await box.focus()
    await pasteHere(page, 'hello')
    await page.getByText(texts.errors.offline).waitFor()
    await page.unroute(reader)
    await pasteHere(page, 'hello')
    await page.getByText(connecting.nothing).waitFor()
    expect(await page.getByText(texts.errors.offline).count()).toBe(0)
    expect(getWeight()).toBeGreaterThan(before)
  })

  it('a paste is sent that was still being read when the button was pressed', async () => {
    const { page } = await arrive('en', '/connect/recorder#t')
    const { connecting } = allTexts('en')
    await page.route(/\/app\/parts\/parse-/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    const sent: (string | null)[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.postData())
    })
    const token = userToken()
    await page.getByLabel(connecting.paste).focus()
    await pasteHere(page, token)
    await page.getByRole('button', { name: connecting.submit, exact: true }).dblclick()
    await expect.poll(() => sent).toEqual([expect.stringContaining(token)])
    expect(await page.getByText(connecting.missing(connecting.fields.token)).count()).toBe(0)
  })

  it.each([
    ['/oauth/authorize?client_id=c', 'main form'],
    ['/connect/recorder#t', '.paste'],
  ] as const)('%s is light in the longer language', async (path, shown) => {
    const { page, getWeight } = await arrive('ko', path)
    if (path.startsWith('/oauth')) await signIn(page, ADMIN_KEY)
    await page.locator(shown).first().waitFor()
    expect(getWeight()).toBeGreaterThan(10 * KIB)
    expect(getWeight()).toBeLessThanOrEqual(ANY_VIEW)
  })
})
