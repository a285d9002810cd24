import type * as z from 'zod/mini'
import type { AccountRecord, FailureKind, Since, State } from '../base/accounts.ts'
import { GatewayError } from '../base/errors.ts'
import type { Account, Secrets } from '../base/groups.ts'
import { visibleText } from '../base/json.ts'
import { callObject } from '../base/objects.ts'
import type { Settings } from '../base/settings.ts'
import { DAY_MS } from '../base/time.ts'
import { stateObject } from '../upstream/accounts.ts'
import {
  type CredentialSource,
  noteStored,
  readCredentialSource,
  secretNames,
  secretsDigest,
} from '../upstream/credentials.ts'
import { type AccountConnector, getFields } from './accounts.ts'
import type { accountReport } from './outputs.ts'
import { findFailure, hintFor, isTested } from './status.ts'

/** A credential that expires within so many days should be reconnected. */
export const SOON_DAYS = 14

/** The last known state of an account. */
export type Report = z.output<ReturnType<typeof accountReport>>

/** Reads the stored state of an account. Does not call the product. */
export const readReport = async (settings: Settings, connector: AccountConnector, now: number): Promise<Report> =>
  toReport(connector, { settings, ...(await readKnown(settings, connector.account, now)) })

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
  const [current, record] = await Promise.all([
    readCredentialSource(settings, account).catch(asGatewayError),
    callObject(settings, stateObject(account), ({ records }) => records.read()),
  ])
  if (current instanceof GatewayError) {
    return { source: null, status: ['misconfigured', current.message] }
  }
  const { secrets, source } = current
  if (source === 'kept') await noteStored(settings, account)
  const missing = secretNames(account).filter((name) => !secrets[name])
  if (missing.length > 0) {
    return { source: null, status: ['not_connected', lacking(current, account, missing)] }
  }
  // A result for other secrets does not apply.
  const own = record?.credential === (await secretsDigest(secrets)) ? record : undefined
  return { source, record: own, status: toStatus(own, now), secrets }
}

/** The workspaces that the credential names, and those that the product returned at the last test. */
function findWorkspaces({ workspaces }: AccountConnector, secrets: Secrets, record: AccountRecord | undefined) {
  const own = workspaces ? readOrSkip(() => workspaces.read(secrets)) : undefined
  const known = new Map((record?.workspaces ?? []).map(({ id, name }) => [id, { id, name, open: false }]))
  for (const each of own?.workspaces ?? [])
    known.set(each.id, { ...each, name: each.name ?? known.get(each.id)?.name ?? null })
  const shown = [...known.values()].map(({ name, ...each }) => ({ ...each, name: name && visibleText(name) }))
  return { workspace: own?.workspace ?? record?.workspace ?? null, workspaces: shown }
}

/** Undefined for a credential that is not valid, which its state says. */
function readOrSkip<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof GatewayError) return undefined
    throw error
  }
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
  /** The secrets in use, if the account is connected. */
  secrets?: Secrets | undefined
}

/** The report of an account for its owner. */
export function toReport(
  connector: AccountConnector,
  { settings, source, record = { credential: '' }, status, secrets }: Known,
): Report {
  const { account, group } = connector
  const { connectedAt, lastOkAt, expiresAt, since } = record
  const failure = findFailure(record)
  const lastFailure = failure ?? record.lastFailure
  const workspaces = secrets
    ? findWorkspaces(connector, secrets, record)
    : { workspace: null, workspaces: [] as Report['workspaces'] }
  const [identity = null, previous = null] = [record.identity, record.previousIdentity].map((each) =>
    each ? visibleText(each) : null,
  )
  const [state, message] = status
  const hasOAuth = connector.oauth?.isReady(settings) ?? false
  return {
    account,
    group,
    state,
    source,
    identity,
    previous_identity: previous === identity ? null : previous,
    fields: getFields(connector),
    message,
    hint: hintFor(state, failure),
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
    can_click: hasOAuth,
    ...workspaces,
  }
}

/** When the failures began that the last one belongs to. */
const getFailingSince = (since: Since = {}, { kind, at }: NonNullable<AccountRecord['lastFailure']>): number =>
  (kind === 'misconfigured' ? undefined : since[kind]) ?? at

function lacking({ source, isOverruling }: CredentialSource, account: Account, missing: readonly string[]): string {
  if (isOverruling && source === null) {
    const names = secretNames(account)
    return `disconnected here; ${names.join(', ')} of the deployment ${names.length === 1 ? 'is' : 'are'} ignored until changed: remove for good with \`npx wrangler secret delete NAME\``
  }
  return `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set`
}

function toStatus(record: AccountRecord | undefined, now: number): AccountStatus {
  const { expiresAt = Infinity } = record ?? {}
  const failure = record && findFailure(record)
  if (failure) return [failure.kind satisfies FailureKind, failure.message]
  if (expiresAt <= now) return ['rejected', `the credential expired at ${iso(expiresAt)}`]
  if (!record || !isTested(record)) return ['untested', null]
  if (expiresAt - now <= SOON_DAYS * DAY_MS) return ['expires_soon', `the credential expires at ${iso(expiresAt)}`]
  return ['ok', null]
}

const iso = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString())
