import { ACCOUNTS_SOURCE } from '../../accounts/events.ts'
import type { Account } from '../../base/connected-accounts.ts'
import { GatewayError, publicError } from '../../base/errors.ts'
import type { EventType } from '../../base/event-types.ts'
import type { SourceReport } from '../../base/events.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { classifyUse } from '../../gateway/account-use.ts'
import { logUnhandledError } from '../../gateway/http/unhandled-error.ts'
import { stateObject } from '../../upstream/credentials/account-state.ts'
import { clearCredentialCache, secretsDigest } from '../../upstream/credentials/credentials.ts'
import { UpstreamContext } from '../../upstream/http/upstream-context.ts'
import type { EventSource } from '../../upstream/polling/event-source.ts'
import { dueAt, isDue, pollWait } from './backoff.ts'
import type { EventIntake } from './event-intake.ts'
import type { FeedInterest } from './feed-interest.ts'
import { cursorIn, type SourceRecord, type SourceState } from './source-state.ts'
import { isoOrNull, type SubscriptionRepository } from './subscription-repository.ts'
import type { TaskGroup } from './task-group.ts'

/** The shortest time between two polls of a source, however often somebody wants one, in milliseconds. */
const JUST_POLLED_MS = 2000

/** So much of what was pushed is handed to one poll. */
const MOST_PUSHED = 100

/** The wait between two polls where EVENTS_POLL_SECONDS is no number, in milliseconds. */
const UNKNOWN_WAIT_MS = 120_000

interface Dependencies {
  storage: DurableObjectStorage
  settings: Settings
  platform: Platform
  records: SourceState
  sources: () => readonly EventSource[]
  subscriptions: SubscriptionRepository
  readers: FeedInterest
  intake: EventIntake
}

