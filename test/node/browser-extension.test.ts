import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { packExtension } from '../../scripts/support/browser-extension.ts'
import { LAYOUTS } from '../simulators/recorder/browser.ts'

/** The extension of browsers, with a browser that answers as Chromium does. test/slow/pages plays it in one. */

const GATEWAY = 'https://gateway.example'
const ORDERS = 'https://mc.coupang.com/ssr/desktop/order/list'
const TAB = { id: 1, windowId: 5 }
const OWN_TAB = 20

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-extension-'))
  await packExtension(folder, '1.2.3-beta.1')
})
afterAll(() => rm(folder, { recursive: true }))

type Cookie = { name: string; value: string }

/** A browser with the extension, just started. */
async function startBrowser({ paired = true, allows = true, cookies = [] as Cookie[], rows = '[]' } = {}) {
  const log: string[] = []
  const stores = { local: new Map<string, unknown>(), session: new Map<string, unknown>() }
  if (paired) stores.local.set('gateway', GATEWAY)
  const toStore = (name: keyof typeof stores) => ({
    get: async (key: string) => ({ [key]: stores[name].get(key) }),
    set: async (values: object) => {
      for (const [key, value] of Object.entries(values)) stores[name].set(key, value)
    },
    remove: async (key: string) => void stores[name].delete(key),
  })
  let press: (tab: object) => Promise<void> = async () => {}
  let alarm = () => {}
  let installed = async () => {}
  let hear: (message: object, sender: object, respond: (answer: unknown) => void) => void = () => {}
  /** Whether the press still counts: until something is awaited. */
  let isPressed = false
  const chrome = {
    action: { onClicked: { addListener: (listener: typeof press) => (press = listener) } },
    alarms: {
      create: async (name: string, { delayInMinutes }: { delayInMinutes: number }) =>
        void log.push(`alarm ${name} ${delayInMinutes}`),
      onAlarm: { addListener: (listener: typeof alarm) => (alarm = listener) },
    },
    cookies: {
      getAllCookieStores: async () => [
        { id: '0', tabIds: [99] },
        { id: '1', tabIds: [TAB.id] },
      ],
      getAll: async (query: object) => {
        log.push(`cookies ${JSON.stringify(query)}`)
        return cookies
      },
    },
    permissions: {
      request: async (rights: object) => {
        if (!isPressed) throw new Error('This function must be called during a user gesture')
        log.push(`request ${JSON.stringify(rights)}`)
        return allows
      },
      remove: async (rights: object) => void log.push(`remove ${JSON.stringify(rights)}`),
    },
    runtime: {
      onInstalled: { addListener: (listener: typeof installed) => (installed = listener) },
      onMessage: { addListener: (listener: typeof hear) => (hear = listener) },
    },
    scripting: {
      unregisterContentScripts: async () => void log.push('unregister'),
      registerContentScripts: async ([{ matches, js }]: [{ matches: string[]; js: string[] }]) =>
        void log.push(`register ${js} on ${matches}`),
      executeScript: async ({ files, target }: { files?: string[]; target: { tabId: number } }) => {
        if (files && rows === '') throw new Error('Cannot access contents of the page')
        log.push(`script ${files ?? 'question'} in ${target.tabId}`)
        return [{ result: files ? rows : true }]
      },
    },
    storage: { local: toStore('local'), session: toStore('session') },
    tabs: {
      create: async ({ url }: { url: string }) => {
        log.push(`open ${url}`)
        return { id: OWN_TAB }
      },
    },
  }
  vi.stubGlobal('chrome', chrome)
  // Each start is a module of its own.
  await import(`${pathToFileURL(join(folder, 'background.js')).href}?${Math.random()}`)
  return {
    log,
    stores,
    forget: () => alarm(),
    update: () => installed(),
    pressAt: async (url: string, tab = TAB.id) => {
      isPressed = true
      const done = press({ ...TAB, id: tab, url })
      isPressed = false
      await done
    },
    ask: (message: object, sender: object) => new Promise((respond) => hear(message, sender, respond)),
  }
}

