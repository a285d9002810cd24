/**
 * Takes the sign-in of the tab on which the owner presses the icon, and holds it for the paired gateway, whose page gets it
 * when the owner asks for it there. Nothing runs before a press, and nothing is sent to any address.
 */
import { listenOn } from './pairing.js'
import { SESSIONS } from './sessions.js'

/** How long a sign-in waits for the owner, in minutes. It is only in memory. */
const FORGET_MINUTES = 5

/** Cookies of `.coupang.com` are only given to who may read all of its hosts. It is given back after each press. */
const COOKIE_RIGHTS = { permissions: ['cookies'], origins: ['https://*.coupang.com/*'] }

/** Shows a page of the extension. What it says is in _locales. */
const show = (say, more = {}) => chrome.tabs.create({ url: `page.html?${new URLSearchParams({ say, ...more })}` })

/** Whether a press is being followed. The second click of a double click would take the right away from the first. */
let isTaking = false

chrome.action.onClicked.addListener((tab) => {
  if (isTaking) return
  const { origin } = new URL(tab.url ?? 'about:blank')
  const [account, session] = Object.entries(SESSIONS).find(([, { pages }]) => pages.includes(origin)) ?? []
  if (!session) return offerPairing(tab, origin)
  // A browser asks only during the press, so before anything is awaited.
  const mayRead = session.cookies ? chrome.permissions.request(COOKIE_RIGHTS) : Promise.resolve(true)
  isTaking = true
  return take(tab, account, session, mayRead).finally(() => {
    isTaking = false
  })
})

async function take(tab, account, session, mayRead) {
  const { gateway } = await chrome.storage.local.get('gateway')
  if (!(await mayRead)) return show('declined')
  try {
    if (!gateway) return await show('unpaired')
    const text = session.cookies ? await readCookies(tab, session) : await readRows(tab)
    if (!text) return await show('signedOut')
    const opened = await chrome.tabs.create({ url: `${gateway}/#${account}/extension`, windowId: tab.windowId })
    await chrome.storage.session.set({ taken: { account, text, tabId: opened.id } })
    await chrome.alarms.create('forget', { delayInMinutes: FORGET_MINUTES })
  } catch {
    await show('failed')
  } finally {
    // Asking again after that shows no question. Rights that an administrator has fixed stay.
    if (session.cookies) await chrome.permissions.remove(COOKIE_RIGHTS).catch(() => {})
  }
}

/** Only the named cookies that this tab sends, those of a private window from its own store. */
async function readCookies({ id, url }, { cookies: names, signedIn }) {
  const stores = await chrome.cookies.getAllCookieStores()
  const storeId = stores.find(({ tabIds }) => tabIds.includes(id))?.id
  const all = await chrome.cookies.getAll({ url, ...(storeId && { storeId }) })
  const named = all.filter(({ name }) => new RegExp(names).test(name))
  if (!named.some(({ name }) => new RegExp(signedIn).test(name))) return undefined
  return named.map(({ name, value }) => `${name}=${value}`).join('; ')
}

async function readRows({ id }) {
  // The value of the script's last expression.
  const [{ result }] = await chrome.scripting.executeScript({ target: { tabId: id }, files: ['rows.js'] })
  return /ey[\w-]+\.ey/.test(result) ? result : undefined
}

/** On the page of a gateway, offers to use it. */
async function offerPairing({ id }, origin) {
  // It was opened for what was taken, and the second click of a double click may meet it.
  const { taken } = await chrome.storage.session.get('taken')
  if (taken?.tabId === id) return
  const isGateway = () => document.querySelector('link[rel=manifest][href="/app/manifest.webmanifest"]') !== null
  const found = await chrome.scripting.executeScript({ target: { tabId: id }, func: isGateway }).then(
    ([{ result }]) => result,
    // Pages of the browser itself cannot be asked.
    () => false,
  )
  return found ? show('pair', { origin }) : show('elsewhere')
}

chrome.runtime.onInstalled.addListener(async () => {
  const { gateway } = await chrome.storage.local.get('gateway')
  if (gateway) await listenOn(gateway)
})

chrome.alarms.onAlarm.addListener(() => chrome.storage.session.remove('taken'))

/** The page of the gateway asks once its owner has pressed there. */
chrome.runtime.onMessage.addListener((message, sender, respond) => {
  handOver(message, sender).then(respond)
  return true
})

/** Gives the sign-in once, and only to the tab that was opened for it, while it shows the paired gateway. */
async function handOver({ account }, { origin, tab, frameId }) {
  const { taken } = await chrome.storage.session.get('taken')
  const { gateway } = await chrome.storage.local.get('gateway')
  if (!taken || taken.account !== account || taken.tabId !== tab?.id || frameId !== 0 || origin !== gateway) return null
  await chrome.storage.session.remove('taken')
  return taken.text
}
