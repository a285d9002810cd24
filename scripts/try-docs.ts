import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { findChromium, launchChromium, NO_CHROMIUM } from './support/chromium.ts'
import { openDocs, openPanel, press } from './support/docs-page.ts'
import { startSimulatedGateway } from './support/simulated-gateway.ts'
import { fail, readCommand } from './support/usage.ts'

/**
 * `npm run try-docs`: tests the reference page in a real browser, with simulated products. It takes screenshots wide
 * and narrow, light and dark, then sends every request with its initial form. `--address` names a running `npm start`.
 */
const { values } = readCommand({
  usage: `npm run try-docs -- [--address URL]

Sends every request of the reference page in a browser, on simulated products, and takes pictures of it.

  --address  a gateway of npm start that runs already`,
  options: { address: { type: 'string' } },
})
const path = findChromium()
if (!path) fail(NO_CHROMIUM)

const gateway = values.address
  ? { origin: new URL(values.address).origin, stop: async () => {} }
  : await startSimulatedGateway({
      key: 'local-pro-key',
      settings: { CREDENTIALS_KEY: randomBytes(32).toString('base64') },
      quiet: true,
    })
const folder = await mkdtemp(join(tmpdir(), 'latchkey-docs-'))
const browser = await launchChromium(path)
try {
  for (const width of [1280, 390]) for (const scheme of ['light', 'dark'] as const) await look(browser, width, scheme)
  await tryAll(browser)
} finally {
  await browser.close()
  await gateway.stop()
}
console.log(`Pictures of the page are in ${folder}`)

async function look(browser: Browser, width: number, colorScheme: 'light' | 'dark') {
  const viewport = { width, height: 900 }
  const context = await browser.newContext({ viewport, colorScheme })
  const { page, operations, elsewhere, complaints } = await openDocs(context, gateway.origin)
  const picture = (name: string) => page.screenshot({ path: join(folder, `${width}-${colorScheme}-${name}.png`) })
  await picture('top')
  for (const id of ['recorder_list_files', 'payment_cancel_bill', 'workspace_invite_member']) {
    await (await openPanel(page, id)).evaluate((panel) => panel.scrollIntoView())
    await picture(id)
  }
  await page.locator('#payment_cancel_bill button.send').click()
  await picture('asks')
  await page.keyboard.press('Escape')
  await page.fill('#key', '')
  await page.locator('#recorder_list_files button.send').click()
  await picture('no-key')
  await page.evaluate(() => {
    for (const panel of document.querySelectorAll('details')) panel.open = true
  })
  await page.waitForFunction((count) => document.querySelectorAll('button.send').length === count, operations.length)
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'wider than the screen')
  assert.deepEqual({ elsewhere, complaints }, { elsewhere: [], complaints: [] })
  await page.close()
}

async function tryAll(browser: Browser) {
  const { page, operations } = await openDocs(await browser.newContext(), gateway.origin)
  const failures: string[] = []
  for (const operation of operations) {
    const outcome = await press(page, operation)
    console.log(`${operation.id}: ${outcome}`)
    if (!outcome.startsWith(`${operation.status} in `)) failures.push(operation.id)
  }
  await page.close()
  console.log(`${operations.length - failures.length} of ${operations.length} requests succeed as they stand`)
  if (failures.length > 0) process.exitCode = 1
}
