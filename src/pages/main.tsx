import { render } from 'preact'
import { App } from './App.tsx'
import { isAccount } from './api/accounts.ts'
import { ConfirmPage } from './confirm/ConfirmPage.tsx'
import { arrive, CONFIRM_PATH, CONSENT_PATH, onNextLink } from './connect/arrival.ts'
import { ConnectPage } from './connect/ConnectPage.tsx'
import { ConsentPage } from './consent/ConsentPage.tsx'
import { fetchTexts, Languages, preferredLanguage } from './text/language.tsx'

// First of all, so that a link's token is removed from the address bar before anything else runs.
const arrival = arrive()

const [, account = ''] = /^\/connect\/([a-z-]+)/.exec(location.pathname) ?? []
const root = document.getElementById('app')
if (isAccount(account)) onNextLink()
if (root) {
  const first = await fetchTexts(preferredLanguage())
  render(
    <Languages first={first}>
      {location.pathname === CONSENT_PATH ? (
        <ConsentPage />
      ) : location.pathname === CONFIRM_PATH ? (
        <ConfirmPage />
      ) : isAccount(account) ? (
        <ConnectPage account={account} arrival={arrival} />
      ) : (
        <App arrival={arrival} />
      )}
    </Languages>,
    root,
  )
}
