import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { ADMIN_KEY, freshStage } from '../../support/admin/stage.ts'
import { chromium, getSite } from './browser.ts'
import { arriveAt, DESK, type Look, PHONE, type Visitor } from './look.ts'
import { signIn } from './visit.ts'

const REQUEST = 'response_type=code&client_id=abc&state=s'

/** Where a client that takes no key sends its owner's browser, on a phone. */
describe.skipIf(!chromium)('the consent page', () => {
  let visitor: Visitor
  let page: Page
  let expectWell: Visitor['expectWell']
  afterEach(() => visitor.leave())

  async function arrive(stage: object = {}, look: Partial<Look> = {}) {
    visitor = await arriveAt(`/oauth/authorize?${REQUEST}`, { ...look, stage, isSignedIn: false })
    ;({ page, expectWell } = visitor)
    return visitor.texts
  }

  const agreed = async () => {
    await page.waitForURL(/agreed=/)
    const { searchParams } = new URL(page.url())
    return { request: searchParams.get('request'), terms: JSON.parse(searchParams.get('agreed') ?? '') }
  }

  it('shows the client before sign-in, and gives the least to an owner who only agrees', async () => {
    const { consent } = await arrive({}, PHONE)
    await page.getByRole('heading', { name: consent.title('Claude') }).waitFor()
    await page.getByText('https://claude.ai/api/mcp/auth_callback').waitFor()
    await expectWell('at the door')
    await signIn(page, ADMIN_KEY)
    await page.getByRole('heading', { name: consent.terms }).waitFor()
    await expectWell('the terms')
    expect(await page.getByText(consent.payments, { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: consent.agree('claude.ai') }).click()
    expect(await agreed()).toEqual({ request: REQUEST, terms: { read_only: true, payments: false } })
  })

  it('sends the choice', async () => {
    const { consent, keys, words } = await arrive({}, DESK)
    await signIn(page, ADMIN_KEY)
    await page.getByRole('checkbox', { name: new RegExp(`^${consent.changes} `) }).check()
    await page.getByRole('checkbox', { name: new RegExp(`^${consent.payments} `) }).check()
    await page.getByLabel(keys.dailyAmount).fill('1,000,000')
    await page.getByLabel(keys.someGroups).check()
    const allow = page.getByRole('button', { name: consent.agree('claude.ai') })
    await allow.click()
    await page.getByText(keys.groupsMissing).waitFor()
    for (const group of ['workspace', 'payment'] as const)
      await page.getByLabel(words.groups[group], { exact: true }).check()
    await expectWell('all chosen')
    await allow.click()
    expect((await agreed()).terms).toEqual({
      groups: ['workspace', 'payment'],
      read_only: false,
      payments: true,
      limits: { daily_amount: 1_000_000 },
      confirm: true,
    })
  })

  it('asks the owner first for changes, unless they untick that', async () => {
    const { asking } = freshStage()
    if (typeof asking === 'string' || !asking.client) throw new Error('nobody asks')
    const requested = { groups: ['social'], read_only: false, payments: false }
    const { consent, keys } = await arrive({ asking: { ...asking, client: { ...asking.client, requested } } })
    await signIn(page, ADMIN_KEY)
    const first = page.getByRole('checkbox', { name: new RegExp(`^${keys.confirm} `) })
    await first.waitFor()
    expect(await first.isChecked()).toBe(true)
    await page.getByText(keys.confirmHint).waitFor()
    await first.uncheck()
    await page.getByRole('button', { name: consent.agree('claude.ai') }).click()
    expect((await agreed()).terms).toEqual({ groups: ['social'], read_only: false, payments: false })
  })

  it('so does the form of a key with payments, and not the form of any other', async () => {
    visitor = await arriveAt('/#keys', DESK)
    ;({ page, expectWell } = visitor)
    const { keys, words } = visitor.texts
    await page.getByRole('button', { name: keys.make }).first().click()
    const first = page.getByRole('checkbox', { name: new RegExp(`^${keys.confirm} `) })
    await page.getByLabel(keys.someGroups).check()
    await page.getByLabel(words.groups.shop, { exact: true }).check()
    expect(await first.isChecked()).toBe(false)
    await page.getByLabel(words.groups.payment, { exact: true }).check()
    expect(await first.isChecked()).toBe(true)
    await expectWell('a key with payments')
    await first.uncheck()
    await page.getByLabel(words.groups.video, { exact: true }).check()
    expect(await first.isChecked()).toBe(false)
  })

  it('so does the form of a key for an agent, and not that of one for an automation or code', async () => {
    visitor = await arriveAt('/#keys', PHONE)
    ;({ page, expectWell } = visitor)
    const { common, keys, programs } = visitor.texts
    await page.getByRole('button', { name: keys.make }).first().click()
    const first = page.getByRole('checkbox', { name: new RegExp(`^${keys.confirm} `) })
    const purpose = page.getByRole('group', { name: keys.purpose })
    expect(await purpose.getByRole('radio', { checked: true }).count()).toBe(0)
    for (const [one, isTicked] of [
      ['automation', false],
      ['agent', true],
      ['code', false],
      ['agent', true],
    ] as const) {
      await purpose.getByRole('radio', { name: keys.purposes[one] }).check()
      expect([one, await first.isChecked()]).toEqual([one, isTicked])
    }
    await expectWell('a key for an agent')
    await page.getByLabel(keys.name, { exact: true }).fill('Agent')
    await page.keyboard.press('Enter')
    await page.getByText(keys.shownOnce).waitFor()
    await page.getByRole('button', { name: programs.tools.claude, pressed: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: common.leave }).click()
    await page
      .getByRole('row', { name: /^Agent/ })
      .getByText(keys.confirms)
      .waitFor()
  })

  it('has its button asleep for a second after it appears, and after each focus', async () => {
    await arrive()
    await signIn(page, ADMIN_KEY)
    const button = page.getByRole('button', { name: /^Allow/ })
    await button.waitFor()
    expect(await button.isDisabled()).toBe(true)
    await expect.poll(() => button.isDisabled()).toBe(false)
    // What a popup does that closes on the first press of a double click.
    await page.evaluate(() => dispatchEvent(new Event('blur')))
    expect(await button.isDisabled()).toBe(true)
    // Awake after a second, and not before.
    const asleepMs = await button.evaluate(
      (one) =>
        new Promise<number>((resolve) => {
          const start = performance.now()
          dispatchEvent(new Event('focus'))
          new MutationObserver(() => resolve(performance.now() - start)).observe(one, { attributeFilter: ['disabled'] })
        }),
    )
    expect(asleepMs).toBeGreaterThan(900)
    await button.click()
    expect((await agreed()).terms).toEqual({ read_only: true, payments: false })
  })

  it('is not agreed to by Enter while its button is asleep', async () => {
    await arrive()
    await signIn(page, ADMIN_KEY)
    await page.getByLabel('For whom?', { exact: false }).focus()
    await page.evaluate(() => dispatchEvent(new Event('blur')))
    let isSent = false
    page.on('request', (request) => {
      if (request.url().endsWith('/admin/grants')) isSent = true
    })
    await page.keyboard.press('Enter')
    // A request would have been sent before this one.
    await page.evaluate(() => fetch('/llms.txt'))
    expect([isSent, page.url().includes('agreed=')]).toEqual([false, false])
  })

  it('selects no group by default for a client that registered itself, whatever it asks for', async () => {
    const { asking } = freshStage()
    if (typeof asking === 'string' || !asking.client) throw new Error('nobody asks')
    const requested = { groups: ['recorder'], read_only: false, payments: false }
    await arrive({ asking: { ...asking, client: { ...asking.client, domain: null, requested } } })
    await signIn(page, ADMIN_KEY)
    await page.getByRole('button', { name: /^Allow/ }).click()
    await page.getByText('Choose at least one').waitFor()
    await page.getByLabel('Plaud (recordings)', { exact: true }).check()
    await page.getByLabel('For whom?', { exact: false }).fill(' Kim ')
    await page.getByRole('button', { name: /^Allow/ }).click()
    const terms = { groups: ['recorder'], read_only: false, payments: false, confirm: true, label: 'Kim' }
    expect((await agreed()).terms).toEqual(terms)
  })

  it('opens with the requested access for a client with a document', async () => {
    const { asking } = freshStage()
    if (typeof asking === 'string' || !asking.client) throw new Error('nobody asks')
    const requested = { groups: ['social'], read_only: false, payments: false }
    await arrive({ asking: { ...asking, client: { ...asking.client, requested } } })
    await signIn(page, ADMIN_KEY)
    await page.getByRole('button', { name: /^Allow/ }).click()
    const terms = { groups: ['social'], read_only: false, payments: false, confirm: true }
    expect((await agreed()).terms).toEqual(terms)
  })

  it('goes back to the client when the owner refuses', async () => {
    await arrive()
    await signIn(page, ADMIN_KEY)
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.waitForURL(/refused/)
  })

  describe('a request that the gateway has refused', () => {
    const error = { code: 'invalid_target', description: 'The requested resource is not served here' }
    const refused = { client: null, service_name: 'Latchkey', error, leave_to: '/docs?left' }

    it('shows its error, and leads a visitor nowhere', async () => {
      const { consent } = await arrive({ asking: { ...refused, leave_to: null } }, PHONE)
      await page.getByRole('heading', { name: consent.failed }).waitFor()
      await page.getByText(error.description).waitFor()
      await page.getByText(error.code).waitFor()
      await expectWell('refused')
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
      expect(new URL(page.url()).pathname).toBe('/oauth/authorize')
    })

    it('leads the owner to the client with a click, and not before', async () => {
      visitor = await arriveAt(`/oauth/authorize?${REQUEST}`, { ...DESK, stage: { asking: refused } })
      ;({ page, expectWell } = visitor)
      const { host } = new URL(page.url())
      const back = page.getByRole('button', { name: visitor.texts.consent.back(host) })
      await back.waitFor()
      await expectWell('refused, with a way back')
      // A redirect would have begun before this answer.
      await page.evaluate(() => fetch('/llms.txt'))
      expect(new URL(page.url()).pathname).toBe('/oauth/authorize')
      await back.click()
      await page.waitForURL(/left/)
    })
  })

  it('shows a request that cannot be trusted, and leads nowhere', async () => {
    const { consent, errors } = await arrive(
      { asking: 'this request for access cannot be trusted: Invalid redirect URI' },
      DESK,
    )
    await page.getByText(errors.codes.oauth_refused).waitFor()
    expect(await page.getByRole('button', { name: consent.agree('claude.ai') }).count()).toBe(0)
    await expectWell('no trust')
  })

  it('shows what a client says as text, and warns of a program on the computer', async () => {
    const client = {
      name: '<img src=x onerror=alert(1)> Claude',
      domain: null,
      redirect_host: '127.0.0.1',
      redirect_uri: `http://127.0.0.1:33418/${'long/'.repeat(40)}`,
      is_local: true,
      requested: null,
    }
    const { consent } = await arrive(
      { asking: { client, service_name: 'Latchkey', error: null, leave_to: '/docs?refused' } },
      PHONE,
    )
    await page.getByRole('heading', { name: consent.title('<img src=x onerror=alert(1)> Claude') }).waitFor()
    await page.getByText(consent.local).waitFor()
    await expectWell('a program on the computer')
  })

  it('lists the clients in the management app, has one ask first, and revokes it', async () => {
    visitor = await arriveAt('/#keys', DESK)
    ;({ page, expectWell } = visitor)
    const { common, errors, grants, keys } = visitor.texts
    await page.getByRole('heading', { name: grants.title }).waitFor()
    await page.getByText(grants.pending).waitFor()
    await page.getByText(grants.for('Kim')).waitFor()
    await page.getByText(grants.ended['token reuse']).waitFor()
    await expectWell('the list')
    await page.getByRole('button', { name: `${grants.startConfirming}: Claude` }).click()
    await page.getByRole('button', { name: `${grants.stopConfirming}: Claude` }).waitFor()
    await page.locator('.tag', { hasText: keys.confirms }).waitFor()
    await page.getByRole('button', { name: `${common.revoke}: Claude` }).click()
    await page.getByRole('dialog').getByRole('button', { name: common.revoke, exact: true }).click()
    await page.locator('.gone:focus', { hasText: grants.revoked('Claude') }).waitFor()
    await page.getByRole('button', { name: `${grants.dismiss}: Kim` }).click()
    await page.getByText(grants.for('Kim')).waitFor({ state: 'detached' })
    await (await getSite()).reset({ unavailable: 'ACCESS does not answer', grants: [] })
    await page.reload()
    await page.locator('.notice').getByText(errors.details).click()
    await page.getByText('ACCESS does not answer').waitFor()
    await expectWell('unavailable')
    expect(await page.getByText(keys.lead).count()).toBe(1)
  })
})