afterEach(() => vi.unstubAllGlobals())

const RIGHTS = '{"permissions":["cookies"],"origins":["https://*.coupang.com/*"]}'
const toCookies = (header: string): Cookie[] =>
  header.split('; ').map((pair) => ({ name: pair.split('=')[0] ?? '', value: pair.split('=')[1] ?? '' }))
const SIGNED_IN = 'CT_AT=a; CT_LSID=b; member_srl=7; sid=c; PCID=d; x-coupang-target-market=KR; _abck=e; bm_sz=f'
const OTHERS =
  'searchKeyword=desk; _fbp=1; cto_bundle=2; trac_src=0; overrideAbTestGroup=x; CT_SECRET=1; xsid=1; sid2=1'
const SENDER = { origin: GATEWAY, frameId: 0, tab: { id: OWN_TAB } }

describe('a press on the list of orders', () => {
  it('asks for the right at once, takes only the named cookies of this tab, and gives the right back', async () => {
    const { log, pressAt, ask } = await startBrowser({ cookies: toCookies(`${SIGNED_IN}; ${OTHERS}`) })
    await pressAt(ORDERS)
    expect(log).toEqual([
      `request ${RIGHTS}`,
      `cookies {"url":"${ORDERS}","storeId":"1"}`,
      `open ${GATEWAY}/#shop-consumer/extension`,
      'alarm forget 5',
      `remove ${RIGHTS}`,
    ])
    expect(await ask({ account: 'shop-consumer' }, SENDER)).toBe(SIGNED_IN)
    // Once.
    expect(await ask({ account: 'shop-consumer' }, SENDER)).toBeNull()
  })

  it.each([
    ['nobody is signed in', { cookies: toCookies('sid=c; PCID=d; _abck=e; X-CP-PT-locale=ko_KR') }, 'signedOut'],
    ['the browser says no', { allows: false, cookies: toCookies(SIGNED_IN) }, 'declined'],
    ['no gateway is known', { paired: false, cookies: toCookies(SIGNED_IN) }, 'unpaired'],
  ])('says so and keeps nothing when %s', async (_, state, say) => {
    const { log, stores, pressAt } = await startBrowser(state)
    await pressAt(ORDERS)
    expect(log.filter((line) => line.startsWith('open'))).toEqual([`open page.html?say=${say}`])
    expect(stores.session.size).toBe(0)
  })
})

it('a double click is one press, also when its second click meets the page that was opened', async () => {
  const { log, pressAt, ask } = await startBrowser({ cookies: toCookies(SIGNED_IN) })
  await Promise.all([pressAt(ORDERS), pressAt(ORDERS)])
  const opened = log.filter((line) => line.startsWith('open'))
  expect(opened).toEqual([`open ${GATEWAY}/#shop-consumer/extension`])
  expect(log.filter((line) => line.startsWith('remove'))).toEqual([`remove ${RIGHTS}`])
  await pressAt(`${GATEWAY}/#shop-consumer/extension`, OWN_TAB)
  expect(log.filter((line) => line.startsWith('open'))).toEqual(opened)
  expect(await ask({ account: 'shop-consumer' }, SENDER)).toBe(SIGNED_IN)
  // The next press counts.
  await pressAt(ORDERS)
  expect(log.filter((line) => line.startsWith('open'))).toEqual([...opened, ...opened])
})

describe('a press on the page of the recorder', () => {
  it('takes the rows of this tab, without a further right', async () => {
    const rows = JSON.stringify(Object.entries(LAYOUTS['older, token and tokenstr']({})))
    const { log, pressAt, ask } = await startBrowser({ rows })
    await pressAt('https://web.plaud.ai/file/1')
    expect(log).toEqual(['script rows.js in 1', `open ${GATEWAY}/#recorder/extension`, 'alarm forget 5'])
    expect(await ask({ account: 'recorder' }, SENDER)).toBe(rows)
  })

  it('says that it could not read the page', async () => {
    const { log, pressAt } = await startBrowser({ rows: '' })
    await pressAt('https://web.plaud.ai/')
    expect(log.at(-1)).toBe('open page.html?say=failed')
  })

  it('says that nobody is signed in', async () => {
    const { log, pressAt } = await startBrowser({ rows: '[["pld_1:currentWorkspaceId","ws_1"]]' })
    await pressAt('https://web.plaud.ai/')
    expect(log.at(-1)).toBe('open page.html?say=signedOut')
  })
})

