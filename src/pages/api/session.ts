import { ApiError, type Call, call } from './call.ts'

interface Session {
  expires_at: string
}

/** Whether somebody is signed in. Throws 401 when the session has expired, or nobody can sign in. */
export const isSignedIn = async () => (await call<{ signed_in: boolean }>('/admin/session')).signed_in
export const signIn = (adminKey: string) =>
  call<Session>('/admin/session', { method: 'POST', body: { admin_key: adminKey } })
export const signOut = () => call<void>('/admin/session', { method: 'DELETE' })

/** Shows the sign-in above the page, and resolves once someone has signed in. */
let askToSignIn: () => Promise<void> = () => Promise.reject(new ApiError(401, ''))

export function onSessionEnd(ask: () => Promise<void>): void {
  askToSignIn = ask
}

/**
 * A call that needs the session. If the session has expired, the person signs in and the call is sent again. That is
 * safe, because a 401 comes before anything is done.
 */
export async function callSignedIn<Answer>(path: string, init?: Call): Promise<Answer> {
  try {
    return await call<Answer>(path, init)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    await askToSignIn()
    return call<Answer>(path, init)
  }
}
