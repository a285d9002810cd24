import { callSignedIn } from './session.ts'
import type { Confirmation } from './types.ts'

const toPath = (id: string) => `/admin/confirmations/${encodeURIComponent(id)}`

export const fetchConfirmation = (id: string) => callSignedIn<Confirmation>(toPath(id))
export const decideConfirmation = (id: string, agree: boolean) =>
  callSignedIn<Confirmation>(toPath(id), { method: 'POST', body: { agree } })
