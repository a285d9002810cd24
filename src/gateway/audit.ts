import type { Context } from 'hono'
import { GatewayError, type Reason } from '../base/errors.ts'
import { visibleText } from '../base/json.ts'
import { callObject, USAGE } from '../base/objects.ts'
import { perIsolateCache } from '../base/per-isolate-cache.ts'
import type { Platform } from '../base/platform.ts'
import type { Settings } from '../base/settings.ts'
import {
  type AuditEntry,
  addEqual,
  addFailures,
  type FailedRequest,
  getEqual,
  getFailureKind,
  type RequestOutcome,
  timeMark,
} from '../base/usage.ts'
import { getActor } from './auth/access.ts'
import { describeRequest } from './failed-request.ts'
import { describeDevice } from './http/device.ts'
import type { AppEnv, RequestState } from './state.ts'

/** Entries within this time are sent to USAGE in one batch, in milliseconds. */
const BATCH_MS = 1_000
/** How late a batch may be before another request sends it, in milliseconds. */
const LATE_MS = 2_000
/** The backoff before each new call of USAGE, in milliseconds. */
const RETRIES_MS = [1_000, 4_000]
/** The same where the answer waits for it. */
const OWN_RETRIES_MS = [100, 400]
/** How many entries of each kind an isolate holds until USAGE accepts them. Further ones are counted as lost. */
const MOST_HELD = 1_000
/**
 * How many failures of one caller an isolate sends in a batch, so that none takes the room of the others. Of strangers
 * it sends fewer, and few entries, because they must not cause unlimited writes.
 */
const MOST_OF_CALLER = 200
const MOST_OF_NOBODY = 20

interface Held {
  entries: AuditEntry[]
  /** Entries that count equal requests, by what these have in common. */
  equal: Map<string, AuditEntry>
  /** By what equal ones have in common. */
  failures: Map<string, FailedRequest>
  lost: { entries: number; failures: number }
  /** Until when a batch that a request waits for is expected, in epoch milliseconds. */
  expectedUntil: number
}

const nothing = (): Omit<Held, 'expectedUntil'> => ({
  entries: [],
  equal: new Map(),
  failures: new Map(),
  lost: { entries: 0, failures: 0 },
})

const heldBy = perIsolateCache((): Held => ({ ...nothing(), expectedUntil: 0 }))

/**
 * Records a response for the audit log, and among the failed requests. It is sent to USAGE after the response, in one
 * batch with all responses of that second. No response waits or fails because of it. A successful read is not recorded,
 * and a change by the owner was recorded before (`recordOwnChange`).
 */
export function recordAnswer(c: Context<AppEnv>, status: number, reason: Reason | undefined): void {
  const state = c.get('state')
  const { settings, platform, upstream } = state
  const outcome = getOutcome(status, reason)
  const entry = toEntry(c, status, reason)
  if ((entry === undefined && outcome === 'ok') || !settings.env.USAGE || state.isRecorded) return
  if (wasRefusedBefore(state)) return
  const held = heldBy(settings)
  const now = platform.now()
  if (entry !== undefined) holdEntry(held, entry)
  if (outcome !== 'ok') {
    const recorded = toRecorded('req', state, status, reason)
    const same = { count: 1, first_at: recorded.at, request_ids: [state.id] }
    holdFailure(held, { ...recorded, ...describeRequest(c, status, reason), ...same })
  }
  if (now < held.expectedUntil) return
  held.expectedUntil = now + BATCH_MS + LATE_MS
  upstream.waitUntil?.(sendLater(settings, platform))
}

/**
 * Records a successful change by the owner, before it is answered. Throws 503 when USAGE does not accept it: the change
 * was made, and is recorded once USAGE accepts it, if this isolate lives that long.
 */
export async function recordOwnChange(c: Context<AppEnv>, status: number): Promise<void> {
  const entry = await recordNow(c, status)
  if (entry === undefined) return
  holdEntry(heldBy(c.get('state').settings), entry)
  throw new GatewayError(
    503,
    'the change was made, and stands, but the audit log cannot be reached: look at what there is before you repeat it',
    { headers: { 'Retry-After': '5' } },
  )
}

/** Records a sign-in before it is answered. Throws 503 when USAGE does not accept it: then nobody may be signed in. */
export async function recordSignIn(c: Context<AppEnv>): Promise<void> {
  if ((await recordNow(c, 200)) === undefined) return
  throw new GatewayError(503, 'the audit log cannot be reached, so nobody was signed in: try again in a few seconds', {
    headers: { 'Retry-After': '5' },
  })
}

/** Records what the owner did, tried three times. Returns the entry that USAGE does not accept. */
async function recordNow(c: Context<AppEnv>, status: number): Promise<AuditEntry | undefined> {
  const state = c.get('state')
  const { settings, platform } = state
  const entry = getActor(state).kind === 'admin' && !state.isRecorded ? toEntry(c, status, undefined) : undefined
  if (entry === undefined || !settings.env.USAGE) return undefined
  for (const wait of [...OWN_RETRIES_MS, undefined]) {
    try {
      await callObject(settings, USAGE, ({ audit }) => audit.record({ entries: [entry], failures: [], lost: NONE }))
      state.isRecorded = true
      return undefined
    } catch {
      if (wait !== undefined) await platform.sleep(wait)
    }
  }
  return entry
}

