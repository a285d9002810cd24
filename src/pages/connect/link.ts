import { useEffect, useState } from 'preact/hooks'
import { type Account, FIELDS, productOf } from '../api/accounts.ts'
import { send } from '../api/call.ts'
import type { LinkSession } from '../api/types.ts'
import type { Arrival } from './arrival.ts'

/** What the page of a link has last shown in this tab. The token is no part of it. */
const SHOWN = 'latchkey-link'

/** The session of a link. `error` is why the link opens none, `'empty'` when the URL contained no link. */
export function useLink(account: Account, { token, result, failed }: Arrival) {
  const [session, setSession] = useState<LinkSession | undefined>(result || failed ? afterOAuth(account) : undefined)
  const [error, setError] = useState<unknown>()
  const show = (opened: LinkSession) => {
    sessionStorage.setItem(SHOWN, JSON.stringify(opened))
    setSession(opened)
  }
  const open = () => {
    setError(undefined)
    if (token) send('admin_open_link', { body: { account, token } }).then(show, setError)
    else setError('empty')
  }
  useEffect(() => {
    if (!result && !failed) open()
  }, [])
  return { session, error, open, lose: setError }
}

/** After an OAuth flow the browser has the cookie of the link, but not its token. The tab knows who sent it. */
function afterOAuth(account: Account): LinkSession {
  const shown: LinkSession | null = JSON.parse(sessionStorage.getItem(SHOWN) ?? 'null')
  if (shown?.account === account) return shown
  return {
    account,
    group: productOf(account),
    service_name: 'Latchkey',
    owner_name: '',
    note: null,
    fields: [...FIELDS[productOf(account)]],
    expires_at: null,
    can_click: true,
  }
}
