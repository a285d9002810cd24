import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../../scripts/support/chromium.ts'
import { ADMIN_KEY } from '../support/admin/stage.ts'
import { type Site, startSite } from './site.ts'
import { englishSentences, overflow, signIn, type Visit, violations, visit } from './visit.ts'

const chromium = findChromium()
const ID = '0123456789abcdefghijABCDEFGHIJ0123456789abc'

/** Where an agent sends the owner to agree to one call. */
describe.skipIf(!chromium)('the page for the agreement to a call', () => {
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

  async function arrive(locale: string, width: number, id = ID) {
    await site.reset({})
    visitor = await visit(browser, site, { locale, viewport: { width, height: 844 } })
    page = visitor.page
    await page.goto(`${site.origin}/confirm#${id}`)
  }

  async function expectWell(state: string) {
    expect.soft(await overflow(page), state).toBeLessThanOrEqual(0)
    expect.soft(await violations(page), state).toEqual([])
    expect.soft(await englishSentences(page), state).toEqual([])
    const folder = process.env.SCREENSHOTS
    if (folder) await page.screenshot({ path: `${folder}/${state.replaceAll(' ', '-')}.png`, fullPage: true })
  }

  it.each([
    ['en-US', 390, 'Send a bill?', 'Agree', 'You agreed.', '33,000 won'],
    ['ko-KR', 390, '청구서를 보낼까요?', '동의', '동의했습니다.', '33,000원'],
    ['en-US', 1440, 'Send a bill?', 'Agree', 'You agreed.', '33,000 won'],
    ['ko-KR', 1440, '청구서를 보낼까요?', '동의', '동의했습니다.', '33,000원'],
  ])(
    '%s, %i wide: shows the call after the sign-in, and takes the decision',
    async (locale, width, title, agree, done, amount) => {
      await arrive(locale, width)
      await page.locator('input').first().waitFor()
      expect(await page.getByText('홍길동').count()).toBe(0)
      await expectWell(`door ${locale} ${width}`)
      await signIn(page, ADMIN_KEY)
      await page.getByRole('heading', { name: title }).waitFor()
      await page.getByText(amount).waitFor()
      await page.getByText('홍길동').waitFor()
      const button = page.getByRole('button', { name: agree, exact: true })
      expect(await button.isDisabled()).toBe(true)
      await expectWell(`call ${locale} ${width}`)
      await button.click()
      await page.getByText(done).waitFor()
      expect(await button.count()).toBe(0)
      await expectWell(`agreed ${locale} ${width}`)
    },
  )

  it('takes a refusal', async () => {
    await arrive('en-US', 390)
    await signIn(page, ADMIN_KEY)
    await page.getByRole('button', { name: 'Refuse', exact: true }).click()
    await page.getByText('You refused. Nothing was done.').waitFor()
  })

  it('says that a call is too old', async () => {
    await arrive('ko-KR', 390, '9'.repeat(43))
    await signIn(page, ADMIN_KEY)
    await page.getByText('더 이상 확인할 수 없는 요청입니다').waitFor()
    await expectWell('gone ko-KR 390')
  })
})
