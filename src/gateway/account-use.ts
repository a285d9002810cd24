import { describeFailure, type FailureKind } from '../base/accounts.ts'
import type { Reason } from '../base/errors.ts'
import type { Account } from '../base/groups.ts'
import { perIsolateCache } from '../base/per-isolate-cache.ts'
import { stateObject } from '../upstream/accounts.ts'
import { secretsDigest } from '../upstream/credentials.ts'
import type { RequestState } from './state.ts'

/** How often an isolate repeats the same report of an account at most, in milliseconds. */
const REST_MS = 10_000

type UseResult = 'ok' | FailureKind

const lastReports = perIsolateCache(() => new Map<Account, { result: UseResult; at: number }>())

/**
 * Reports how an account did in a request, after the response: no request waits for it. A change is reported at once,
 * an unchanged state every ten seconds at most.
 */
export function reportUse(state: RequestState, status: number, reason: Reason | undefined): void {
  const { upstream, settings, platform } = state
  const { account } = upstream.used
  const result = classifyUse(status, reason)
  if (account === undefined || result === undefined || (upstream.budget.calls === 0 && result !== 'misconfigured'))
    return
  const reports = lastReports(settings)
  const last = reports.get(account)
  const now = platform.now()
  if (last?.result === result && now - last.at < REST_MS) return
  reports.set(account, { result, at: now })
  // What could not be reported is reported with the next use.
  const use = { at: now, status, reason: reason ?? 'unusable' }
  upstream.waitUntil?.(tell(state, account, result, use).catch(() => void reports.delete(account)))
}

async function tell(
  { id, upstream, settings, failureMessage }: RequestState,
  account: Account,
  result: UseResult,
  { at, status, reason }: { at: number; status: number; reason: Reason },
) {
  const credential = await secretsDigest(upstream.used.secrets ?? {})
  const failure = {
    status,
    message: failureMessage ?? `answered ${status}`,
    request_id: id,
    ...describeFailure(reason, status),
  }
  await stateObject(settings, account).noteUse({
    at,
    credential,
    failure: result === 'ok' ? undefined : { kind: result, ...failure },
  })
}

/** Failures that say nothing about the account, although their statuses could. */
const SILENT: ReadonlySet<Reason> = new Set<Reason>([
  ...(['account not connected', 'caller left', 'budget', 'foreign address'] as const),
  // The recorder account lacks one of several tokens, and the product has refused none.
  'refused key',
])

/** What a response says about its account. Undefined for one that says nothing, such as a refused input. */
export function classifyUse(status: number, reason: Reason | undefined): UseResult | undefined {
  if (status < 400) return 'ok'
  if (reason !== undefined && SILENT.has(reason)) return undefined
  if (status === 401) return 'rejected'
  if (status === 502 || status === 504) return 'unreachable'
  return reason === 'setting' ? 'misconfigured' : undefined
}
