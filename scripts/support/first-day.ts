import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { addDays, getKoreanDay } from '../../src/base/korean-day.ts'
import { KR_ACCOUNT, ownClaims, recorderToken } from '../../test/upstreams/recorder/index.ts'

/** The gateway that an owner opens, without connected accounts. */
export interface OwnersGateway {
  origin: string
  adminKey: string
  /** The credentials of the simulated products, by setting. */
  credentials: Readonly<Record<string, string>>
}

const DAY_S = 86_400

/** What an owner copies from each product, in the usual form, and the day on which a key was issued. */
const copies = (
  credentials: Readonly<Record<string, string>>,
): readonly (readonly [product: string, text: string, issuedOn?: string])[] => {
  const of = (setting: string) => credentials[setting] ?? ''
  const endsSoon = Math.floor(Date.now() / 1000) + 5 * DAY_S
  const longAgo = addDays(getKoreanDay(Date.now()), -170)
  return [
    [
      'Plaud',
      JSON.stringify({
        pld_tokenstr: `bearer ${recorderToken({ typ: 'UT', ...ownClaims(KR_ACCOUNT), exp: endsSoon })}`,
      }),
    ],
    ['Tiro', `"Bearer ${of('NOTES_TOKEN')}"`],
    ['Notion', of('WORKSPACE_TOKEN')],
    [
      'Coupang WING',
      `Vendor ID: ${of('SHOP_VENDOR_ID')}\nAccess Key: ${of('SHOP_ACCESS_KEY')}\nSecret Key: ${of('SHOP_SECRET_KEY')}`,
      longAgo,
    ],
    ['Coupang', `curl 'https://mc.coupang.com/ssr/api' -H 'accept: */*' -b '${of('SHOP_SESSION')}'`],
    [
      'PaySsam',
      ['HOST', 'API_KEY', 'MEMBER_ID', 'MERCHANT_ID', 'BUSINESS_NUMBER']
        .map((name) => `PAYMENT_${name}=${of(`PAYMENT_${name}`)}`)
        .join('\n'),
    ],
    ['YouTube Data API', of('VIDEO_API_KEY')],
  ]
}

/**
 * An owner's first day with the management app, in English. It signs in, connects all eight accounts (the first paste
 * of one is refused, two credentials expire soon, and one account is connected with OAuth), creates a read-only
 * key, uses and revokes it, and reconnects an account. Throws when something is wrong.
 */
export async function firstDay(page: Page, { origin, adminKey, credentials }: OwnersGateway): Promise<void> {
  await signIn(page, origin, adminKey)
  await page.getByRole('button', { name: 'Connect: Tiro' }).click()
  await paste(page, 'id.this-is-no-key-of-tiro')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('dialog').getByText('Tiro does not accept this credential.').waitFor()
  await page.keyboard.press('Escape')

  for (const [product, text, issuedOn] of copies(credentials))
    await connect(page, `Connect: ${product}`, product, text, issuedOn)
  // The token of one account, and the key of another.
  await page.getByText('Expires soon').nth(1).waitFor()
  await page.getByRole('link', { name: 'Sign in with Threads' }).click()
  await page.locator('button[value=allow]').click()
  await page.getByText('Threads is connected.').waitFor()
  // All accounts are connected when the list is loaded again.
  await page.getByRole('button', { name: /^Connect: / }).waitFor({ state: 'detached' })

  await useKey(page, origin)

  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByLabel('More: Tiro').click()
  await page.getByRole('button', { name: 'Disconnect: Tiro' }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await page.getByText('Tiro is disconnected.').waitFor()
  await connect(page, 'Connect: Tiro', 'Tiro', credentials.NOTES_TOKEN ?? '')
}

export async function signIn(page: Page, origin: string, adminKey: string): Promise<void> {
  await page.goto(origin)
  await page.locator('input[type=password]').fill(adminKey)
  await page.keyboard.press('Enter')
  await page.locator('main article').first().waitFor()
}

async function connect(page: Page, button: string, product: string, text: string, issuedOn?: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await paste(page, text)
  if (issuedOn !== undefined) await page.getByLabel('Issued on').fill(issuedOn)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText(`${product} is connected`).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Pastes from the clipboard, like a person. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.getByLabel('Paste here').focus()
  await page.keyboard.press('Control+V')
}

/** Checks a read-only key: it reads, it does not write, and after it is revoked it opens nothing. */
async function useKey(page: Page, origin: string): Promise<void> {
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('Name').fill('A customer')
  await page.getByLabel('Licence').selectOption('pro')
  await page.getByLabel('Read only').check()
  await page.keyboard.press('Enter')
  const key = await page.getByRole('textbox', { name: 'The key A customer' }).inputValue()
  await page.keyboard.press('Escape')

  const ask = async (path: string, init: RequestInit = {}) =>
    (
      await fetch(`${origin}/api/v1${path}`, {
        ...init,
        headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
      })
    ).status
  const write = { method: 'POST', body: '{"file_ids":["none"]}' }
  assert.deepEqual([await ask('/recorder/files?limit=1'), await ask('/recorder/files/trash', write)], [200, 403])
  await page.getByRole('button', { name: 'Revoke: A customer' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByText('A customer is revoked.').waitFor()
  assert.equal(await ask('/recorder/files?limit=1'), 401)
}
