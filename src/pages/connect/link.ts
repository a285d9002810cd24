import { useEffect, useState } from 'preact/hooks'
import { type Account, FIELDS, productOf } from '../api/accounts.ts'
import { send } from '../api/call.ts'
import type { LinkSession } from '../api/types.ts'
import type { Arrival } from './arrival.ts'

/** The session of a link. `error` is why the link opens none, `'empty'` when the URL contained no link. */
export function useLink(account: Account, { token, connected, failed }: Arrival) {
  const [session, setSession] = useState<LinkSession | undefined>(failed && afterOAuth(account))
  const [error, setError] = useState<unknown>()
  const open = () => {
    setError(undefined)
    if (token) send('admin_open_link', { body: { account, token } }).then(setSession, setError)
    else setError('empty')
  }
  useEffect(() => {
    if (!connected && !failed) open()
  }, [])
  return { session, error, open, lose: setError }
}

/** After an OAuth flow the browser has the cookie of the link, but not its token. */
const afterOAuth = (account: Account): LinkSession => ({
  account,
  group: productOf(account),
  service_name: 'Latchkey',
  owner_name: '',
  note: null,
  fields: [...FIELDS[productOf(account)]],
  expires_at: null,
  can_click: true,
})
