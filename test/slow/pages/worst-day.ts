import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { ADDRESSES, type Message, type Receiver } from '../../simulators/receivers/index.ts'
import { GATEWAY_ADMIN_KEY, getBrowser, PRO_KEY, type startGateway } from './browser.ts'
import { HEIGHT, type Look } from './look.ts'
import { allTexts } from './texts.ts'
import { addAuthenticator, visit } from './visit.ts'

type Gateway = Awaited<ReturnType<typeof startGateway>>

/** Somebody must be told this long after the first refusal at the latest, in seconds. */
export const TOLD_WITHIN_S = 60

/** A program that calls two products again and again, as an automation does, and when the calls of each began to fail. */
export function startAutomation({ origin }: Pick<Gateway, 'origin'>) {
  const paths = { notes: '/api/v1/notes/notes?size=3', workspace: '/api/v2/workspace/users/me' } as const
  const failing = new Map<string, { from: number; until: number; status: number }>()
  const paused = new Set<string>()
  const call = async (account: keyof typeof paths) => {
    const from = Date.now()
    const { status } = await fetch(new URL(paths[account], origin), { headers: { 'X-API-KEY': PRO_KEY } })
    if (paused.has(account) || status === 200) failing.delete(account)
    else if (!failing.has(account)) failing.set(account, { from, until: Date.now(), status })
  }
  let isRunning = true
  const run = async () => {
    while (isRunning) {
      // The gateway starts again when its clock is moved.
      for (const account of ['notes', 'workspace'] as const)
        if (!paused.has(account)) await call(account).catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
  const running = run()
  return {
    /** Calls no more, and forgets what failed. */
    pause(account: keyof typeof paths) {
      paused.add(account)
      failing.delete(account)
    },
    resume: (account: keyof typeof paths) => paused.delete(account),
    /** When the first call was refused, between two moments. */
    async failed(account: keyof typeof paths, wanted: number) {
      const found = await vi.waitFor(() => failing.get(account) ?? expect.unreachable(`${account} works`), WAIT)
      expect(found.status).toBe(wanted)
      return found
    },
    stop() {
      isRunning = false
      return running
    },
  }
}

const WAIT = { timeout: TOLD_WITHIN_S * 1000, interval: 50 }

/** A message about accounts, and when it arrived. */
export interface Heard extends Message {
  at: number
}

/** What chats receive about accounts. That somebody signed in or changed something is told as well. */
export function listen({ readMessages }: Pick<Gateway, 'readMessages'>) {
  const heard: Heard[] = []
  let read = 0
  const ear = setInterval(() => {
    const messages = readMessages()
    for (const message of messages.slice(read)) if (ABOUT.test(message.text)) heard.push({ ...message, at: Date.now() })
    read = messages.length
  }, 50)
  return {
    /** The messages of a chat so far. */
    of: (chat: Receiver) => heard.filter(({ receiver }) => receiver === chat),
    /** The messages of a chat since the last time. There has to be one soon, which says this. */
    hear: (chat: Receiver, said: RegExp, after: number) =>
      vi.waitFor(
        () =>
          heard.find(({ receiver, text, at }) => receiver === chat && at >= after && said.test(text)) ??
          expect.unreachable(`${chat} has ${JSON.stringify(heard.filter(({ receiver }) => receiver === chat))}`),
        WAIT,
      ),
    stop: () => clearInterval(ear),
  }
}
const ABOUT =
  /연결이 .+끊겼습니다|다시 정상|만료됩니다|응답하지 않습니다|에 연결되었습니다|disconnected since|works again|expires on|not responded|was connected/

/** As a message names a time, for the minutes between two moments. */
export function sayTime(language: Look['language'], { from, until }: { from: number; until: number }): RegExp {
  const format = new Intl.DateTimeFormat(language === 'ko' ? 'ko-KR' : 'en-GB', {
    ...{ month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Seoul' },
  })
  return new RegExp([from, until].map((each) => format.format(each)).join('|'))
}

/** Somebody with a device of their own, whose presses and pastes are counted. */
export async function arrive(origin: string, { language, width, theme }: Look) {
  const home = origin.replace('127.0.0.1', 'localhost').replace(/\/$/, '')
  const { context, page, complaints } = await visit(
    await getBrowser(),
    { origin: home },
    {
      locale: language === 'ko' ? 'ko-KR' : 'en-US',
      colorScheme: theme,
      viewport: { width, height: HEIGHT },
      ...(width === 390 && { isMobile: true, hasTouch: true }),
    },
  )
  await addAuthenticator(context, page)
  // A minute of an open page may pass faster.
  await page.clock.install()
  const texts = allTexts(language)
  let taps = 0
  const press = async (name: string, where: Pick<Page, 'getByRole'> = page, role: 'button' | 'link' = 'button') => {
    taps++
    await where.getByRole(role, { name, exact: true }).click()
  }
  const paste = async (label: string, text: string) => {
    taps++
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.getByLabel(label, { exact: true }).focus()
    await page.keyboard.press('Control+V')
  }
  /** The key comes from a password manager, so the only tap is the button. */
  const signIn = async () => {
    await page.getByLabel(texts.session.adminKey, { exact: true }).fill(GATEWAY_ADMIN_KEY)
    await press(texts.session.signIn)
  }
  return {
    ...{ page, texts, home, complaints, press, paste, signIn },
    dialog: page.getByRole('dialog'),
    close: () => context.close(),
    /** The presses and pastes since the last time. */
    takeTaps: () => {
      const taken = taps
      taps = 0
      return taken
    },
    /** A link in a message opens the browser. */
    async open(link: string) {
      await page.goto('about:blank')
      await page.goto(link)
    },
    /** The account's window is open. What was copied is pasted and connected. */
    async mend(account: 'notes' | 'workspace' | 'shop-seller', copied: string, issuedOn?: string) {
      const { connecting, products } = texts
      const dialog = page.getByRole('dialog', { name: connecting.title(products[account]), exact: true })
      await dialog.waitFor()
      await paste(connecting.paste, copied)
      if (issuedOn !== undefined) {
        taps++
        await page.getByLabel(connecting.fields.issued_on).fill(issuedOn)
      }
      await press(connecting.submit, dialog)
      await page.getByText(connecting.done(products[account])).waitFor()
    },
  }
}
export type Person = Awaited<ReturnType<typeof arrive>>

/** Answers the question of the overview where to tell what is broken. */
export async function answerQuestion({ page, texts, press, paste }: Person): Promise<number> {
  await paste(texts.channels.address, ADDRESSES.slack)
  await page.getByText(texts.channels.found.slack).waitFor()
  const at = Date.now()
  await press(texts.channels.send)
  await page.getByText(texts.channels.askDone).waitFor()
  return at
}

/** Adds a notification under Notifications. */
export async function addNotification({ page, texts, dialog, press, paste }: Person): Promise<number> {
  const { channels, events, views } = texts
  await press(views.events, page.locator('nav'), 'link')
  await press(events.notify)
  await paste(channels.address, ADDRESSES.discord)
  await press(events.forward, dialog)
  const at = Date.now()
  await press(events.finish, dialog)
  await dialog.locator('.outcome').waitFor()
  await press(texts.common.done, dialog)
  return at
}
