import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium, NO_CHROMIUM } from '../../scripts/support/chromium.ts'
import { audit } from '../support/admin/activity.ts'
import { ADMIN_KEY, freshStage } from '../support/admin/stage.ts'
import { type Site, startSite } from './site.ts'
import { allTexts } from './texts.ts'
import {
  coveredByHeader,
  englishSentences,
  overflow,
  signIn,
  smallTargets,
  technicalWords,
  type Visit,
  violations,
  visit,
} from './visit.ts'

const [en, ko] = await Promise.all([allTexts('en'), allTexts('ko')])
const LANGUAGES = [
  ['en-US', en],
  ['ko-KR', ko],
] as const
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
    expect.soft(await technicalWords(page), state).toEqual([])
  }

  const button = (name: string) => page.getByRole('button', { name, exact: true })

  it.each(LANGUAGES)('at the door (%s)', async (locale, { session, errors }) => {
    await arrive({ adminKey: null }, { locale })
    await page.getByText(session.unsetTitle).waitFor()
    await expectWell('no admin key')
    await site.reset({})
    await page.reload()
    await signIn(page, 'wrong')
    expect(await page.getByText(session.unsetTitle).count()).toBe(0)
    await page.getByText(session.wrong).waitFor()
    await expectWell('a wrong key')
    await site.change({ limited: true })
    await page.keyboard.press('Enter')
    await page.getByText(errors.codes.limit_exceeded).waitFor()
    await page.getByText(session.forgottenTitle).click()
    await expectWell('too many tries')
  })

  it.each(LANGUAGES)('behind it (%s)', async (locale, { accounts, events, overview, products }) => {
    await arrive({}, { locale })
    await signIn(page, ADMIN_KEY)
    await page.locator('.account').nth(6).waitFor()
    await page.getByText(accounts.summary.someWork(3, 7)).waitFor()
    expect(await page.locator('.account .initial + div h3').allTextContents()).toEqual(
      (['shop-consumer', 'shop-seller', 'video', 'social', 'recorder', 'notes', 'workspace', 'payment'] as const).map(
        (account) => `${products[account]} ${accounts.names[account]}`,
      ),
    )
    // What was never connected says what it gives, and nothing that alarms.
    const payment = page.locator('article', { has: page.locator('#account-payment') })
    await payment.getByText(accounts.purposes.payment).waitFor()
    expect(await payment.locator('.badge, .notice, .original').filter({ visible: true }).count()).toBe(0)
    await page.getByText(overview.settings, { exact: true }).click()
    await page.getByLabel(`${accounts.more}: ${products['shop-consumer']}`, { exact: true }).click()
    await page.locator('.last-error summary').click()
    const shop = page.locator('article', { has: page.locator('#account-shop-seller') })
    expect(await shop.textContent()).toContain('203.0.113.7')
    expect(await page.locator('.overview').textContent()).toContain(overview.warningTexts.relay_token_unset)
    await expectWell('overview')
    await page.locator('a[href="#keys"]').click()
    await page.locator('tbody tr').first().waitFor()
    await expectWell('keys')
    await page.locator('a[href="#events"]').click()
    await page.getByText(events.answered('500')).last().waitFor()
    await expectWell('events')
    await page.locator('a[href="#usage"]').click()
    await page.locator('.chart').waitFor()
    await expectWell('usage')
  })

  it.each(LANGUAGES)('in what was done, and in what failed (%s)', async (locale, { activity, errors }) => {
    await arrive({ audit: audit().slice(0, 10) }, { path: '/#activity', locale })
    await signIn(page, ADMIN_KEY)
    await page.getByText(activity.shown(2)).waitFor()
    await page.getByText(errors.details, { exact: true }).first().click()
    await expectWell('failed requests')
    await button(activity.changes).click()
    await page.getByText(activity.shown(10)).waitFor()
    await expectWell('activity')
  })

  it('behind it in Korean, on screens of three widths', async () => {
    await arrive({}, { locale: 'ko-KR' })
    await signIn(page, ADMIN_KEY)
    await page.locator('.account').nth(6).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('ko')
    expect(await page.locator('main').textContent()).toContain('쿠팡이 IP 주소 203.0.113.7의 호출을 거부합니다')
    for (const view of ['overview', 'keys', 'events', 'usage', 'activity']) {
      await page.locator(`a[href="#${view}"]`).click()
      await page
        .locator(
          {
            ...{ overview: '.account', keys: 'tbody tr', events: '.subscription tbody tr', usage: '.chart' },
            activity: 'tbody tr',
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

  it.each(['en-US', 'ko-KR'])('under a finger, on a phone (%s)', async (locale) => {
    await arrive({}, { locale })
    await signIn(page, ADMIN_KEY)
    const worst = page.locator('.headline .button.primary')
    await worst.waitFor()
    expect(await worst.evaluate((button) => button.getBoundingClientRect().bottom)).toBeLessThan(500)
    for (const view of ['overview', 'keys', 'events', 'usage', 'activity']) {
      await page.locator(`a[href="#${view}"]`).click()
      await page.locator('main :is(.account, tbody tr, .chart)').first().waitFor()
      if (view !== 'overview') await page.locator('h1:focus').waitFor()
      expect(await smallTargets(page), view).toEqual([])
      expect(await coveredByHeader(page), view).toBeLessThanOrEqual(64)
    }
  })

  it.each(LANGUAGES)('with the result of a button in sight (%s)', async (locale, { events, keys }) => {
    await arrive({}, { path: '/#events', locale })
    await signIn(page, ADMIN_KEY)
    await page.locator('.subscription').nth(2).waitFor()
    const isInSight = () =>
      page.locator('main > .said').evaluate((said) => {
        const { top, bottom } = said.getBoundingClientRect()
        return said.textContent !== '' && top >= 0 && bottom <= innerHeight
      })
    await page
      .getByRole('button', { name: new RegExp(`^${events.test}: `) })
      .last()
      .click()
    await expect.poll(isInSight).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
    await expectWell('a result of an event')
    await page.locator('a[href="#keys"]').click()
    await page.getByRole('button', { name: `${keys.enable}: an old one` }).click()
    await expect.poll(isInSight).toBe(true)
    await expectWell('a result of a key')
  })

  it('at a zoom of 400 %', async () => {
    await arrive({}, { width: 320 })
    await page.setViewportSize({ width: 320, height: 256 })
    await signIn(page, ADMIN_KEY)
    for (const view of ['overview', 'keys', 'events', 'usage', 'activity']) {
      await page.locator(`a[href="#${view}"]`).click()
      await page.locator('main :is(.account, tbody tr, .chart)').first().waitFor()
      if (view !== 'overview') await page.locator('h1:focus').waitFor()
      expect(await overflow(page), view).toBeLessThanOrEqual(0)
      expect(await coveredByHeader(page), view).toBeLessThanOrEqual(0)
    }
  })

  it.each(LANGUAGES)('in dialogs (%s)', async (locale, t) => {
    const { accounts, common, connecting, data, links, products } = t
    const of = (label: string, account: 'payment' | 'recorder') => `${label}: ${products[account]}`
    await arrive({}, { locale })
    await signIn(page, ADMIN_KEY)
    await button(of(accounts.connect, 'payment')).click()
    await page.getByLabel(connecting.paste).fill('host: erp-api.payssam.kr\nmember: m\nmerchant: n\nAPI key: k')
    await button(connecting.submit).click()
    await page.getByText(connecting.missing(connecting.fields.business_number)).first().waitFor()
    await expectWell('a field is missing')
    await page.getByLabel(connecting.fields.business_number).fill('123-45-67890')
    await site.change({ verdict: 'refuse' })
    await button(connecting.submit).click()
    await page.getByText(connecting.refused(products.payment)).waitFor()
    await expectWell('the product refuses')
    await site.change({ verdict: 'unreachable' })
    await button(connecting.submit).click()
    await button(connecting.force).waitFor()
    await expectWell('the product does not answer')
    await button(connecting.force).click()
    await page.getByText(connecting.doneUntested(products.payment)).waitFor()
    await expectWell('kept untested')
    await button(common.done).click()
    await page.getByLabel(of(accounts.more, 'recorder')).click()
    await button(of(accounts.link, 'recorder')).click()
    await page.getByLabel(links.ownerName).fill('Kim of Haneul')
    await page.getByLabel(links.note).fill('For the weekly report')
    await button(links.make).click()
    await page.getByLabel(links.url, { exact: true }).waitFor()
    await expectWell('a link')
    await button(common.done).click()
    await page.getByText(links.open(10)).waitFor()
    await expectWell('the links')
    await button(of(common.revoke, 'recorder')).click()
    await page.getByText(links.revoked(products.recorder)).waitFor()
    await button(of(accounts.disconnect, 'recorder')).click()
    await expectWell('asks before disconnecting')
    await button(common.cancel).click()
    await button(of(accounts.data, 'recorder')).click()
    await page.getByLabel(data.understood).check()
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
      expect(await page.locator('button', { hasText: accounts.instantEvents }).count()).toBe(1)
      await page.getByLabel(`${accounts.more}: ${products.workspace}`).click()
      await button(`${accounts.instantEvents}: ${products.workspace}`).click()
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
      await page.locator('button', { hasText: accounts.instantEvents }).waitFor({ state: 'detached' })
    },
  )

  it.each(LANGUAGES)('in the dialogs of keys (%s)', async (locale, { keys }) => {
    await arrive({}, { path: '/#keys', locale })
    await signIn(page, ADMIN_KEY)
    await button(keys.make).click()
    await page.getByLabel(keys.someGroups).check()
    await page.getByLabel(keys.expires).fill('2020-01-01')
    await button(keys.make).last().click()
    await page.getByText(keys.nameMissing).waitFor()
    await page.getByText(keys.expiresPast).waitFor()
    await expectWell('a key without a name, which ended long ago')
    await page.getByLabel(keys.expires).fill('')
    await page.getByRole('checkbox', { name: 'shop' }).check()
    await page.getByLabel(keys.name).fill('n'.repeat(120))
    expect(await page.getByLabel(keys.name).inputValue()).toHaveLength(100)
    await page.getByLabel(keys.name).fill('n8n')
    await page.keyboard.press('Enter')
    await page.getByText(keys.shownOnce).waitFor()
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

  it.each(LANGUAGES)('when something is broken or empty (%s)', async (locale, t) => {
    await arrive({ broken: '/accounts', keys: [], usage: [], audit: [], failures: [] }, { locale })
    await signIn(page, ADMIN_KEY)
    await page.getByText(t.errors.codes.internal_error).waitFor()
    await expectWell('accounts do not load')
    await site.change({ broken: null })
    await button(t.common.again).click()
    await page.locator('.account').first().waitFor()
    await page.locator('a[href="#keys"]').click()
    await page.getByText(t.keys.empty).waitFor()
    await expectWell('no keys')
    await page.locator('a[href="#usage"]').click()
    await page.getByText(t.usage.empty).waitFor()
    await expectWell('no requests')
    await page.goto(`${site.origin}/#activity/req-of-nobody`)
    await page.getByText(t.activity.notFound).waitFor()
    await expectWell('no such request')
    await button(t.activity.changes).click()
    await page.getByText(t.activity.noChanges).waitFor()
    await expectWell('no changes')
  })

  it.each(LANGUAGES)('while no account was ever connected (%s)', async (locale, { accounts }) => {
    const reports = freshStage().reports.map((report) => ({
      ...report,
      ...{ state: 'not_connected', source: null, connected_at: null, expires_at: null, last_ok_at: null },
      ...{ last_error: null, message: 'A_SETTING is not set', hint: 'connect it, or set its secrets' },
    }))
    await arrive({ reports }, { locale })
    await signIn(page, ADMIN_KEY)
    await page.getByText(accounts.summary.none).waitFor()
    expect(await page.locator('.account :is(.badge, .notice)').count()).toBe(0)
    await expectWell('nothing connected')
  })

  it.each(LANGUAGES)('by link (%s)', async (locale, { accounts, connecting, links }) => {
    await arrive(
      { links: { t: { account: 'social', used: false, ended: false } } },
      { path: '/connect/social#t', locale },
    )
    await page.getByLabel(connecting.paste).waitFor()
    await expectWell('an open link')
    await page.goto(`${site.origin}/connect/social?failed=denied`)
    await page.getByText(accounts.clickFailed.denied).waitFor()
    await expectWell('a click that failed')
    await page.goto(`${site.origin}/connect/social?connected=1`)
    await page.getByText(links.success).waitFor()
    await expectWell('a click that succeeded')
    await page.goto(`${site.origin}/connect/notes#wrong`)
    await page.getByText(links.wrongTitle).waitFor()
    await expectWell('a wrong link')
  })
})