it.each([
  'https://elsewhere.example/',
  'https://www.coupang.com/',
  'http://mc.coupang.com/ssr/desktop/order/list',
  'https://mc.coupang.com.elsewhere.example/',
  GATEWAY,
])('a press on %s reads nothing, and at most offers to set it up', async (url) => {
  const { log, stores, pressAt } = await startBrowser({ cookies: toCookies(SIGNED_IN) })
  await pressAt(url)
  const shown = new URLSearchParams({ say: 'pair', origin: new URL(url).origin })
  expect(log).toEqual(['script question in 1', `open page.html?${shown}`])
  expect(stores.session.size).toBe(0)
  expect(stores.local.get('gateway')).toBe(GATEWAY)
})

it.each([
  [true, ['unregister', 'register gateway.js on https://gateway.example/*']],
  [false, []],
])('after an update only the pages of the gateway can ask (paired: %s)', async (paired, expected) => {
  const { log, update } = await startBrowser({ paired })
  await update()
  expect(log).toEqual(expected)
})

describe('what was taken', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>
  beforeEach(async () => {
    browser = await startBrowser({ cookies: toCookies(SIGNED_IN) })
    await browser.pressAt(ORDERS)
  })

  it.each([
    ['another origin', { account: 'shop-consumer' }, { ...SENDER, origin: 'https://elsewhere.example' }],
    ['another port', { account: 'shop-consumer' }, { ...SENDER, origin: `${GATEWAY}:8443` }],
    ['another tab', { account: 'shop-consumer' }, { ...SENDER, tab: { id: 21 } }],
    ['a frame', { account: 'shop-consumer' }, { ...SENDER, frameId: 3 }],
    ['a page of the extension', { account: 'shop-consumer' }, { origin: 'chrome-extension://x' }],
    ['the form of another account', { account: 'recorder' }, SENDER],
  ])('is not given to %s', async (_, message, sender) => {
    expect(await browser.ask(message, sender)).toBeNull()
    expect(await browser.ask({ account: 'shop-consumer' }, SENDER)).toBe(SIGNED_IN)
  })

  it('is forgotten after a while', async () => {
    await browser.forget()
    expect(browser.stores.session.size).toBe(0)
    expect(await browser.ask({ account: 'shop-consumer' }, SENDER)).toBeNull()
  })
})

describe('the packed folder', () => {
  const read = async (file: string) => JSON.parse(await readFile(join(folder, file), 'utf8'))

  it('asks for nothing when it is loaded, and for no page', async () => {
    expect(await read('manifest.json')).toMatchObject({
      manifest_version: 3,
      version: '1.2.3',
      permissions: ['activeTab', 'alarms', 'scripting', 'storage'],
      optional_permissions: ['cookies'],
    })
    for (const field of ['host_permissions', 'content_scripts', 'externally_connectable', 'web_accessible_resources'])
      expect(await read('manifest.json')).not.toHaveProperty(field)
  })

  it('has every text in both languages', async () => {
    const [en, ko] = [await read('_locales/en/messages.json'), await read('_locales/ko/messages.json')]
    expect(Object.keys(ko)).toEqual(Object.keys(en))
    const code = await Promise.all(
      ['background.js', 'page.js', 'manifest.json'].map((file) => readFile(join(folder, file), 'utf8')),
    )
    const shown = [...code.join('\n').matchAll(/(?:show|write)\('(\w+)'/g)].map(([, name]) => name)
    expect(shown.length).toBeGreaterThan(6)
    for (const name of shown) for (const part of ['Title', 'Text']) expect(en).toHaveProperty(`${name}${part}`)
  })
})
