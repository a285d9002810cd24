import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { UpstreamContext } from '../../upstream/http/upstream-context.ts'

/** What one alarm starts: its tasks share one budget of calls, and each goes its own way. */
export class TaskGroup {
  readonly upstream: UpstreamContext
  readonly #tasks = new Set<Promise<void>>()
  /** Whether the alarm still waits: then what ends makes room for more within this run. */
  isOpen = true

  constructor(settings: Settings, platform: Platform) {
    this.upstream = new UpstreamContext(settings, platform)
  }

  /** Starts a task that never rejects. */
  start(work: Promise<void>): void {
    const task = work.finally(() => this.#tasks.delete(task))
    this.#tasks.add(task)
  }

  /** Resolves when all tasks have ended, those included that they started. */
  async ended(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks)
  }
}
