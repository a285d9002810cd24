import { afterEach, describe, expect, it } from 'vitest'
import { distance } from '../../../src/pages/text/moments.ts'
import { jwt } from '../../node/pages/jwt.ts'
import { audit } from '../../support/admin/activity.ts'
import { ADMIN_KEY, freshStage, key } from '../../support/admin/stage.ts'
import { chromium, getSite } from './browser.ts'
import { arriveAt, DESK, HEIGHT, type Look, PHONE, type Visitor } from './look.ts'
import { expectCopied, overflow, pasteHere, signIn } from './visit.ts'

/**
 * Every state of the management app: readable, reachable, not wider than the screen, in the reader's language. Each is
 * seen in both languages, at both widths and in both themes.
 */
describe.skipIf(!chromium)('the states of the management app', () => {
  let visitor: Visitor
  afterEach(() => visitor.leave())

  async function arrive(look: Partial<Look>, path = '/', more: { stage?: object; isSignedIn?: boolean } = {}) {
    visitor = await arriveAt(path, { ...look, ...more })
    const { page, texts: t, expectWell, isPhone } = visitor
    const { change, origin } = await getSite()
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const view = (name: string) => page.locator(`nav a[href="#${name}"]`).click()
    const card = (account: keyof typeof t.products) =>
      page.getByRole('article', { name: t.products[account], exact: true })
    const more_ = (name: string) => button(`${t.accounts.more}: ${name}`).click()
    return { page, t, expectWell, isPhone, change, origin, button, view, card, more: more_ }
  }

  it('at the door', async () => {
    const { page, t, expectWell, change } = await arrive(PHONE, '/', { stage: { adminKey: null }, isSignedIn: false })
    await page.getByText(t.session.unsetTitle).waitFor()
    await expectWell('no admin key')
    await change({ adminKey: freshStage().adminKey })
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url())
    })
    await page.reload()
    await page.getByLabel(t.session.adminKey, { exact: true }).waitFor()
    // Opening the page without a session is no failure, in the console neither.
    expect(refused).toEqual([])
    await signIn(page, 'wrong')
    await page.getByText(t.session.wrong).waitFor()
    expect(await page.getByText(t.session.unsetTitle).count()).toBe(0)
    await expectWell('a wrong key')
    await change({ limited: true })
    await page.keyboard.press('Enter')
    await page.getByText(t.errors.codes.too_many_requests).waitFor()
    await page.getByText(t.session.forgottenTitle).click()
    await expectWell('too many tries')
  })

  it('on the overview', async () => {
    const { page, t, expectWell, card, more } = await arrive(DESK)
    const { accounts, products, overview } = t
    await page.getByText(accounts.summary.someWork(4, 7, 0)).waitFor()
    expect(await page.locator('.account h3').allTextContents()).toEqual(
      (['shop-consumer', 'shop-seller', 'video', 'social', 'recorder', 'notes', 'workspace', 'payment'] as const).map(
        (account) => products[account],
      ),
    )
    // The button for the worst is in the upper half of a phone's screen, and the cards begin on it.
    const worst = page.locator('.headline .button.primary')
    const bottom = await worst.evaluate((button) => button.getBoundingClientRect().bottom)
    expect(bottom).toBeLessThan(430)
    expect(await card('shop-consumer').evaluate((row) => row.getBoundingClientRect().top)).toBeLessThan(600)
    // What was never connected says what it gives, and nothing that alarms.
    await card('payment').getByText(accounts.purposes.payment).waitFor()
    expect(await card('payment').locator('.badge, .advice, .original').count()).toBe(0)
    expect(await card('shop-seller').textContent()).toContain('203.0.113.7')
    expect(await page.locator('.overview').textContent()).toContain(overview.warningTexts.relay_token_unset)
    // It answered, which its owner can tell the product.
    await card('video').getByText(accounts.lastAnswers.error(products.video, 500)).waitFor()
    await more(products['shop-consumer'])
    await card('shop-consumer').getByText(accounts.lastError).click()
    await page.getByText(overview.settings, { exact: true }).click()
    await expectWell('the overview')
  })

  it('on an overview that stands open: it looks again when it comes to the front, under an open dialog, and each minute', async () => {
    const { page, t, change, button, card } = await arrive(PHONE)
    const { accounts, products } = t
    const { reports } = freshStage()
    const setState = (state: 'ok' | 'rejected') =>
      change({ reports: reports.map((report) => (report.account === 'notes' ? { ...report, state } : report)) })
    const comesToTheFront = () => page.evaluate(() => dispatchEvent(new Event('focus')))
    const badge = (state: 'ok' | 'rejected') => card('notes').locator('.badge', { hasText: accounts.states[state] })
    await badge('ok').waitFor()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/admin/accounts')) asked.push(request.headers()['x-look'] ?? 'by a person')
    })
    await button(`${accounts.connect}: ${products.payment}`).click()
    const box = page.getByLabel(t.connecting.fields.business_number)
    await box.fill('123-45')
    const order = await page.locator('.account h3').allTextContents()
    await setState('rejected')
    // A page that was just loaded does not load everything once more.
    await comesToTheFront()
    await page.waitForTimeout(5_500)
    expect(asked).toEqual([])
    await comesToTheFront()
    await badge('rejected').waitFor({ state: 'attached' })
    expect(await box.inputValue()).toBe('123-45')
    expect(await page.locator('.account h3').allTextContents()).toEqual(order)
    await setState('ok')
    await badge('ok').waitFor({ state: 'attached', timeout: 90_000 })
    expect(new Set(asked)).toEqual(new Set(['1']))
    expect(asked.length).toBeLessThan(4)
  })

  it('at the account that a message or an error of the API names, ready to reconnect, also after the sign-in', async () => {
    const { page, t, origin } = await arrive(PHONE, '/#shop-consumer', { isSignedIn: false })
    const { connecting, products, views } = t
    const dialog = (account: keyof typeof products) =>
      page.getByRole('dialog', { name: connecting.title(products[account]) })
    /** A dialog that was just closed still goes back in the history. */
    const close = async () => {
      await page.keyboard.press('Escape')
      await page.waitForFunction(() => history.state === null && !document.querySelector('dialog'))
    }
    await signIn(page, freshStage().adminKey ?? '')
    await dialog('shop-consumer').waitFor()
    await page.getByLabel(connecting.paste).waitFor()
    await close()
    await page.locator('#account-shop-consumer:focus').waitFor()
    // The same link again, from another view; and those of an account that was never connected, and of one that works.
    await page.locator('nav a[href="#keys"]').click()
    await page.getByRole('heading', { level: 1, name: views.keys }).waitFor()
    await page.evaluate(() => location.assign('#shop-consumer'))
    await dialog('shop-consumer').waitFor()
    await close()
    await page.evaluate(() => location.assign('#payment'))
    await dialog('payment').waitFor()
    await close()
    await page.evaluate(() => location.assign('#notes'))
    await page.locator('#account-notes:focus').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(page.url()).toBe(`${origin}/`)
  })

  it('while no account was ever connected', async () => {
    const reports = freshStage().reports.map((report) => ({
      ...report,
      state: 'not_connected',
      source: null,
      connected_at: null,
      expires_at: null,
      last_ok_at: null,
      last_error: null,
      message: 'A_SETTING is not set',
      hint: 'connect it, or set its secrets',
    }))
    const { page, t, expectWell } = await arrive(PHONE, '/', { stage: { reports } })
    await page.getByText(t.accounts.summary.none).waitFor()
    expect(await page.locator('.account :is(.badge, .notice, .advice)').count()).toBe(0)
    await expectWell('nothing connected')
  })

  it('from a wish to its first request', async () => {
    const reports = freshStage().reports.map((report) => ({
      ...report,
      state: 'not_connected',
      source: null,
      connected_at: null,
      expires_at: null,
      last_ok_at: null,
      last_error: null,
      message: null,
      hint: null,
    }))
    const { page, t, expectWell, button, change } = await arrive(PHONE, '/', {
      stage: { reports, tables: [], grants: [] },
    })
    const { common, connecting, products, programs, wishes, wishList } = t
    const dialog = page.getByRole('dialog')
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
    // The page begins with them, and the accounts are below.
    await page.getByText(wishList.lead).waitFor()
    expect(await page.locator('main h2').first().textContent()).toBe(wishList.title)
    await button(wishList.titles['recordings-to-notion']).click()
    await expectWell('what a wish needs')
    for (const account of ['recorder', 'workspace'] as const) {
      if (account === 'recorder') await press(wishes.connectNext(products.recorder))
      await page.getByRole('dialog', { name: connecting.title(products[account]) }).waitFor()
      const typed =
        account === 'recorder' ? 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl' : 'ntn_1234567890abcdefghij'
      await page.getByLabel(connecting.fields.token, { exact: true }).fill(typed)
      await press(connecting.submit)
      await press(common.done)
    }
    await press(wishes.make)
    await dialog.getByText(wishes.noTable.split('**')[0] ?? '').waitFor()
    await expectWell('no table is shared')
    await change({ tables: [{ id: 'd1', title: 'Meetings' }] })
    await press(wishes.reload)
    await dialog.getByText(programs.waiting).waitFor()
    await dialog.getByText(programs.content).click()
    await expectWell('a finished file')
    await press(programs.tools.code)
    await expectWell('a finished script')
    await press(programs.tools.make)
    await dialog.getByLabel(wishes.webhook).fill('not an address')
    await press(wishes.send)
    await dialog.getByText(wishes.webhookWrong).waitFor()
    await dialog.getByLabel(wishes.webhook).fill('https://hook.example.com/1')
    await press(wishes.send)
    await dialog.getByText(wishes.sent('200')).waitFor()
    await expectWell('the sample was accepted')
    await page.keyboard.press('Escape')
    await dialog.getByText(wishes.notTaken).waitFor()
    await press(common.stay)
    // Its own search for tables, twice, is not the first request.
    const made = await page.evaluate(async () => (await (await fetch('/api/v1/admin/keys')).json()).keys.at(-1))
    expect(made).toMatchObject({ name: wishList.titles['recordings-to-notion'], groups: ['recorder', 'workspace'] })
    await change({ keys: [{ ...made, requests_30d: 2 }], failures: [] })
    const looked = page.waitForResponse((response) => response.url().endsWith('/admin/keys'))
    await looked
    expect(await dialog.getByText(programs.arrived).count()).toBe(0)
    await change({ keys: [{ ...made, requests_30d: 3 }] })
    await dialog.getByText(programs.arrived).waitFor()
    await expectWell('the first request')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // Now there are three, which fit what is connected, and the others are one press away.
    const choices = page.locator('main .wishes button')
    expect(await choices.allTextContents()).toEqual(
      (['recordings-to-notion', 'ask-recordings', 'video-summaries'] as const).map((id) => wishList.titles[id]),
    )
    await button(wishList.all(8)).click()
    expect(await choices.count()).toBe(8)
    expect(await choices.nth(3).evaluate((choice) => choice === document.activeElement)).toBe(true)
    await expectWell('the wishes, later')
  })

  it('among the tools of a new key', async () => {
    const { page, t, expectWell, button } = await arrive(DESK, '/#keys', { stage: { grants: [] } })
    const { keys, programs } = t
    await button(keys.make).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(keys.name, { exact: true }).fill('Our shop')
    await page.keyboard.press('Enter')
    const value = await dialog.getByRole('textbox', { name: keys.newKey('Our shop') }).inputValue()
    const { origin } = new URL(page.url())
    for (const tool of ['make', 'n8n', 'zapier', 'claude', 'code'] as const) {
      await dialog.getByRole('button', { name: programs.tools[tool], exact: true }).click()
      const text = await dialog.locator('.finished, .program .mono').last().inputValue()
      expect(text, tool).toContain(value)
      expect(text, tool).toContain(origin)
      expect(text, tool).toContain('X-API-KEY')
      await expectWell(`a new key for ${tool}`)
    }
    expect(await dialog.locator('.first-request').textContent()).toContain(programs.waiting)
  })

  it('while nobody has tested some accounts', async () => {
    const works = { state: 'ok', message: null, hint: null, last_ok_at: new Date().toISOString(), expires_at: null }
    const untested = { ...works, state: 'untested', hint: 'it was never tested', last_ok_at: null }
    const names = new Set(['notes', 'shop-consumer'])
    const reports = freshStage().reports.map((report) => {
      if (report.account === 'payment') return report
      return { ...report, ...(names.has(report.account) ? untested : works) }
    })
    // The page tests them by itself, and shows what is known while that fails.
    const failing = { stage: { reports, broken: '/accounts/test' } }
    const { page, t, expectWell, card, change, button } = await arrive(PHONE, '/', failing)
    const { accounts, products, errors } = t
    await page.getByText(accounts.summary.someWork(5, 7, 2)).waitFor()
    await page.getByText(errors.codes.internal_error).waitFor()
    await card('notes').getByText(accounts.states.untested).waitFor()
    await expectWell('accounts that nobody tested')
    await change({ broken: null })
    await button(accounts.testAll).click()
    await page.getByText(accounts.testedAll).waitFor()
    await page.getByText(accounts.summary.allWork(7)).waitFor()
    await expectWell('all accounts were tested')
    await change({ reports })
    await page.reload()
    await page.getByText(accounts.summary.allWork(7)).waitFor()
    expect(await card('notes').getByText(accounts.states.ok).count()).toBe(1)
    expect(await page.getByText(accounts.testedOk(products.notes)).count()).toBe(0)
  })

  it('while paused notifications of one host wait for a decision', async () => {
    const [first, ...others] = freshStage().subscriptions
    if (!first) throw new Error('the stage has subscriptions')
    const paused = ['a-first-hook', 'another-one'].map((path, place) => ({
      ...first,
      id: `sub_p${place}`,
      url: `https://hooks.example.com/${path}`,
      host: 'hooks.example.com',
      enabled: false,
      disabled_reason: 'key' as const,
      description: null,
    }))
    const owned = paused.map(({ id, host, types, enabled }) => ({ id, host, types, enabled }))
    const warnings = [{ code: 'subscriptions_limited_key', message: 'two are paused', subscriptions: owned }]
    const { page, t, expectWell, button } = await arrive(PHONE, '/', {
      stage: { subscriptions: [...paused, ...others], warnings },
    })
    const { keep, drop, allDecided } = t.overview
    await button(`${keep}: hooks.example.com/…hook`).waitFor()
    await expectWell('paused notifications of one host')
    await button(`${drop}: hooks.example.com/…-one`).click()
    // The pressed button is gone with its row.
    await page.locator(':focus', { hasText: keep }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator(':focus', { hasText: allDecided }).waitFor()
  })

  it('while CREDENTIALS_KEY is wrong, and until the owner starts with empty data', async () => {
    const warnings = [{ code: 'wrong_credentials_key', message: 'CREDENTIALS_KEY is not the key' }]
    const { page, t, expectWell, button } = await arrive(PHONE, '/', { stage: { warnings } })
    const { warningTexts } = t.overview
    await page.getByText(warningTexts.wrong_credentials_key).waitFor()
    const { dataKey } = t
    await page.getByText(dataKey.wayBack).waitFor()
    const [first] = await page.locator('main .notice').allInnerTexts()
    expect(first).toContain(warningTexts.wrong_credentials_key)
    await expectWell('a wrong key')
    await button(dataKey.start).click()
    await page.getByLabel(dataKey.typeHost(new URL(page.url()).host)).fill('another.example')
    expect(await page.getByRole('dialog').getByRole('button', { name: dataKey.start }).count()).toBe(0)
    await page.getByLabel(dataKey.typeHost(new URL(page.url()).host)).fill(new URL(page.url()).host.toUpperCase())
    await expectWell('asks before it starts with empty data')
    await page.getByRole('dialog').getByRole('button', { name: dataKey.start }).click()
    await page.getByText(warningTexts.wrong_credentials_key).waitFor({ state: 'detached' })
    await page.locator('h1:focus').waitFor()
  })

  it('while STORE has lost keys, which are written again', async () => {
    const warnings = [{ code: 'key_copies_lost', message: 'STORE has lost copies' }]
    const { page, t, expectWell, button } = await arrive(PHONE, '/', { stage: { warnings } })
    await page.getByText(t.overview.warningTexts.key_copies_lost).waitFor()
    await button(t.dataKey.restore).click()
    await page.getByText(t.dataKey.restored(2)).waitFor()
    await expectWell('keys were written again')
  })

  it('while a paste helps nobody: the admin key, and a token that has expired', async () => {
    const { page, t, expectWell, button, more } = await arrive(DESK)
    const { accounts, common, connecting, products } = t
    await button(`${accounts.connect}: ${products.payment}`).click()
    await page.getByLabel(connecting.paste).fill(`"${ADMIN_KEY}"`)
    await page.getByText(connecting.misplaced.noProduct.admin_key).waitFor()
    await expectWell('the admin key in the box')
    await button(common.close).click()
    await more(products.recorder)
    await button(`${accounts.replace}: ${products.recorder}`).click()
    const sent: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
    const expired = jwt({ typ: 'UT' }, { exp: 1, sub: 'a1' })
    await page.getByLabel(connecting.paste).fill(expired)
    await page.getByText(connecting.ended).waitFor()
    await page.getByLabel(connecting.fields.token, { exact: true }).fill(expired)
    await button(connecting.submit).click()
    await page.getByText(connecting.ended).waitFor()
    expect(await page.locator('dialog .remarks li').count()).toBe(1)
    expect(sent).toEqual([])
    await expectWell('a token that has expired')
  })

  it('while an account is connected', async () => {
    const { page, t, expectWell, button, card, change, isPhone } = await arrive(DESK)
    const { accounts, common, connecting, products } = t
    await button(`${accounts.connect}: ${products.payment}`).click()
    await page.getByLabel(connecting.paste).fill('ntn_1234567890abcdefghijklmnop')
    await page.getByText(connecting.misplaced.anotherProduct(products.workspace)).waitFor()
    await expectWell('a secret of another product')
    await page.getByLabel(connecting.paste).fill('host: erp-api.payssam.kr\nmember: m\nmerchant: n\nAPI key: k')
    await button(connecting.submit).click()
    await page.getByText(connecting.missing(connecting.fields.business_number)).first().waitFor()
    expect(await button(connecting.otherDevice).isVisible()).toBe(isPhone)
    await expectWell('a field is missing')
    await page.getByLabel(connecting.fields.business_number).fill('123-45-67890')
    await change({ verdict: 'refuse' })
    await button(connecting.submit).click()
    await page.getByText(connecting.refused(products.payment)).waitFor()
    await expectWell('the product refuses')
    await button(connecting.submit).click()
    await page.getByText(connecting.same(products.payment)).waitFor()
    await expectWell('the same again')
    await change({ verdict: 'unreachable' })
    await button(connecting.sendSame).click()
    await button(connecting.force).waitFor()
    await expectWell('the product does not answer')
    await page.keyboard.press('Escape')
    await page.getByText(connecting.unsaved).waitFor()
    await expectWell('asks before it closes')
    await button(common.stay).click()
    await button(connecting.force).click()
    await page.getByText(connecting.doneUntested(products.payment)).waitFor()
    expect(await page.locator('.outcome').getAttribute('class')).toContain('warn')
    await expectWell('stored untested')
    await button(common.done).click()
    await card('payment').getByText(accounts.states.untested).waitFor()
    await page.getByText(accounts.summary.someWork(4, 8, 1)).waitFor()
    // Its test makes it an account like the others.
    await button(`${accounts.test}: ${products.payment}`).click()
    await card('payment').getByText(accounts.testedOk(products.payment)).waitFor()
    await page.getByText(accounts.summary.someWork(5, 8, 0)).waitFor()
    await expectWell('the result of a test, in its row', '.account')
  })

  it('in the other dialogs of an account', async () => {
    const { page, t, change, expectWell, button, more } = await arrive(PHONE)
    const { accounts, common, data, links, products } = t
    const of = (label: string) => `${label}: ${products.recorder}`
    await more(products.recorder)
    // Without a name of the service, the customer would read that of this software, however soon the button is pressed.
    await change({ delayMs: 1000 })
    await button(of(accounts.link)).click()
    await button(links.make).click()
    await page.getByText(links.nameNeeded).waitFor()
    await change({ delayMs: 0 })
    await page.getByLabel(links.shopName).fill('Kim of Haneul')
    await page.getByLabel(links.note).fill('For the weekly report')
    await button(links.make).click()
    await page.getByLabel(links.url, { exact: true }).waitFor()
    await expectWell('a link')
    await button(common.done).click()
    await page.getByText(links.notCopied).waitFor()
    await button(common.leave).click()
    await page.getByText(links.open(10)).waitFor()
    await button(of(common.revoke)).click()
    await page.getByText(links.revoked(products.recorder)).waitFor()
    await button(of(accounts.disconnect)).click()
    await expectWell('asks before disconnecting')
    await button(common.cancel).click()
    await button(of(accounts.data)).click()
    await page.getByLabel(data.understood).check()
    await expectWell('asks before erasing')
  })

  it('in the window of a link, which notices that the customer has connected the account', async () => {
    const { page, t, expectWell, button, card, more, origin, change } = await arrive(PHONE)
    const { accounts, common, connecting, links, products } = t
    await more(products.recorder)
    await button(`${accounts.link}: ${products.recorder}`).click()
    await page.getByLabel(links.shopName).fill('Kim of Haneul')
    await button(links.make).click()
    const url = await page.getByLabel(links.url, { exact: true }).inputValue()
    expect(url).toContain(origin)
    const { reports } = freshStage()
    const account = 'recorder' as const
    await change({
      links: { [url.split('#')[1] ?? '']: { account, used: true, ended: false } },
      reports: reports.map((report) => (report.account === account ? { ...report, identity: '이준호' } : report)),
    })
    await page.getByText(connecting.done(products.recorder)).waitFor({ timeout: 20_000 })
    await page.getByRole('dialog').getByText(connecting.doneWhose('이준호')).waitFor()
    expect(await page.getByLabel(links.url, { exact: true }).count()).toBe(0)
    await expectWell('a link that was used')
    // Nothing is lost any more.
    await button(common.done).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await card('recorder').getByText('이준호').waitFor()
    await page.getByText(links.states.used).waitFor()
  })

  it('in the dialog of instant events', async () => {
    const { webhook } = freshStage()
    const token = 'secret_handshake-of-notion'
    const at = new Date().toISOString()
    const { page, t, expectWell, button, more, change } = await arrive(DESK)
    const { accounts, errors, products, webhook: texts } = t
    await more(products.workspace)
    await button(`${accounts.instantEvents}: ${products.workspace}`).click()
    const dialog = page.getByRole('dialog', { name: texts.title })
    await dialog.getByText(texts.waiting).waitFor()
    expect(await dialog.getByLabel(texts.url, { exact: true }).inputValue()).toBe(webhook.url)
    expect(await dialog.locator('.steps > li').count()).toBe(3)
    expect(await dialog.getByRole('link').getAttribute('href')).toBe('https://app.notion.com/developers/connections')
    expect(await dialog.getByLabel(texts.token, { exact: true }).count()).toBe(0)
    await expectWell('waiting for the token')
    await change({ webhook: { ...webhook, state: 'received', verification_token: token, received_at: at } })
    await dialog.getByRole('button', { name: texts.reload }).click()
    await dialog.getByLabel(texts.token, { exact: true }).waitFor()
    expect(await dialog.getByLabel(texts.token, { exact: true }).inputValue()).toBe(token)
    expect(await dialog.getByText(texts.waiting).count()).toBe(0)
    await dialog.getByRole('button', { name: `${texts.token}` }).click()
    await expectCopied(page, token)
    await change({
      webhook: { ...webhook, state: 'active', verification_token: token, received_at: at, pushed_at: at },
    })
    await dialog.getByRole('button', { name: texts.reload }).click()
    const [active = ''] = texts.active('|').split('|')
    await dialog.getByText(active).waitFor()
    await expectWell('Notion pushes')
    await change({ broken: '/webhooks/workspace' })
    await dialog.getByRole('button', { name: texts.reload }).click()
    await dialog.getByRole('alert').getByText(errors.codes.internal_error).waitFor()
    expect(await dialog.getByLabel(texts.url, { exact: true }).inputValue()).toBe(webhook.url)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await change({ broken: null })
    // Only for the account that pushes, and only while it is connected.
    await button(`${accounts.disconnect}: ${products.workspace}`).click()
    await page.getByRole('dialog').getByRole('button', { name: accounts.disconnect }).click()
    await button(`${accounts.instantEvents}: ${products.workspace}`).waitFor({ state: 'detached' })
  })

  it('among the keys', async () => {
    const { page, t, expectWell, button, change } = await arrive(PHONE, '/#keys')
    const { common, keys } = t
    const row = page.getByRole('row', { name: /make\.com/ }).first()
    await row.waitFor()
    // Creating one is on the first screen.
    expect(await button(keys.make).evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThan(240)
    await button(`${keys.more}: make.com`).click()
    await page.getByText(keys.subscriptions(6)).waitFor()
    await expectWell('the keys, one of them open')
    await button(`${common.revoke}: make.com`).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(keys.subscriptions(6)).waitFor()
    await dialog.getByText('12,345').waitFor()
    await expectWell('what a revoked key takes with it')
    await button(common.cancel).click()
    await button(`${keys.edit}: make.com`).click()
    await dialog.getByLabel(keys.maxAmount).fill('a lot')
    await page.getByText(keys.others).click()
    await button(common.save).click()
    await page.getByText(keys.amountWrong).waitFor()
    await expectWell('an amount that is none')
    await dialog.getByLabel(keys.maxAmount).fill('100,000')
    await dialog.getByLabel(keys.readOnly).check()
    await dialog.getByLabel(keys.readOnly).uncheck()
    await button(common.save).click()
    await row.getByText(keys.saved('make.com')).waitFor()
    await row.locator('.tag', { hasText: '100,000' }).waitFor()
    await expectWell('the result, in its row', '.keys tbody')
    const at = new Date().toISOString()
    await change({ created: [{ operation: 'notes_create_api_key', target: 'key-0004', at }] })
    await button(`${common.revoke}: make.com`).click()
    await button(common.revoke).click()
    await dialog.getByText(keys.createdStays).waitFor()
    await dialog.getByText('key-0004').waitFor()
    await expectWell('what a revoked key leaves at a product')
    await button(common.done).click()
    await page.locator('.gone:focus', { hasText: keys.revoked('make.com') }).waitFor()
    await expectWell('a revoked key', '.keys tbody')
  })

  it('of a key that is rolled: one row, which says until when the previous key works', async () => {
    const { page, t, expectWell, button } = await arrive(PHONE, '/#keys')
    const { common, keys } = t
    await button(`${keys.more}: make.com`).click()
    await button(`${keys.roll}: make.com`).click()
    await button(keys.roll).click()
    await page.getByText(keys.shownOnce).waitFor()
    const value = await page.getByRole('textbox', { name: keys.newKey('make.com') }).inputValue()
    expect(value).toMatch(/^lk_/)
    await button(`${common.copy}: ${keys.newKey('make.com')}`).click()
    await expectCopied(page, value)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.getByRole('row', { name: /^make\.com/ }).count()).toBe(1)
    const [words = ''] = keys.previousUntil('|').split('|')
    await page
      .getByRole('row', { name: /^make\.com/ })
      .locator('.tag', { hasText: words })
      .waitFor()
    await page.getByRole('region', { name: keys.previousKeys }).waitFor()
    await expectWell('a rolled key', '.keys tbody')
    await page.locator('.previous').getByRole('button').click()
    await button(common.revoke).click()
    await page.getByText(keys.previousRevoked).waitFor()
    expect(await page.locator('.previous').count()).toBe(0)
  })

  it('while a key is made', async () => {
    const { page, t, expectWell, button } = await arrive(DESK, '/#keys')
    const { common, keys, words } = t
    await button(keys.make).click()
    await page.getByLabel(keys.someGroups).check()
    await page.getByLabel(keys.expires).fill('2020-01-01')
    await page.getByRole('dialog').getByRole('button', { name: keys.make }).click()
    await page.getByText(keys.nameMissing).waitFor()
    await page.getByText(keys.expiresPast).waitFor()
    await expectWell('a key without a name, which ended long ago')
    await page.keyboard.press('Escape')
    await page.getByText(common.unsaved).waitFor()
    await button(common.stay).click()
    await page.getByLabel(keys.expires).fill('')
    await page.getByRole('checkbox', { name: words.groups.shop }).check()
    await page.getByLabel(keys.name, { exact: true }).fill('n'.repeat(120))
    expect(await page.getByLabel(keys.name, { exact: true }).inputValue()).toHaveLength(100)
    await page.getByLabel(keys.name, { exact: true }).fill('n8n')
    await page.keyboard.press('Enter')
    await page.getByText(keys.shownOnce).waitFor()
    await expectWell('a new key')
    await page.keyboard.press('Escape')
    await page.getByText(keys.notCopied).waitFor()
    await expectWell('a new key that nobody copied')
    await button(common.stay).click()
    const value = await page.getByRole('textbox', { name: keys.newKey('n8n') }).inputValue()
    expect(value).toMatch(/^lk_/)
    await button(`${common.copy}: ${keys.newKey('n8n')}`).click()
    await expectCopied(page, value)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /n8n/ }).getByText(words.groups.shop).waitFor()
  })

  it('after the first request with a new key was noticed: the list has it', async () => {
    const { page, t, button, change } = await arrive(DESK, '/#keys')
    const { common, keys, programs } = t
    await button(keys.make).click()
    await page.getByLabel(keys.name, { exact: true }).fill('first')
    await page.keyboard.press('Enter')
    await page.getByText(programs.waiting).waitFor()
    const row = page.getByRole('row', { name: /^first/, includeHidden: true })
    expect(await row.textContent()).toContain(common.notYet)
    const { keys: stored } = await page.evaluate(async () => (await fetch('/api/v1/admin/keys')).json())
    const used = { last_used_at: new Date().toISOString(), requests_30d: 3 }
    await change({
      keys: stored.map((record: { name: string }) => (record.name === 'first' ? { ...record, ...used } : record)),
      failures: [],
    })
    await page.getByText(programs.arrived).waitFor({ timeout: 20_000 })
    await button(common.done).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await row.locator('.number', { hasText: /^3$/ }).waitFor()
    expect(await row.textContent()).not.toContain(common.notYet)
  })

  it('shows the first invalid field of a key, wherever it is', async () => {
    const { page, t, button } = await arrive(PHONE, '/#keys')
    const { keys } = t
    await button(keys.make).click()
    const name = page.getByLabel(keys.name, { exact: true })
    const expectFocus = async (label: string) => {
      const field = page.getByLabel(label, { exact: true }).and(page.locator(':focus'))
      await field.waitFor()
      const { top, bottom } = await field.evaluate((one) => one.getBoundingClientRect().toJSON())
      expect(top).toBeGreaterThan(0)
      expect(bottom).toBeLessThan(HEIGHT)
    }
    await page.getByRole('dialog').getByRole('button', { name: keys.make }).click()
    await expectFocus(keys.name)
    await name.fill('n8n')
    await page.getByLabel(keys.expires).fill('2020-01-01')
    await page.getByRole('dialog').getByRole('button', { name: keys.make }).click()
    await expectFocus(keys.expires)
    await page.getByLabel(keys.expires).fill('')
    await page.getByLabel(keys.someGroups).check()
    await page.getByRole('dialog').getByRole('button', { name: keys.make }).click()
    await page.locator('fieldset :focus').waitFor()
    await page.getByText(keys.groupsMissing).waitFor()
  })

  it('finds, sorts and pages 508 keys, and offers no licence where there is one only', async () => {
    const keys = Array.from({ length: 508 }, (_, place) =>
      key(`id${place}`, place % 2 ? 'n8n of the shop' : `key ${place}`, {
        prefix: `lk_${String(place).padStart(5, '0')}`,
      }),
    )
    const { page, button } = await arrive({}, '/#keys', { stage: { keys, licence: 'basic' } })
    const rows = page.locator('.keys').first().locator('tbody tr')
    await page.getByText('1 to 20 of 508').waitFor()
    expect(await rows.count()).toBe(20)
    expect(await page.evaluate(() => document.body.scrollHeight)).toBeLessThan(8_000)
    await button('Next').click()
    await page.getByText('21 to 40 of 508').waitFor()
    await page.getByLabel('Find by name').fill(' lk_00007restofakey')
    await page.getByText('lk_00007').waitFor()
    expect(await rows.count()).toBe(1)
    await page.getByLabel('Find by name').fill('id501')
    await page.getByText('lk_00501').waitFor()
    await page.getByLabel('Find by name').fill('no such key')
    await page.getByText('No key matches.').waitFor()
    await page.getByLabel('Find by name').fill('key')
    await page.getByLabel('Order').selectOption('Name')
    await page.getByText('1 to 20 of 254').waitFor()
    await button('Create key').click()
    await page.getByLabel('Name', { exact: true }).waitFor()
    expect(await page.getByText('More options').count()).toBe(0)
    expect(await page.getByLabel('Licence').count()).toBe(0)
  })

  it('in the limits of a client', async () => {
    const { page, t, button } = await arrive(PHONE, '/#keys')
    const { keys } = t
    await button(`${keys.limits}: Claude`).click()
    await page.getByLabel(keys.maxAmount).fill('100,000')
    await button(keys.saveLimits).click()
    const row = page.getByRole('row', { name: /^Claude/ })
    await row.getByText(keys.limitsSaved('Claude')).waitFor()
    await row.locator('.tag', { hasText: '100,000' }).waitFor()
    await button(`${keys.limits}: Claude`).click()
    expect([
      await page.getByLabel(keys.maxAmount).inputValue(),
      await page.getByLabel(keys.dailyAmount).inputValue(),
    ]).toEqual(['100000', ''])
    await page.getByLabel(keys.maxAmount).fill('')
    await button(keys.saveLimits).click()
    await row.locator('.tag', { hasText: '100,000' }).waitFor({ state: 'detached' })
    // A client of another group, and a grant that has ended, make no payments.
    expect(await page.getByRole('button', { name: `${keys.limits}:` }).count()).toBe(1)
  })

  it('among the notifications', async () => {
    const { page, t, expectWell, button } = await arrive(DESK, '/#events')
    const { channels, common, events, words } = t
    const title = `${words.eventTypes['shop.order.created']}, ${words.eventTypes['payment.bill.paid']} ${events.andMore(1)}`
    const row = page.getByRole('article', { name: title })
    await row.getByText(events.answered('500')).first().waitFor()
    for (const secret of ['s3cret-of-the-hook', 's3cret-of-slack']) expect(await page.content()).not.toContain(secret)
    expect(await button(events.notify).evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThan(240)
    const badge = (type: keyof typeof words.eventTypes) =>
      page.getByRole('article', { name: new RegExp(`^${words.eventTypes[type]} `) }).locator('.badge')
    expect(await badge('notes.note.created').textContent()).toBe(events.testFailed('500'))
    expect(await badge('notes.note.created').getAttribute('class')).toContain('warn')
    expect(await badge('social.reply.created').textContent()).toBe(events.states.noAccount)
    // The address of people is masked by the gateway, and what is a secret for programs has no place there.
    const slack = page.getByRole('article', { name: new RegExp(`^${events.accountEvents} `) })
    await slack.getByText(`${channels.names.slack} (hooks.slack.com/…)`).waitFor()
    // A source that was not polled yet is due. Those without a notification are named in one line.
    const source = page.getByRole('listitem').filter({ hasText: events.sourceNames.accounts })
    await source.getByText(events.askedNext(events.soon)).waitFor()
    await page.getByText(events.notWatched(events.sourceNames['notes.notes'])).waitFor()
    await expectWell('the notifications')
    await button(`${events.test}: ${events.accountEvents}`).click()
    await slack.getByText(channels.checkArrival(channels.names.slack)).waitFor()
    await slack.locator('.badge.good', { hasText: events.onTested(distance(DESK.language, Date.now())) }).waitFor()
    // A program gets a sample of what it will get.
    await button(`${events.sample}: ${title}`).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(events.sampleType).selectOption('payment.bill.paid')
    await dialog.getByText('"type": "payment.bill.paid"').waitFor()
    await button(`${common.copy}: ${events.sampleBody}`).click()
    const sample = await dialog.locator('pre').first().textContent()
    await expectCopied(page, sample ?? '')
    expect(JSON.parse(sample ?? '')).toMatchObject({
      type: 'payment.bill.paid',
      test: true,
    })
    await button(events.sendSample(words.eventTypes['payment.bill.paid'])).click()
    await dialog.getByText(events.notTested(events.answered('500'))).waitFor()
    await dialog.getByText(events.responseBody).click()
    await dialog.getByText('Oops').waitFor()
    await button(`${common.copy}: ${events.sentBody}`).waitFor()
    await expectWell('a sample that was refused')
    await button(common.close).first().click()
    await dialog.waitFor({ state: 'detached' })
    await button(`${events.more}: ${title}`).click()
    const attempts = row.locator('.attempts > li')
    await attempts.nth(9).waitFor()
    await button(events.older).click()
    await attempts.nth(15).waitFor()
    expect(await row.locator('.attempts .good').count()).toBe(7)
    await button(events.onlyFailed).click()
    await row.locator('.attempts .good').first().waitFor({ state: 'detached' })
    await attempts.first().getByText(events.sentBody).click()
    await attempts.first().getByText('"filename": "Weekly meeting"').waitFor()
    await attempts.first().getByText(events.responseBody).click()
    await attempts.first().getByText('Oops').waitFor()
    await attempts
      .first()
      .getByRole('button', { name: new RegExp(`^${events.repeat}`) })
      .click()
    await attempts.first().getByText(events.sent).waitFor()
    await expectWell('the failed deliveries of one, one sent again', '.subscription')
    await button(`${events.resend}: ${title}`).click()
    await row.getByText(events.sentFailed('12')).waitFor()
    await row.locator('.badge', { hasText: events.states.on }).waitFor()
    await button(`${events.edit}: ${title}`).click()
    await page.getByLabel(events.urlOther).fill('not an address')
    await page.getByText(channels.missingOrMail).waitFor()
    await expectWell('another address, which is none')
    await page.getByLabel(events.urlOther).fill('https://hooks.example.com/2')
    await page.getByText(channels.found.webhook).waitFor()
    await page.getByLabel(events.name).fill('Orders')
    await button(common.save).click()
    const renamed = page.getByRole('article', { name: 'Orders' })
    await renamed.getByText('hooks.example.com/…2').waitFor()
    await button(`${events.stop}: Orders`).click()
    await renamed.getByText(events.states.owner).waitFor()
    // The pressed button is gone: the focus is on the one that replaced it.
    await page.locator(':focus', { hasText: events.start }).waitFor()
    await page.keyboard.press('Enter')
    await renamed.getByText(events.started).waitFor()
    await page.locator(':focus', { hasText: events.stop }).waitFor()
    await button(`${events.newSecret}: Orders`).click()
    await button(events.newSecret).click()
    await page.getByLabel(events.secret, { exact: true }).waitFor()
    await page.getByText(events.code, { exact: true }).first().click()
    await page.getByText("new Webhook('whsec_").waitFor()
    await expectWell('a new secret')
    await button(common.done).click()
    await button(`${events.end}: Orders`).click()
    await page.getByRole('dialog').getByRole('button', { name: events.end }).click()
    await page.locator('.gone:focus', { hasText: events.ended }).waitFor()
    await button(events.askNow).click()
    await page.getByText(events.askedNow).waitFor()
  })

  it('from an address to a notification', async () => {
    const { page, t, expectWell, button } = await arrive(PHONE, '/#events')
    const { channels, common, events, products, words } = t
    const dialog = page.getByRole('dialog')
    const field = page.getByLabel(channels.address, { exact: true })
    const choice = (type: keyof typeof words.eventTypes) => dialog.getByLabel(words.eventTypes[type])
    await button(events.notify).click()
    await button(events.forward).click()
    await dialog.getByText(channels.missingOrMail).waitFor()
    await field.fill('https://app.slack.com/client/T0/C0')
    await dialog.getByText(channels.opens(channels.names.slack)).waitFor()
    // Where the right address is.
    await page.locator('.chip[aria-pressed=true]', { hasText: channels.names.slack }).waitFor()
    await expectWell('a link for people in place of an address')
    await field.fill('https://wrong.example.com/hook')
    await dialog.getByText(channels.found.webhook).waitFor()
    await button(events.forward).click()
    await button(events.back).click()
    await page.locator('input:focus').waitFor()
    await page.keyboard.press('Enter')
    // Payments are not connected. For a program nothing is chosen yet.
    await choice('recorder.file.ready').waitFor()
    expect(await choice('payment.bill.paid').count()).toBe(0)
    expect(await dialog.locator(':checked').count()).toBe(0)
    await dialog.getByText(events.connectFirst(products.payment)).waitFor()
    await button(events.finish).click()
    await dialog.getByText(events.typesMissing).waitFor()
    await choice('recorder.file.ready').check()
    await dialog.getByLabel(events.withContent).check()
    await dialog.getByLabel(events.name).fill('Minutes')
    await expectWell('what')
    await button(events.finish).click()
    await dialog.getByText(events.notifySaved).waitFor()
    await dialog.getByText(events.notTested(events.answered('500'))).waitFor()
    await expectWell('a test that did not arrive')
    const listed = page.locator('article', { hasText: 'Minutes' })
    await listed.getByText(events.testFailed('500')).waitFor()
    await page.getByLabel(events.urlOther).fill('https://right.example.com/hook')
    await button(events.retest).click()
    await dialog.getByText(events.tested('200')).waitFor()
    expect(await page.getByLabel(events.secret, { exact: true }).inputValue()).toMatch(/^whsec_/)
    await dialog.getByText(events.sentBody).click()
    await dialog.getByText('"type": "recorder.file.ready"').waitFor()
    await expectWell('done')
    await button(common.done).click()
    await listed.getByText('right.example.com/…ok').waitFor()
    await listed.getByText(events.onTested('방금 전')).waitFor()
    // The same again is not made twice.
    await button(events.notify).click()
    await field.fill('https://right.example.com/hook')
    await button(events.forward).click()
    await choice('account.rejected').check()
    await button(events.finish).click()
    await dialog.getByText(events.existed).waitFor()
    await button(common.done).click()
    // People are told first that an account is broken, and have no secret.
    await button(events.notify).click()
    await field.fill('owner@example.com')
    await button(events.forward).click()
    await choice('account.rejected').waitFor()
    expect(await dialog.locator('.types fieldset').first().locator(':checked').count()).toBe(6)
    await button(events.finish).click()
    await dialog.getByText(channels.checkArrival(channels.names.email)).waitFor()
    expect(await dialog.getByLabel(events.secret, { exact: true }).count()).toBe(0)
  })

  it('where to tell that something is broken, which is asked once', async () => {
    const stage = { subscriptions: [], hasEmail: false }
    const { page, t, expectWell, button, change } = await arrive(PHONE, '/', { stage })
    const { channels, events } = t
    const question = page.getByRole('region', { name: channels.ask })
    const field = page.getByLabel(channels.address, { exact: true })
    await question.waitFor()
    await expectWell('the first question')
    await question.getByText(channels.addressHint(false)).waitFor()
    await field.fill('owner@example.com')
    await question.getByText(channels.noEmail).waitFor()
    await field.fill('123456789:AAExampleExampleExampleExampleExampl')
    await question.getByText(channels.foundToken).waitFor()
    await button(channels.send).click()
    await question.getByText(channels.chatMissing).waitFor()
    await page.locator('.chip[aria-pressed=true]', { hasText: channels.names.telegram }).waitFor()
    await expectWell('the first question, with a bot of Telegram')
    await field.fill('https://wrong.example.com/hook')
    await button(channels.send).click()
    await question.getByText(`${channels.askFailed}: ${events.answered('500')}`).waitFor()
    await expectWell('the first question, whose test did not arrive')
    await field.fill('https://hooks.slack.com/services/T0/B0/s3cret-of-slack')
    await question.getByText(channels.found.slack).waitFor()
    await button(channels.send).click()
    await page.locator(':focus', { hasText: channels.askDone }).waitFor()
    await page.getByText(channels.askDoneHint(channels.names.slack)).waitFor()
    await expectWell('the first question, answered')
    await page.getByRole('link', { name: channels.manage }).click()
    await page.getByRole('article', { name: new RegExp(`^${events.accountEvents} `) }).waitFor()
    expect(await page.locator('.subscription').count()).toBe(1)
    await page.reload()
    await page.locator('nav a[href="#overview"]').click()
    await page.locator('.account').first().waitFor()
    expect(await page.getByText(channels.ask).count()).toBe(0)
    // Nobody is told, and the owner does not want to be asked in this browser.
    await change(stage)
    await page.reload()
    await button(channels.later).click()
    await question.waitFor({ state: 'detached' })
    await page.reload()
    await page.locator('.account').first().waitFor()
    expect(await page.getByText(channels.ask).count()).toBe(0)
  })

  it('in the usage', async () => {
    const { page, t, expectWell, button } = await arrive(DESK, '/#usage')
    const { usage, words } = t
    await page.locator('.chart').waitFor()
    await expectWell('the usage')
    expect(await page.locator('.days span').allTextContents()).toHaveLength(7)
    expect(await page.locator('.days span').last().textContent()).toMatch(/\d/)
    // The numbers of a day, under a finger or the pointer.
    const bars = await page.locator('.bars').boundingBox()
    if (!bars) throw new Error('no bars')
    const { x, y, width } = bars
    const numbers = page.locator('figcaption', { hasText: usage.daySummary('431', '42', '9') })
    await page.mouse.move(x + width - 10, y + 50)
    await numbers.waitFor()
    await page.mouse.move(0, 0)
    await numbers.waitFor({ state: 'detached' })
    await page.mouse.click(x + width - 10, y + 50)
    await numbers.waitFor()
    await page.getByLabel(usage.split).selectOption(usage.splits.group)
    await page.locator('.legend', { hasText: words.groups.shop }).waitFor()
    await page.getByRole('table', { name: usage.captions.group }).waitFor()
    await page.getByLabel(usage.split).selectOption(usage.splits.key)
    await page.locator('.legend', { hasText: 'make.com' }).waitFor()
    await button(`${usage.more.days}: make.com`).click()
    await page.locator('summary', { hasText: usage.bySlot.days }).click()
    await expectWell('the usage by key, with the days of one')
    await page.getByLabel(usage.split).selectOption(usage.splits.operation)
    await page.getByRole('table', { name: usage.captions.operation }).waitFor()
    await button(usage.hours(24)).click()
    await page.locator('summary', { hasText: usage.bySlot.hours }).waitFor()
    await expectWell('the usage of a day by operation')
    // Bills and sales only when they are asked for.
    expect(await page.locator('.business .chart').count()).toBe(0)
    await button(`${usage.load}: ${usage.sales}`).click()
    await page.locator('.business .chart').waitFor()
    await expectWell('sales')
    await page.getByLabel(usage.split).selectOption(usage.splits.key)
    await button(usage.days(30)).click()
    await page.getByRole('img', { name: /7,565/ }).waitFor()
    // Every fifth day is named.
    await expect
      .poll(
        async () => (await page.locator('.card:not(.business) .days span').allTextContents()).filter(Boolean).length,
      )
      .toBe(6)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

  it('in what was done, and in what failed', async () => {
    const { page, t, expectWell, button } = await arrive(PHONE, '/#activity', {
      stage: { audit: audit().slice(0, 10) },
    })
    const { activity, products } = t
    await page.getByText(activity.shown(2)).waitFor()
    const entries = page.locator('.entries > li')
    const [wrong, broken] = [entries.nth(0), entries.nth(1)]
    // The field, what was wrong with it, and how often.
    await wrong.getByText(activity.problem('limit', 'must be an integer').replaceAll('`', '')).first().waitFor()
    await wrong.locator('.times', { hasText: activity.times('23') }).waitFor()
    await wrong.locator('summary').click()
    await wrong
      .getByText(activity.problem('dateFrom', 'is not known: did you mean date_from?').replaceAll('`', ''))
      .waitFor()
    await wrong.getByText('GET /api/v1/recorder/files').waitFor()
    await broken.getByText(activity.answered(products.recorder, 500)).waitFor()
    for (const height of await entries.locator('summary').evaluateAll((all) => all.map((one) => one.clientHeight))) {
      expect(height).toBeGreaterThanOrEqual(44)
      expect(height).toBeLessThan(100)
    }
    expect(
      await page.getByLabel(activity.requestId).evaluate((one) => one.getBoundingClientRect().bottom),
    ).toBeLessThan(400)
    await expectWell('failed requests')
    await button(activity.withoutKey('570')).click()
    await page.getByText(activity.onlyWithoutKey).waitFor()
    await entries
      .filter({ hasText: '/wp-login.php' })
      .locator('.times', { hasText: activity.times('569') })
      .waitFor()
    // A page of the gateway that is no operation of its API.
    await entries.filter({ hasText: '/connect/social/callback' }).getByText(activity.causes.product_refused).waitFor()
    // A page that may not call: which, and what allows it.
    const refused = entries.filter({ hasText: 'https://shop.example.com' })
    await refused.locator('summary').click()
    expect(await refused.locator('a[href="#settings"]').count()).toBe(1)
    await refused.getByText(activity.fromPage).waitFor()
    expect(await refused.locator('code').allTextContents()).toContain('ALLOWED_ORIGINS')
    await expectWell('requests without a key, by a filter')
    await button(activity.showAll).click()
    await page.getByText(activity.shown(2)).waitFor()
    await page.locator('.fold > summary').click()
    await page.getByLabel(activity.reason, { exact: true }).selectOption('product_failed')
    await page.getByText(activity.shown(1)).waitFor()
    await button(activity.changes).click()
    await page.getByText(activity.shown(10)).waitFor()
    // The name that it had, and the device of the owner.
    const deleted = entries.filter({ hasText: 'our shop, Make' }).first()
    await deleted.getByText('(iPhone, Safari, Seoul)').waitFor()
    const many = entries.filter({ hasText: activity.times('12,345') })
    await many.locator('summary').click()
    await many.getByText(activity.counted('12,345')).waitFor()
    // In the words of the owner, without the operation behind it.
    await deleted.locator('summary').click()
    await deleted.getByText('API 키 폐기').waitFor()
    expect(await deleted.textContent()).not.toContain('admin_')
    await expectWell('changes')
  })

  it('in the settings', async () => {
    const { page, t, expectWell, button, change } = await arrive(PHONE, '/#settings')
    const { common, settings: texts } = t
    const refused = 'https://xn--o39akk.example'
    await page.getByText(refused, { exact: true }).waitFor()
    await expectWell('the settings')
    // Never by one tap: the question repeats the whole origin, and the letters that Punycode hides.
    await button(`${texts.allow}: ${refused}`).click()
    const question = page.getByRole('dialog')
    await question.getByText(refused, { exact: true }).waitFor()
    await question.getByText('(가게.example)').waitFor()
    await expectWell('asks before it allows an origin')
    await button(texts.allowThis).click()
    await button(`${texts.remove}: ${refused}`).waitFor()
    await page.getByLabel(texts.add, { exact: true }).fill('https://app.example.com/start')
    await page.keyboard.press('Enter')
    await page.getByText(texts.noOrigin).waitFor()
    await expectWell('an address that is no origin')
    await page.getByLabel(texts.add, { exact: true }).fill('http://192.168.0.20:8080')
    await page.keyboard.press('Enter')
    await button(`${texts.remove}: http://192.168.0.20:8080`).click()
    await page.getByText(texts.removed('http://192.168.0.20:8080')).waitFor()
    await page.getByLabel(texts.serviceName, { exact: true }).fill('하늘책방')
    await page.getByLabel(texts.timeZone, { exact: true }).selectOption('Europe/Paris')
    await button(common.save).click()
    await page.getByText(texts.saved).waitFor()
    // The name is in the header at once.
    await page.locator('.top .brand').getByText('하늘책방').waitFor()
    await expectWell('saved')
    const source = { allowed_origins: 'deployment', service_name: 'deployment', time_zone: 'deployment' }
    await change({ ownerSettings: { ...freshStage().ownerSettings, source } })
    await page.reload()
    await page.getByText(texts.deployed).first().waitFor()
    expect(await page.locator('main details').allTextContents()).toContain(`${t.errors.details}ALLOWED_ORIGINS`)
    expect(await page.locator('main :is(input, select)').count()).toBe(0)
    expect(await button(`${texts.allow}: ${refused}`).count()).toBe(0)
    await expectWell('what the deployment sets')
  })

  it('whose an account is: on its card, after connecting, and before disconnecting', async () => {
    const { page, t, expectWell, button, card, more, change } = await arrive(DESK)
    const { accounts, common, connecting, newest, products } = t
    const name = products.recorder
    await card('recorder').getByText('김민지 (minji@haneul.example)').waitFor()
    await more(name)
    await card('recorder').getByText('주간 회의').waitFor()
    await expectWell('an account with its newest thing', '.account')
    await button(`${accounts.replace}: ${name}`).click()
    await page.getByLabel(connecting.fields.token, { exact: true }).fill('a-token-of-somebody-else')
    await button(connecting.submit).click()
    const now = '이준호 (junho@haneul.example)'
    await page.getByRole('dialog').getByText(connecting.doneWhose(now)).waitFor()
    await page.getByText(connecting.replaced('김민지 (minji@haneul.example)', now)).waitFor()
    await page.getByRole('dialog').getByText('주간 회의').waitFor()
    await expectWell('the account of another person')
    await button(common.done).click()
    await button(`${accounts.disconnect}: ${name}`).click()
    await page.getByRole('dialog').getByText(now).waitFor()
    await expectWell('asks before disconnecting, with whose it is')
    await button(common.cancel).click()
    await change({ newest: null })
    await button(`${accounts.replace}: ${name}`).click()
    await page.getByLabel(connecting.fields.token, { exact: true }).fill('a-token-of-somebody-else')
    await button(connecting.submit).click()
    await page.getByText(newest.none.recorder).waitFor()
    await page.getByRole('link', { name: connecting.nextKey }).click()
    await page.getByRole('heading', { level: 1, name: t.views.keys }).waitFor()
  })

  it('when something is broken or empty', async () => {
    const nothing = { keys: [], usage: [], audit: [], failures: [], subscriptions: [], sources: [], grants: [] }
    const { page, t, expectWell, button, view, change, origin } = await arrive(DESK, '/', {
      stage: { broken: '/accounts', ...nothing },
    })
    await page.getByText(t.errors.codes.internal_error).waitFor()
    await expectWell('accounts do not load')
    await change({ broken: null })
    await button(t.common.repeat).click()
    await page.locator('.account').first().waitFor()
    await view('keys')
    await page.getByText(t.keys.empty).waitFor()
    await page.getByText(t.grants.empty).waitFor()
    await expectWell('no keys')
    await view('events')
    await page.getByText(t.events.empty).waitFor()
    await expectWell('no events')
    await view('usage')
    await page.getByText(t.usage.empty).waitFor()
    await expectWell('no requests')
    await view('activity')
    await page.getByText(t.activity.noFailures).waitFor()
    await expectWell('no failures')
    await page.goto(`${origin}/#activity/req-of-nobody`)
    await page.getByText(t.activity.notFound).waitFor()
    await button(t.activity.changes).click()
    await page.getByText(t.activity.noChanges).waitFor()
    await expectWell('no changes')
  })

  it('by link', async () => {
    const links = { t: { account: 'social', used: false, ended: false, owner_name: '책방 서울' } }
    const { page, t, expectWell, isPhone, button, change, origin } = await arrive(PHONE, '/connect/social#t', {
      stage: { links },
      isSignedIn: false,
    })
    const { connecting, linkPage: texts } = t
    await page.getByLabel(connecting.paste).waitFor()
    await page.getByRole('heading', { level: 1, name: texts.pageTitle(t.products.social, '책방 서울') }).waitFor()
    await expectWell('an open link')
    expect(await button(connecting.otherDevice).isVisible()).toBe(isPhone)
    if (isPhone) {
      await button(connecting.otherDevice).click()
      await page.getByRole('img', { name: connecting.qr }).waitFor()
      await expectWell('a link to a computer')
      await button(`${t.common.copy}: ${connecting.link}`).click()
      await expectCopied(page, `${origin}/connect/social#t`)
      // The computer is done, and the phone says so.
      await change({ links: { t: { ...links.t, used: true } } })
      await page.getByText(texts.success).waitFor()
    }
    await page.goto(`${origin}/connect/social?failed=denied#_`)
    await page.getByText(t.arrival.failed.denied).waitFor()
    // The tab knows from before who asks.
    await page.getByRole('heading', { level: 1, name: texts.pageTitle(t.products.social, '책방 서울') }).waitFor()
    expect(await button(connecting.otherDevice).count()).toBe(0)
    await expectWell('a click that failed')
    await page.goto(`${origin}/connect/social?failed=refused`)
    await page.getByText(texts.refused).waitFor()
    await page.goto(`${origin}/connect/social/callback?code=c&state=s`)
    await page.getByText(texts.success).waitFor()
    await page.getByText('@chaekbang.seoul').waitFor()
    await page.getByText('가을 신간 안내').waitFor()
    expect(page.url()).toBe(`${origin}/connect/social`)
    await expectWell('a click that succeeded')
    await page.goto(`${origin}/connect/notes#wrong`)
    await page.getByText(texts.wrongTitle).waitFor()
    await expectWell('a wrong link')
  })

  it('at a zoom of 400 %, on a phone of 200 %, and at the widths between', async () => {
    visitor = await arriveAt('/', PHONE)
    const { page, texts, resize } = visitor
    for (const view of ['overview', 'keys', 'events', 'usage', 'activity', 'settings'] as const) {
      await page.locator(`nav a[href="#${view}"]`).click()
      await page.getByRole('heading', { level: 1, name: texts.views[view] }).waitFor()
      await page.locator('main :is(.account, tbody tr, .chart, .subscription, .entries, .origins)').first().waitFor()
      for (const [width, height] of [
        [195, 422],
        [320, 256],
        [768, 844],
        [1000, 844],
      ] as const) {
        await resize({ width, height })
        expect(await overflow(page), `${view} at ${width}`).toBeLessThanOrEqual(0)
        if (height < 300) {
          await page.evaluate(() => scrollTo(0, 300))
          expect(await page.locator('.top').evaluate((top) => top.getBoundingClientRect().bottom)).toBeLessThanOrEqual(
            0,
          )
          await page.evaluate(() => scrollTo(0, 0))
        }
      }
    }
  })

  it('closes a dialog with Back, which asks before it drops what was pasted', async () => {
    const { page, button, t } = await arrive(PHONE)
    const { accounts, common, connecting, keys, products } = t
    const dialog = page.getByRole('dialog')
    await page.locator('nav a[href="#keys"]').click()
    await button(keys.make).click()
    await dialog.waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).hash).toBe('#keys')
    await page.goBack()
    await button(`${accounts.connect}: ${products.payment}`).click()
    await page.getByLabel(connecting.paste).focus()
    await pasteHere(page, 'host: erp-api.payssam.kr')
    await page.getByText(connecting.found(connecting.fields.host)).waitFor()
    await page.goBack()
    await page.getByText(connecting.unsaved).waitFor()
    await button(common.stay).click()
    expect(await page.getByLabel(connecting.fields.host).inputValue()).toBe('erp-api.payssam.kr')
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
    await page.getByText(connecting.unsaved).waitFor()
    await page.goBack()
    await button(common.leave).click()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).hash).toBe('')
  })
})
