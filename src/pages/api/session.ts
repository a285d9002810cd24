import { ApiError, type Call, call } from './call.ts'

interface Session {
  expires_at: string
}

/** Whether somebody is signed in. Throws 401 when the session has expired, or nobody can sign in. */
export const isSignedIn = async () => (await call<{ signed_in: boolean }>('/admin/session')).signed_in
export const signIn = (adminKey: string, trust: boolean) =>
  call<Session>('/admin/session', { method: 'POST', body: { admin_key: adminKey, trust } })
export const signOut = () => call<void>('/admin/session', { method: 'DELETE' })

/** Shows the sign-in above the page, and resolves once someone has signed in. */
let askToSignIn: () => Promise<void> = () => Promise.reject(new ApiError(401, ''))

/** Asks for a proof above the page. Rejects when the person does not give one. */
let askForProof: () => Promise<void> = () => Promise.reject()

export function onSessionEnd(ask: () => Promise<void>): void {
  askToSignIn = ask
}

export function onProofNeeded(ask: () => Promise<void>): void {
  askForProof = ask
}

/**
 * A call that needs the session. If the session has expired, or needs a proof, the person signs in or proves it, and
 * the call is sent again. That is safe, because these refusals come before anything is done.
 */
export async function callSignedIn<Answer>(path: string, init?: Call): Promise<Answer> {
  try {
    return await call<Answer>(path, init)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) await askToSignIn()
    else if (error.code !== 'proof_required') throw error
    else {
      await askForProof().catch(() => {
        throw error
      })
    }
    return call<Answer>(path, init)
  }
}
