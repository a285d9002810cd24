import type { Context } from 'hono'
import { randomText, sha256Hex, sortedJson } from '../../base/crypto.ts'
import { GatewayError } from '../../base/errors.ts'
import { type Account, isFirst, productOf } from '../../base/groups.ts'
import { visibleText } from '../../base/json.ts'
import { ACCESS, callObject } from '../../base/objects.ts'
import { decrypt, encrypt } from '../../upstream/store.ts'
import type { Operation } from '../operation-type.ts'
import type { AppEnv, RequestState } from '../state.ts'
import { accountsOf, describeAccount } from './accounts.ts'
import type { Caller } from './caller.ts'

/**
 * The agreement of a person to one call of an operation with an `effect`. A client asks its user (mcp/confirm.ts), or,
 * for a key or grant with `confirm`, the owner decides on a page.
 */

/** How long a person has time to agree, in milliseconds. */
const CONFIRM_MS = 10 * 60_000

/** The page on which the owner decides. The id follows as a fragment. */
const CONFIRM_PATH = '/confirm'

/** What a person reads about a call. */
export interface CallDescription {
  fields: {
    name: string
    value: string
    /** How many more characters the value has. Absent when it is whole. */
    more_characters?: number
  }[]
  /** How many more fields the call has. Absent when all are there. */
  more_fields?: number
}

/** What the page shows about a call. */
export interface ConfirmationDetails extends CallDescription {
  operation: string
  /** The name of the key or client. */
  caller: string
}

/** Arguments that say how a call is sent, not what it does. */
const TECHNICAL: ReadonlySet<string> = new Set(['idempotency_key', 'confirm_duplicate', 'fields'])

/** The most text that a person is shown, in characters, because it is stored: longer than any message, post or bill. */
const MOST_SHOWN = 20_000
const MOST_OF_ACCOUNT = 200

/**
 * What a person reads about a call: the account, if the caller brought it, what is known of its target, and its arguments.
 * Never throws `GatewayError`, because
 * the person may know enough.
 *
 * @param args the validated input
 */
export async function describeCall(
  c: Context<AppEnv>,
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
): Promise<CallDescription> {
  const account = (await operation.account?.(c)) ?? (await nameAccounts(c, operation))
  const details = await operation.details?.(c, args).catch((error: unknown) => {
    if (error instanceof GatewayError) return {}
    throw error
  })
  const given = Object.entries({ ...details, ...args })
    .filter(([name, value]) => !TECHNICAL.has(name) && (value ?? args[name]) !== undefined)
    .map(([name, value]) => ({
      name: visibleText(name),
      value: visibleLines(typeof value === 'string' ? value : JSON.stringify(value)),
    }))
  // The shortest first, so that a long text hides no amount and no address.
  const shown = new Map<unknown, CallDescription['fields'][number]>()
  let left = MOST_SHOWN
  for (const field of [...given].sort((one, other) => one.value.length - other.value.length)) {
    if (left <= 0) break
    const { name } = field
    const value = field.value.slice(0, left)
    const more_characters = field.value.length - value.length
    left -= name.length + value.length
    shown.set(field, more_characters > 0 ? { name, value, more_characters } : { name, value })
  }
  const more_fields = given.length - shown.size
  const fields = given.flatMap((field) => shown.get(field) ?? [])
  // The first, whatever the input has: no field of an open body comes before it.
  if (account !== undefined) fields.unshift({ name: 'account', value: visibleText(account, MOST_OF_ACCOUNT) })
  return { fields, ...(more_fields > 0 && { more_fields }) }
}

/** The connected accounts that a call may use. None where the caller brought one. Throws 409 where it has to say which. */
export const findAccounts = async (c: Context<AppEnv>, operation: Operation): Promise<Account[]> =>
  (await operation.account?.(c)) === undefined ? accountsOf(operation, c.get('state').upstream) : []

/** The accounts of a call with whose they are. Undefined where each is the first of its product and nothing names it. */
async function nameAccounts(c: Context<AppEnv>, operation: Operation): Promise<string | undefined> {
  const { settings, upstream } = c.get('state')
  const named = accountsOf(operation, upstream).filter(
    (account) => !isFirst(account) || upstream.isNamed(productOf(account)),
  )
  const texts = await Promise.all(named.map((account) => describeAccount(settings, account)))
  return texts.length > 0 ? texts.join(', ') : undefined
}

/** A text of several lines, each without invisible characters. */
const visibleLines = (text: string) =>
  text
    .split('\n')
    .map((line) => visibleText(line, Infinity))
    .join('\n')

/** Identifies a call of a caller, so that an agreement is valid for no other one. */
export const getFingerprint = (...call: readonly unknown[]): Promise<string> => sha256Hex(sortedJson(call))

/** A new confirmation. Nobody can guess its id. */
export const newConfirmation = (
  { platform }: RequestState,
  { id: caller }: Caller,
  fingerprint: string,
  details = '',
) => ({
  id: randomText(32),
  caller,
  fingerprint,
  details,
  expiresAt: platform.now() + CONFIRM_MS,
})

/**
 * For a caller with `confirm`: throws 403 with the address of the page until the owner has agreed to this call. Then the
 * same request passes once. With an Idempotency-Key that the operation keeps it may be repeated, because that has no
 * further effect.
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
  if (!caller) return
  // Those that the operation declares: the account, and the Idempotency-Key.
  const headers = c.req.valid('header' as never) as Readonly<Record<string, unknown>> | undefined
  const isRepeatable = headers?.['Idempotency-Key'] !== undefined
  const accounts = await findAccounts(c, operation)
  const fingerprint = await getFingerprint('call', caller.id, operation.id, args, headers ?? {}, accounts)
  const claim = newConfirmation(state, caller, fingerprint)
  const readDecision = () => callObject(settings, ACCESS, (access) => access.confirmations.claim(claim, isRepeatable))
  let found = await readDecision()
  if (found.state === 'new') {
    const details: ConfirmationDetails = {
      operation: operation.id,
      caller: caller.name,
      ...(await describeCall(c, operation, args)),
    }
    claim.details = JSON.stringify(await encrypt(settings, toPlace(claim.id), JSON.stringify(details)))
    found = await readDecision()
  }
  if (found.state === 'agreed') return
  if (found.state === 'refused') throw unconfirmed('the owner of this gateway refused this call: nothing was done')
  const page = `${new URL(c.req.url).origin}${CONFIRM_PATH}#${found.id}`
  const advice = operation.confirmAdvice ? `${operation.confirmAdvice} ` : ''
  throw unconfirmed(
    `the owner of this gateway has to agree to this call within 10 minutes: nothing was done yet. ${advice}Show the person this page, and send the same request again when they have agreed: ${page}`,
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
  return JSON.parse(await decrypt(settings, toPlace(id), JSON.parse(stored))) as ConfirmationDetails
}
