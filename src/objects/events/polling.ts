import { describeFailure } from '../../base/accounts.ts'
import { GatewayError, publicError } from '../../base/errors.ts'
import { ACCOUNTS_SOURCE, type EventInput, type EventType, type FoundEvent } from '../../base/events.ts'
import { type Account, isFirst } from '../../base/groups.ts'
import { callObject } from '../../base/objects.ts'
import { isoOrNull } from '../../base/time.ts'
import { logUnhandledError } from '../../gateway/http/log.ts'
import { classifyUse } from '../../gateway/usage.ts'
import type { SourceReport } from '../../groups/admin/outputs.ts'
import { stateObject } from '../../upstream/accounts.ts'
import { UpstreamContext } from '../../upstream/context.ts'
import { dropCachedCredentials, secretsDigest } from '../../upstream/credentials.ts'
import type { EventSource } from '../../upstream/polling.ts'
import { dueAt, isDue, pollWait } from './schedule.ts'
import { cursorIn, type SourceRecord } from './source-state.ts'
import type { Store } from './store.ts'
import type { TaskGroup } from './task-group.ts'

/** The shortest time between two polls of a source, however often polls are requested, in milliseconds. */
const JUST_POLLED_MS = 2000

/** How many pushes one poll gets. */
const MOST_PUSHED = 100

/** The wait between two polls when EVENTS_POLL_SECONDS is invalid, in milliseconds. */
const UNKNOWN_WAIT_MS = 120_000

/** Polls the watched sources, each as a separate task. */
export class Polling {
  readonly #store: Store
  readonly #underWay = new Set<string>()
  /** Sources to poll again once the running poll has ended, because that may have read older data. */
  readonly #requested = new Set<string>()

  constructor(store: Store) {
    this.#store = store
  }

