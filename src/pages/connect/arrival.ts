/** The words by which a connection with a click fails (decisions.md section 11.5). */
const FAILURES = ['denied', 'state', 'refused', 'unreachable'] as const
export type ClickFailure = (typeof FAILURES)[number]

/** What the address told when the page was opened. */
export interface Arrival {
  /** The secret of a link; empty where the address has none. */
  token: string
  /** Whether a connection with a click has just succeeded. */
  connected: boolean
  failed: ClickFailure | undefined
}

/** The page whose address is a client's request for access: it holds no secret, and is read again when the page is. */
export const CONSENT_PATH = '/oauth/authorize'

/** Where the skip link leads, which is no token. */
const CONTENT = '#content'

/**
 * Reads the address, and takes out of it what is secret or over: the address bar and the history hold neither the token of
 * a link nor the outcome of a click from then on.
 */
export function arrive(): Arrival {
  const query = new URLSearchParams(location.search)
  const byLink = location.pathname.startsWith('/connect/')
  const token = byLink && location.hash !== CONTENT ? location.hash.slice(1) : ''
  const arrival = {
    token,
    connected: query.has('connected'),
    failed: FAILURES.find((word) => word === query.get('failed')),
  }
  if (location.pathname !== CONSENT_PATH && (token || location.search))
    history.replaceState(null, '', location.pathname + (byLink ? '' : location.hash))
  return arrival
}

/** Another link that is opened in the same tab changes the part behind # alone, and would not be read otherwise. */
export function onNextLink(): void {
  addEventListener('hashchange', () => {
    if (location.hash !== CONTENT && location.hash !== '') location.reload()
  })
}
