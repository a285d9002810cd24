import { OPERATIONS } from '../generated/operations.ts'
import { ApiError, send } from './call.ts'
import type { Answer, Given, OperationId } from './types.ts'

/** Whether somebody is signed in. Throws 401 when the session has expired, or nobody can sign in. */
export const isSignedIn = async () => (await send('admin_get_session')).signed_in

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
async function callPatiently<Id extends OperationId>(id: Id, ...given: Given<Id>): Promise<Answer<Id>> {
  if (OPERATIONS[id].startsWith('GET ') || given[1]?.isImpatient) return send(id, ...given)
  for (let waits = 0; ; waits++) {
    try {
      return await send(id, ...given)
    } catch (error) {
      const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfter : null
      if (seconds === null || waits === MOST_WAITS) throw error
      await wait(seconds * 1000, given[1]?.signal)
    }
  }
}

/** Ends early when the call is given up, which then fails as one that was not sent. */
const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Has the owner confirm that it is them. Rejects when the person does not. */
export const confirmOwner = (): Promise<void> => askForProof()

/**
 * A call that needs the session. If the session has expired, or needs a proof, the person signs in or proves it, and
 * the call is sent again. That is safe, because these refusals come before anything is done.
 */
export async function call<Id extends OperationId>(id: Id, ...given: Given<Id>): Promise<Answer<Id>> {
  try {
    return await callPatiently(id, ...given)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) await askToSignIn()
    else if (error.code !== 'proof_required') throw error
    else {
      await askForProof().catch(() => {
        throw error
      })
    }
    return callPatiently(id, ...given)
  }
}
