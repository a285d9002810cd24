import { call } from './call.ts'
import type { Asking, Grant, Grants, Terms } from './grant-types.ts'
import { callSignedIn } from './session.ts'
import type { Limits } from './types.ts'

/** @param request the query with which the client opened the page */
export const fetchAsking = (request: string) => call<Asking>('/admin/grants/ask', { method: 'POST', body: { request } })

/** @returns where the browser goes next */
export const makeGrant = async (request: string, terms: Terms) =>
  (await callSignedIn<{ redirect_to: string }>('/admin/grants', { method: 'POST', body: { request, ...terms } }))
    .redirect_to

export const fetchGrants = () => callSignedIn<Grants>('/admin/grants')
export const changeGrant = async (id: string, body: { limits?: Limits | null; confirm?: boolean }) =>
  (await callSignedIn<{ grant: Grant }>(`/admin/grants/${id}`, { method: 'PATCH', body })).grant
export const revokeGrant = (id: string) => callSignedIn<void>(`/admin/grants/${id}`, { method: 'DELETE' })