/** Asks the sources that are watched, each as a task of its own. */
export class Polling {
  readonly #deps: Dependencies
  readonly #underWay = new Set<string>()
  /** Sources that somebody wants asked again once the poll under way has ended: it may have read what was before. */
  readonly #wantedAgain = new Set<string>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Begins with sources that came to be watched, and forgets those that nobody watches any more. */
  reconcile(): void {
    const { records, platform } = this.#deps
    const watched = new Set(this.#watched(platform.now()).map(({ name }) => name))
    for (const { name } of records.all) if (!watched.delete(name)) records.end(name)
    for (const name of watched) records.begin(name)
  }

  get isUnderWay(): boolean {
    return this.#underWay.size > 0
  }

  /** When a source is due next, epoch milliseconds; one that is being asked is not. */
  nextAt(now: number): number | undefined {
    const waiting = this.#deps.records.all.filter(({ name }) => !this.#underWay.has(name))
    return waiting.length === 0 ? undefined : Math.min(...waiting.map((record) => dueAt(record, now)))
  }

  /** Starts what is due; tells whether there was anything. */
  start(run: TaskGroup, ended: () => void): boolean {
    const { records, platform } = this.#deps
    const now = platform.now()
    const due = this.#watched(now).flatMap((source) => {
      const record = this.#underWay.has(source.name) ? undefined : records.find(source.name)
      return record && isDue(record, now) ? [{ source, record }] : []
    })
    for (const { source, record } of due) {
      this.#underWay.add(source.name)
      const end = () => {
        this.#underWay.delete(source.name)
        if (this.#wantedAgain.delete(source.name)) this.#hasten(source.name)
        ended()
      }
      run.start(this.#poll(run, source, record).finally(end))
    }
    return due.length > 0
  }

  /** The credentials of the account that this isolate has cached may be a minute old. */
  accountChanged(account: Account): void {
    clearCredentialCache(this.#deps.settings, account)
    this.pollNow()
  }

  /** Makes all sources due: one that was asked just now a moment later, and one that is being asked after that. */
  pollNow(): void {
    const { records, platform } = this.#deps
    const now = platform.now()
    for (const record of records.all) {
      const { name, polled_at } = record
      if (this.#underWay.has(name)) this.#wantedAgain.add(name)
      const isRecent = polled_at !== null && Math.abs(now - polled_at) < JUST_POLLED_MS
      const next_at = isRecent ? Math.max(polled_at + JUST_POLLED_MS, now) : now
      records.put({ ...record, next_at, wait_ms: next_at - now })
    }
  }

  /** A product pushed something: where its source is watched, it is asked soon. */
  push(name: string, pushed: readonly string[]): void {
    const { storage, records, platform } = this.#deps
    const record = records.find(name)
    if (!record) return
    const now = platform.now()
    storage.transactionSync(() => {
      records.push(name, pushed, now)
      if (this.#underWay.has(name)) this.#wantedAgain.add(name)
      const { polled_at } = record
      const isRecent = polled_at !== null && Math.abs(now - polled_at) < JUST_POLLED_MS
      const next_at = isRecent ? polled_at + JUST_POLLED_MS : now
      // One that failed keeps its wait.
      if (record.failures === 0 && record.next_at > next_at) records.put({ ...record, next_at, wait_ms: next_at - now })
    })
  }

  /** Forgets marks that a source needs no more. */
  pruneExpired(now: number): void {
    const { sources, records } = this.#deps
    for (const { name, keepMarksMs } of sources()) if (keepMarksMs) records.deleteSeenKeys(name, now - keepMarksMs)
  }

  reports(): SourceReport[] {
    const { sources, records, platform } = this.#deps
    const watched = new Set(this.#watched(platform.now()))
    return sources().map((source) => {
      const { name, types } = source
      const { polled_at = null, next_at = null, failures = 0, last_error = null } = records.find(name) ?? {}
      const times = { polled_at: isoOrNull(polled_at), next_poll_at: isoOrNull(next_at) }
      return { name, types, is_watched: watched.has(source), ...times, failures, last_error }
    })
  }

  /** Has a source asked again soon, whatever came of the poll that has ended. */
  #hasten(name: string): void {
    const { records, platform } = this.#deps
    const record = records.find(name)
    if (!record) return
    const soon = platform.now() + JUST_POLLED_MS
    if (record.next_at > soon) records.put({ ...record, next_at: soon, wait_ms: JUST_POLLED_MS })
  }

  /** The types that a subscription or a reader of the feed waits for. */
  #wanted(now: number): Set<EventType> {
    const wanted = this.#deps.subscriptions.wanted(now)
    for (const type of this.#deps.readers.wanted(now)) wanted.add(type)
    return wanted
  }

  #watched(now: number): EventSource[] {
    const wanted = this.#wanted(now)
    return this.#deps.sources().filter(({ types }) => types.some((type) => wanted.has(type)))
  }

  async #poll(run: TaskGroup, source: EventSource, record: SourceRecord): Promise<void> {
    const { storage, settings, platform, records, intake } = this.#deps
    const { name } = source
    const upstream = new UpstreamContext(settings, platform, run.upstream)
    try {
      if (!(await source.isConnected(upstream))) throw new GatewayError(401, 'the account is not connected')
      const known = (keys: readonly string[]) => records.marks(name, keys)
      const pushed = records.pushed(name, MOST_PUSHED)
      const types = new Set(source.types.filter((type) => this.#wanted(platform.now()).has(type)))
      const asked = { upstream, cursor: cursorIn(record), known, wanted: types, pushed: [...pushed.keys()] }
      const found = await source.poll(asked)
      const cursor = JSON.stringify(found.cursor)
      // Nothing is asked at once again that did not come any further.
      const isMore = found.isMore && cursor !== record.cursor
      storage.transactionSync(() => {
        // Meanwhile it may have been forgotten, and begun anew.
        if (records.find(name)?.cursor !== record.cursor) return
        const [now, wait] = [platform.now(), isMore ? 0 : this.#wait(source)]
        intake.store(found.events)
        if (found.isAnew) records.deleteSeenKeys(name, Number.MAX_SAFE_INTEGER)
        records.mark(name, found.marks, now)
        const handled = new Set(found.handled ?? pushed.keys())
        records.handled(name, new Map([...pushed].filter(([what]) => handled.has(what))))
        const isPushed = records.pushed(name, 1).size > 0
        const next_at = isMore ? now : isPushed ? now + JUST_POLLED_MS : this.#inStep(now, wait)
        records.put({ ...record, cursor, polled_at: now, next_at, wait_ms: wait, failures: 0, last_error: null })
      })
    } catch (error) {
      this.#noteFailure(source, record, error)
      await this.#reportRejected(upstream, error)
    } finally {
      upstream.close()
    }
  }

  #noteFailure(source: EventSource, { cursor, failures }: SourceRecord, error: unknown): void {
    const { platform, records } = this.#deps
    const record = records.find(source.name)
    if (record?.cursor !== cursor) return
    const { status, message, reason, headers } = publicError(error)
    console.log(JSON.stringify({ poll: source.name, status, reason }))
    if (!(error instanceof GatewayError)) logUnhandledError(platform.uuid(), error)
    const usual = this.#usualWait(source)
    const wait = pollWait(usual, failures + 1, status === 401, Number(headers['Retry-After']) || 0)
    const next_at = platform.now() + wait
    records.put({ ...record, next_at, wait_ms: wait, failures: failures + 1, last_error: message })
  }

  /** A product that refuses the account of a source says so of the account: `account.rejected` does not wait for a test. */
  async #reportRejected({ used: { account, secrets = {} } }: UpstreamContext, error: unknown): Promise<void> {
    const { settings, platform } = this.#deps
    const { status, message, reason } = publicError(error)
    if (account === undefined || classifyUse(status, reason) !== 'rejected') return
    const failure = { kind: 'rejected' as const, status, message, request_id: platform.uuid() }
    const credential = await secretsDigest(secrets)
    const use = { at: platform.now(), credential, failure }
    // What cannot be reported now is found by the next test.
    await stateObject(settings, account)
      .noteUse(use)
      .then(() => this.#hasten(ACCOUNTS_SOURCE))
      .catch(() => {})
  }

  #wait({ atLeastMs = 0 }: EventSource): number {
    return Math.max(this.#deps.settings.eventsPollMs, atLeastMs)
  }

  /** That of a source, whatever is wrong with the setting. */
  #usualWait(source: EventSource): number {
    try {
      return this.#wait(source)
    } catch {
      return UNKNOWN_WAIT_MS
    }
  }

  /** Joins a source that is polled as often, so that one alarm does for both. */
  #inStep(now: number, wait: number): number {
    const others = this.#deps.records.all.filter(({ wait_ms, failures, next_at }) => {
      return wait_ms === wait && failures === 0 && next_at > now + wait / 4 && next_at < now + wait
    })
    return others.length === 0 ? now + wait : Math.min(...others.map(({ next_at }) => next_at))
  }
}
