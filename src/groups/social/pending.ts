import type { OnceRun } from '../../gateway/once.ts'

/** What the product has prepared of a post, so that the same post continues from there. */
export interface Prepared {
  /** The container of the post itself. Absent while only its items are being prepared. */
  container?: string | undefined
  /** When the container was created, in epoch milliseconds. */
  containerAt?: number | undefined
  /** The items of a carousel by index. */
  items?: Readonly<Record<number, PendingItem>> | undefined
  /** When a run last began to publish it, in epoch milliseconds. */
  sentAt?: number | undefined
}

export interface PendingItem {
  container: string
  /** Whether the product has reported that it is prepared. */
  isReady: boolean
  /** When it was created, in epoch milliseconds. */
  madeAt: number
}

/** A post that a run publishes. Its parts are stored as the steps of the run. */
export class Pending {
  /** What is stored now. */
  post: Prepared
  /** Whether this run, or one before it whose outcome is unknown, may have published the post. */
  isSent: boolean
  /** Whether this run has claimed the post, and has not proved to have published nothing. */
  isOpen = false
  #isClaimed = false
  readonly #run: OnceRun

  constructor(run: OnceRun) {
    this.#run = run
    this.post = JSON.parse(run.steps ?? '{}')
    this.isSent = run.before !== undefined
  }

  /** Stores more. */
  keep({ items, ...more }: Prepared): Promise<void> {
    this.post = { ...this.post, ...more, ...(items && { items: { ...this.post.items, ...items } }) }
    return this.#store()
  }

  /** Deletes what is stored about the post, or only its container and the items at these indexes. */
  drop(places?: readonly number[]): Promise<void> {
    const items = Object.entries(this.post.items ?? {}).filter(([place]) => places && !places.includes(Number(place)))
    this.post = { items: Object.fromEntries(items) }
    this.isSent = false
    this.isOpen = false
    this.#isClaimed = false
    return this.#store()
  }

  /** From now on the post may be published. Throws 409 when another request publishes it. */
  async claim(now: number, more: Prepared = {}): Promise<void> {
    if (!this.#isClaimed) {
      this.post = { ...this.post, ...more, sentAt: now }
      await this.#run.startSending(true, JSON.stringify(this.post))
      this.#isClaimed = true
    }
    this.isSent = true
    this.isOpen = true
  }

  #store(): Promise<void> {
    return this.#run.keep(JSON.stringify(this.post))
  }
}
