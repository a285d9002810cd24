import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RECORDER_SNIPPET } from '../../../src/pages/text/recorder-line.ts'
import { EU_ACCOUNT } from '../../simulators/recorder/accounts.ts'
import { LAYOUTS, OTHER_SERVICE_TOKEN, PROFILE_TOKEN, type StoredRows } from '../../simulators/recorder/browser.ts'
import { chromium, GATEWAY_ADMIN_KEY, getBrowser, startGateway } from './browser.ts'
import { pasteHere, signIn, type Visit, visit } from './visit.ts'

const [TEAM, PERSONAL] = EU_ACCOUNT.workspaces
if (!TEAM || !PERSONAL) throw new Error('the account has a team and a personal workspace')

/** The end of a token, by the clock of the machine. */
const inDays = (days: number) => ({ exp: Math.floor(Date.now() / 1000) + days * 86_400 })
const SESSION = { workspaces: [TEAM, PERSONAL], open: TEAM, claims: inDays(1), refresh: inDays(30) }

const WORDS = {
  en: {
    more: 'More: Plaud',
    replace: 'Replace: Plaud',
    paste: 'Paste here',
    read: 'Workspace to read',
    connect: 'Connect',
    reads: 'Workspace',
  },
  ko: {
    more: '더 보기: Plaud',
    replace: '교체: Plaud',
    paste: '여기에 붙여 넣기',
    read: '읽을 워크스페이스',
    connect: '연결',
    reads: '워크스페이스',
  },
} as const

describe.skipIf(!chromium)("the recorder's session in a browser", () => {
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let opened: Visit

  beforeAll(async () => {
    gateway = await startGateway()
    opened = await visit(await getBrowser(), gateway)
    await opened.page.goto(`${gateway.origin}/docs`)
  })

  afterAll(async () => {
    await opened.context.close()
    await gateway.stop()
  })

  /** What the line of the guide copies on a page with these rows, run as a console does. */
  async function copyWith(rows: StoredRows): Promise<string> {
    const { page } = opened
    await page.evaluate((stored) => {
      localStorage.clear()
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
      Object.assign(globalThis, { copy: (text: string) => Object.assign(globalThis, { copied: text }) })
    }, rows)
    await page.evaluate(RECORDER_SNIPPET)
    return page.evaluate(() => String(Reflect.get(globalThis, 'copied')))
  }

  it.each(Object.entries(LAYOUTS))(
    'the line copies the session, and nothing else, from a page of %s',
    async (_, rows) => {
      const copied = await copyWith(rows(SESSION))
      expect(copied).toMatch(/eyJ/)
      for (const foreign of [PROFILE_TOKEN, OTHER_SERVICE_TOKEN]) expect(copied).not.toContain(foreign.split('.')[1])
      expect(copied).not.toMatch(/frill|posthog|jonas@example/)
    },
  )

  it.each([
    ['en', 390],
    ['en', 1440],
    ['ko', 390],
    ['ko', 1440],
  ] as const)('the workspace is chosen in the dialog and on the card: %s, %i pixels', async (language, width) => {
    const words = WORDS[language]
    const { context, page, complaints } = await visit(await getBrowser(), gateway, {
      locale: language === 'ko' ? 'ko-KR' : 'en-US',
      viewport: { width, height: 900 },
    })
    const rows = LAYOUTS['3.0, 2026-07'](SESSION)
    const copied = await copyWith(rows)
    await page.goto(gateway.origin)
    await signIn(page, GATEWAY_ADMIN_KEY)
    // What a card loads after it is shown moves its buttons.
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: words.more, exact: true }).click()
    await page.getByRole('button', { name: words.replace, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.paste).focus()
    await pasteHere(page, copied)
    const choice = dialog.getByLabel(words.read)
    await choice.waitFor()
    expect(await choice.inputValue()).toBe(TEAM.workspace_id)
    await choice.selectOption(PERSONAL.workspace_id)
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/dialog-${language}-${width}.png` })
    await dialog.getByRole('button', { name: words.connect, exact: true }).click()
    const done = dialog.getByLabel(words.reads, { exact: true })
    await done.waitFor()
    expect(await done.inputValue()).toBe(PERSONAL.workspace_id)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    // On the card, there and back.
    const onCard = page.getByLabel(words.reads, { exact: true })
    for (const workspace of [TEAM, PERSONAL, TEAM]) {
      const stored = page.waitForResponse(
        (response) => response.request().method() === 'PUT' && response.url().includes('/accounts/'),
      )
      await onCard.selectOption(workspace.workspace_id)
      expect((await stored).status()).toBe(200)
      await page.waitForFunction(() => !document.querySelector('.workspace[aria-busy=true]'))
      expect(await onCard.inputValue()).toBe(workspace.workspace_id)
    }
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/card-${language}-${width}.png` })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(complaints).toEqual([])
    await context.close()
  })
})
