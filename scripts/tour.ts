import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ROOT } from './support/build.ts'
import { findChromium, launchChromium, NO_CHROMIUM } from './support/chromium.ts'
import { firstWeek, type Moment, signIn } from './support/first-week.ts'
import { startUnconnectedGateway } from './support/unconnected-gateway.ts'
import { fail, readCommand } from './support/usage.ts'

/** `npm run tour`: an owner's first week with the management app, with pictures. */
const { values } = readCommand({
  usage: `npm run tour -- [--docs | --pictures FOLDER]

Plays an owner's first week with the management app in a browser, in Korean and on a phone, on simulated products. Pictures of
the week, and of the overview on a wide screen, are in dist/tour afterwards.

  --docs      replaces the pictures in docs/pictures
  --pictures  saves the pictures in this folder, and those of every page at three widths, in both languages and themes`,
  options: { docs: { type: 'boolean' }, pictures: { type: 'string' } },
})
const path = findChromium()
if (!path) fail(NO_CHROMIUM)

const WIDTHS = [390, 768, 1440]
const THEMES = ['light', 'dark'] as const
const LANGUAGES = ['en', 'ko'] as const
const VIEWS = ['keys', 'events', 'usage', 'activity']

interface Look {
  locale: (typeof LANGUAGES)[number]
  colorScheme: (typeof THEMES)[number]
  width: number
}

/** The pictures of the docs that are not of the week. Those of a new key are of the packages (scripts/connectors.ts). */
const DOCS: readonly (Look & { what: readonly string[] })[] = [
  { what: ['overview', 'connect'], locale: 'en', colorScheme: 'light', width: 1440 },
  { what: ['key'], locale: 'en', colorScheme: 'light', width: 768 },
  { what: ['key'], locale: 'ko', colorScheme: 'light', width: 768 },
]

/** The moments in dark colours. The others are in light ones. */
const AT_NIGHT: readonly Moment[] = ['overview', 'usage']

const folder = values.pictures ?? join(ROOT, values.docs ? 'docs/pictures' : 'dist/tour')
const gateway = await startUnconnectedGateway()
const browser = await launchChromium(path)
await mkdir(folder, { recursive: true })
try {
  await playWeek(browser)
  console.log('The week went as it should.')
  for (const { what, ...look } of DOCS) await takePictures(browser, look, (one) => what.includes(one))
  if (values.pictures !== undefined)
    for (const locale of LANGUAGES)
      for (const colorScheme of THEMES)
        for (const width of WIDTHS) await takePictures(browser, { locale, colorScheme, width }, () => true)
} finally {
  await browser.close()
  await gateway.stop()
}
console.log(`Pictures are in ${folder}`)

async function playWeek(browser: Browser): Promise<void> {
  const context = await browser.newContext({
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: gateway.origin })
  const page = await context.newPage()
  await firstWeek(page, gateway, async (moment) => {
    await page.emulateMedia({ colorScheme: AT_NIGHT.includes(moment) ? 'dark' : 'light' })
    await page.screenshot({ path: join(folder, `week-${moment}-ko-390.png`) })
  })
  await context.close()
}

async function takePictures(
  browser: Browser,
  { locale, colorScheme, width }: Look,
  isWanted: (what: string) => boolean,
): Promise<void> {
  const viewport = { width, height: 900 }
  const context = await browser.newContext({
    locale,
    timezoneId: 'Asia/Seoul',
    colorScheme,
    reducedMotion: 'reduce',
    viewport,
  })
  const page = await context.newPage()
  const take = async (what: string, fullPage = false) => {
    const path = join(folder, `${what}-${locale}-${colorScheme}-${width}.png`)
    if (isWanted(what)) await page.screenshot({ path, fullPage })
  }
  await signIn(page, gateway)
  await take('overview', values.pictures !== undefined)
  await openFirstAccount(page)
  await take('connect')
  await page.keyboard.press('Escape')
  // The dialog takes its entry out of the history, which a navigation right after it would undo.
  await page.waitForFunction(() => history.state === null)
  for (const view of VIEWS.filter(isWanted)) {
    await openView(page, view)
    await take(view, true)
  }
  await openView(page, 'keys')
  await openNewKey(page, locale === 'ko' ? '자동화' : 'Automation')
  await take('key')
  await context.close()
}

async function openView(page: Page, view: string): Promise<void> {
  await page.goto(`${gateway.origin}/#${view}`)
  await page.locator('main h1').waitFor()
  await page.waitForLoadState('networkidle')
}

/** The dialog with the steps to a credential. */
async function openFirstAccount(page: Page): Promise<void> {
  await page.locator('.headline button').first().click()
  await page.getByRole('dialog').waitFor()
}

/** The dialog that makes a key. */
async function openNewKey(page: Page, name: string): Promise<void> {
  await page.locator('main .title button').first().click()
  await page.getByRole('dialog').getByRole('textbox').first().fill(name)
}
