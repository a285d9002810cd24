import type * as z from 'zod/mini'
import type { AccountRecord, FailureKind, Since, State } from '../base/accounts.ts'
import { type ErrorCode, GatewayError } from '../base/errors.ts'
import { ACCOUNT_SECRETS, type Account } from '../base/groups.ts'
import { visibleText } from '../base/json.ts'
import type { Settings } from '../base/settings.ts'
import { DAY_MS } from '../base/time.ts'
import type { accountReport } from '../groups/admin/outputs.ts'
import { stateObject } from '../upstream/accounts.ts'
import { type CredentialSource, noteStored, readCredentialSource, secretsDigest } from '../upstream/credentials.ts'
import { type Connectable, getFields } from './accounts.ts'

/** A credential that expires within so many days should be reconnected. */
export const SOON_DAYS = 14

/** The last known state of an account. */
export type Report = z.output<ReturnType<typeof accountReport>>

/** Reads the stored state of an account. Does not call the product. */
export const readReport = async (settings: Settings, connectable: Connectable, now: number): Promise<Report> =>
  toReport(connectable, { settings, ...(await readKnown(settings, connectable.account, now)) })

/** How these accounts are that are connected and do not work now. Does not call a product. */
export async function readNotWorking(settings: Settings, accounts: readonly Account[], now: number) {
  const found = await Promise.all(
    accounts.map(async (account) => {
      const [state, message] = (await readKnown(settings, account, now)).status
      return state === 'rejected' || state === 'unreachable' || state === 'misconfigured'
        ? [{ account, state, message }]
        : []
    }),
  )
  return found.flat()
}

/** The stored state of an account, and the record behind it. */
export async function readKnown(settings: Settings, account: Account, now: number): Promise<Omit<Known, 'settings'>> {
  const [standing, record] = await Promise.all([
    readCredentialSource(settings, account).catch(asGatewayError),
    stateObject(settings, account).accountRecord(),
  ])
  if (standing instanceof GatewayError) {
    return { source: null, status: ['misconfigured', standing.message] }
  }
  const { secrets, source } = standing
  if (source === 'kept') await noteStored(settings, account)
  const missing = ACCOUNT_SECRETS[account].filter((name) => !secrets[name])
  if (missing.length > 0) {
    return { source: null, status: ['not_connected', lacking(standing, account, missing)] }
  }
  // A result for other secrets does not apply.
  const own = record?.credential === (await secretsDigest(secrets)) ? record : undefined
  return { source, record: own, status: toStatus(own, now) }
}

function asGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  throw error
}

type AccountStatus = readonly [State, message: string | null]

interface Known {
  settings: Settings
  source: CredentialSource['source']
  record?: AccountRecord | undefined
  status: AccountStatus
}

/** The report of an account for its owner. */
export function toReport(
  connectable: Connectable,
  { settings, source, record = { credential: '' }, status }: Known,
): Report {
  const { account, group } = connectable
  const { connectedAt, lastOkAt, lastFailure, expiresAt, since } = record
  const [identity = null, previous = null] = [record.identity, record.previousIdentity].map((each) =>
    each ? visibleText(each) : null,
  )
  const [state, message] = status
  const canClick = connectable.click?.isReady(settings) ?? false
  return {
    account,
    group,
    state,
    source,
    identity,
    previous_identity: previous === identity ? null : previous,
    fields: getFields(connectable),
    message,
    hint: getHint(state, lastFailure?.code),
    connected_at: iso(connectedAt),
    expires_at: iso(expiresAt),
    last_ok_at: iso(lastOkAt),
    last_error: lastFailure
      ? {
          at: new Date(lastFailure.at).toISOString(),
          since: new Date(getFailingSince(since, lastFailure)).toISOString(),
          status: lastFailure.status,
          message: lastFailure.message,
          code: lastFailure.code,
          service_status: lastFailure.service_status ?? null,
          request_id: lastFailure.request_id,
        }
      : null,
    can_click: canClick,
  }
}

/** When the failures began that the last one belongs to. */
const getFailingSince = (since: Since = {}, { kind, at }: NonNullable<AccountRecord['lastFailure']>): number =>
  (kind === 'misconfigured' ? undefined : since[kind]) ?? at

function lacking({ source, isOverruling }: CredentialSource, account: Account, missing: readonly string[]): string {
  if (isOverruling && source === null) {
    const names = ACCOUNT_SECRETS[account]
    return `disconnected here; ${names.join(', ')} of the deployment ${names.length === 1 ? 'is' : 'are'} ignored until changed: remove for good with \`npx wrangler secret delete NAME\``
  }
  return `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set`
}

function toStatus(record: AccountRecord | undefined, now: number): AccountStatus {
  const { lastOkAt, lastFailure, expiresAt = Infinity } = record ?? {}
  if (lastFailure && lastFailure.at >= (lastOkAt ?? 0))
    return [lastFailure.kind satisfies FailureKind, lastFailure.message]
  if (expiresAt <= now) return ['rejected', `the credential expired at ${iso(expiresAt)}`]
  if (lastOkAt === undefined) return ['untested', null]
  if (expiresAt - now <= SOON_DAYS * DAY_MS) return ['expires_soon', `the credential expires at ${iso(expiresAt)}`]
  return ['ok', null]
}

const HINTS: Readonly<Record<State, string | null>> = {
  ok: null,
  not_connected: 'connect it on the page of this gateway, or set its secrets',
  rejected: 'reconnect it on the page of this gateway',
  unreachable: 'its service cannot be used at the moment: try again later',
  misconfigured: 'correct what the message names, or reconnect it on the page of this gateway',
  expires_soon: 'reconnect it on the page of this gateway before it expires',
  untested: 'it was never tested: test it on the page of this gateway',
}

/** No other time and no other credential helps an app that its service has blocked. */
const getHint = (state: State, code: ErrorCode | undefined): string | null =>
  state === 'unreachable' && code === 'app_blocked'
    ? 'the owner of the app sees in the App Dashboard (developers.facebook.com/apps) why it is blocked and how to restore it'
    : HINTS[state]

const iso = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString())
