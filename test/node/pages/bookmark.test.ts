import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { BROWSER_SESSIONS } from '../../../src/base/browser-session.ts'
import { makeBookmark, toHandOver } from '../../../src/pages/connect/bookmark.ts'
import { bookmarkTexts } from '../../../src/pages/text/bookmark.ts'
import { RECORDER_SNIPPET } from '../../../src/pages/text/recorder-line.ts'
import { LAYOUTS, OTHER_SERVICE_TOKEN, PROFILE_TOKEN, type StoredRows } from '../../simulators/recorder/browser.ts'

const OPENS = toHandOver('https://gateway.example', 'recorder:business')
const { words } = bookmarkTexts.en

interface PageOptions {
  rows?: StoredRows
  origin?: string
  /** Whether the page may write to the clipboard, and whether it may by a command. */
  mayWrite?: boolean
  mayCopy?: boolean
  /** A script of the page, which ran before. */
  before?: string
}

/** A page of a browser, as far as a bookmark uses it. */
function openPage({ rows = {}, origin = BROWSER_SESSIONS.recorder.pages[0], before = '', ...may }: PageOptions) {
  const { mayWrite = true, mayCopy = true } = may
  const page = { said: [] as string[], opened: [] as string[], clipboard: '', reads: 0, listeners: 0 }
  const dialogs: Element[] = []
  const listeners = new Set<(event: object) => void>()
  class Element {
    readonly children: unknown[] = []
    textContent = ''
    onclick: (() => Promise<void>) | undefined
    append = (...children: unknown[]) => void this.children.push(...children)
    replaceChildren = (...children: unknown[]) => void this.children.splice(0, Number.POSITIVE_INFINITY, ...children)
    showModal = () => void dialogs.push(this)
    remove = () => void dialogs.splice(dialogs.indexOf(this), 1)
  }
  const globals = {
    atob,
    alert: (text: string) => void page.said.push(text),
    location: { origin, assign: (address: string) => void page.opened.push(address) },
    get localStorage() {
      page.reads++
      return rows
    },
    navigator: {
      clipboard: {
        writeText: async (text: string) => {
          if (!mayWrite) throw new Error('NotAllowedError')
          page.clipboard = text
        },
      },
    },
    addEventListener: (_: string, listener: (event: object) => void) => void listeners.add(listener),
    removeEventListener: (_: string, listener: (event: object) => void) => void listeners.delete(listener),
    document: {
      createElement: () => new Element(),
      body: { append: () => {} },
      execCommand: () => {
        if (!mayCopy) return false
        const setData = (_: string, text: string) => (page.clipboard = text)
        for (const listener of listeners)
          listener({ clipboardData: { setData }, preventDefault: () => {}, stopImmediatePropagation: () => {} })
        return true
      },
    },
  }
  const context = createContext(globals)
  runInContext(before, context)
  const press = async (address = makeBookmark(words, OPENS)) => {
    // Whatever a bookmark returns would replace the page.
    expect(runInContext(decodeURIComponent(address.replace('javascript:', '')), context)).toBeUndefined()
    await new Promise((resolve) => setTimeout(resolve))
    page.listeners = listeners.size
  }
  return { page, dialogs, press }
}

/** What the line for the console copies from the same rows. */
function copyByLine(rows: StoredRows): string {
  let copied = ''
  runInContext(RECORDER_SNIPPET, createContext({ localStorage: rows, atob, copy: (text: string) => (copied = text) }))
  return copied
}

describe.each(Object.entries(LAYOUTS))('the bookmark on a page of %s', (_, layout) => {
  const rows = layout({})

  it('copies what the line copies, and opens the gateway', async () => {
    const { page, press } = openPage({ rows })
    await press()
    expect(page.clipboard).toBe(copyByLine(rows))
    for (const foreign of [PROFILE_TOKEN, OTHER_SERVICE_TOKEN])
      expect(page.clipboard).not.toContain(foreign.split('.')[1])
    expect(page).toMatchObject({ said: [], opened: ['https://gateway.example/#recorder:business/copied'] })
  })
})

const rows = LAYOUTS['3.0, 2026-07']({})

it.each([
  'https://elsewhere.example',
  'http://web.plaud.ai',
  'https://web.plaud.ai.elsewhere.example',
  'https://web.plaud.ai:8443',
  'https://plaud.ai',
  'null',
])('reads nothing on a page of %s', async (origin) => {
  // The page would say yes to whatever it is asked.
  const before =
    'RegExp.prototype.test = Array.prototype.includes = Array.prototype.some = String.prototype.startsWith = () => true'
  const { page, press } = openPage({ rows, origin, before })
  await press()
  expect(page).toMatchObject({ reads: 0, clipboard: '', opened: [], said: [words.elsewhere] })
})

it.each([{}, { pld_pweblang: '"en-US"' }, { 'pld_1:currentWorkspaceId': '"ws_1"' }])(
  'says that nobody is signed in on a page with %j',
  async (rows) => {
    const { page, press } = openPage({ rows })
    await press()
    expect(page).toMatchObject({ clipboard: '', opened: [], said: [words.signedOut] })
  },
)

it('copies by a command where the page forbids the clipboard, and leaves no listener', async () => {
  const { page, press } = openPage({ rows, mayWrite: false })
  await press()
  expect(page).toMatchObject({ clipboard: copyByLine(rows), opened: [OPENS], listeners: 0 })
})

it('asks for a press where the browser wants one, and says what to do where it copies nothing', async () => {
  const { page, dialogs, press } = openPage({ rows, mayWrite: false, mayCopy: false })
  await press()
  const [dialog] = dialogs
  const button = dialog?.children.find((child): child is NonNullable<typeof dialog> => typeof child === 'object')
  expect(dialog?.children).toEqual([words.ask, ' ', button])
  expect(button?.textContent).toBe(words.copy)
  await button?.onclick?.()
  expect(dialog?.children).toEqual([words.blocked])
  expect(page).toMatchObject({ clipboard: '', opened: [], listeners: 0 })
})

it('stays on the page for who has a link, and says where to go', async () => {
  const { page, press } = openPage({ rows })
  await press(makeBookmark(words, undefined))
  expect(page).toMatchObject({ clipboard: copyByLine(rows), opened: [], said: [words.copied] })
})

it.each(Object.entries(bookmarkTexts))('an address has no character that a browser would change (%s)', (_, texts) => {
  const address = makeBookmark(texts.words, OPENS)
  expect(address).toMatch(/^javascript:[\w%.!~*'()-]+$/)
})
