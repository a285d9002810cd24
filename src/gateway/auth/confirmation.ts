import type { Context } from 'hono'
import { randomText } from '../../base/base64url.ts'
import { sha256Hex } from '../../base/digest.ts'
import { GatewayError } from '../../base/errors.ts'
import { visibleText } from '../../base/visible-text.ts'
import { decrypt, encrypt } from '../../upstream/store/encryption.ts'
import { sortedJson } from '../idempotency/record.ts'
import type { Operation } from '../operation-type.ts'
import type { AppEnv, RequestState } from '../state.ts'
import { askAccess } from './access-store.ts'

/**
 * The agreement of a person to one call of an operation with an `effect` (decisions.md section 13.4). A client asks its
 * user (surfaces/mcp/tools/ask-person.ts), or, for a key or grant with `confirm`, the owner decides on a page.
 */

/** How long a person has time to agree, in milliseconds. */
const CONFIRM_MS = 10 * 60_000

/** The page on which the owner decides. The id follows as a fragment. */
const CONFIRM_PATH = '/confirm'

/** What the page shows about a call. */
export interface ConfirmationDetails {
  operation: string
  /** The name of the key or client. */
  caller: string
  fields: { name: string; value: string }[]
}

/** Arguments that say how a call is sent, not what it does. */
const TECHNICAL: ReadonlySet<string> = new Set(['idempotency_key', 'confirm_duplicate', 'fields'])
const LONGEST_VALUE = 1000
const MOST_FIELDS = 40

/**
 * What a person reads about a call: what is known of its target, and its arguments. Never throws `GatewayError`, because
 * the person may know enough.
 *
 * @param args the validated input
 */
export async function describeCall(
  c: Context<AppEnv>,
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
): Promise<ConfirmationDetails['fields']> {
  const details = await operation.details?.(c, args).catch((error: unknown) => {
    if (error instanceof GatewayError) return {}
    throw error
  })
  return Object.entries({ ...details, ...args })
    .filter(([name, value]) => !TECHNICAL.has(name) && value !== undefined && value !== null && value !== '')
    .slice(0, MOST_FIELDS)
    .map(([name, value]) => ({
      name: visibleText(name),
      value: visibleText(typeof value === 'string' ? value : JSON.stringify(value), LONGEST_VALUE),
    }))
}

/** Identifies a call of a caller, so that an agreement is valid for no other one. */
export const getFingerprint = (...call: readonly unknown[]): Promise<string> => sha256Hex(sortedJson(call))

/** A new confirmation. Nobody can guess its id. */
export const newConfirmation = ({ platform }: RequestState, fingerprint: string, details = '') => ({
  ...{ id: randomText(32), fingerprint, details },
  expiresAt: platform.now() + CONFIRM_MS,
})

export const tooManyOpen = () =>
  new GatewayError(429, 'too many calls wait until a person agrees: try again in 10 minutes', {
    headers: { 'Retry-After': '600' },
  })

/**
 * For a caller with `confirm`: throws 403 with the address of the page until the owner has agreed to this call. Then the
 * same request passes once. With an Idempotency-Key it may be repeated, because that has no further effect.
 *
 * @param args the validated input
 */
export async function requireConfirmation(
  c: Context<AppEnv>,
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
): Promise<void> {
  const state = c.get('state')
  const { caller, settings } = state
  if (!caller || state.isConfirmed) return
  const key = c.req.header('Idempotency-Key')
  const claim = newConfirmation(state, await getFingerprint('call', caller.id, operation.id, args, key ?? null))
  const readDecision = () => askAccess(settings, (access) => access.claimConfirmation(claim, key !== undefined))
  let found = await readDecision()
  if (found.state === 'new') {
    const fields = await describeCall(c, operation, args)
    const details: ConfirmationDetails = { operation: operation.id, caller: caller.name, fields }
    claim.details = JSON.stringify(await encrypt(settings.env, toPlace(claim.id), JSON.stringify(details)))
    found = await readDecision()
  }
  if (found.state === 'agreed') return
  if (found.state === 'full') throw tooManyOpen()
  if (found.state === 'refused') throw unconfirmed('the owner of this gateway refused this call: nothing was done')
  const page = `${new URL(c.req.url).origin}${CONFIRM_PATH}#${found.id}`
  throw unconfirmed(
    `the owner of this gateway has to agree to this call within 10 minutes: nothing was done yet. Show the person this page, and send the same request again when they have agreed: ${page}`,
  )
}

const unconfirmed = (message: string) => new GatewayError(403, message, { reason: 'refused confirmation' })

/** The location of the details, which the encryption includes. */
const toPlace = (id: string) => `confirmations/${id}`

/** The details of a confirmation, as ACCESS stores them. */
export async function readDetails(
  { settings }: RequestState,
  id: string,
  stored: string,
): Promise<ConfirmationDetails> {
  const { text } = await decrypt(settings.env, toPlace(id), JSON.parse(stored))
  return JSON.parse(text) as ConfirmationDetails
}
