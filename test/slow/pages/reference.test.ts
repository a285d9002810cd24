import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chromium, getBrowser, getGateway, PRO_KEY } from './browser.ts'
import { getOpposite, HEIGHT, PHONE } from './look.ts'
import { openPanel } from './open-docs.ts'
import { faults, overflow, tabTo, type Visit, violations, visit } from './visit.ts'

/**
 * The reference page on a phone and on a wide screen, in both themes and both languages, and with only the keyboard.
 */
describe.skipIf(!chromium)('the reference page', () => {
  let gateway: Awaited<ReturnType<typeof getGateway>>
  let browser: Browser
  let visitor: Visit
  let page: Page

  beforeAll(async () => {
    ;[gateway, browser] = await Promise.all([getGateway(), getBrowser()])
  })
  const leave = async () => {
    expect({ complaints: visitor.complaints, elsewhere: visitor.elsewhere }).toEqual({ complaints: [], elsewhere: [] })
    await visitor.context.close()
  }

  async function arrive({ locale = 'en-US', width = 390, hash = '', theme = 'light' as 'light' | 'dark' } = {}) {
    visitor = await visit(browser, gateway, { locale, colorScheme: theme, viewport: { width, height: HEIGHT } })
    page = visitor.page
    await page.goto(`${gateway.origin}/docs${hash}`)
    await page.locator('.operations').first().waitFor()
  }

  /**
   * @param part what has changed: the page has more than a hundred operations, all alike
   * @param rules the only rules. The elements are the same in both looks: only the colours are checked in the second
   */
  async function expectWell(state: string, part?: string, rules?: string[]) {
    expect.soft(await overflow(page), state).toBeLessThanOrEqual(0)
    expect.soft(await violations(page, { part, rules }), state).toEqual([])
    expect.soft((await faults(page)).smallTargets, state).toEqual([])
  }

  const snippet = (id: string) => page.locator(`#${id} .snippets pre`)

  describe('when it is opened', () => {
    afterEach(leave)

    it.each([PHONE, getOpposite(PHONE)])('is well: $language, $width wide, $theme', async (look) => {
      await arrive({ ...look, locale: look.language })
      await expectWell('at first')
      // Each group is a row until it is opened.
      expect(await page.evaluate(() => document.body.scrollHeight)).toBeLessThan(4_000)
      const { width } = getOpposite(look)
      await visitor.resize({ width, height: HEIGHT })
      expect(await overflow(page), `at first, ${width} wide`).toBeLessThanOrEqual(0)
      await visitor.resize({ width: look.width, height: HEIGHT })
      const rules = look.language === 'ko' ? undefined : ['color-contrast']
      await openPanel(page, 'recorder_get_transcript')
      await page.locator('#recorder_get_transcript button.send').click()
      await page.locator('#recorder_get_transcript .answer').waitFor()
      await openPanel(page, 'payment_request_bill')
      expect(await page.getByLabel('X-Payment-Host').isVisible()).toBe(false)
      await page.locator('#payment_request_bill details').evaluateAll((all: HTMLDetailsElement[]) => {
        for (const details of all) details.open = true
      })
      const part = '#recorder_get_transcript, #payment_request_bill'
      await expectWell('an answer, and all of an operation', part, rules)
      await page.locator('#payment_request_bill button.send').click()
      await page.getByRole('dialog').waitFor()
      await expectWell('a question', 'dialog', rules)
      await page.keyboard.press('Escape')
      await page.fill('#search', '녹음 srt')
      await page.locator('main > div > [role=status]:not(:empty)').waitFor()
      await page.locator('#recorder_get_transcript').waitFor()
      await expectWell('a search', undefined, rules)
    })

    it('shows the example of a response if one was recorded', async () => {
      visitor = await visit(browser, gateway, {})
      page = visitor.page
      const document = await (await fetch(`${gateway.origin}/openapi.json`)).json()
      const { content } = document.paths['/api/v1/recorder/user/me'].get.responses['200']
      content['application/json'].example = { nickname: '예시' }
      await page.route('**/openapi.json', (route) => route.fulfill({ json: document }))
      await page.goto(`${gateway.origin}/docs#recorder_get_user`)
      await expect.poll(() => page.locator('#recorder_get_user .example pre').textContent()).toContain('"예시"')
    })

    it.each([
      ['en', 'Korean reader, English link', 'ko-KR'],
      ['ko', 'English reader, Korean link', 'en-US'],
    ])('shows a guide in the language of its link (%s: %s)', async (language, _, locale) => {
      const path = `/guide/relay?lang=${language}#${language === 'ko' ? '안-될-때' : 'when-it-does-not-work'}`
      visitor = await visit(browser, gateway, { locale, viewport: { width: 390, height: HEIGHT } })
      page = visitor.page
      await page.goto(`${gateway.origin}/docs${path}`)
      await page
        .getByRole('heading', { name: language === 'ko' ? '고정 IP 중계 서버' : 'A relay with a fixed IP' })
        .waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
      await expectWell('a guide')
      for (const guide of ['errors', 'connect', 'accounts']) {
        await page.evaluate((path) => (location.pathname = path), `/docs/guide/${guide}`)
        await page.locator('.guide h2').waitFor()
        await expectWell(guide, '.guide', ['color-contrast', 'scrollable-region-focusable'])
      }
      expect(await page.textContent('.guide')).not.toContain('latchkey.example.workers.dev')
      // The choice of the reader replaces that of the link, also after a reload.
      await page.goto(`${gateway.origin}/docs${path}`)
      const other = language === 'ko' ? 'en' : 'ko'
      await page.getByRole('button', { name: other === 'ko' ? '한국어' : 'EN' }).click()
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(other)
      await page.reload()
      await page.locator('.guide h2').waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe(other)
    })

    it('shows the key field at the end of the page', async () => {
      await arrive({ hash: '#gateway_doctor' })
      const { y = -1 } = (await page.locator('#key').boundingBox()) ?? {}
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y).toBeLessThan(90)
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1000)
    })
  })

  /** Drawing more than a hundred operations takes longer than any of these: one page for all. */
  describe('while it is used on a wide screen', () => {
    beforeAll(() => arrive({ width: 1440 }))
    afterAll(leave)

    /** Goes to a part of the page, all of which is shown. */
    async function open(hash: string) {
      await page.fill('#search', '')
      await page.locator('#search').blur()
      await page.goto(`${gateway.origin}/docs${hash || '#start'}`)
    }

    it('shows the current location, and opens the one in the URL', async () => {
      await page.getByRole('link', { name: 'List tags, the folders of recordings' }).click()
      await expect.poll(() => page.locator('#recorder_list_tags').getAttribute('open')).not.toBeNull()
      await expect
        .poll(() => page.locator('nav [aria-current]').textContent())
        .toBe('List tags, the folders of recordings')
    })

    it('finds by product name and in Korean, says where, and returns to all', async () => {
      await open('')
      await page.keyboard.press('/')
      await page.keyboard.type('쿠팡')
      const shown = () => page.locator('.operation:visible').evaluateAll((panels) => panels.map(({ id }) => id))
      expect(await shown()).toEqual(expect.arrayContaining(['shop_list_orders']))
      expect((await shown()).every((id) => id.startsWith('shop_'))).toBe(true)
      await page.fill('#search', 'comma list')
      expect(await page.locator('.operation .excerpt').first().textContent()).toContain('comma list')
      await page.fill('#search', 'nowhere at all')
      await page.getByText('Nothing matches all of these words').waitFor()
      expect(await page.locator('.operations:visible').count()).toBe(0)
      await page.keyboard.press('Control+K')
      await page.keyboard.press('Delete')
      expect(await page.locator('.operations:visible').count()).toBeGreaterThan(8)
    })

    it.each([
      ['중계', 'A relay with a fixed IP address'],
      ['고정 IP', 'A relay with a fixed IP address'],
      ['webhook', 'Events and webhooks'],
      ['429', 'Limits'],
      ['cors', 'Browsers and CORS'],
      ['too_many_requests', 'Errors'],
    ])('finds for %s the guide "%s", and opens it', async (words, title) => {
      await open('')
      await page.fill('#search', words)
      await page.locator('main').getByRole('link', { name: title, exact: true }).click()
      await page.getByRole('heading', { level: 2, name: title }).waitFor()
      expect(await page.inputValue('#search')).toBe('')
      expect(await page.locator('.operation:visible').count()).toBe(0)
      expect(await page.title()).toBe(`Latchkey · ${title}`)
    })

    it('keeps the key while guides and operations are read, and goes back', async () => {
      await open('')
      await page.fill('#key', 'typed')
      const contents = page.getByRole('navigation')
      await page.getByRole('main').getByRole('link', { name: 'Errors', exact: true }).click()
      await page.locator('#invalid_input').waitFor()
      await contents.getByRole('link', { name: 'Paging', exact: true }).click()
      await page.getByRole('heading', { name: 'New recordings' }).waitFor()
      await page.goBack()
      await page.locator('#invalid_input').waitFor()
      expect(new URL(page.url()).pathname).toBe('/docs/guide/errors')
      await contents.getByRole('link', { name: 'List tags, the folders of recordings' }).click()
      await expect.poll(() => page.locator('#recorder_list_tags').getAttribute('open')).not.toBeNull()
      expect(await page.inputValue('#key')).toBe('typed')
      await page.fill('#key', PRO_KEY)
    })

    it('writes no credential into a snippet, unless its owner asks', async () => {
      await open('')
      const id = 'workspace_get_me'
      await openPanel(page, id)
      const token = await page.locator(`#${id}-X-Workspace-Token`).inputValue()
      expect(token).toMatch(/^ntn_/)
      for (const name of ['PowerShell', 'Python', 'JavaScript', 'n8n', 'Make', 'curl']) {
        await page.locator(`#${id} .snippets .switch`).getByRole('button', { name, exact: true }).click()
        expect(await snippet(id).textContent()).not.toContain(PRO_KEY)
        expect(await snippet(id).textContent()).not.toContain(token)
      }
      await page.locator(`#${id}`).getByLabel('Write my key and tokens into it').check()
      expect(await snippet(id).textContent()).toContain(PRO_KEY)
      await openPanel(page, 'workspace_list_users')
      expect(await snippet('workspace_list_users').textContent()).not.toContain(PRO_KEY)
    })

    it('asks before money moves, with only the keyboard', async () => {
      await open('#payment_request_bill')
      const sent: string[] = []
      page.on('request', (request) => sent.push(new URL(request.url()).pathname))
      await page.locator('#payment_request_bill-body').focus()
      await tabTo(page, 'Send it: this changes data')
      await page.keyboard.press('Enter')
      await page.getByText('This may move money').waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('Not sent.').waitFor()
      expect(sent).toEqual([])
      await page.keyboard.press('Enter')
      await tabTo(page, 'Send')
      await page.keyboard.press('Enter')
      await page.locator('#payment_request_bill .result', { hasText: '200 in ' }).waitFor()
      expect(sent).toEqual(['/api/v1/payment/request'])
    })

    it('copies a response, and saves a transcript as subtitles', async () => {
      await open('#recorder_get_transcript')
      const panel = page.locator('#recorder_get_transcript')
      await panel.locator('button.send').click()
      const saving = page.waitForEvent('download')
      await panel.getByRole('button', { name: 'Save as .srt' }).click()
      const download = await saving
      expect(download.suggestedFilename()).toBe('recorder_get_transcript.srt')
      expect(await readFile((await download.path()) ?? '', 'utf8')).toMatch(/^1\n00:00:00,000 --> /)
      await panel.getByRole('button', { name: 'Copy: Response' }).click()
      // It is copied a moment after the press.
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\{\s*"/)
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(JSON.parse(copied)).toHaveProperty('file_id')
    })

    it('is shown in Korean, and keeps what is typed when the language changes', async () => {
      await open('#recorder_search')
      await page.fill('#recorder_search-query', 'typed')
      await page.getByRole('button', { name: '한국어' }).click()
      await page.getByRole('heading', { name: '안내' }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe('ko')
      expect(await page.locator('#recorder_search .what').textContent()).toBe('녹음 검색')
      expect(await page.inputValue('#recorder_search-query')).toBe('typed')
      expect(await page.evaluate(() => [document.cookie, ...Object.keys(localStorage)])).toEqual([
        '',
        'latchkey-language',
      ])
    })
  })
})
