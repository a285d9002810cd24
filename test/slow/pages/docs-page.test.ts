import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import { chromium, getBrowser, getGateway, PRO_KEY } from './browser.ts'
import { type DocsPage, openDocs, openPanel, press } from './open-docs.ts'

/** The reference page as a person uses it. */
describe.skipIf(!chromium)('the reference page', () => {
  let gateway: Awaited<ReturnType<typeof getGateway>>
  let browser: Browser
  let docs: DocsPage
  let page: Page
  let sent: Request[]

  beforeAll(async () => {
    ;[browser, gateway] = await Promise.all([getBrowser(), getGateway()])
  })

  beforeEach(() => {
    sent = []
  })
  afterEach(() => {
    expect({ elsewhere: docs.elsewhere, complaints: docs.complaints }).toEqual({ elsewhere: [], complaints: [] })
  })

  async function open(context: BrowserContext) {
    docs = await openDocs(context, gateway.origin)
    page = docs.page
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) sent.push(request)
    })
  }

  const getOutcome = (id: string) => page.locator(`#${id} p.result`)
  const send = (id: string) => page.locator(`#${id} button.send`).click()

  describe('on npm start', () => {
    // Drawing the page takes longer than most tests, and none of these depends on another.
    beforeAll(async () => open(await browser.newContext()))
    afterAll(() => page.context().close())

    it('sends every request with its initial form, and each succeeds', async () => {
      expect(docs.operations.length).toBeGreaterThan(100)
      // Only a response has the id of a subscription.
      const shown = docs.operations.filter(
        ({ id }) => !/^events_.*(_subscription|_secret|_deliveries|_event|_failed)$/.test(id),
      )
      for (const [index, operation] of shown.entries()) {
        // With many panels open, drawing the page and its questions takes seconds.
        if (index % 8 === 0) await page.reload()
        const { id, status } = operation
        expect.soft(await press(page, operation), id).toMatch(new RegExp(`^${status} in \\d+ ms`))
        expect.soft(await page.textContent('main'), id).not.toContain(PRO_KEY)
      }
    })

    it('sends true and false in the query', async () => {
      const id = 'recorder_fetch_file'
      await openPanel(page, id)
      for (const value of ['true', 'false', '']) {
        await page.selectOption(`#${id}-strict`, value)
        await press(page, operation(id))
        expect(new URL(sent.at(-1)?.url() ?? '').searchParams.get('strict')).toBe(value || null)
      }
    })

    it('sends true in a header, and shows it in the command', async () => {
      await press(page, operation('payment_read_bill'))
      expect(await sent[0]?.headerValue('X-Payment-Mode')).toBe('true')
      expect(await page.textContent('#payment_read_bill .command pre')).toContain("-H 'X-Payment-Mode: true'")
    })

    it('asks before something that cannot be undone, and sends nothing when that is declined', async () => {
      const id = 'payment_cancel_bill'
      await openPanel(page, id)
      for (const decline of [() => page.keyboard.press('Escape'), () => page.keyboard.press('Enter')]) {
        await send(id)
        expect(await page.textContent('dialog')).toContain('POST /api/v1/payment/cancel')
        await decline()
        await expect.poll(() => getOutcome(id).textContent()).toBe('Not sent.')
        expect(await page.locator('dialog').count()).toBe(0)
      }
      expect(sent).toEqual([])
    })
  })

  describe('on a deployment', () => {
    beforeEach(async () => {
      const context = await browser.newContext()
      const body = await readFile(join(ROOT, 'public/docs.html'), 'utf8')
      const { headers } = await fetch(`${gateway.origin}/docs`, { method: 'HEAD' })
      await context.route('**/docs', (route) => route.fulfill({ headers: Object.fromEntries(headers), body }))
      await open(context)
    })
    afterEach(() => page.context().close())

    const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent)

    it('asks for the key instead of sending a request without one, and returns', async () => {
      const id = 'recorder_list_files'
      await openPanel(page, id)
      await send(id)
      await expect.poll(() => getOutcome(id).textContent()).toBe('Not sent. The API key is missing.')
      expect(await focused()).toBe('key')
      expect(await page.textContent('#key-error')).toBe('The API key is missing: type it here and press Enter.')

      await page.keyboard.type('열쇠')
      expect(await page.textContent('#key-error')).toBe('')
      await page.keyboard.press('Enter')
      expect(await page.textContent('#key-error')).toMatch(/^An API key has only Latin letters/)
      expect(sent).toEqual([])

      await page.fill('#key', PRO_KEY)
      await page.keyboard.press('Enter')
      expect(await focused()).toBe('Try it')
      await page.keyboard.press('Enter')
      await getOutcome(id).filter({ hasText: '200 in ' }).waitFor()
      expect(sent).toHaveLength(1)
    })

    it('needs no key for open operations, and leads to the key of others on a narrow screen, too', async () => {
      expect(await press(page, operation('payment_format_phone_number'))).toMatch(/^200 in /)
      expect(await sent[0]?.headerValue('X-API-KEY')).toBeNull()

      await page.setViewportSize({ width: 390, height: 800 })
      await openPanel(page, 'social_get_limits')
      await send('social_get_limits')
      expect(await focused()).toBe('key')
      await expect
        .poll(() => page.locator('#key').evaluate((field) => field.getBoundingClientRect().top))
        .toBeLessThan(90)
    })

    it('contains no account header, and shares a typed one with all operations that use it', async () => {
      await page.fill('#key', PRO_KEY)
      const token = (id: string) => page.locator(`#${id}-X-Workspace-Token`)
      await openPanel(page, 'workspace_get_schema')
      await openPanel(page, 'workspace_invite_member')
      expect(await token('workspace_get_schema').inputValue()).toBe('')
      await token('workspace_get_schema').fill('ntn_test-full')
      expect(await press(page, operation('workspace_get_schema'))).toMatch(/^200 in /)

      await openPanel(page, 'workspace_query_database')
      expect(await token('workspace_query_database').inputValue()).toBe('ntn_test-full')
      // A session's token is another thing under the same name.
      expect(await token('workspace_invite_member').inputValue()).toBe('')

      await token('workspace_query_database').fill('ntn_test-read')
      expect(await token('workspace_get_schema').inputValue()).toBe('ntn_test-read')
      expect(await page.evaluate(() => location.href + document.cookie + Object.keys(localStorage))).not.toContain(
        'ntn_',
      )

      // A value that no header can contain is not sent.
      await token('workspace_get_schema').fill('ntn_토큰')
      await send('workspace_get_schema')
      expect(await focused()).toBe('workspace_get_schema-X-Workspace-Token')
      expect(sent).toHaveLength(1)
    })
  })

  const operation = (id: string) => docs.operations.find((each) => each.id === id) ?? expect.fail(`no ${id}`)
})
