import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'

/**
 * `node scripts/try-docs.ts`: looks at /docs of a running `npm start` in a real browser, wide and narrow, light and
 * dark, and tries a request with a wrong and the right key. It is no part of `npm test`, since it needs a Chromium.
 */
const { values } = parseArgs({
  options: {
    address: { type: 'string', default: 'http://127.0.0.1:8787' },
    key: { type: 'string', default: 'local-pro-key' },
    browser: { type: 'string', default: '/usr/bin/chromium' },
  },
})

const folder = await mkdtemp(join(tmpdir(), 'latchkey-docs-'))
const browser = await chromium.launch({ executablePath: values.browser, args: ['--no-sandbox'] })
try {
  for (const width of [1280, 390]) for (const scheme of ['light', 'dark'] as const) await look(browser, width, scheme)
} finally {
  await browser.close()
}
console.log(`The page works; pictures of it are in ${folder}`)

async function look(browser: Browser, width: number, colorScheme: 'light' | 'dark') {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
  const elsewhere: string[] = []
  const errors: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== values.address && protocol !== 'data:') elsewhere.push(request.url())
  })
  page.on('pageerror', ({ message }) => errors.push(message))
  const response = await page.goto(`${values.address}/docs`)
  assert.match(response?.headers()['content-security-policy'] ?? '', /default-src 'none'; script-src 'self'/)

  const operations = page.locator('.operation')
  await operations.first().waitFor()
  const { paths } = await (await fetch(`${values.address}/openapi.json`)).json()
  const documented = Object.values<object>(paths).flatMap((methods) => Object.keys(methods))
  assert.equal(await operations.count(), documented.length)
  await page.screenshot({ path: join(folder, `${width}-${colorScheme}.png`) })

  await tryRequest(page, 'wrong-key', '401')
  await tryRequest(page, values.key, '200')
  await page.locator('#recorder_list_files').screenshot({ path: join(folder, `${width}-${colorScheme}-answer.png`) })
  assert.ok(!(await page.textContent('main'))?.includes(values.key), 'the key must not be shown')

  await page.fill('#search', 'tags')
  assert.match((await page.textContent('#found')) ?? '', /^\d+ of \d+ operations$/)
  await page.fill('#search', '')
  await page.evaluate(() => {
    for (const panel of document.querySelectorAll('details')) panel.open = true
  })
  await page.waitForFunction((count) => document.querySelectorAll('button.send').length === count, documented.length)
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'wider than the screen')
  assert.deepEqual({ elsewhere, errors }, { elsewhere: [], errors: [] })
  await page.close()
}

async function tryRequest(page: Page, key: string, status: string) {
  const operation = page.locator('#recorder_list_files')
  if ((await operation.getAttribute('open')) === null) await operation.locator('> summary').click()
  await page.fill('#key', key)
  await operation.locator('button.send').click()
  await operation.locator('[role=status]', { hasText: `${status} in ` }).waitFor()
}
