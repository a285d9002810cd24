import type { BrowserContext, Locator, Page } from 'playwright-core'
import { type OpenApi, readReference } from '../../../src/pages/docs/document.ts'

/** The reference page of a running gateway in a browser, and its errors so far. */
export interface DocsPage {
  page: Page
  /** The operations of its document, in the order of the page. */
  operations: readonly DocumentedOperation[]
  /** Requests to other hosts. */
  elsewhere: readonly string[]
  /** Errors and warnings of the console, except for error responses. */
  complaints: readonly string[]
}

export interface DocumentedOperation {
  id: string
  /** The status of a success. */
  status: number
  /** Whether the page asks before sending. */
  asks: boolean
}

export async function openDocs(context: BrowserContext, origin: string): Promise<DocsPage> {
  const page = await context.newPage()
  const elsewhere: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol !== 'data:') elsewhere.push(request.url())
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    if (!message.text().startsWith('Failed to load resource')) complaints.push(`${message.type()}: ${message.text()}`)
  })
  await page.goto(`${origin}/docs`)
  await page.locator('.operations').first().waitFor()
  return { page, operations: await readOperations(origin), elsewhere, complaints }
}

/** Opens the panel of an operation. */
export async function openPanel(page: Page, id: string): Promise<Locator> {
  const panel = page.locator(`#${id}`)
  const group = page.locator('.operations', { has: panel })
  if ((await group.getAttribute('open')) === null) await group.locator('> summary').click()
  if ((await panel.getAttribute('open')) === null) await panel.locator('> summary').click()
  return panel
}

/**
 * Presses the button of an operation with its initial form, confirms the page's question, and waits for the outcome.
 *
 * @returns the outcome in the words of the page, starting with the status
 */
export async function press(page: Page, { id, asks }: DocumentedOperation): Promise<string> {
  const panel = await openPanel(page, id)
  await panel.locator('button.send').click()
  if (asks) await page.locator('dialog button.danger').click()
  const outcome = panel.locator('p.result', { hasText: /^\d{3} in |^The request|^Not sent/ })
  await outcome.waitFor({ timeout: LONGEST_MS })
  return (await outcome.textContent()) ?? ''
}

/** Long enough for an operation that waits for a transcript. */
const LONGEST_MS = 60_000

async function readOperations(origin: string): Promise<DocumentedOperation[]> {
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as OpenApi
  return readReference(document).groups.flatMap(({ operations }) =>
    operations.map(({ id, success, asks }) => ({ id, status: Number(success.status), asks: asks !== undefined })),
  )
}
