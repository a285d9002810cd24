import { type Account, isAccount } from '../api/accounts.ts'
import type { Connected } from '../api/types.ts'

/** The error codes of connecting with OAuth. */
const FAILURES = ['denied', 'state', 'refused', 'unreachable', 'same'] as const
type OAuthFailure = (typeof FAILURES)[number]

/** The content of the URL when the page was opened. */
export interface Arrival {
  /** The secret of a link. Empty when the URL has none. */
  token: string
  /** Whether connecting with OAuth has just succeeded, for the owner. */
  connected: boolean
  /** The account that was connected, for its owner. */
  account: Account | undefined
  /** What a visitor with a link has just connected with OAuth. */
  result: Connected | undefined
  failed: OAuthFailure | undefined
  /** The account to sign in to at its product, once the owner has confirmed that it is them. */
  start: Account | undefined
}

/** The page for a client's access request. Its URL contains no secret, and is read again when the page is reloaded. */
export const CONSENT_PATH = '/oauth/authorize'

/** The page on which the owner agrees to a call. What follows # opens nothing without a session. */
export const CONFIRM_PATH = '/confirm'

/** The target of the skip link, and what Threads appends to an address. Neither is a token. */
const NO_TOKENS = ['#content', '#_']

/**
 * Reads the URL and removes what is secret or used up. After that, the address bar and the history contain neither a
 * link's token nor the outcome of an OAuth flow.
 */
export function arrive(): Arrival {
  const query = new URLSearchParams(location.search)
  const result = readResult()
  if (result) history.replaceState(null, '', `/connect/${result.account}`)
  const byLink = location.pathname.startsWith('/connect/')
  const token = byLink && !NO_TOKENS.includes(location.hash) ? location.hash.slice(1) : ''
  const arrival = {
    token,
    connected: query.has('connected'),
    account: toAccount(query.get('connected') ?? ''),
    result,
    failed: FAILURES.find((word) => word === query.get('failed')),
    start: toAccount(query.get('start') ?? ''),
  }
  if (location.pathname !== CONSENT_PATH && (token || location.search))
    history.replaceState(null, '', location.pathname + (byLink ? '' : location.hash))
  return arrival
}

/** The page to which a product sent a visitor back has the result in its head. */
function readResult(): Connected | undefined {
  const text = document.querySelector<HTMLMetaElement>('meta[name=connected]')?.content
  return text ? JSON.parse(decodeURIComponent(text)) : undefined
}

const toAccount = (name: string): Account | undefined => (isAccount(name) ? name : undefined)

/** Opening another link in the same tab changes only the part after #, which does not reload the page. */
export function onNextLink(): void {
  addEventListener('hashchange', () => {
    if (!NO_TOKENS.includes(location.hash) && location.hash !== '') location.reload()
  })
}
