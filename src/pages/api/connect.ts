import type { Account, Values } from './accounts.ts'
import { call } from './call.ts'
import type { Connected, LinkSession } from './types.ts'

/** Opens a link by its token. The cookie in the response replaces the token from then on. */
export const openLink = (account: Account, token: string) =>
  call<LinkSession>('/connect/session', { method: 'POST', body: { account, token } })

export const connectByLink = (account: Account, values: Values, signal: AbortSignal) =>
  call<Connected>(`/connect/${account}`, { method: 'PUT', body: values, signal })
