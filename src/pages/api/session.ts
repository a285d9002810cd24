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

/** How often a call waits because the session made too many changes. */
const MOST_WAITS = 3

/** A change waits while the session has made too many within a minute. */
async function callPatiently<Answer>(path: string, init?: Call): Promise<Answer> {
  if ((init?.method ?? 'GET') === 'GET' || init?.isImpatient) return call<Answer>(path, init)
  for (let waits = 0; ; waits++) {
    try {
      return await call<Answer>(path, init)
    } catch (error) {
      const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfter : null
      if (seconds === null || waits === MOST_WAITS) throw error
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    }
  }
}

/** Has the owner confirm that it is them. Rejects when the person does not. */
export const confirmOwner = (): Promise<void> => askForProof()

/**
 * A call that needs the session. If the session has expired, or needs a proof, the person signs in or proves it, and
 * the call is sent again. That is safe, because these refusals come before anything is done.
 */
export async function callSignedIn<Answer>(path: string, init?: Call): Promise<Answer> {
  try {
    return await callPatiently<Answer>(path, init)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) await askToSignIn()
    else if (error.code !== 'proof_required') throw error
    else {
      await askForProof().catch(() => {
        throw error
      })
    }
    return callPatiently<Answer>(path, init)
  }
}
