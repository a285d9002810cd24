import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ROOT } from './support/build.ts'
import { findChromium, launchChromium, NO_CHROMIUM } from './support/chromium.ts'
import { firstDay, signIn } from './support/first-day.ts'
import { startUnconnectedGateway } from './support/unconnected-gateway.ts'
import { fail, readCommand } from './support/usage.ts'

/** `npm run tour`: an owner's first day with the management app, and pictures of it. */
const { values } = readCommand({
  usage: `npm run tour -- [--pictures FOLDER]

Plays an owner's first day with the management app in a browser, on simulated products, then takes pictures of it at three
widths, in both languages and themes.

  --pictures  where they are put, docs/pictures unless said`,
  options: { pictures: { type: 'string', default: join(ROOT, 'docs/pictures') } },
})
const path = findChromium()
if (!path) fail(NO_CHROMIUM)

const WIDTHS = [390, 768, 1440]
const THEMES = ['light', 'dark'] as const
const LANGUAGES = ['en', 'ko'] as const

const gateway = await startUnconnectedGateway()
const browser = await launchChromium(path)
await mkdir(values.pictures, { recursive: true })
try {
  const context = await browser.newContext({ locale: 'en' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: gateway.origin })
  await firstDay(await context.newPage(), gateway)
  console.log('The day went as it should.')
  for (const language of LANGUAGES)
    for (const theme of THEMES) for (const width of WIDTHS) await takePictures(browser, language, theme, width)
} finally {
  await browser.close()
  await gateway.stop()
}
console.log(`Pictures are in ${values.pictures}`)

async function takePictures(
  browser: Browser,
  locale: (typeof LANGUAGES)[number],
  colorScheme: (typeof THEMES)[number],
  width: number,
): Promise<void> {
  const context = await browser.newContext({
    locale,
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
  })
  const page = await context.newPage()
  const name = (what: string) => join(values.pictures, `${what}-${locale}-${colorScheme}-${width}.png`)
  await page.goto(gateway.origin)
  await page.locator('input[type=password]').waitFor()
  await page.screenshot({ path: name('sign-in') })
  await signIn(page, gateway.origin, gateway.adminKey)
  await page.screenshot({ path: name('overview'), fullPage: true })
  await openFirstAccount(page)
  await page.screenshot({ path: name('connect') })
  await page.keyboard.press('Escape')
  for (const what of ['keys', 'usage']) {
    await page.goto(`${gateway.origin}/#${what}`)
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: name(what), fullPage: true })
  }
  await context.close()
}

/** The dialog with the steps that lead to a credential. */
async function openFirstAccount(page: Page): Promise<void> {
  await page.locator('article button').first().click()
  await page.getByRole('dialog').waitFor()
}
