import type { Page, Request } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { ADMIN_KEY, connected, freshStage } from '../../support/admin/stage.ts'
import { chromium, getSite } from './browser.ts'
import { arriveAt, DESK, PHONE, type Visitor } from './look.ts'
import { signIn } from './visit.ts'

/** The pages on a slow, flaky or broken connection, with somebody who does not wait. */
describe.skipIf(!chromium)('on a bad connection', () => {
  let visitor: Visitor
  let page: Page
  afterEach(async () => {
    await visitor.context.setOffline(false)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await visitor.leave()
  })

  async function arrive(path: string, stage: object = {}) {
    visitor = await arriveAt(path, { ...DESK, language: 'en', stage })
    page = visitor.page
    return visitor.texts
  }

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('dialog')
  const read = <Content>(path: string): Promise<Content> =>
    page.evaluate(async (address) => (await fetch(address)).json(), `/api/v1${path}`)

  /** Keeps requests until they are let go. `answered` holds back what the gateway has done already. */
  async function hold(method: string, path: RegExp, { answered = false } = {}) {
    const { promise: free, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: come, resolve: note } = Promise.withResolvers<void>()
    const held: Request[] = []
    await page.route(path, async (route) => {
      if (route.request().method() !== method) return route.fallback()
      held.push(route.request())
      const response = answered ? await route.fetch() : undefined
      note()
      await free
      // The page may have left meanwhile.
      await (response ? route.fulfill({ response }) : route.continue()).catch(() => {})
    })
    return { held, come, letGo }
  }

  it('a dialog stays until it is known how its request ended, and shows what is shown once', async () => {
    const { common, keys } = await arrive('/#keys')
    await button(`${keys.more}: make.com`).click()
    await button(`${keys.roll}: make.com`).click()
    const roll = await hold('POST', /\/roll$/)
    await dialog().getByLabel(keys.overlap).selectOption('0')
    await dialog().getByRole('button', { name: keys.roll, exact: true }).dblclick()
    await roll.come
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
    await page.evaluate(() => history.back())
    await button(common.close).click({ force: true })
    await button(common.cancel).click({ force: true })
    roll.letGo()
    await page.getByText(keys.shownOnce).waitFor()
    expect(roll.held).toHaveLength(1)
    // Nothing is running any more.
    await page.keyboard.press('Escape')
    await button(common.leave).click()
    await dialog().waitFor({ state: 'detached' })
    // The same with a question that only asks.
    const end = await hold('DELETE', /\/keys\/k2$/)
    await button(`${keys.more}: bookkeeping`).click()
    await button(`${common.revoke}: bookkeeping`).click()
    await dialog().getByRole('button', { name: common.revoke, exact: true }).click()
    await end.come
    await page.keyboard.press('Escape')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    end.letGo()
    await page.locator('.gone:focus', { hasText: keys.revoked('bookkeeping') }).waitFor()
  })

  it('an error stands in the dialog, with all that was typed, and the same is sent again', async () => {
    const { common, errors, keys } = await arrive('/#keys')
    await button(`${keys.edit}: make.com`).click()
    await dialog().getByLabel(keys.name, { exact: true }).fill('renamed')
    await visitor.context.setOffline(true)
    await button(common.save).click()
    await page.keyboard.press('Escape')
    await dialog().getByText(errors.offline).waitFor()
    await visitor.context.setOffline(false)
    if (await button(common.stay).isVisible()) await button(common.stay).click()
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await button(common.save).click()
    // Only what was changed: another tab may have changed the rest.
    expect((await sent).postDataJSON()).toEqual({ name: 'renamed' })
    await page.getByText(keys.saved('renamed')).waitFor()
  })

  it('a key has the licence of the deployment, and the accounts that somebody has seen, however soon it is made', async () => {
    const business = connected('workspace:business', 'workspace')
    const reports = [...freshStage().reports, business]
    const overview = await arrive('/llms.txt', { licence: 'basic', reports }).then(() => hold('GET', /\/overview$/))
    const accounts = await hold('GET', /\/admin\/accounts$/)
    const { keys, products } = visitor.texts
    await page.goto(`${(await getSite()).origin}/#keys`)
    await button(keys.make).click({ force: true })
    await overview.come
    expect(await dialog().count()).toBe(0)
    overview.letGo()
    await button(keys.make).click()
    await accounts.come
    await dialog().getByLabel(keys.name, { exact: true }).fill('quick')
    await page.keyboard.press('Enter')
    accounts.letGo()
    // What came later was not seen before the press, and has the focus.
    await dialog()
      .getByRole('group', { name: `${keys.accounts}: ${products.workspace}` })
      .locator(':focus')
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(keys.shownOnce).waitFor()
    const { keys: stored } = await read<{ keys: { name: string; licence: string }[] }>('/admin/keys')
    expect(stored.filter(({ name }) => name === 'quick').map(({ licence }) => licence)).toEqual(['basic'])
  })

  it('a list that was asked for before a key was made does not hide it', async () => {
    const { keys } = await arrive('/llms.txt')
    const list = await hold('GET', /\/admin\/keys$/, { answered: true })
    await page.goto(`${(await getSite()).origin}/#keys`)
    await list.come
    await button(keys.make).click()
    await dialog().getByLabel(keys.name, { exact: true }).fill('quick')
    await page.keyboard.press('Enter')
    await page.getByText(keys.shownOnce).waitFor()
    list.letGo()
    // Until then the first table is that of the clients.
    await page.getByRole('row', { name: /^make\.com/, includeHidden: true }).waitFor({ state: 'attached' })
    const names = page.locator('.keys').first().locator('tbody th bdi')
    expect((await names.allTextContents()).toSorted()).toEqual(['an old one', 'bookkeeping', 'make.com', 'quick'])
  })

  it('two tabs change settings and keys, and none puts back what the other has changed', async () => {
    const { common, settings: texts } = await arrive('/#settings', {
      ownerSettings: { ...freshStage().ownerSettings, allowed_origins: ['https://a.example', 'https://b.example'] },
    })
    await button(`${texts.remove}: https://a.example`).waitFor()
    await page.evaluate(async () => {
      const body = JSON.stringify({ allowed_origins: ['https://b.example'], service_name: 'Other tab' })
      await fetch('/api/v1/admin/settings', { method: 'PATCH', body })
    })
    await page.getByLabel(texts.timeZone, { exact: true }).selectOption('Europe/Paris')
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await button(common.save).click()
    expect((await sent).postDataJSON()).toEqual({ time_zone: 'Europe/Paris' })
    await page.getByText(texts.saved).waitFor()
    expect(await page.getByLabel(texts.serviceName, { exact: true }).inputValue()).toBe('Other tab')
    await page.evaluate(async () => {
      const body = JSON.stringify({ allowed_origins: [] })
      await fetch('/api/v1/admin/settings', { method: 'PATCH', body })
    })
    await page.getByLabel(texts.add, { exact: true }).fill('https://c.example')
    await page.keyboard.press('Enter')
    await page.getByText(texts.allowed).waitFor()
    expect(await read('/admin/settings')).toMatchObject({ allowed_origins: ['https://c.example'] })
  })

  it('two origins that are removed quickly are both removed, and the focus stays in the list', async () => {
    const { settings: texts } = await arrive('/#settings', {
      ownerSettings: {
        ...freshStage().ownerSettings,
        allowed_origins: ['https://a.example', 'https://b.example', 'https://c.example'],
      },
    })
    const first = await hold('PATCH', /\/settings$/)
    await button(`${texts.remove}: https://a.example`).click()
    await first.come
    const other = button(`${texts.remove}: https://b.example`)
    await other.click({ force: true })
    first.letGo()
    await page.getByText(texts.removed('https://a.example')).waitFor()
    await other.click()
    await page.getByText(texts.removed('https://b.example')).waitFor()
    expect(await read('/admin/settings')).toMatchObject({ allowed_origins: ['https://c.example'] })
    await page.locator('main h3:focus').waitFor()
  })

  it('a notification whose test could not be asked for is made once, and keeps its secret', async () => {
    const { channels, errors, events, words } = await arrive('/#events', { broken: '/test' })
    await button(events.notify).click()
    await page.getByLabel(channels.address, { exact: true }).fill('https://localhost.example.com/hook')
    const accounts = await hold('GET', /\/admin\/accounts$/)
    await button(events.forward).click()
    await dialog().getByLabel(events.name).fill('Minutes')
    // The events that the accounts have are not known yet.
    await page.keyboard.press('Enter')
    accounts.letGo()
    await dialog().getByLabel(words.eventTypes['recorder.file.ready']).check()
    await button(events.finish).click()
    // The gateway refuses the address. What was typed behind it stays.
    const field = page.getByLabel(channels.address, { exact: true })
    await field.fill('https://right.example.com/hook')
    await button(events.forward).click()
    expect(await dialog().getByLabel(events.name).inputValue()).toBe('Minutes')
    await dialog().getByLabel(words.eventTypes['recorder.file.ready']).and(page.locator(':checked')).waitFor()
    await button(events.finish).click()
    await dialog().getByText(errors.codes.internal_error).waitFor()
    expect(await page.getByLabel(events.secret, { exact: true }).inputValue()).toMatch(/^whsec_/)
    await (await getSite()).change({ broken: null })
    await button(events.retest).click()
    await dialog().getByText(events.tested('200')).waitFor()
    const { subscriptions } = await read<{ subscriptions: { description: string }[] }>('/admin/events')
    expect(subscriptions.filter(({ description }) => description === 'Minutes')).toHaveLength(1)
  })

  it('the result of a test says nothing of an account that was disconnected meanwhile', async () => {
    const { accounts, products } = await arrive('/')
    const test = await hold('POST', /\/accounts\/test$/, { answered: true })
    await button(accounts.testAll).click()
    await test.come
    await button(`${accounts.more}: ${products.notes}`).click()
    await button(`${accounts.disconnect}: ${products.notes}`).click()
    await dialog().getByRole('button', { name: accounts.disconnect }).click()
    await dialog().waitFor({ state: 'detached' })
    test.letGo()
    await page.getByText(accounts.testedAll).waitFor()
    const card = page.getByRole('article', { name: products.notes, exact: true })
    await card.getByText(accounts.disconnected(products.notes)).waitFor()
    expect(await card.locator('.badge').count()).toBe(0)
  })

  it('the last of two workspaces that are chosen quickly is read', async () => {
    const workspaces = ['w1', 'w2', 'w3'].map((id) => ({ id, name: id, open: false }))
    const reports = freshStage().reports.map((report) =>
      report.account === 'recorder' ? { ...report, workspaces, workspace: 'w1' } : report,
    )
    const { accounts } = await arrive('/', { reports })
    const sent: string[] = []
    const { promise: free, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(/\/accounts\/recorder$/, async (route) => {
      const { workspace } = route.request().postDataJSON()
      sent.push(workspace)
      if (workspace === 'w2') await free
      const report = reports.find(({ account }) => account === 'recorder')
      await route.fulfill({ json: { account: { ...report, workspace } } })
    })
    const choice = page.getByLabel(accounts.workspace, { exact: true })
    await choice.selectOption('w2')
    await choice.selectOption('w3')
    expect(await choice.inputValue()).toBe('w3')
    // Longer than the second one would take beside it.
    await page.waitForTimeout(500)
    letGo()
    await expect.poll(() => sent).toEqual(['w2', 'w3'])
    await page.locator('.workspace[aria-busy=false]').waitFor()
    expect(await choice.inputValue()).toBe('w3')
  })

  it('signing out says so only once it is true', async () => {
    const { errors, session } = await arrive('/#settings')
    await page.locator('.origins').first().waitFor()
    await visitor.context.setOffline(true)
    await button(session.signOut).click()
    await page.getByRole('alert').getByText(errors.offline).waitFor()
    await visitor.context.setOffline(false)
    await button(session.signOut).click()
    await page.getByText(session.signedOut).waitFor()
  })

  it('a proof that comes after its question was closed does not answer the next one', async () => {
    const { common, keys, session, signIn: texts } = await arrive('/#keys')
    let isProved = false
    await page.route(/\/admin\/keys\/k1$/, (route) =>
      isProved
        ? route.fallback()
        : route.fulfill({ status: 403, headers: { 'X-Error-Code': 'proof_required' }, json: { error: 'prove it' } }),
    )
    await page.route(/\/passkeys$/, (route) => route.fulfill({ json: { passkeys: [] } }))
    const { promise: free, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: come, resolve: note } = Promise.withResolvers<void>()
    let proofs = 0
    await page.route(/\/session\/proof$/, async (route) => {
      proofs++
      note()
      if (proofs === 1) await free
      await route.fulfill({ status: 204 })
    })
    await button(`${keys.edit}: make.com`).click()
    await page.getByLabel(keys.name, { exact: true }).fill('proved')
    const proof = page.getByRole('dialog', { name: texts.proofTitle })
    const prove = async () => {
      await proof.getByLabel(session.adminKey, { exact: true }).fill(ADMIN_KEY)
      await page.keyboard.press('Enter')
    }
    await button(common.save).click()
    await prove()
    await come
    await page.keyboard.press('Escape')
    await proof.waitFor({ state: 'detached' })
    await button(common.save).click()
    await proof.waitFor()
    letGo()
    await expect.poll(() => proofs).toBe(1)
    await proof.getByLabel(session.adminKey, { exact: true }).waitFor()
    isProved = true
    await prove()
    await page.getByText(keys.saved('proved')).waitFor()
  })

  it('a request that waits because there were too many ends when somebody cancels it', async () => {
    const { accounts, common, connecting, products } = await arrive('/')
    await page.route(/\/accounts\/payment$/, (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': '50' }, json: { error: 'too many' } }),
    )
    await button(`${accounts.connect}: ${products.payment}`).click()
    await page
      .getByLabel(connecting.paste)
      .fill('host: erp-api.payssam.kr\nmember: m\nmerchant: n\nAPI key: k\nbusiness number: 123-45-67890')
    await page.getByLabel(connecting.fields.business_number).fill('123-45-67890')
    const refused = page.waitForResponse(/\/accounts\/payment$/)
    await button(connecting.submit).click()
    await refused
    await dialog().getByRole('button', { name: common.cancel, exact: true }).click()
    await page.getByText(connecting.asking(products.payment)).waitFor({ state: 'detached', timeout: 5_000 })
    expect(await dialog().getByRole('alert').textContent()).toBe('')
  })

  it('a consent is given once, also while the browser is leaving for the client', async () => {
    const { consent } = await arrive('/oauth/authorize?response_type=code&client_id=abc&state=s')
    let grants = 0
    await page.route(/\/admin\/grants$/, (route) => {
      if (route.request().method() === 'POST') grants++
      return route.fallback()
    })
    const { promise: free, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: leaving, resolve: note } = Promise.withResolvers<void>()
    await page.route(/\/docs\?/, async (route) => {
      note()
      await free
      await route.continue().catch(() => {})
    })
    // Enabled, a second after it has appeared.
    await button(consent.agree('claude.ai')).click({ trial: true })
    // Playwright itself would wait for the navigation.
    await page.evaluate(() => {
      const [refuse, agree] = document.querySelectorAll<HTMLButtonElement>('form .actions button')
      agree?.click()
      setInterval(() => agree?.click(), 20)
      setInterval(() => refuse?.click(), 20)
    })
    await leaving
    await new Promise((resolve) => setTimeout(resolve, 300))
    letGo()
    await page.waitForURL(/agreed=/)
    expect(grants).toBe(1)
  })

  it('an end of the session in a dialog is asked for above it, and the request then goes on', async () => {
    const { common, keys, session } = await arrive('/#keys')
    await button(`${keys.edit}: make.com`).click()
    await page.getByLabel(keys.name, { exact: true }).fill('after all')
    // Of the requests only this one: the page may still be loading what else it shows.
    const refusal = { status: 401, headers: { 'X-Error-Code': 'not_signed_in' }, json: { error: 'sign in' } }
    await page.route(/\/admin\/keys\/k1$/, (route) => route.fulfill(refusal), { times: 1 })
    await button(common.save).click()
    await page.getByText(session.ended).waitFor()
    await signIn(page, ADMIN_KEY)
    await page.getByText(keys.saved('after all')).waitFor()
    expect(await dialog().count()).toBe(0)
  })

  it('usage stays as it was until the other rows have come, and sales follow the language', async () => {
    const { usage, words } = await arrive('/#usage')
    await page.getByLabel(usage.split).selectOption(usage.splits.group)
    await page.locator('.legend', { hasText: words.groups.shop }).waitFor()
    const list = await hold('GET', /\/usage\?.*by=operation/)
    await page.getByLabel(usage.split).selectOption(usage.splits.operation)
    await list.come
    expect(await page.getByRole('table', { name: usage.captions.operation }).count()).toBe(0)
    expect(await page.locator('.legend', { hasText: words.groups.shop }).count()).toBe(1)
    list.letGo()
    await page.getByRole('table', { name: usage.captions.operation }).waitFor()
    await button(`${usage.load}: ${usage.sales}`).click()
    const caption = page.locator('.business figcaption')
    await caption.waitFor()
    await page.locator('.switch [lang=ko]').click()
    await page.locator('html[lang=ko]').waitFor()
    await expect.poll(() => caption.textContent()).toMatch(/[가-힣]/)
  })

  it('an error goes when a later look has succeeded', async () => {
    const { accounts, errors } = await arrive('/', { broken: '/admin/accounts' })
    await page.getByText(errors.codes.internal_error).waitFor()
    await (await getSite()).change({ broken: null })
    await page.waitForTimeout(5_100)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await page.getByText(accounts.summary.someWork(4, 7, 0)).waitFor()
    expect(await page.getByText(errors.codes.internal_error).count()).toBe(0)
  })

  it('another device is noticed also when the connection was lost in between', async () => {
    visitor = await arriveAt('/', { ...PHONE, language: 'en' })
    page = visitor.page
    const { accounts, connecting, products } = visitor.texts
    await button(`${accounts.connect}: ${products.payment}`).click()
    await button(connecting.otherDevice).click()
    await page.getByRole('img', { name: connecting.qr }).waitFor()
    const report = connected('payment', 'payment')
    let looks = 0
    // It answers once, and then no more.
    await page.route(/\/admin\/accounts$/, (route) => {
      looks++
      if (looks > 1) return route.abort()
      return route.fulfill({
        json: { accounts: [{ ...report, source: 'kept', connected_at: new Date().toISOString() }] },
      })
    })
    await page.getByText(connecting.done(products.payment)).waitFor({ timeout: 20_000 })
  })
})
