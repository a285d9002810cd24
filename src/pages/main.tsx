import { render, type VNode } from 'preact'
import { isAccount } from './api/accounts.ts'
import { arrive, CONFIRM_PATH, CONSENT_PATH, onNextLink } from './connect/arrival.ts'
import { fetchTexts, Languages, openSections, preferredLanguage } from './text/language.tsx'

// First of all, so that a link's token is removed from the address bar before anything else runs.
const arrival = arrive()

const [, account = ''] = /^\/connect\/([a-z-]+)/.exec(location.pathname) ?? []
const root = document.getElementById('app')
if (isAccount(account)) onNextLink()
if (root) {
  const page = fetchPage()
  const [first, shown] = await Promise.all([fetchTexts(preferredLanguage()), page])
  render(<Languages first={first}>{shown}</Languages>, root)
}

/** Each page is a separate file, and so are the sections of texts that it opens. */
async function fetchPage(): Promise<VNode> {
  if (location.pathname === CONSENT_PATH) {
    openSections(['consent', 'keys'])
    const { ConsentPage } = await import('./consent.tsx')
    return <ConsentPage />
  }
  if (location.pathname === CONFIRM_PATH) {
    openSections(['confirm'])
    const { ConfirmPage } = await import('./confirm.tsx')
    return <ConfirmPage />
  }
  if (isAccount(account)) {
    openSections(['connecting', 'linkPage'])
    const { ConnectPage } = await import('./connect/page.tsx')
    return <ConnectPage account={account} arrival={arrival} />
  }
  const { App } = await import('./App.tsx')
  return <App arrival={arrival} />
}
