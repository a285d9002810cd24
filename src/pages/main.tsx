import { render, type VNode } from 'preact'
import { isAccount } from './api/accounts.ts'
import { arrive, CONFIRM_PATH, CONSENT_PATH, onNextLink } from './connect/arrival.ts'
import { LanguageChoice } from './text/language.tsx'

// First of all, so that a link's token is removed from the address bar before anything else runs.
const arrival = arrive()

const [, account = ''] = /^\/connect\/([^/]+)/.exec(location.pathname.replace(/%3a/i, ':')) ?? []
const root = document.getElementById('app')
if (isAccount(account)) onNextLink()
if (root) {
  const page = await fetchPage()
  render(<LanguageChoice>{page}</LanguageChoice>, root)
}

/** Each page is a separate file. */
async function fetchPage(): Promise<VNode> {
  if (location.pathname === CONSENT_PATH) {
    const { ConsentPage } = await import('./consent.tsx')
    return <ConsentPage />
  }
  if (location.pathname === CONFIRM_PATH) {
    const { ConfirmPage } = await import('./confirm.tsx')
    return <ConfirmPage />
  }
  if (isAccount(account)) {
    const { ConnectPage } = await import('./connect/page.tsx')
    return <ConnectPage account={account} arrival={arrival} />
  }
  const { App } = await import('./App.tsx')
  return <App arrival={arrival} />
}
