import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startUnconnectedGateway } from '../../../scripts/support/unconnected-gateway.ts'
import { chromium, getBrowser } from './browser.ts'
import { firstWeek, type Moment, signIn } from './first-week.ts'

/**
 * Takes the pictures of docs/pictures, if the variable PICTURES names a folder for them: of an owner's first week on a phone, and
 * of a wide screen.
 */
const { PICTURES: folder } = process.env

const LOCALE = { timezoneId: 'Asia/Seoul', reducedMotion: 'reduce' } as const
/** The moments in dark colours. The others are in light ones. */
const AT_NIGHT: readonly Moment[] = ['overview', 'usage']

describe.runIf(folder && chromium)('pictures', () => {
  let gateway: Awaited<ReturnType<typeof startUnconnectedGateway>>
  beforeAll(async () => {
    await mkdir(folder ?? '', { recursive: true })
    gateway = await startUnconnectedGateway()
  })
  afterAll(() => gateway.stop())

  const picture = (page: Page, name: string) => page.screenshot({ path: join(folder ?? '', `${name}.png`) })

  it('of the week', async () => {
    const context = await (await getBrowser()).newContext({
      ...LOCALE,
      locale: 'ko-KR',
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: gateway.origin })
    const page = await context.newPage()
    await firstWeek(page, gateway, async (moment) => {
      await page.emulateMedia({ colorScheme: AT_NIGHT.includes(moment) ? 'dark' : 'light' })
      await picture(page, `week-${moment}-ko-390`)
    })
    await context.close()
  })

  it.each([
    { locale: 'en', width: 1440, isKey: false },
    { locale: 'en', width: 768, isKey: true },
    { locale: 'ko', width: 768, isKey: true },
  ])('of a screen of $width pixels in $locale', async ({ locale, width, isKey }) => {
    const context = await (await getBrowser()).newContext({ ...LOCALE, locale, viewport: { width, height: 900 } })
    const page = await context.newPage()
    const name = (what: string) => `${what}-${locale}-light-${width}`
    await signIn(page, gateway)
    if (isKey) {
      await page.goto(`${gateway.origin}/#keys`)
      await page.locator('main .title button').first().click()
      const field = page.getByRole('dialog').getByRole('textbox').first()
      await field.fill(locale === 'ko' ? '자동화' : 'Automation')
      await picture(page, name('key'))
    } else await picture(page, name('overview'))
    expect(await page.getByRole('dialog').count()).toBe(isKey ? 1 : 0)
    await context.close()
  })
})
