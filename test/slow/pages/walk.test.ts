import type { Page, Request } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { userToken } from '../../node/pages/jwt.ts'
import type { Site } from '../../node/pages/site.ts'
import { ADMIN_KEY } from '../../support/admin/stage.ts'
import { chromium, getBrowser, getSite } from './browser.ts'
import { arriveAt, type Visitor } from './look.ts'
import { pasteHere, signIn, tabTo, visit } from './visit.ts'

const CURL = `curl 'https://mc.coupang.com/ssr/api' -H 'accept: */*' -b 'sid=s3cret; b=c'`

/** A person's paths through the management app, with only the keyboard. */
describe.skipIf(!chromium)('through the management app', () => {
  let site: Site
  let visitor: Visitor
  let page: Page
  let writes: Request[]

  beforeEach(async () => {
    site = await getSite()
    visitor = await arriveAt('/', { width: 1440, theme: 'light' })
    page = visitor.page
    writes = []
    page.on('request', noteWrite)
  })
  afterEach(() => {
    page.off('request', noteWrite)
    return visitor.leave()
  })

  const noteWrite = (request: Request) => {
    if (request.method() === 'PUT') writes.push(request)
  }

  const press = (key: string) => page.keyboard.press(key)
  const card = (name: string) => page.getByRole('article', { name, exact: true })
  const more = (name: string) => page.getByRole('button', { name: `More: ${name}`, exact: true }).click()

  it('signs in, tests and connects an account', async () => {
    await visitor.context.clearCookies()
    await page.reload()
    await signIn(page, ADMIN_KEY)
    await tabTo(page, 'Test: Plaud')
    await press('Enter')
    await page.getByText('Plaud is working.').waitFor()
    await tabTo(page, 'Reconnect Coupang')
    await press('Enter')
    await page.getByRole('dialog', { name: 'Connect Coupang' }).waitFor()
    await tabTo(page, 'Paste here', 'textbox')
    await pasteHere(page, CURL)
    await page.getByText('A request copied as cURL').waitFor()
    await page.getByText('Cookie header with 2 cookies').waitFor()
    expect(await page.getByLabel('Paste here').inputValue()).toBe('')
    expect(await page.getByLabel('Cookie header', { exact: true }).getAttribute('type')).toBe('password')
    await tabTo(page, 'Connect')
    await press('Enter')
    await page.getByText('Coupang is connected').waitFor()
    expect(writes.map((request) => request.postDataJSON())).toEqual([{ session: 'sid=s3cret; b=c' }])
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, location.href])).toEqual([
      0,
      0,
      `${site.origin}/`,
    ])
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // The button that was pressed is gone: the next problem has its place.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await page.getByText('5 of 7 accounts work.').waitFor()
    await page.getByRole('link', { name: 'What to do' }).click()
    expect(await card('Coupang').locator('.badge').textContent()).toContain('Works')
    await tabTo(page, 'Test: Threads')
  })

  it('never sends a value that was replaced or refused', async () => {
    await tabTo(page, 'Reconnect Coupang')
    await press('Enter')
    const field = page.getByLabel('Cookie header', { exact: true })
    await tabTo(page, 'Paste here', 'textbox')
    await pasteHere(page, CURL)
    // What reads a paste is loaded with the first one.
    await expect.poll(() => field.inputValue()).toBe('sid=s3cret; b=c')
    // Cookies of another site are not even shown, and take away what was there.
    await pasteHere(page, CURL.replace('mc.coupang.com', 'www.naver.com'))
    await page.getByText('This is from www.naver.com, so none of it was used.').waitFor()
    expect(await field.inputValue()).toBe('')
    await tabTo(page, 'Connect')
    await press('Enter')
    await page.getByText('Still missing: Cookie header').first().waitFor()
    await page.getByLabel('Paste here').focus()
    await pasteHere(page, CURL)
    await pasteHere(page, 'a text without cookies')
    await page.getByText('No usable value was found.').waitFor()
    expect(await field.inputValue()).toBe('')
    // What the product has refused is sent again only if somebody insists. Its message goes with the next paste.
    await site.change({ verdict: 'refuse' })
    await pasteHere(page, CURL)
    await tabTo(page, 'Connect')
    await press('Enter')
    await page.getByText('Coupang does not accept this sign-in.').waitFor()
    await tabTo(page, 'Connect')
    await press('Enter')
    await page.getByText('Coupang has just refused exactly this value.').waitFor()
    expect(writes).toHaveLength(1)
    await page.getByLabel('Paste here').focus()
    await pasteHere(page, CURL.replace('s3cret', 'new'))
    await page.getByText('refused exactly this value').waitFor({ state: 'detached' })
    await site.change({ verdict: 'accept' })
    await tabTo(page, 'Connect')
    await press('Enter')
    await page.getByText('Coupang is connected').waitFor()
    expect(writes.map((request) => request.postDataJSON().session)).toEqual(['sid=s3cret; b=c', 'sid=new; b=c'])
  })

  it('sends no secret of another product, and leads to its place', async () => {
    await more('Tiro')
    await tabTo(page, 'Replace: Tiro')
    await press('Enter')
    const field = page.getByLabel('Token', { exact: true })
    await tabTo(page, 'Paste here', 'textbox')
    await pasteHere(page, 'only-the-id')
    await page.getByText('This is no whole key of Tiro').waitFor()
    expect(await field.inputValue()).toBe('')
    await pasteHere(page, 'Bearer ntn_1234567890abcdefghijklmnop')
    await page.getByText('This is a secret of Notion. Paste it under Notion. It was not sent anywhere.').waitFor()
    expect(await field.inputValue()).toBe('')
    // Neither is one that was typed.
    for (const [typed, says] of [
      ['only-the-id', 'This is no whole key of Tiro'],
      ['https://tiro.ooo/me', 'This is an address.'],
      ['ntn_1234567890abcdefghijklmnop', 'This is a secret of Notion.'],
    ] as const) {
      await field.fill(typed)
      await field.press('Enter')
      await page.getByText(says).waitFor()
    }
    expect(writes).toEqual([])
    await tabTo(page, 'Connect Notion')
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Connect Notion' })
    await dialog.waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    await tabTo(page, 'Paste here', 'textbox')
    await pasteHere(page, 'ntn_1234567890abcdefghijklmnop')
    await tabTo(page, 'Connect')
    await press('Enter')
    await page.getByText('Notion is connected').waitFor()
    expect(writes.map((request) => new URL(request.url()).pathname)).toEqual(['/api/v1/admin/accounts/workspace'])
  })

  it('takes the values of the seller one by one, and gives up waiting', async () => {
    await more('Coupang WING')
    await tabTo(page, 'Replace: Coupang WING')
    await press('Enter')
    await tabTo(page, 'Paste here', 'textbox')
    for (const value of ['A00012345', '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', `${'0123456789'.repeat(4)}`])
      await pasteHere(page, value)
    expect(await page.getByLabel('Vendor ID').inputValue()).toBe('A00012345')
    await site.change({ delayMs: 60_000 })
    await tabTo(page, 'Connect')
    await press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Checking with Coupang WING').waitFor({ state: 'detached' })
    // Its failure is none.
    expect(await page.getByRole('dialog').locator('.notice.bad').count()).toBe(0)
    await site.change({ delayMs: 0 })
    await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('Coupang WING is connected').waitFor()
    expect(writes.at(-1)?.postDataJSON()).toMatchObject({ secret_key: '0123456789'.repeat(4) })
  })

  it('loses nothing that was typed when the session expires', async () => {
    await more('Tiro')
    await tabTo(page, 'Replace: Tiro')
    await press('Enter')
    await tabTo(page, 'Token', 'textbox')
    await page.keyboard.type('id.secret')
    await site.change({ generation: 1 })
    await press('Enter')
    const focused = page.getByRole('dialog', { name: 'Sign in again' }).locator('input:focus')
    await focused.waitFor()
    for (let times = 0; times < 3; times++) await press('Escape')
    await focused.waitFor()
    await page.keyboard.type(ADMIN_KEY)
    await press('Enter')
    await page.getByText('Tiro is connected').waitFor()
    expect(writes.at(-1)?.postDataJSON()).toEqual({ token: 'id.secret' })
  })

  it('shows a refusal of the product, and keeps the form', async () => {
    await site.change({ verdict: 'refuse' })
    await more('Tiro')
    await tabTo(page, 'Replace: Tiro')
    await press('Enter')
    await tabTo(page, 'Token', 'textbox')
    await pasteHere(page, '"Bearer id.secret"')
    await page.getByText('Found: Token').waitFor()
    await press('Enter')
    await page.getByText('Tiro does not accept this sign-in.').waitFor()
    await page.getByRole('alert').getByText('Details').click()
    await page.getByText('the product refuses this credential').waitFor()
    expect(await page.getByRole('alert').filter({ hasText: 'req-1b2c' }).count()).toBe(1)
    expect(await page.getByLabel('Token', { exact: true }).inputValue()).toBe('id.secret')
  })

  it('asks before it disconnects', async () => {
    await more('Plaud')
    await tabTo(page, 'Disconnect: Plaud')
    await press('Enter')
    await tabTo(page, 'Disconnect')
    await press('Enter')
    await page.getByText('Plaud is disconnected').waitFor()
    await page.getByRole('button', { name: 'Connect: Plaud' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('account-recorder')
  })

  it('sends a link, with which a customer connects once', async () => {
    await more('Plaud')
    await tabTo(page, 'Link for a customer: Plaud')
    await press('Enter')
    await page.getByLabel('Sent by (name of your shop)').fill('Kim of Latchkey')
    await tabTo(page, 'Create link')
    await press('Enter')
    const url = await page.getByLabel('Link', { exact: true }).inputValue()
    const customer = await visit(await getBrowser(), site)
    const other = customer.page
    await other.goto(url)
    await other.getByRole('heading', { level: 1, name: 'Connect Plaud to Kim of Latchkey' }).waitFor()
    await other.getByText('Message: For the weekly report').waitFor()
    await tabTo(other, 'Paste here', 'textbox')
    expect(other.url()).toBe(`${site.origin}/connect/recorder`)
    await pasteHere(other, 'ntn_1234567890abcdefghijklmnop')
    await other.getByText('This is a secret of Notion, which cannot be used here.').waitFor()
    expect(await other.getByRole('button', { name: /Notion/ }).count()).toBe(0)
    const token = userToken()
    await pasteHere(other, JSON.stringify({ pld_tokenstr: `bearer ${token}`, theme: 'dark' }))
    await other.getByText('User token (UT), until').waitFor()
    await tabTo(other, 'Connect')
    await other.keyboard.press('Enter')
    await other.getByText('All done').waitFor()
    await other.goto(url)
    await other.getByText('This link has been used or has expired').waitFor()
    await other.reload()
    await other.getByText('Open the link again').waitFor()
    expect({ complaints: customer.complaints, elsewhere: customer.elsewhere }).toEqual({
      complaints: [],
      elsewhere: [],
    })
    await customer.context.close()
  })

  it('makes, rotates, disables and revokes keys', async () => {
    await tabTo(page, 'API keys', 'link')
    await press('Enter')
    await tabTo(page, 'Create key')
    await press('Enter')
    await tabTo(page, 'Name', 'textbox')
    await page.keyboard.type('n8n')
    await press('Enter')
    const shown = page.getByRole('textbox', { name: 'Key for n8n' })
    const key = await shown.inputValue()
    expect(key).toMatch(/^lk_/)
    await shown.press('Control+C')
    await press('Escape')
    await page
      .getByRole('row', { name: /n8n/ })
      .getByText(`${key.slice(0, 8)}…`)
      .waitFor()
    await more('n8n')
    await tabTo(page, 'Disable: n8n')
    await press('Enter')
    await page.getByText('n8n is disabled.').waitFor()
    await more('make.com')
    await tabTo(page, 'Rotate: make.com')
    await press('Enter')
    await tabTo(page, 'Rotate')
    await press('Enter')
    await page.getByText('The old key expires').waitFor()
    await press('Escape')
    await page.getByText('You have not copied the key.').waitFor()
    await page.getByRole('button', { name: 'Close anyway' }).click()
    await tabTo(page, 'Revoke: n8n')
    await press('Enter')
    await tabTo(page, 'Revoke')
    await press('Enter')
    await page.locator('.gone:focus', { hasText: 'n8n is revoked.' }).waitFor()
    // Its row, and the rest of it: the previous key has none of its own.
    expect(await page.getByRole('row', { name: /make\.com/ }).count()).toBe(2)
  })

  it('shows the key of the deployment on request, and its usage', async () => {
    await tabTo(page, 'Show the key')
    expect(await page.content()).not.toContain('the-key-of-the-deployment')
    await press('Enter')
    expect(await page.getByRole('textbox', { name: 'Default API key' }).inputValue()).toBe('the-key-of-the-deployment')
    await tabTo(page, 'Usage', 'link')
    await press('Enter')
    await tabTo(page, '30 days')
    await press('Enter')
    await page.getByRole('img', { name: /7,565 requests/ }).waitFor()
    await page.getByText('Requests of the last few seconds may be missing').waitFor()
  })

  it('shows who changed what, and why a request failed', async () => {
    await tabTo(page, 'Activity', 'link')
    await press('Enter')
    await page.getByText('2 entries shown').waitFor()
    // What, how often, when, why and who. The rest opens.
    const rows = page.locator('.entries > li')
    expect(await rows.first().locator('summary').textContent()).toMatch(
      /^Refused 400List recordings23 times1 minute agolimit must be an integer, and 1 more · make\.com$/,
    )
    await rows.nth(1).locator('summary').focus()
    await press('Enter')
    await rows.nth(1).getByText('Plaud answered with 500').waitFor()
    await rows.nth(1).getByText('The service answered with an error. Try again later.').waitFor()
    await rows.nth(1).getByText('502, 12,345 ms').waitFor()
    await tabTo(page, 'Changes')
    await press('Enter')
    await page.getByText('20 entries shown').waitFor()
    expect(await rows.filter({ hasText: 'Create a row from a simple map' }).textContent()).toContain(
      'Connected program Admin key',
    )
    await tabTo(page, 'Show more')
    await press('Enter')
    await page.getByText('40 entries shown').waitFor()
    await page.getByLabel('Who').selectOption('API key: make.com')
    await page.getByText('20 entries shown').waitFor()
    await page.getByLabel('Who').selectOption('')
    await page.getByText('20 entries shown').waitFor()
    await page.getByLabel('Action').selectOption('Sign in with the admin key')
    await page.getByText('1 entry shown').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as CSV' }).click(),
    ])
    expect(new URL(download.url()).search).toBe('?action=admin_sign_in&format=csv')
    await page.getByLabel('Action').selectOption('')
    await page.getByText('20 entries shown').waitFor()
    await page.getByLabel('Outcome').selectOption('Refused')
    await page.getByText('1 entry shown').waitFor()
    await tabTo(page, 'Failed requests')
    await press('Enter')
    await page.getByText('2 entries shown').waitFor()
    await page.getByLabel('Request ID').fill(' 0f8fad5b-d9cb-469f-a165-70867728950e ')
    await press('Enter')
    await page.getByText('1 entry shown').waitFor()
    await page.goto(`${site.origin}/#overview`)
    await more('Coupang')
    await page.getByText('Last error').click()
    await page.getByRole('link', { name: 'req-7f3a' }).click()
    await page.getByText('The program called an address that does not exist.').waitFor()
    expect(await page.getByLabel('Request ID').inputValue()).toBe('req-7f3a')
    await page.goto(`${site.origin}/#keys`)
    await more('make.com')
    await page.getByRole('link', { name: 'Failed requests: make.com' }).click()
    await page.getByText('2 entries shown').waitFor()
    expect(await page.getByLabel('Who').inputValue()).toBe('k1')
    await page.getByRole('button', { name: 'Show all' }).click()
    expect(await page.getByLabel('Who').inputValue()).toBe('')
    await page.goto(`${site.origin}/#overview`)
    await more('Plaud')
    await page.getByRole('link', { name: 'Failed requests: Plaud' }).click()
    await page.getByText('2 entries shown').waitFor()
    expect(await page.getByLabel('Account').locator('option:checked').textContent()).toBe('Plaud')
  })

  it('downloads and erases the stored data of an account, and of all', async () => {
    await more('Plaud')
    await tabTo(page, 'Data: Plaud')
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Data of Plaud' })
    await dialog.getByText('Notifications', { exact: true }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('latchkey-recorder.json')
    expect(await dialog.getByRole('button', { name: 'Erase' }).count()).toBe(0)
    await tabTo(page, /^I want to erase this/, 'checkbox')
    await press('Space')
    await tabTo(page, 'Erase')
    await press('Enter')
    await page.getByText('The data of Plaud is erased.').waitFor()
    await page.getByRole('button', { name: 'Connect: Plaud' }).waitFor()
    await page.getByRole('button', { name: 'Test: Tiro' }).waitFor()
    await page.getByRole('button', { name: 'Data of all accounts' }).click()
    await page.getByText('6 accounts connected').waitFor()
    await page.getByRole('dialog').getByText('Notifications', { exact: true }).waitFor()
    const { host } = new URL(page.url())
    const typed = page.getByLabel(`To erase everything, type ${host}`)
    await typed.fill(host.slice(0, -1))
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).count()).toBe(0)
    await typed.fill(host)
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click()
    await page.getByText('The installation settings still have a secret for Tiro.').waitFor()
    await page.getByRole('button', { name: 'Connect: Tiro' }).waitFor()
  })

  it('stores the language, and nothing else, and shows no result in another language', async () => {
    await page.getByRole('button', { name: 'Test: Plaud', exact: true }).click()
    await page.getByText('Plaud is working.').waitFor()
    await tabTo(page, '한국어')
    await press('Enter')
    await page.getByRole('heading', { name: '개요' }).waitFor()
    expect(await page.getByText('Plaud is working.').count()).toBe(0)
    await page.goto(`${site.origin}/?connected=social`)
    await page.getByText('Threads 계정을 연결했습니다.').waitFor()
    expect(page.url()).toBe(`${site.origin}/`)
    expect(await page.evaluate(() => [{ ...localStorage }, sessionStorage.length])).toEqual([
      { 'latchkey-language': 'ko' },
      0,
    ])
  })
})
