import { call } from './call.ts'
import { callSignedIn } from './session.ts'
import type { Output } from './types.ts'

/** Gives the admin key again. */
export const prove = (adminKey: string) =>
  call<void>('/admin/session/proof', { method: 'POST', body: { admin_key: adminKey } })

export type Passkey = Output<'admin_add_passkey'>
export type OpenSession = Output<'admin_list_sessions'>['sessions'][number]

const PASSKEYS = '/admin/passkeys'
const SESSIONS = '/admin/sessions'

export const fetchPasskeys = async () => (await callSignedIn<{ passkeys: Passkey[] }>(PASSKEYS)).passkeys
export const renamePasskey = (id: string, name: string) =>
  callSignedIn<Passkey>(`${PASSKEYS}/${id}`, { method: 'PATCH', body: { name } })
export const deletePasskey = (id: string, keepsSessions: boolean) =>
  callSignedIn<void>(`${PASSKEYS}/${id}?keep_sessions=${keepsSessions}`, { method: 'DELETE' })

export const fetchSessions = async () => (await callSignedIn<{ sessions: OpenSession[] }>(SESSIONS)).sessions
export const endSession = (id: string) => callSignedIn<void>(`${SESSIONS}/${id}`, { method: 'DELETE' })
export const endOtherSessions = () => callSignedIn<{ ended: number }>(SESSIONS, { method: 'DELETE' })