  /** Starts newly watched sources, and removes those that nobody watches any more. */
  reconcile(): void {
    const { polled, platform } = this.#store
    const watched = new Set(this.#watched(platform.now()).map(({ name }) => name))
    for (const { name } of polled.all) if (!watched.delete(name)) polled.end(name)
    for (const name of watched) polled.begin(name)
  }

  get isUnderWay(): boolean {
    return this.#underWay.size > 0
  }

  /** When a source is due next, in epoch milliseconds. A running poll is not due. */
  nextAt(now: number): number | undefined {
    const waiting = this.#store.polled.all.filter(({ name }) => !this.#underWay.has(name))
    return waiting.length === 0 ? undefined : Math.min(...waiting.map((record) => dueAt(record, now)))
  }

  /** Starts what is due. Returns whether there was anything. */
  start(run: TaskGroup, ended: () => void): boolean {
    const { polled, platform } = this.#store
    const now = platform.now()
    const due = this.#watched(now).flatMap((source) => {
      const record = this.#underWay.has(source.name) ? undefined : polled.find(source.name)
      return record && isDue(record, now) ? [{ source, record }] : []
    })
    for (const { source, record } of due) {
      this.#underWay.add(source.name)
      const end = () => {
        this.#underWay.delete(source.name)
        if (this.#requested.delete(source.name)) this.#hasten(source.name)
        ended()
      }
      run.start(this.#poll(run, source, record).finally(end))
    }
    return due.length > 0
  }

  /** This isolate's cached credentials of the account may be a minute old. */
  accountChanged(account: Account): void {
    dropCachedCredentials(this.#store.settings, account)
    this.pollNow()
  }

  /** Makes all sources due: one that was just polled a moment later, and one that is being polled after that. */
  pollNow(): void {
    const { polled, platform } = this.#store
    const now = platform.now()
    for (const record of polled.all) {
      const { name, polled_at } = record
      if (this.#underWay.has(name)) this.#requested.add(name)
      const isRecent = polled_at !== null && Math.abs(now - polled_at) < JUST_POLLED_MS
      const next_at = isRecent ? Math.max(polled_at + JUST_POLLED_MS, now) : now
      polled.put({ ...record, next_at, wait_ms: next_at - now })
    }
  }

  /** Stores what a product pushed. If its source is watched, it is polled soon. */
  push(name: string, pushed: readonly string[]): void {
    const { storage, polled, platform } = this.#store
    const record = polled.find(name)
    if (!record) return
    const now = platform.now()
    storage.transactionSync(() => {
      polled.push(name, pushed, now)
      if (this.#underWay.has(name)) this.#requested.add(name)
      const { polled_at } = record
      const isRecent = polled_at !== null && Math.abs(now - polled_at) < JUST_POLLED_MS
      const next_at = isRecent ? polled_at + JUST_POLLED_MS : now
      // A failed source keeps its wait.
      if (record.failures === 0 && record.next_at > next_at) polled.put({ ...record, next_at, wait_ms: next_at - now })
    })
  }

  reports(): SourceReport[] {
    const { sources, polled, platform } = this.#store
    const watched = new Set(this.#watched(platform.now()).map(({ name }) => name))
    return sources().map((source) => {
      const { name, types } = source
      const { polled_at = null, next_at = null, failures = 0, last_error = null } = polled.find(name) ?? {}
      // A source that was not polled yet has no time: it is due.
      const times = { polled_at: isoOrNull(polled_at), next_poll_at: isoOrNull(next_at || null) }
      return { name, types: [...types], is_watched: watched.has(name), ...times, failures, last_error }
    })
  }

  /** Compares the accounts soon, because one has turned, or somebody has subscribed who knows nothing of them yet. */
  compareAccounts(waitMs = 0): void {
    if (this.#underWay.has(ACCOUNTS_SOURCE)) this.#requested.add(ACCOUNTS_SOURCE)
    else this.#hasten(ACCOUNTS_SOURCE, waitMs)
  }

  /** Polls a source again soon, whatever the result of the last poll. */
  #hasten(name: string, waitMs = JUST_POLLED_MS): void {
    const { polled, platform } = this.#store
    const record = polled.find(name)
    if (!record) return
    const now = platform.now()
    const isRecent = record.polled_at !== null && Math.abs(now - record.polled_at) < JUST_POLLED_MS
    const wait_ms = isRecent ? Math.max(waitMs, JUST_POLLED_MS) : waitMs
    if (record.next_at > now + wait_ms) polled.put({ ...record, next_at: now + wait_ms, wait_ms })
  }

  /** The types that a subscription or a reader of the feed needs of an account, or of any. */
  #wanted(now: number, account: Account | null): Set<EventType> {
    const wanted = this.#store.subscriptions.wanted(now, account)
    for (const type of this.#store.polled.read(now)) wanted.add(type)
    return wanted
  }

  #watched(now: number): EventSource[] {
    const wanted = new Map(
      [null, ...this.#store.accounts.all].map((account) => [account, this.#wanted(now, account)] as const),
    )
    return this.#store.sources().filter(({ account, types }) => types.some((type) => wanted.get(account)?.has(type)))
  }

  async #poll(run: TaskGroup, source: EventSource, record: SourceRecord): Promise<void> {
    const { storage, settings, platform, polled, events } = this.#store
    const { name } = source
    const upstream = new UpstreamContext(settings, platform, run.upstream)
    const { account } = source
    if (account) upstream.use(account)
    try {
      if (!(await source.isConnected(upstream))) throw new GatewayError(401, 'the account is not connected')
      const known = (keys: readonly string[]) => polled.marks(name, keys)
      const pushed = polled.pushed(name, MOST_PUSHED)
      const types = new Set(source.types.filter((type) => this.#wanted(platform.now(), account).has(type)))
      const asked = { upstream, cursor: cursorIn(record), known, wanted: types, pushed: [...pushed.keys()] }
      const found = await source.poll(asked)
      const cursor = JSON.stringify(found.cursor)
      const sealed = await events.seal(found.events.map((event) => toInput(event, account)))
      // A poll that made no progress is not repeated at once.
      const isMore = found.isMore && cursor !== record.cursor
      storage.transactionSync(() => {
        // The source may have been removed and started again in the meantime.
        if (polled.find(name)?.cursor !== record.cursor) return
        const [now, wait] = [platform.now(), isMore ? 0 : this.#wait(source)]
        this.#store.keep(sealed)
        if (found.isRestart) polled.deleteSeenKeys(name, Number.MAX_SAFE_INTEGER)
        polled.mark(name, found.marks, now)
        const handled = new Set(found.handled ?? pushed.keys())
        polled.handled(name, new Map([...pushed].filter(([what]) => handled.has(what))))
        const isPushed = polled.pushed(name, 1).size > 0
        const early = found.waitMs !== undefined && found.waitMs < wait ? found.waitMs : undefined
        const own = isPushed ? JUST_POLLED_MS : early
        const next_at = isMore ? now : own === undefined ? this.#alignedWith(now, wait) : now + own
        const wait_ms = early ?? wait
        polled.put({ ...record, cursor, polled_at: now, next_at, wait_ms, failures: 0, last_error: null })
      })
    } catch (error) {
      this.#noteFailure(source, record, error)
      await this.#reportRejected(upstream, error)
    } finally {
      upstream.close()
    }
  }

  #noteFailure(source: EventSource, { cursor, failures }: SourceRecord, error: unknown): void {
    const { platform, polled } = this.#store
    const record = polled.find(source.name)
    if (record?.cursor !== cursor) return
    const { status, message, reason, headers } = publicError(error)
    // The sources before it have used up the calls of this run.
    if (reason === 'budget') {
      polled.put({ ...record, next_at: platform.now() + JUST_POLLED_MS, wait_ms: JUST_POLLED_MS })
      return
    }
    console.log(JSON.stringify({ poll: source.name, status, reason }))
    if (!(error instanceof GatewayError)) logUnhandledError(platform.uuid(), error)
    const usual = this.#usualWait(source)
    const wait = pollWait(usual, failures + 1, status === 401, Number(headers['Retry-After']) || 0)
    const next_at = platform.now() + wait
    polled.put({ ...record, next_at, wait_ms: wait, failures: failures + 1, last_error: message })
  }

  /**
   * When a product refuses the account of a source, that is noted for the account, so `account.rejected` does not wait
   * for a test.
   */
  async #reportRejected({ used: { account, secrets = {} } }: UpstreamContext, error: unknown): Promise<void> {
    const { settings, platform } = this.#store
    const { status, message, reason } = publicError(error)
    if (account === undefined || classifyUse(status, reason) !== 'rejected') return
    const described = describeFailure(reason, status)
    const failure = { kind: 'rejected' as const, status, message, request_id: platform.uuid(), ...described }
    const credential = await secretsDigest(secrets)
    const use = { at: platform.now(), credential, failure }
    // The next test finds what cannot be reported now.
    await callObject(settings, stateObject(account), (state) => state.noteUse(use)).catch(() => {})
  }

  #wait({ atLeastMs = 0 }: EventSource): number {
    return Math.max(this.#store.settings.eventsPollMs, atLeastMs)
  }

  /** The usual wait of a source, even if the setting is invalid. */
  #usualWait(source: EventSource): number {
    try {
      return this.#wait(source)
    } catch {
      return UNKNOWN_WAIT_MS
    }
  }

  /** Aligns a poll with a source that is polled as often, so that one alarm is enough for both. */
  #alignedWith(now: number, wait: number): number {
    const others = this.#store.polled.all.filter(({ wait_ms, failures, next_at }) => {
      return wait_ms === wait && failures === 0 && next_at > now + wait / 4 && next_at < now + wait
    })
    return others.length === 0 ? now + wait : Math.min(...others.map(({ next_at }) => next_at))
  }
}

/** Two accounts of a product may have the same thing, so what is stored once is stored once of each. */
const toInput = ({ onceKey, ...event }: FoundEvent, account: Account | null): EventInput => ({
  ...event,
  account: event.account ?? account,
  ...(onceKey !== undefined && { onceKey: account === null || isFirst(account) ? onceKey : `${account} ${onceKey}` }),
})
