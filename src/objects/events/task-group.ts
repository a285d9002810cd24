import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { UpstreamContext } from '../../upstream/context.ts'

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
