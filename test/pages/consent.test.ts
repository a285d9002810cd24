import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../../scripts/support/chromium.ts'
import { ADMIN_KEY, freshStage } from '../support/admin/stage.ts'
import { type Site, startSite } from './site.ts'
import { englishSentences, overflow, signIn, type Visit, violations, visit } from './visit.ts'

const chromium = findChromium()

const REQUEST = 'response_type=code&client_id=abc&state=s'

/** Where a client that takes no key sends its owner's browser, on a phone. */
describe.skipIf(!chromium)('the consent page', () => {
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

  async function arrive(stage: object = {}, locale = 'en-US') {
    await site.reset(stage)
    visitor = await visit(browser, site, { locale, viewport: { width: 360, height: 800 } })
    page = visitor.page
    await page.goto(`${site.origin}/oauth/authorize?${REQUEST}`)
  }

  async function expectWell(state: string) {
    expect.soft(await overflow(page), state).toBeLessThanOrEqual(0)
    expect.soft(await violations(page), state).toEqual([])
    expect.soft(await englishSentences(page), state).toEqual([])
  }

  const agreed = async () => {
    await page.waitForURL(/agreed=/)
    const { searchParams } = new URL(page.url())
    return { request: searchParams.get('request'), terms: JSON.parse(searchParams.get('agreed') ?? '') }
  }

  it('shows the client before sign-in, and gives the least to an owner who only agrees', async () => {
    await arrive()
    await page.getByRole('heading', { name: 'Claude requests access' }).waitFor()
    await page.getByText('https://claude.ai/api/mcp/auth_callback').waitFor()
    await expectWell('at the door')
    await signIn(page, ADMIN_KEY)
    await page.getByRole('heading', { name: 'What it may do' }).waitFor()
    await expectWell('the terms')
    expect(await page.getByText('Payments', { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Allow and go to claude.ai' }).click()
    expect(await agreed()).toEqual({ request: REQUEST, terms: { read_only: true, payments: false } })
  })

  it('sends the choice', async () => {
    await arrive()
    await signIn(page, ADMIN_KEY)
    await page.getByLabel('Allow changes').check()
    await page.getByLabel('Payments').check()
    await page.getByLabel('Daily limit').fill('1,000,000')
    await page.getByLabel('Workspace token', { exact: false }).first().fill('ntn_secret')
    await page.getByLabel('Only these').check()
    await page.getByRole('button', { name: /^Allow/ }).click()
    await page.getByText('Choose at least one group').waitFor()
    for (const group of ['workspace', 'payment']) await page.getByLabel(group, { exact: true }).check()
    await expectWell('all chosen')
    await page.getByRole('button', { name: /^Allow/ }).click()
    expect((await agreed()).terms).toEqual({
      groups: ['workspace', 'payment'],
      read_only: false,
      payments: true,
      limits: { daily_amount: 1_000_000 },
      workspace_token: 'ntn_secret',
    })
  })

  it.each([
    ['en-US', 'Events', 'Hosts that receive the events', 'Allow and go to', 'Enter at most three public hosts'],
    ['ko-KR', '이벤트', '이벤트를 받을 호스트', '허용하고', '공개 호스트를 쉼표로'],
  ])(
    'sends no events unless the owner sees the host and allows it: %s',
    async (locale, events, hosts, allow, fault) => {
      await arrive({}, locale)
      await signIn(page, ADMIN_KEY)
      const button = page.getByRole('button', { name: allow })
      await button.waitFor()
      expect(await page.getByLabel(hosts).count()).toBe(0)
      await page.getByLabel(events, { exact: false }).first().check()
      expect(await page.getByLabel(hosts).inputValue()).toBe('claude.ai')
      await page.getByLabel(hosts).fill('https://hooks.example.com/x')
      await button.click()
      await page.getByText(fault, { exact: false }).waitFor()
      await expectWell('an address instead of a host')
      await page.getByLabel(hosts).fill('hooks.example.com, b.example.com:8443')
      await button.click()
      expect((await agreed()).terms.event_hosts).toEqual(['hooks.example.com', 'b.example.com:8443'])
    },
  )

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
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await page.waitForTimeout(500)
    expect(await button.isDisabled()).toBe(true)
    await button.click()
    expect((await agreed()).terms).toEqual({ read_only: true, payments: false })
  })

  it('is not agreed to by Enter while its button is asleep', async () => {
    await arrive()
    await signIn(page, ADMIN_KEY)
    await page.getByLabel('For whom?', { exact: false }).focus()
    await page.evaluate(() => dispatchEvent(new Event('blur')))
    await page.keyboard.press('Enter')
    await page.waitForTimeout(300)
    expect(page.url()).not.toContain('agreed=')
  })

  it('selects no group by default for a client that registered itself, whatever it asks for', async () => {
    const { asking } = freshStage()
    if (typeof asking === 'string' || !asking.client) throw new Error('nobody asks')
    const requested = { groups: ['recorder'], read_only: false, payments: false }
    await arrive({ asking: { ...asking, client: { ...asking.client, domain: null, requested } } })
    await signIn(page, ADMIN_KEY)
    await page.getByRole('button', { name: /^Allow/ }).click()
    await page.getByText('Choose at least one group').waitFor()
    await page.getByLabel('recorder', { exact: true }).check()
    await page.getByLabel('For whom?', { exact: false }).fill(' Kim ')
    await page.getByRole('button', { name: /^Allow/ }).click()
    expect((await agreed()).terms).toEqual({ groups: ['recorder'], read_only: false, payments: false, label: 'Kim' })
  })

  it('opens with the requested access for a client with a document', async () => {
    const { asking } = freshStage()
    if (typeof asking === 'string' || !asking.client) throw new Error('nobody asks')
    const requested = { groups: ['social'], read_only: false, payments: false }
    await arrive({ asking: { ...asking, client: { ...asking.client, requested } } })
    await signIn(page, ADMIN_KEY)
    await page.getByRole('button', { name: /^Allow/ }).click()
    expect((await agreed()).terms).toEqual({ groups: ['social'], read_only: false, payments: false })
  })

  it('goes back to the client when the owner refuses', async () => {
    await arrive()
    await signIn(page, ADMIN_KEY)
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.waitForURL(/refused/)
  })

  it('goes back at once with a request that the gateway has refused', async () => {
    await arrive({ asking: { client: null, service_name: 'Latchkey', leave_to: '/docs?invalid_target' } })
    await page.waitForURL(/invalid_target/)
  })

  it('shows a request that cannot be trusted, and leads nowhere', async () => {
    await arrive({ asking: 'this request for access cannot be trusted: Invalid redirect URI' })
    await page.getByText('The request of the program is not valid.').waitFor()
    expect(await page.getByRole('button', { name: /^Allow/ }).count()).toBe(0)
    await expectWell('no trust')
  })

  it('shows what a client says as text, and warns of a program on the computer, in Korean', async () => {
    const client = {
      name: '<img src=x onerror=alert(1)> Claude',
      domain: null,
      redirect_host: '127.0.0.1',
      redirect_uri: `http://127.0.0.1:33418/${'long/'.repeat(40)}`,
      is_local: true,
      requested: null,
    }
    await arrive({ asking: { client, service_name: 'Latchkey', leave_to: '/docs?refused' } }, 'ko-KR')
    await page.getByRole('heading', { name: '<img src=x onerror=alert(1)> Claude의 접근 요청' }).waitFor()
    await page.getByText('접근 권한이 이 컴퓨터의 프로그램으로 갑니다').waitFor()
    await expectWell('in Korean')
    await signIn(page, ADMIN_KEY)
    await page.getByRole('heading', { name: '허용할 일' }).waitFor()
    await expectWell('the terms in Korean')
  })

  it('lists the clients in the management app, has one ask first, and revokes it', async () => {
    await arrive()
    await page.goto(`${site.origin}/#keys`)
    await signIn(page, ADMIN_KEY)
    await page.getByRole('heading', { name: 'Connected clients' }).waitFor()
    await page.getByText('Not connected yet').waitFor()
    await page.getByText('for Kim').waitFor()
    await page.getByText('one of its refresh tokens was used twice').waitFor()
    await expectWell('the list')
    await page.getByRole('button', { name: 'Ask me first: Claude' }).click()
    await page.getByRole('button', { name: 'Stop asking: Claude' }).waitFor()
    await page.locator('.grants .tag', { hasText: 'Asks first' }).waitFor()
    await page.getByRole('button', { name: 'Revoke: Claude' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('Claude no longer has access.').waitFor()
    await page.getByRole('button', { name: 'Remove from the list: Kim' }).click()
    await page.getByText('for Kim').waitFor({ state: 'detached' })
    await site.reset({ unavailable: 'OAUTH_KV is not bound', grants: freshStage().grants.slice(0, 0) })
    await page.reload()
    await page.locator('.notice').getByText('Details').click()
    await page.getByText('OAUTH_KV is not bound').waitFor()
    await expectWell('unavailable')
  })
})
