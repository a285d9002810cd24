import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium, NO_CHROMIUM } from '../../scripts/support/chromium.ts'
import { en } from '../../src/pages/text/en.ts'
import { ko } from '../../src/pages/text/ko.ts'
import { audit } from '../support/admin/activity.ts'
import { ADMIN_KEY, freshStage } from '../support/admin/stage.ts'
import { type Site, startSite } from './site.ts'
import { englishSentences, overflow, signIn, type Visit, violations, visit } from './visit.ts'

const chromium = findChromium()
if (!chromium) console.warn(`The management app is not tried in a browser, since ${NO_CHROMIUM}`)

/** Every state of the pages on a phone, in both themes: readable, reachable, and not wider than the screen. */
describe.skipIf(!chromium)('the states of the management app', () => {
  let site: Site
  let browser: Browser
  let visitor: Visit
  let page: Page

  beforeAll(async () => {
    ;[site, browser] = await Promise.all([startSite(), launchChromium(chromium ?? '')])
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })
  afterEach(async () => {
    expect({ complaints: visitor.complaints, elsewhere: visitor.elsewhere }).toEqual({ complaints: [], elsewhere: [] })
    await visitor.context.close()
  })

  async function arrive(stage: object, { path = '/', locale = 'en-US', width = 390 } = {}) {
    await site.reset(stage)
    visitor = await visit(browser, site, { locale, viewport: { width, height: 844 } })
    page = visitor.page
    await page.goto(`${site.origin}${path}`)
  }

  async function expectWell(state: string) {
    expect.soft(await overflow(page), state).toBeLessThanOrEqual(0)
    expect.soft(await violations(page), state).toEqual([])
    expect.soft(await englishSentences(page), state).toEqual([])
  }

  const button = (name: string) => page.getByRole('button', { name, exact: true })

  it('at the door', async () => {
    await arrive({ adminKey: null })
    await page.getByText('This deployment has no admin key yet').waitFor()
    await expectWell('no admin key')
    await site.reset({})
    await page.reload()
    await signIn(page, 'wrong')
    expect(await page.getByText('has no admin key yet').count()).toBe(0)
    await page.getByText('That is not the admin key').waitFor()
    await expectWell('a wrong key')
    await site.change({ limited: true })
    await page.keyboard.press('Enter')
    await page.getByText('Too many attempts').waitFor()
    await page.getByText('Lost your admin key?').click()
    await expectWell('too many tries')
  })

  it('behind it', async () => {
    await arrive({})
    await signIn(page, ADMIN_KEY)
    await page.locator('.account').nth(6).waitFor()
    await page.locator('.overview details summary').click()
    await page.locator('.last-error summary').click()
    const shop = page.locator('article', { has: page.locator('#account-shop-seller') })
    expect(await shop.textContent()).toContain('Coupang refuses the IP address 203.0.113.7')
    expect(await page.locator('.overview').textContent()).toContain('RELAY_URL is set without RELAY_TOKEN')
    await expectWell('overview')
    await page.locator('a[href="#keys"]').click()
    await page.locator('tbody tr').first().waitFor()
    await expectWell('keys')
    await page.locator('a[href="#events"]').click()
    await page.getByText('the endpoint answered 500').last().waitFor()
    await expectWell('events')
    await page.locator('a[href="#usage"]').click()
    await page.locator('.chart').waitFor()
    await expectWell('usage')
  })

  it('in what was done, and in what failed', async () => {
    await arrive({ audit: audit().slice(0, 10) }, { path: '/#activity' })
    await signIn(page, ADMIN_KEY)
    await page.getByText('10 entries shown').waitFor()
    await expectWell('activity')
    await button('Failed requests').click()
    await page.getByText('upstream status 500').waitFor()
    await expectWell('failed requests')
  })

  it('behind it in Korean, on screens of three widths', async () => {
    await arrive({}, { locale: 'ko-KR' })
    await signIn(page, ADMIN_KEY)
    await page.locator('.account').nth(6).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('ko')
    expect(await page.locator('main').textContent()).toContain('쿠팡이 IP 주소 203.0.113.7의 호출을 거부합니다')
    expect(await page.locator('.overview').textContent()).toContain('시크릿 RELAY_TOKEN을 중계 서버의 토큰으로')
    for (const view of ['overview', 'keys', 'events', 'usage', 'activity']) {
      await page.locator(`a[href="#${view}"]`).click()
      await page
        .locator(
          {
            ...{ overview: '.account', keys: 'tbody tr', events: '.subscription tbody tr', usage: '.chart' },
            activity: '.filters ~ .card tbody tr',
          }[view] ?? '',
        )
        .first()
        .waitFor()
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        expect(await overflow(page), `${view} at ${width}`).toBeLessThanOrEqual(0)
      }
      expect(await englishSentences(page), view).toEqual([])
    }
  })

  it('in dialogs', async () => {
    await arrive({})
    await signIn(page, ADMIN_KEY)
    await button('Connect: PaySsam').click()
    await page.getByLabel('Paste here').fill('host: erp-api.payssam.kr\nmember: m\nmerchant: n\nAPI key: k')
    await button('Connect').click()
    await page.getByText('Still missing: Business number').first().waitFor()
    await expectWell('a field is missing')
    await page.getByLabel('Business number').fill('123-45-67890')
    await site.change({ verdict: 'unreachable' })
    await button('Connect').click()
    await button('Save without testing').waitFor()
    await expectWell('the product does not answer')
    await button('Save without testing').click()
    await page.getByText('is saved, but was not tested').waitFor()
    await expectWell('kept untested')
    await button('Done').click()
    await button('Link for a customer: Plaud').click()
    await page.getByLabel('From whom?', { exact: false }).fill('Kim of Haneul')
    await page.getByLabel('What for?', { exact: false }).fill('For the weekly report')
    await button('Create link').click()
    await page.getByLabel('Link', { exact: true }).waitFor()
    await expectWell('a link')
    await button('Done').click()
    await page.getByText('open, 10 attempts left').waitFor()
    await expectWell('the links')
    await button('Revoke: Plaud').click()
    await page.getByText('The link for Plaud is revoked.').waitFor()
    await button('Disconnect: Plaud').click()
    await expectWell('asks before disconnecting')
    await button('Cancel').click()
    await button('Data: Plaud').click()
    await page.getByLabel('I want to erase this').check()
    await expectWell('asks before erasing')
  })

  it.each([
    ['en-US', 390, en],
    ['en-US', 1440, en],
    ['ko-KR', 390, ko],
    ['ko-KR', 1440, ko],
  ] as const)(
    'in the dialog of instant events, %s at %i',
    async (locale, width, { webhook: texts, accounts, errors, products }) => {
      const { webhook } = freshStage()
      const token = 'secret_handshake-of-notion'
      const at = new Date().toISOString()
      await arrive({}, { locale, width })
      await signIn(page, ADMIN_KEY)
      await page.locator('.account').nth(7).waitFor()
      // Only for the account that pushes, and only while it is connected.
      expect(await page.getByRole('button', { name: texts.open }).count()).toBe(1)
      await button(`${texts.open}: ${products.workspace}`).click()
      const dialog = page.getByRole('dialog', { name: texts.title })
      await dialog.getByText(texts.waiting).waitFor()
      expect(await dialog.getByLabel(texts.url, { exact: true }).inputValue()).toBe(webhook.url)
      expect(await dialog.locator('.steps > li').count()).toBe(3)
      expect(await dialog.getByRole('link').getAttribute('href')).toBe('https://www.notion.so/profile/integrations')
      expect(await dialog.getByLabel(texts.token, { exact: true }).count()).toBe(0)
      await expectWell('waiting for the token')

      await site.change({ webhook: { ...webhook, state: 'received', verification_token: token, received_at: at } })
      await dialog.getByRole('button', { name: texts.look }).click()
      await dialog.getByLabel(texts.token, { exact: true }).waitFor()
      expect(await dialog.getByLabel(texts.token, { exact: true }).inputValue()).toBe(token)
      expect(await dialog.getByText(texts.waiting).count()).toBe(0)
      expect(await dialog.getByRole('status').last().textContent()).toBe('')
      await expectWell('the token has come')
      await dialog.getByRole('button', { name: `${texts.token}` }).click()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)

      await site.change({
        webhook: { ...webhook, state: 'active', verification_token: token, received_at: at, pushed_at: at },
      })
      await dialog.getByRole('button', { name: texts.look }).click()
      const [active = ''] = texts.active('|').split('|')
      await dialog.getByText(active).waitFor()
      await expectWell('Notion pushes')

      await site.change({ broken: '/webhooks/workspace' })
      await dialog.getByRole('button', { name: texts.look }).click()
      await dialog.getByRole('alert').getByText(errors.codes.internal_error).waitFor()
      expect(await dialog.getByLabel(texts.url, { exact: true }).inputValue()).toBe(webhook.url)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await site.change({ broken: null })
      await button(`${accounts.disconnect}: ${products.workspace}`).click()
      await page.getByRole('dialog').getByRole('button', { name: accounts.disconnect }).click()
      await page.getByRole('button', { name: texts.open }).waitFor({ state: 'detached' })
    },
  )

  it('in the dialogs of keys', async () => {
    await arrive({}, { path: '/#keys' })
    await signIn(page, ADMIN_KEY)
    await button('Create key').click()
    await page.getByLabel('Only these').check()
    await button('Create key').last().click()
    await page.getByText('Give it a name').waitFor()
    await expectWell('a key without a name')
    await page.getByRole('checkbox', { name: 'shop' }).check()
    await page.getByLabel('Name').fill('n8n')
    await page.keyboard.press('Enter')
    await page.getByText('The key is shown only once').waitFor()
    await expectWell('a new key')
  })

  it.each([
    ['en-US', 'Limits', 'Limit per payment', 'Daily limit', 'Save limits', 'Enter an amount in won'],
    ['ko-KR', '한도', '한 번에 최대 금액', '하루 최대 금액', '한도 저장', '원 단위 금액을 입력하거나'],
  ])('in the limits of a key and of a client (%s)', async (locale, limits, most, daily, save, fault) => {
    await arrive({}, { path: '/#keys', locale })
    await signIn(page, ADMIN_KEY)
    const field = (name: string) => page.getByRole('textbox', { name })
    for (const name of ['make.com', 'Claude']) {
      await button(`${limits}: ${name}`).click()
      await field(most).fill('a lot')
      await button(save).click()
      await page.getByText(fault).waitFor()
      await expectWell(`${name} is limited to what is no amount`)
      await field(most).fill('100,000')
      await button(save).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expectWell(`${name} is limited`)
      await button(`${limits}: ${name}`).click()
      expect([await field(most).inputValue(), await field(daily).inputValue()]).toEqual(['100000', ''])
      await field(most).fill('')
      await field(daily).fill('2000000')
      await button(save).click()
      await page.locator('.tag', { hasText: '2,000,000' }).waitFor()
      expect(await page.locator('.tag', { hasText: '100,000' }).count()).toBe(0)
      await button(`${limits}: ${name}`).click()
      await field(daily).fill('')
      await button(save).click()
      await page.locator('.tag', { hasText: '2,000,000' }).waitFor({ state: 'detached' })
    }
    // A key that only reads, a client of another group, and a grant that has ended make no payments.
    expect(await page.getByRole('button', { name: `${limits}:` }).count()).toBe(3)
  })

  it('when something is broken or empty', async () => {
    await arrive({ broken: '/accounts', keys: [], usage: [], audit: [], failures: [] })
    await signIn(page, ADMIN_KEY)
    await page.getByText('The gateway failed.').waitFor()
    await expectWell('accounts do not load')
    await site.change({ broken: null })
    await button('Try again').click()
    await page.locator('.account').first().waitFor()
    await page.locator('a[href="#keys"]').click()
    await page.getByText('No keys yet').waitFor()
    await expectWell('no keys')
    await page.locator('a[href="#usage"]').click()
    await page.getByText('No requests in this period').waitFor()
    await expectWell('no requests')
    await page.goto(`${site.origin}/#activity/req-of-nobody`)
    await page.getByText('No failed request has this id').waitFor()
    await expectWell('no such request')
    await button('Changes').click()
    await page.getByText('No matching changes').waitFor()
    await expectWell('no changes')
  })

  it('by link', async () => {
    await arrive({ links: { t: { account: 'social', used: false, ended: false } } }, { path: '/connect/social#t' })
    await page.getByLabel('Paste here').waitFor()
    await expectWell('an open link')
    await page.goto(`${site.origin}/connect/social?failed=denied`)
    await page.getByText('the permission was denied').waitFor()
    await expectWell('a click that failed')
    await page.goto(`${site.origin}/connect/social?connected=1`)
    await page.getByText('All done').waitFor()
    await expectWell('a click that succeeded')
    await page.goto(`${site.origin}/connect/notes#wrong`)
    await page.getByText('This link does not work').waitFor()
    await expectWell('a wrong link')
  })
})
