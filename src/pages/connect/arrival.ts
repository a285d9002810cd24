import { type Account, isAccount } from '../api/accounts.ts'

/** The error codes of connecting with OAuth. */
const FAILURES = ['denied', 'state', 'refused', 'unreachable', 'same'] as const
type OAuthFailure = (typeof FAILURES)[number]

/** The content of the URL when the page was opened. */
export interface Arrival {
  /** The secret of a link. Empty when the URL has none. */
  token: string
  /** Whether connecting with OAuth has just succeeded. */
  connected: boolean
  /** The account that was connected, for its owner. */
  account: Account | undefined
  failed: OAuthFailure | undefined
  /** The account to sign in to at its product, once the owner has confirmed that it is them. */
  start: Account | undefined
}

/** The page for a client's access request. Its URL contains no secret, and is read again when the page is reloaded. */
export const CONSENT_PATH = '/oauth/authorize'

/** The page on which the owner agrees to a call. What follows # opens nothing without a session. */
export const CONFIRM_PATH = '/confirm'

/** The target of the skip link, which is no token. */
const CONTENT = '#content'

/**
 * Reads the URL and removes what is secret or used up. After that, the address bar and the history contain neither a
 * link's token nor the outcome of an OAuth flow.
 */
export function arrive(): Arrival {
  const query = new URLSearchParams(location.search)
  const byLink = location.pathname.startsWith('/connect/')
  const token = byLink && location.hash !== CONTENT ? location.hash.slice(1) : ''
  const arrival = {
    token,
    connected: query.has('connected'),
    account: toAccount(query.get('connected') ?? ''),
    failed: FAILURES.find((word) => word === query.get('failed')),
    start: toAccount(query.get('start') ?? ''),
  }
  if (location.pathname !== CONSENT_PATH && (token || location.search))
    history.replaceState(null, '', location.pathname + (byLink ? '' : location.hash))
  return arrival
}

const toAccount = (name: string): Account | undefined => (isAccount(name) ? name : undefined)

/** Opening another link in the same tab changes only the part after #, which does not reload the page. */
export function onNextLink(): void {
  addEventListener('hashchange', () => {
    if (location.hash !== CONTENT && location.hash !== '') location.reload()
  })
}
