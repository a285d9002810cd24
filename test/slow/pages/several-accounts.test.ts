import type { Request } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { connected, freshStage, key } from '../../support/admin/stage.ts'
import { chromium, getSite } from './browser.ts'
import { arriveAt, type Visitor } from './look.ts'
import { pasteHere } from './visit.ts'

const BUSINESS = 'workspace:business'

/** A business Notion beside the private one. */
const withBusiness = () => ({
  reports: [...freshStage().reports, { ...connected(BUSINESS, 'workspace'), identity: 'Haneul Books, Latchkey' }],
})

/** Several accounts of one product, on a phone. */
describe.skipIf(!chromium).each(['en', 'ko'] as const)('several accounts of one product (%s)', (language) => {
  let visitor: Visitor
  afterEach(() => visitor.leave())

  async function arrive(path = '/', stage: object = {}) {
    visitor = await arriveAt(path, { language, width: 390, stage })
    const { page, texts: t, expectWell } = visitor
    const sent: { method: string; path: string; body: unknown }[] = []
    const note = (request: Request) => {
      if (request.method() === 'GET' || !request.url().includes('/api/v1/admin/')) return
      const path = decodeURIComponent(new URL(request.url()).pathname).replace('/api/v1/admin', '')
      sent.push({ method: request.method(), path, body: request.postDataJSON() })
    }
    page.on('request', note)
    const leave = visitor.leave
    visitor = {
      ...visitor,
      leave: () => {
        page.off('request', note)
        return leave()
      },
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
    const card = (name: string) => page.getByRole('article', { name, exact: true })
    return { page, t, expectWell, sent, button, dialog, card, change: (await getSite()).change }
  }

  it('adds a business Notion', async () => {
    const { page, t, expectWell, sent, button, dialog, card, change } = await arrive()
    const { accounts, connecting, common, further, products } = t
    const name = `${products.workspace} (business)`
    // Below each connected product, and nowhere else.
    await button(`${accounts.add}: ${products.workspace}`).waitFor()
    expect(await page.locator('.add').count()).toBe(7)
    expect(await button(`${accounts.add}: ${products.payment}`).count()).toBe(0)
    await button(`${accounts.add}: ${products.workspace}`).click()
    const asked = dialog(further.title(products.workspace))
    const field = asked.getByLabel(further.name, { exact: true })
    await field.fill('Business!')
    await asked.getByText(further.nameWrong('workspace')).waitFor()
    await button(further.next).click()
    await expectWell('a name that is none')
    await field.fill('business')
    await asked.getByText(BUSINESS, { exact: true }).waitFor()
    await expectWell('the name of another account')
    await button(further.next).click()
    await dialog(connecting.title(name)).waitFor()
    // The same Notion is not connected twice.
    await change({ verdict: 'same' })
    await page.getByLabel(connecting.paste).focus()
    await pasteHere(page, 'ntn_123456789012abcdefghijklmnopqrstuvwxyz')
    await button(connecting.submit).click()
    await page.getByText(connecting.alreadyConnected(products.workspace)).waitFor()
    await change({ verdict: 'accept' })
    await page.getByLabel(connecting.paste).focus()
    await pasteHere(page, 'ntn_987654321098abcdefghijklmnopqrstuvwxyz')
    await button(connecting.submit).click()
    await page.getByText(connecting.done(name)).waitFor()
    await page.getByText(further.noKeys).waitFor()
    await page.getByRole('link', { name: further.toKeys }).waitFor()
    await expectWell('another account is connected')
    await button(common.done).click()
    const added = card(`${products.workspace} business`)
    await added.getByText('이준호 (junho@haneul.example)').waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(`account-${BUSINESS}`)
    await card(products.workspace).getByText('Haneul, Latchkey').waitFor()
    // Beside the first one, and the button is below both.
    const titles = await page.locator('.account h3').allTextContents()
    expect(titles.indexOf(`${products.workspace} business`)).toBe(titles.indexOf(products.workspace) + 1)
    expect(await card(products.workspace).locator('.add').count()).toBe(0)
    await added.locator('.add').waitFor()
    await expectWell('an overview with two accounts of a product')
    const path = `/accounts/${BUSINESS}`
    expect(sent.filter(({ method }) => method === 'PUT')).toEqual([
      { method: 'PUT', path, body: { token: 'ntn_123456789012abcdefghijklmnopqrstuvwxyz' } },
      { method: 'PUT', path, body: { token: 'ntn_987654321098abcdefghijklmnopqrstuvwxyz' } },
    ])
  })

  it('opens the dialog of the account in the address', async () => {
    const { page, t, dialog, card, button } = await arrive(`/#${BUSINESS}`)
    const { connecting, common, products } = t
    await dialog(connecting.title(`${products.workspace} (business)`)).waitFor()
    await button(common.close).click()
    await page.evaluate((hash) => {
      location.hash = hash
    }, 'workspace%3Anext')
    await dialog(connecting.title(`${products.workspace} (next)`)).waitFor()
    await button(common.close).click()
    // Nothing was added.
    expect(await card(`${products.workspace} business`).count()).toBe(0)
  })

  it('signs in to another profile of Threads', async () => {
    const { page, t, expectWell, button, dialog } = await arrive()
    const { accounts, arrival, connecting, further, products } = t
    await button(`${accounts.add}: ${products.social}`).click()
    await page.getByLabel(further.name, { exact: true }).fill('shop')
    await button(further.next).click()
    const opened = dialog(connecting.title(`${products.social} (shop)`))
    await opened.getByText(connecting.oauthOther).waitFor()
    await expectWell('another profile of Threads', '.click')
    await opened.getByRole('link', { name: accounts.oauth }).click()
    await page.getByText(arrival.done(`${products.social} (shop)`)).waitFor()
    await page.getByText(further.noKeys).waitFor()
    await page.goto(`${(await getSite()).origin}/?failed=same`)
    await page.getByText(arrival.failed.same).waitFor()
  })

  it('disconnects and erases a further account by its id', async () => {
    const { page, t, sent, button, card } = await arrive('/', withBusiness())
    const { accounts, common, data, products } = t
    const name = `${products.workspace} (business)`
    await button(`${accounts.more}: ${name}`).click()
    await button(`${accounts.disconnect}: ${name}`).click()
    await page.getByRole('dialog').getByRole('button', { name: accounts.disconnect, exact: true }).click()
    await page.getByText(accounts.disconnected(name)).waitFor()
    await button(`${accounts.connect}: ${name}`).waitFor()
    await button(`${accounts.data}: ${name}`).click()
    await page.getByLabel(data.understood).check()
    await button(data.erase).click()
    await page.getByText(data.erased(name)).waitFor()
    expect(await card(`${products.workspace} business`).count()).toBe(0)
    await card(products.workspace).locator('.add').waitFor()
    expect(await button(common.close).count()).toBe(0)
    expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['DELETE', `/accounts/${BUSINESS}`, null],
      ['DELETE', '/data', { account: BUSINESS }],
    ])
  })

  it('makes a link for a customer, who connects the account with it', async () => {
    const { page, t, button, dialog, change } = await arrive('/')
    const { accounts, connecting, further, linkPage, links, products } = t
    await button(`${accounts.add}: ${products.workspace}`).click()
    await page.getByLabel(further.name, { exact: true }).fill('guest')
    await button(further.link).click()
    await dialog(links.title(`${products.workspace} (guest)`)).waitFor()
    await page.getByLabel(links.shopName).fill('Haneul')
    await button(links.make).click()
    const url = await page.getByLabel(links.url, { exact: true }).inputValue()
    expect(url).toContain('/connect/workspace:guest#')
    await page.goto(url)
    await page.getByText(linkPage.pageTitle(products.workspace, 'Haneul')).waitFor()
    await change({ verdict: 'accept' })
    await page.getByLabel(connecting.paste).focus()
    await pasteHere(page, 'ntn_987654321098abcdefghijklmnopqrstuvwxyz')
    await button(connecting.submit).click()
    await page.getByText(linkPage.success).waitFor()
  })

  it('a notification chooses accounts only where a product has two', async () => {
    const { page, t, expectWell, button } = await arrive('/#events', withBusiness())
    const { choice, events, products, words } = t
    await button(events.notify).click()
    await page.getByRole('dialog').getByRole('textbox').first().fill('https://hook.eu2.make.com/abc')
    await button(events.forward).click()
    const step = page.getByRole('dialog')
    await step.getByLabel(words.eventTypes['recorder.file.ready'], { exact: true }).check()
    expect(await page.getByText(choice.first).count()).toBe(0)
    await step.getByLabel(words.eventTypes['workspace.row.created'], { exact: true }).check()
    const group = page.getByRole('group', { name: `${events.accounts}: ${products.workspace}` })
    expect(await group.getByLabel(choice.first).isChecked()).toBe(true)
    await group.getByLabel(choice.some).check()
    await button(events.finish).click()
    await group.getByText(choice.missing).waitFor()
    await group.getByLabel(`${products.workspace} (business)`).check()
    await expectWell('a notification with a choice of accounts')
    const made = page.waitForRequest((request) => request.url().endsWith('/api/v1/events/subscriptions'))
    await button(events.finish).click()
    const { accounts } = (await made).postDataJSON()
    expect(accounts).toContain(BUSINESS)
    expect(accounts).not.toContain('workspace')
    expect(accounts).toContain('recorder')
  })

  it('a program that asks for access gets the accounts that are chosen', async () => {
    const { page, t, expectWell } = await arrive('/oauth/authorize?client_id=c', withBusiness())
    const { choice, consent, keys, products } = t
    const group = page.getByRole('group', { name: `${keys.accounts}: ${products.workspace}` })
    await group.getByLabel(choice.some).check()
    await group.getByLabel(`${products.workspace} (business)`).check()
    await expectWell('access with a choice of accounts')
    const made = page.waitForRequest((request) => request.method() === 'POST' && /\/grants$/.test(request.url()))
    await page.getByRole('button', { name: consent.agree('claude.ai'), exact: true }).click()
    expect((await made).postDataJSON().accounts).toEqual([BUSINESS])
    // Else the page that follows would disturb the next test.
    await page.waitForURL(/agreed=/)
  })

  it('changes the accounts of a program', async () => {
    const { page, t, sent, button } = await arrive('/#keys', withBusiness())
    const { choice, common, grants, products } = t
    await button(`${grants.accounts}: Claude`).click()
    const dialog = page.getByRole('dialog', { name: grants.accountsTitle('Claude') })
    await dialog.getByLabel(choice.some).check()
    await dialog.getByLabel(`${products.workspace} (business)`).check()
    await dialog.getByRole('button', { name: common.save, exact: true }).click()
    await page.getByText(grants.accountsSaved('Claude')).waitFor()
    expect(sent.at(-1)).toEqual({ method: 'PATCH', path: '/grants/g1', body: { accounts: [BUSINESS] } })
  })

  it('a key chooses accounts only where a product has two', async () => {
    const { page, t, expectWell, sent, button } = await arrive('/#keys')
    const { choice, common, keys, products } = t
    await button(keys.make).first().click()
    await page.getByLabel(keys.name, { exact: true }).waitFor()
    expect(await page.getByText(choice.first).count()).toBe(0)
    await button(common.cancel).click()
    await (await getSite()).change({ ...withBusiness(), keys: [key('k7', 'make', { accounts: [BUSINESS] })] })
    await page.reload()
    await page.getByText(`${products.workspace} (business)`).waitFor()
    await button(keys.make).first().click()
    const group = page.getByRole('group', { name: `${keys.accounts}: ${products.workspace}` })
    expect(await group.getByLabel(choice.first).isChecked()).toBe(true)
    await page.getByLabel(keys.name, { exact: true }).fill('business')
    await group.getByLabel(choice.some).check()
    await page.getByRole('dialog').getByRole('button', { name: keys.make, exact: true }).click()
    await group.getByText(choice.missing).waitFor()
    await group.getByLabel(`${products.workspace} (business)`).check()
    await expectWell('a key with a choice of accounts')
    await page.getByRole('dialog').getByRole('button', { name: keys.make, exact: true }).click()
    await page.getByText(keys.shownOnce).waitFor()
    expect(sent.at(-1)?.body).toEqual({ name: 'business', licence: 'pro', accounts: [BUSINESS] })
  })
})
