import { type AuditEntry, type FailedRequest, type RequestOutcome, timeMark } from '../../base/audit.ts'
import type { Reason } from '../../base/errors.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import { type Platform, sleep } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { getActor } from '../auth/actor.ts'
import type { RequestState } from '../state.ts'
import { USAGE_NAME } from './usage.ts'

/** Entries within this time are sent to USAGE in one batch, in milliseconds. */
const BATCH_MS = 1_000
/** How late a batch may be before another request sends it, in milliseconds. */
const LATE_MS = 2_000
/** The backoff before each new call of USAGE, in milliseconds. */
const RETRIES_MS = [1_000, 4_000]
/** How many entries of each kind an isolate holds until USAGE accepts them. Further ones are counted as lost. */
const MOST_HELD = 1_000
/** How much of a batch may come from unauthenticated requests, because strangers must not cause unlimited writes. */
const MOST_OF_NOBODY = 20

interface Held {
  entries: AuditEntry[]
  failures: FailedRequest[]
  lost: { entries: number; failures: number }
  /** Unauthenticated entries since the last batch. */
  nobody: { entries: number; failures: number }
  /** Until when a batch that a request waits for is expected, in epoch milliseconds. */
  expectedUntil: number
}

const heldBy = perIsolateCache(
  (): Held => ({
    ...{ entries: [], failures: [], expectedUntil: 0 },
    ...{ lost: { entries: 0, failures: 0 }, nobody: { entries: 0, failures: 0 } },
  }),
)

/**
 * Records a response for the audit log, and among the failed requests (decisions.md section 11.10). It is sent to USAGE
 * after the response, in one batch with all responses of that second. No response waits or fails because of it. A
 * successful read is not recorded.
 */
export function recordAnswer(state: RequestState, status: number, reason: Reason | undefined): void {
  const { settings, platform, upstream } = state
  const action = auditedAction(state, status)
  if ((action === undefined && status < 400) || !settings.env.USAGE) return
  const held = heldBy(settings)
  const now = platform.now()
  const mark = timeMark(now) + platform.uuid().replaceAll('-', '').slice(0, 12)
  const common = {
    ...{ at: now, actor: getActor(state), outcome: getOutcome(status), status, reason: reason ?? null },
    request_id: state.id,
  }
  if (action !== undefined)
    hold(held, 'entries', { id: `aud_${mark}`, ...common, action, target: getTarget(state, action) ?? null })
  if (status >= 400) {
    const { id: operation = null, group = null } = state.operation ?? {}
    const upstream_ms = Math.round(upstream.budget.waitedMs)
    hold(held, 'failures', { id: `req_${mark}`, ...common, group, operation, upstream_ms })
  }
  if (now < held.expectedUntil) return
  held.expectedUntil = now + BATCH_MS + LATE_MS
  upstream.waitUntil?.(sendLater(settings, platform))
}

/** The action of a response in the audit log. Undefined for one that is not recorded. */
function auditedAction({ action, operation, isSignIn, isAdmin }: RequestState, status: number): string | undefined {
  if (action !== undefined) return action
  // A wrong ADMIN_KEY, whatever the request was for.
  if (isSignIn && !isAdmin && (status === 401 || status === 429)) return SIGN_IN
  return operation && (!operation.reads || operation.isAudited) ? operation.id : undefined
}

const SIGN_IN = 'admin_sign_in'

const getTarget = ({ target, operation }: RequestState, action: string): string | undefined =>
  target ?? (action === SIGN_IN ? 'session' : operation?.target)

export const getOutcome = (status: number): RequestOutcome =>
  status < 400 ? 'ok' : status < 500 ? 'refused' : 'failed'

function hold<Kind extends 'entries' | 'failures'>(held: Held, kind: Kind, entry: Held[Kind][number]): void {
  const list: Held[Kind][number][] = held[kind]
  const isNobody = entry.actor.kind === 'nobody'
  if (list.length >= MOST_HELD || (isNobody && held.nobody[kind] >= MOST_OF_NOBODY)) {
    held.lost[kind] += 1
    return
  }
  if (isNobody) held.nobody[kind] += 1
  list.push(entry)
}

async function sendLater(settings: Settings, platform: Platform): Promise<void> {
  await sleep(platform, BATCH_MS)
  for (const wait of [...RETRIES_MS, undefined]) {
    try {
      return await sendRecorded(settings)
    } catch {
      // The next entry of this isolate sends the batch again.
      if (wait === undefined) return
      await sleep(platform, wait)
    }
  }
}

/** Sends the entries of this isolate. When USAGE does not accept them, they stay in memory and the call rejects. */
export async function sendRecorded(settings: Settings): Promise<void> {
  const held = heldBy(settings)
  const { entries, failures, lost } = held
  held.expectedUntil = 0
  if (entries.length + failures.length + lost.entries + lost.failures === 0) return
  Object.assign(held, {
    ...{ entries: [], failures: [] },
    ...{ lost: { entries: 0, failures: 0 }, nobody: { entries: 0, failures: 0 } },
  })
  try {
    await settings.env.USAGE?.getByName(USAGE_NAME).record({ entries, failures, lost })
  } catch (error) {
    const again = <Entry>(unsent: readonly Entry[], since: readonly Entry[]) =>
      [...unsent, ...since].slice(0, MOST_HELD)
    const surplus = (unsent: readonly unknown[], since: readonly unknown[]) =>
      Math.max(0, unsent.length + since.length - MOST_HELD)
    held.lost.entries += lost.entries + surplus(entries, held.entries)
    held.lost.failures += lost.failures + surplus(failures, held.failures)
    held.entries = again(entries, held.entries)
    held.failures = again(failures, held.failures)
    throw error
  }
}