const NONE = { entries: 0, failures: 0 }

function toEntry(c: Context<AppEnv>, status: number, reason: Reason | undefined): AuditEntry | undefined {
  const state = c.get('state')
  const action = auditedAction(state, status)
  if (action === undefined) return undefined
  const isByOwner = state.isAdmin === true || state.isSignIn === true || action === SIGN_IN
  return {
    ...toRecorded('aud', state, status, reason),
    action,
    target: getTarget(state, action) ?? null,
    target_name: state.targetName ? visibleText(state.targetName) : null,
    details: state.details ?? [],
    device: isByOwner ? describeDevice(c) : null,
    count: 1,
  }
}

function toRecorded(prefix: 'aud' | 'req', state: RequestState, status: number, reason: Reason | undefined) {
  const at = state.platform.now()
  return {
    id: `${prefix}_${timeMark(at)}${state.platform.uuid().replaceAll('-', '').slice(0, 12)}`,
    at,
    request_id: state.id,
    actor: getActor(state),
    outcome: getOutcome(status, reason),
    status,
    reason: reason ?? null,
  }
}

/** How often an isolate records that it refused an origin, in milliseconds: a page asks before each of its calls. */
const SAME_ORIGIN_MS = 60_000
/** How many origins it remembers. */
const MOST_ORIGINS = 100

const refusedOrigins = perIsolateCache(() => new Map<string, number>())

/** Whether the refusal of this origin was recorded just now. */
function wasRefusedBefore({ settings, platform, failureParameters }: RequestState): boolean {
  const { origin } = failureParameters ?? {}
  if (origin === undefined) return false
  const refused = refusedOrigins(settings)
  const now = platform.now()
  if (Math.abs(now - (refused.get(origin) ?? -Infinity)) < SAME_ORIGIN_MS) return true
  if (refused.size >= MOST_ORIGINS) refused.clear()
  refused.set(origin, now)
  return false
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

/** A redirect, and the answer to a preflight, may be below 400 and say that nothing was done. */
function getOutcome(status: number, reason: Reason | undefined): RequestOutcome {
  if (status < 400) return reason === undefined ? 'ok' : 'refused'
  return status < 500 ? 'refused' : 'failed'
}

/** Holds an entry, or adds it to that of equal requests. */
function holdEntry({ entries, equal, lost }: Held, entry: AuditEntry): void {
  const common = getEqual(entry)
  const before = common === undefined ? undefined : equal.get(common)
  if (common !== undefined && before) equal.set(common, addEqual(before, entry))
  else if (!hasRoom(common === undefined ? entries : [...equal.values()], entry, MOST_HELD)) lost.entries += entry.count
  else if (common === undefined) entries.push(entry)
  else equal.set(common, entry)
}

function holdFailure({ failures, lost }: Held, failure: FailedRequest): void {
  const kind = getFailureKind(failure)
  const before = failures.get(kind)
  if (before) failures.set(kind, addFailures(before, failure))
  else if (hasRoom([...failures.values()], failure, MOST_OF_CALLER)) failures.set(kind, failure)
  else lost.failures += failure.count
}

function hasRoom(held: readonly Pick<AuditEntry, 'actor'>[], { actor }: Pick<AuditEntry, 'actor'>, most: number) {
  if (held.length >= MOST_HELD) return false
  const own = held.filter(({ actor: { kind, id } }) => kind === actor.kind && id === actor.id)
  return own.length < (actor.kind === 'nobody' ? MOST_OF_NOBODY : most)
}

async function sendLater(settings: Settings, platform: Platform): Promise<void> {
  await platform.sleep(BATCH_MS)
  for (const wait of [...RETRIES_MS, undefined]) {
    try {
      return await sendRecorded(settings)
    } catch {
      // The next entry of this isolate sends the batch again.
      if (wait === undefined) return
      await platform.sleep(wait)
    }
  }
}

/** Sends the entries of this isolate. When USAGE does not accept them, they stay in memory and the call rejects. */
export async function sendRecorded(settings: Settings): Promise<void> {
  const held = heldBy(settings)
  const { lost } = held
  const failures = [...held.failures.values()]
  const entries = [...held.entries, ...held.equal.values()]
  held.expectedUntil = 0
  if (entries.length + failures.length + lost.entries + lost.failures === 0) return
  Object.assign(held, nothing())
  try {
    if (settings.env.USAGE) await callObject(settings, USAGE, ({ audit }) => audit.record({ entries, failures, lost }))
  } catch (error) {
    held.lost.entries += lost.entries
    held.lost.failures += lost.failures
    for (const entry of entries) holdEntry(held, entry)
    for (const failure of failures) holdFailure(held, failure)
    throw error
  }
}
