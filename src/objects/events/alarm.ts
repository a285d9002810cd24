import { GatewayError } from '../../base/errors.ts'
import { logUnhandledError } from '../../gateway/http/log.ts'
import { CLOSED_MS, isDataClosed } from '../../upstream/data-key.ts'
import type { Delivery } from './delivery.ts'
import type { Polling } from './polling.ts'
import { HOUR, LEASE_MS } from './schedule.ts'
import type { Store } from './store.ts'
import { TaskGroup } from './task-group.ts'

/** How long an alarm waits for what it started, in milliseconds. The rest continues without it. */
const WAITED_MS = 1500
/** The waits after alarms that fired too early by this object's clock, in milliseconds. */
const EARLY_MS = 1000
const LONGEST_EARLY_MS = 600_000
const ROUNDED_MS = 10_000

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
    await this.#store.accounts.update()
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
    const next = times.length === 0 ? hourly : this.#delay(Math.min(...times), early, now)
    if (next === this.#armedAt) return
    this.#armedAt = next
    if (next === null) await storage.deleteAlarm()
    else await storage.setAlarm(next)
  }

  /**
   * When the alarm fires after early ones. An alarm for work that is already due is never moved back, because calls that
   * follow each other quickly would put it off for ever.
   */
  #delay(at: number, early: number, now: number): number {
    const armedAt = this.#armedAt
    if (at > now || typeof armedAt !== 'number') return at + early
    return Math.min(at + early, Math.max(armedAt, now))
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
