import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ROOT } from './support/build.ts'
import { findChromium, launchChromium, NO_CHROMIUM } from './support/chromium.ts'
import { firstDay, signIn } from './support/first-day.ts'
import { startUnconnectedGateway } from './support/unconnected-gateway.ts'
import { fail, readCommand } from './support/usage.ts'

/** `npm run tour`: an owner's first day with the management app, with screenshots. */
const { values } = readCommand({
  usage: `npm run tour -- [--pictures FOLDER]

Plays an owner's first day with the management app in a browser, on simulated products, then takes the pictures of the README.

  --pictures  takes pictures of every page into this folder instead: at three widths, in both languages and themes`,
  options: { pictures: { type: 'string' } },
})
const path = findChromium()
if (!path) fail(NO_CHROMIUM)

const WIDTHS = [390, 768, 1440]
const THEMES = ['light', 'dark'] as const
const LANGUAGES = ['en', 'ko'] as const

/** The screenshots of the README, at desktop and phone width. */
const README = [
  { what: 'overview', language: 'en', theme: 'light', width: 1440 },
  { what: 'connect', language: 'en', theme: 'light', width: 1440 },
  { what: 'overview', language: 'ko', theme: 'dark', width: 390 },
  // Of the packages for other platforms (scripts/connectors.ts).
  { what: 'key', language: 'en', theme: 'light', width: 768 },
  { what: 'key', language: 'ko', theme: 'light', width: 768 },
] as const

const folder = values.pictures ?? join(ROOT, 'docs/pictures')
const isWanted = (what: string, language: string, theme: string, width: number) =>
  values.pictures !== undefined ||
  README.some(
    (each) => each.what === what && each.language === language && each.theme === theme && each.width === width,
  )

const gateway = await startUnconnectedGateway()
const browser = await launchChromium(path)
await mkdir(folder, { recursive: true })
try {
  const context = await browser.newContext({ locale: 'en' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: gateway.origin })
  await firstDay(await context.newPage(), gateway)
  console.log('The day went as it should.')
  for (const language of LANGUAGES)
    for (const theme of THEMES)
      for (const width of WIDTHS)
        if (['overview', 'connect', 'key'].some((what) => isWanted(what, language, theme, width)))
          await takePictures(browser, language, theme, width)
} finally {
  await browser.close()
  await gateway.stop()
}
console.log(`Pictures are in ${folder}`)

async function takePictures(
  browser: Browser,
  locale: (typeof LANGUAGES)[number],
  colorScheme: (typeof THEMES)[number],
  width: number,
): Promise<void> {
  const viewport = { width, height: 900 }
  const context = await browser.newContext({ locale, colorScheme, reducedMotion: 'reduce', viewport })
  const page = await context.newPage()
  const take = async (what: string, fullPage = false) => {
    const path = join(folder, `${what}-${locale}-${colorScheme}-${width}.png`)
    if (isWanted(what, locale, colorScheme, width)) await page.screenshot({ path, fullPage })
  }
  await page.goto(gateway.origin)
  await page.locator('input[type=password]').waitFor()
  await take('sign-in')
  await signIn(page, gateway.origin, gateway.adminKey)
  await take('overview', values.pictures !== undefined)
  await openFirstAccount(page)
  await take('connect')
  await page.keyboard.press('Escape')
  for (const what of ['usage', 'keys']) {
    await page.goto(`${gateway.origin}/#${what}`)
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
    await take(what, true)
  }
  await openNewKey(page, locale === 'ko' ? '자동화' : 'Automation')
  await take('key')
  await context.close()
}

/** The dialog with the steps to a credential. */
async function openFirstAccount(page: Page): Promise<void> {
  await page.locator('article button').first().click()
  await page.getByRole('dialog').waitFor()
}

/** The dialog that makes a key. */
async function openNewKey(page: Page, name: string): Promise<void> {
  await page.locator('main .title button').first().click()
  await page.getByRole('dialog').getByRole('textbox').first().fill(name)
  await page.locator('#licence').selectOption('pro')
}
