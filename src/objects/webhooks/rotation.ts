import { ACCESS_NAME } from '../../base/access-object.ts'
import { BILLS_NAME } from '../../base/bills.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { connectionBy as recorder } from '../../groups/recorder/connection.ts'
import { connectionBy as social } from '../../groups/social/connection.ts'
import { countPrevious, moveRecords } from '../../upstream/credentials/move-records.ts'
import { UpstreamContext } from '../../upstream/http/upstream-context.ts'
import { previousNamespace } from '../../upstream/store/key-namespaces.ts'
import type { TaskGroup } from './alarm.ts'
import type { EventLog } from './event-log.ts'
import { HOUR } from './schedule.ts'
import type { Secrets } from './secrets.ts'

/**
 * When it was last completed, in epoch milliseconds, and for which CREDENTIALS_KEY_PREVIOUS, by the label of that key.
 */
interface Done {
  label: string
  at: number
}

const ROTATION = 'rotation'

/** How many records of STORE one alarm moves. */
const MOST_RECORDS = 15
/** The waits before the next part, after a failure, and before the next check once all is done, in milliseconds. */
const NEXT_MS = 1000
const FAILED_MS = 5 * 60_000
const AGAIN_MS = HOUR

interface Dependencies {
  storage: DurableObjectStorage
  settings: Settings
  platform: Platform
  secrets: Secrets
  events: EventLog
}

/**
 * Encrypts with CREDENTIALS_KEY what CREDENTIALS_KEY_PREVIOUS encrypted, while that is set (decisions.md section 1.3).
 */
export class Rotation {
  readonly #deps: Dependencies
  #nextAt: number | undefined
  isUnderWay = false

  constructor(deps: Dependencies) {
    this.#deps = deps
    const { env } = deps.settings
    this.#nextAt = env.CREDENTIALS_KEY && env.CREDENTIALS_KEY_PREVIOUS ? 0 : undefined
  }

  /** When it is due, in epoch milliseconds. Undefined while it is running, and when there is nothing to do. */
  nextAt(now: number): number | undefined {
    return this.isUnderWay || this.#nextAt === undefined ? undefined : Math.max(this.#nextAt, now)
  }

  /** Starts it if it is due. Returns whether it was. */
  start(run: TaskGroup, ended: () => void): boolean {
    const now = this.#deps.platform.now()
    if (this.isUnderWay || this.#nextAt === undefined || this.#nextAt > now) return false
    this.isUnderWay = true
    const work = this.#goOn()
      .catch(() => now + FAILED_MS)
      .then((next) => {
        this.#nextAt = next
        this.isUnderWay = false
        ended()
      })
    run.start(work)
    return true
  }

  /** How much is still encrypted with the previous key. */
  async remaining(): Promise<number> {
    if (this.#nextAt === undefined && !this.isUnderWay) return 0
    const { settings, secrets, events } = this.#deps
    const ownCount = (await secrets.countOld()) + (await events.encryptAgain())
    const keyCount = await settings.env.ACCESS.getByName(ACCESS_NAME).encryptKeysAgain()
    return (await countPrevious(settings)) + ownCount + keyCount + (await this.#oldRecords())
  }

  /** Runs one part. Returns when the next one is due. */
  async #goOn(): Promise<number> {
    const { storage, settings, platform, secrets } = this.#deps
    const label = (await previousNamespace(settings))?.label ?? ''
    const done = storage.kv.get<Done>(ROTATION)
    const now = platform.now()
    if (done?.label === label && now < done.at + AGAIN_MS && now >= done.at) return done.at + AGAIN_MS
    await secrets.encryptAgain()
    if (await moveRecords(settings, MOST_RECORDS)) return now + NEXT_MS
    if ((await this.remaining()) > 0) return now + FAILED_MS
    storage.kv.put<Done>(ROTATION, { label, at: now })
    return now + AGAIN_MS
  }

  /** Makes the objects of connected accounts encrypt their tokens and bills again. Returns how many are left. */
  async #oldRecords(): Promise<number> {
    const { settings, platform } = this.#deps
    let count = 0
    for (const connectionBy of [recorder, social]) {
      const upstream = new UpstreamContext(settings, platform)
      try {
        // An account that is not connected, or cannot be read, has no token in use.
        const object = await connectionBy(upstream)
          .object()
          .catch(() => undefined)
        count += (await object?.encryptAgain()) ?? 0
      } finally {
        upstream.close()
      }
    }
    return count + (await settings.env.ACCOUNTS.getByName(BILLS_NAME).encryptAgain())
  }
}
