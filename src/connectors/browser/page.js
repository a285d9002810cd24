import { listenOn, toPattern } from './pairing.js'

/** What the extension has to say: how to go on, or the question whether a page is the owner's gateway. */
const query = new URLSearchParams(location.search)
const say = query.get('say')
const heading = document.querySelector('h1')
const text = document.querySelector('p')
const button = document.querySelector('button')

const write = (name, host = '') => {
  heading.textContent = chrome.i18n.getMessage(`${name}Title`, host)
  text.textContent = chrome.i18n.getMessage(`${name}Text`, host)
  document.title = heading.textContent
}

document.documentElement.lang = chrome.i18n.getMessage('lang')
if (say === 'pair') {
  const gateway = new URL(query.get('origin'))
  write('pair', gateway.host)
  button.textContent = chrome.i18n.getMessage('pairButton')
  button.hidden = false
  button.addEventListener('click', () => pair(gateway))
} else write(say)

async function pair({ origin, host }) {
  // It is refused for an address without TLS that is not of this machine.
  const isAllowed = await chrome.permissions.request({ origins: [toPattern(origin)] }).catch(() => false)
  if (!isAllowed) return write('declined')
  const { gateway: former } = await chrome.storage.local.get('gateway')
  await chrome.storage.local.set({ gateway: origin })
  await listenOn(origin)
  if (former && toPattern(former) !== toPattern(origin))
    await chrome.permissions.remove({ origins: [toPattern(former)] })
  button.hidden = true
  write('paired', host)
}
