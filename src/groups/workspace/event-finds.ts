import type { EventInput, EventType } from '../../base/events.ts'
import type { PollContext, PollResult } from '../../upstream/polling.ts'
import {
  changedProperties,
  MINUTE_MS,
  type PageMark,
  pageData,
  printMark,
  readMark,
  readPage,
  type SeenPage,
  toMark,
} from './event-page.ts'

/** A page that is edited continuously is reported after this time anyway, in milliseconds. */
const LONGEST_UNSETTLED_MS = 10 * MINUTE_MS
/** While the last page of a listing was edited within this time, the next listing is read as well, in milliseconds. */
const BUSY_MS = 5 * MINUTE_MS

type Change = 'created' | 'updated' | 'trashed'

/** The changes to pages that one poll has found so far. */
export class PagePoll implements PollResult<unknown> {
  readonly marks = new Map<string, string>()
  /** The created or changed pages. */
  readonly changed = new Map<string, SeenPage>()
  readonly #events: EventInput[] = []
  readonly #ask: PollContext
  readonly #now: number
  readonly #since: number

  /** @param since when watching started, in epoch milliseconds; a page created earlier is not new */
  constructor(ask: PollContext, since: number) {
    this.#ask = ask
    this.#now = ask.upstream.platform.now()
    this.#since = Math.floor(since / MINUTE_MS) * MINUTE_MS
  }

  /** The events, oldest first. */
  get events(): readonly EventInput[] {
    return this.#events.toSorted((a, b) => a.at - b.at)
  }

  add(event: EventInput): void {
    if (this.#ask.wanted.has(event.type)) this.#events.push(event)
  }

  begin(pages: readonly unknown[]): void {
    for (const page of pages.flatMap((native) => readPage(native) ?? [])) this.#mark(page, toMark(page, this.#now))
  }

  /** Compares listed pages with their marks. Listings have the most recently edited page first. */
  compare(pages: readonly unknown[]): boolean {
    const seen = pages.flatMap((native) => readPage(native) ?? [])
    const last = seen.at(-1)
    const isBusy = last !== undefined && pages.length >= 100 && this.#now - last.editedAt < BUSY_MS
    return this.#compareAll(seen, false) || isBusy
  }

  /** Compares pages in the trash. Only pages that were known before count. */
  compareTrash(pages: readonly unknown[]): boolean {
    return this.#compareAll(
      pages.flatMap((native) => readPage(native) ?? []),
      true,
    )
  }

  #compareAll(pages: readonly SeenPage[], isTrash: boolean): boolean {
    const known = this.#ask.known(pages.map(({ id }) => id))
    let isNew = false
    for (const page of pages.toReversed()) {
      const before = readMark(this.marks.get(page.id) ?? known.get(page.id))
      if (before === undefined && isTrash) continue
      if (this.#compareOne(page, before)) isNew = true
    }
    return isNew
  }

  /** Returns whether the page has changed. */
  #compareOne(page: SeenPage, before: PageMark | undefined): boolean {
    if (!before) {
      this.#mark(page, toMark(page, this.#now))
      // An older page was only now shared with the connection.
      if (page.createdAt >= this.#since && !page.inTrash) this.#tell('created', page, null)
      return true
    }
    // A listing may be older than what was read before.
    if (page.editedAt < before.editedAt) return false
    const isSame = page.editedAt === before.editedAt && page.inTrash === before.inTrash
    if (isSame && before.isSettled) return false
    const after = toMark(page, this.#now)
    const changed = changedProperties(page, before, after)
    if (isSame && changed.length === 0) {
      if (after.isSettled) this.#mark(page, after)
      return false
    }
    if (page.inTrash !== before.inTrash) {
      this.#mark(page, after)
      this.#tell(page.inTrash ? 'trashed' : 'updated', page, changed)
      return true
    }
    // When only the content changed, only the time shows it, rounded to the minute. It is reported once that minute has
    // passed.
    if (changed.length === 0 && !after.isSettled) {
      const { waitsSince = this.#now } = before
      if (before.waitsSince === undefined) this.#mark(page, { ...before, waitsSince })
      if (this.#now - waitsSince < LONGEST_UNSETTLED_MS) return false
    }
    this.#mark(page, after)
    this.#tell('updated', page, changed)
    return true
  }

  #mark({ id }: SeenPage, mark: PageMark): void {
    this.marks.set(id, printMark(mark))
  }

  #tell(change: Change, page: SeenPage, changed: string[] | null): void {
    if (change !== 'trashed') this.changed.set(page.id, page)
    const types: EventType[] = [`workspace.page.${change}`]
    if (page.dataSourceId !== undefined && change !== 'trashed') types.push(`workspace.row.${change}`)
    const at = Math.min(change === 'created' ? page.createdAt : page.editedAt, this.#now)
    const data = pageData(page, changed, this.#now)
    for (const type of types) this.add({ type, group: 'workspace', subject: page.id, at, data })
  }
}
