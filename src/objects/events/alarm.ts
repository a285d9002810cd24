import { GatewayError } from '../../base/errors.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { logUnhandledError } from '../../gateway/http/log.ts'
import { UpstreamContext } from '../../upstream/context.ts'
import { CLOSED_MS, isDataClosed } from '../../upstream/data-key.ts'
import type { Delivery } from './delivery.ts'
import type { Polling } from './polling.ts'
import type { Store } from './store.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The waits between attempts, in milliseconds. */
const RETRY_WAITS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
]
export const MOST_ATTEMPTS = RETRY_WAITS.length + 1

/** An endpoint that only fails for this long is disabled, and its events are collected for this long. */
export const FAILING_MS = 5 * DAY
export const COLLECTING_MS = 7 * DAY
/** Fewer failures never disable an endpoint, because a clock jump can turn one failure into days. */
export const LEAST_FAILURES = 5

/** Jitter in both directions, as a share of the wait. */
const JITTER = 0.1
const LONGEST_RETRY_AFTER = DAY

/** An attempt that has not ended after this time never will, because its object was evicted. In milliseconds. */
export const LEASE_MS = 30 * SECOND

/**
 * The wait after a failed attempt, in milliseconds.
 *
 * @param attempts how many have failed, including this one
 * @param retryAfter the endpoint's Retry-After, in seconds
 * @param random in [0, 1)
 */
export function retryWait(attempts: number, retryAfter: number | undefined, random: number): number {
  const wait = RETRY_WAITS[Math.min(attempts, RETRY_WAITS.length) - 1] ?? 0
  const jittered = Math.round(wait * (1 - JITTER + 2 * JITTER * random))
  return Math.max(jittered, Math.min((retryAfter ?? 0) * SECOND, LONGEST_RETRY_AFTER))
}

/** The waits for an attachment that is temporarily unavailable. After the last one it is left out. */
export const ATTACH_WAITS: readonly number[] = [5 * MINUTE, 30 * MINUTE]

const LONGEST_POLL_WAIT = HOUR
/** An account that is not connected, or refused, is checked again after this time at most. */
const LONGEST_UNCONNECTED_WAIT = 15 * MINUTE

/**
 * The wait after a failed poll, in milliseconds.
 *
 * @param usual the wait after a successful one
 * @param failures how many have failed, including this one
 */
export function pollWait(usual: number, failures: number, isUnconnected: boolean, retryAfter = 0): number {
  const longest = Math.max(usual, isUnconnected ? LONGEST_UNCONNECTED_WAIT : LONGEST_POLL_WAIT)
  const wait = Math.min(usual * 2 ** Math.min(failures, 20), longest)
  return Math.max(wait, Math.min(retryAfter * SECOND, LONGEST_RETRY_AFTER))
}

/** When something is due, in epoch milliseconds, and the length of its wait, in milliseconds. */
export interface Wait {
  next_at: number
  wait_ms: number
}

/** Whether it is due. A time too far in the future was set before the clock went back. */
export const isDue = ({ next_at, wait_ms }: Wait, now: number): boolean => next_at <= now || next_at - wait_ms > now

/** When it is due, no earlier than now. */
export const dueAt = (wait: Wait, now: number): number => (isDue(wait, now) ? now : wait.next_at)

/** How long an alarm waits for what it started, in milliseconds. The rest continues without it. */
const WAITED_MS = 1500
/** The waits after alarms that fired too early by this object's clock, in milliseconds. */
const EARLY_MS = 1000
const LONGEST_EARLY_MS = 600_000
const ROUNDED_MS = 10_000

/** What one alarm starts: its tasks share one call budget, and run independently. */
export class TaskGroup {
  readonly upstream: UpstreamContext
  readonly #tasks = new Set<Promise<void>>()
  /** Whether the alarm is still waiting. Then a task that ends makes room for another within this run. */
  isOpen = true

  constructor(settings: Settings, platform: Platform) {
    this.upstream = new UpstreamContext(settings, platform)
  }

  /** Starts a task that never rejects. */
  start(work: Promise<void>): void {
    const task = work.finally(() => this.#tasks.delete(task))
    this.#tasks.add(task)
  }

  /** Resolves when all tasks have ended, including those that they started. */
  async ended(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks)
  }
}

/** The alarm of EVENTS: starts polls and deliveries, and schedules itself for the next due work. */
export class Alarm {
  readonly #store: Store
  readonly #polling: Polling
  readonly #delivery: Delivery
  /** When the alarm is set to fire, in epoch milliseconds. Null when none is set, undefined when unknown. */
  #armedAt: number | null | undefined
  /** Alarms in a row that found nothing to do. */
  #early = 0

  constructor(store: Store, polling: Polling, delivery: Delivery) {
    this.#store = store
    this.#polling = polling
    this.#delivery = delivery
  }

  /**
   * Runs one alarm. It never throws, because the runtime gives up an alarm that fails too often, and nothing would set
   * it again.
   */
  async run(): Promise<void> {
    this.#armedAt = undefined
    const { storage, settings, platform } = this.#store
    // Polls and deliveries wait for the right CREDENTIALS_KEY. None of them counts as failed.
    if (await isDataClosed(settings).catch(() => true)) return storage.setAlarm(platform.now() + CLOSED_MS)
    this.#early += 1
    try {
      await this.#start()
    } catch (error) {
      if (!(error instanceof GatewayError)) logUnhandledError(this.#store.platform.uuid(), error)
    }
    await this.schedule()
  }

  /** Sets the alarm for the next due work, or deletes it. */
  async schedule(): Promise<void> {
    const { storage, settings, platform } = this.#store
    this.#polling.reconcile()
    const now = platform.now()
    const jobs = [this.#polling, this.#delivery]
    const times = jobs.map((job) => job.nextAt(now)).filter((at) => at !== undefined)
    // If the object is evicted while a job runs, this alarm starts it again. Rounded, so that it is not set for every
    // task.
    if (jobs.some((job) => job.isUnderWay)) times.push(Math.ceil((now + LEASE_MS) / ROUNDED_MS) * ROUNDED_MS)
    if (times.length === 0) this.#early = 0
    const early = this.#early === 0 ? 0 : Math.min(EARLY_MS * 2 ** (this.#early - 1), LONGEST_EARLY_MS)
    // Without other work it fires every full hour, because retention must not depend on callers.
    const hourly = settings.env.CREDENTIALS_KEY ? (Math.floor(now / HOUR) + 1) * HOUR : null
    const next = times.length === 0 ? hourly : Math.min(...times) + early
    if (next === this.#armedAt) return
    this.#armedAt = next
    if (next === null) await storage.deleteAlarm()
    else await storage.setAlarm(next)
  }

  /** Starts everything that is due, without waiting for long tasks. */
  async #start(): Promise<void> {
    const { settings, platform } = this.#store
    this.#store.pruneExpired()
    this.#polling.reconcile()
    const run = new TaskGroup(settings, platform)
    const ended = () => this.#onTaskEnd(run)
    const started = [this.#delivery, this.#polling].map((job) => job.start(run, ended))
    if (started.includes(true)) this.#early = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = platform.timer(WAITED_MS, resolve)
    await Promise.race([run.ended(), promise])
    cancel()
    run.isOpen = false
  }

  /** A task has ended. During its run another delivery can start. After it, the next alarm starts that. */
  #onTaskEnd(run: TaskGroup): void {
    this.#early = 0
    if (run.isOpen && this.#delivery.start(run, () => this.#onTaskEnd(run))) return
    if (!run.isOpen) run.start(this.schedule())
  }
}
