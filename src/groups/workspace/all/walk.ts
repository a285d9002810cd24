import { conflict, GatewayError } from '../../../base/errors.ts'
import { member, textMember } from '../../../base/json.ts'
import { BudgetSpent } from '../../../upstream/context.ts'
import type { Connection } from '../connection.ts'
import { isCutAtLimit, readResults } from '../data-sources.ts'
import { type Compiled, fetchRows, type Query } from '../query.ts'
import { record } from '../record-page.ts'
import { type Position, readPosition, type WalkOrder } from './position.ts'
import { type Row, Rows } from './rows.ts'
import { edgeAfter, isBefore, OLDEST_FIRST, windowLeaf, within } from './window.ts'

/** The limits of one response. */
const MOST_ROWS = 5_000
const MOST_BYTES = 16 * 1024 * 1024
const PAGE = 100
/** With less than this left of the deadline no further page is requested, in milliseconds. */
const RESERVE_MS = 5_000

/**
 * A walk through all rows of a query, as far as one response goes. It reads windows of created_time, which never
 * changes, to get past the product's row limit. When the limit cuts a window, the rows of its last minute are dropped
 * and the next window starts with that minute. A response also ends between two minutes, so its cursor is only a time,
 * which edits of the table do not affect. Only within a minute that has more rows than fit does the cursor include the
 * product's own.
 */
export class Walk {
  readonly rows = new Rows()
  readonly warnings: Set<string>
  /** Page fields of the page that was read last. */
  native: unknown
  /** The product's error, if it stopped the walk early. */
  stopped: GatewayError | undefined
  readonly #connection: Connection
  readonly #id: string
  readonly #query: Query
  readonly #order: WalkOrder
  readonly #start: Position
  readonly #compiled: Compiled
  #edge: number | undefined
  #cursor: string | undefined

  constructor(connection: Connection, id: string, query: Query, compiled: Compiled, order: WalkOrder) {
    this.#connection = connection
    this.#id = id
    this.#query = query
    this.#order = order
    this.#compiled = compiled
    this.#start = readPosition(query.start_cursor, order)
    this.#edge = this.#start.edge
    this.#cursor = this.#start.cursor
    this.warnings = new Set(compiled.warnings)
  }

  /** Reads until the end, or until the response is full. Returns where it stopped, or undefined at the end. */
  async run(): Promise<Position | undefined> {
    const { upstream } = this.#connection
    let isStale = false
    for (let calls = 0; ; calls++) {
      if (
        calls > 0 &&
        (upstream.budget.callsLeft === 0 || upstream.deadline.leftMs < RESERVE_MS || this.rows.count >= MOST_ROWS)
      )
        break
      try {
        const page = await this.#fetchPage()
        const bytes = page.reduce((sum, { json }) => sum + json.length, 0)
        if (this.rows.count > 0 && this.rows.bytes + bytes > MOST_BYTES) break
        if (this.#take(page)) return undefined
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error
        isStale = this.#isStale(error)
        if (isStale) this.#goBack()
        else if (this.#isAtStart() || error.status === 400) throw error
        else {
          this.stopped = error instanceof BudgetSpent ? undefined : error
          break
        }
      }
    }
    const end = this.#end()
    if (this.#isAtStart()) {
      throw isStale ? conflict('the table changed while it was read: send the request again') : new BudgetSpent()
    }
    return end
  }

  /** The rows of the next page that are in the window. */
  async #fetchPage(): Promise<Row[]> {
    const edge = this.#edge
    const query = {
      ...this.#query,
      sorts: this.#order === 'rows' || this.#query.sorts?.length ? this.#query.sorts : OLDEST_FIRST,
      page_size: Math.min(PAGE, MOST_ROWS - this.rows.count),
      start_cursor: this.#cursor,
    }
    const { filter } = this.#compiled
    const answer = await fetchRows(this.#connection, this.#id, query, {
      ...this.#compiled,
      filter: edge === undefined ? filter : within(filter, windowLeaf(this.#order, edge)),
    })
    this.native = answer
    let last = this.rows.lastCreated ?? edge
    return readResults(answer).flatMap((native) => {
      const row = record(native, this.warnings)
      const created = row.created_time === null ? Number.NaN : Date.parse(row.created_time)
      if (edge !== undefined && isBefore(this.#order, created, edge)) return []
      // Data sources of a wiki may not be in the order of the rows.
      if (!Number.isNaN(created) && (last === undefined || !isBefore(this.#order, created, last))) last = created
      return [{ id: row.id, created: last, json: new TextEncoder().encode(JSON.stringify(row)) }]
    })
  }

  /** Adds the rows, and moves to the start of the next page. Returns true at the end. */
  #take(page: readonly Row[]): boolean {
    const next = member(this.native, 'has_more') === true ? textMember(this.native, 'next_cursor') : undefined
    const isCut = isCutAtLimit(this.native)
    for (const row of page) this.rows.add(row)
    // Rows that move before a cursor may push its page past the limit. The page is empty then.
    const last = page.at(-1)?.created ?? this.rows.lastCreated ?? this.#edge
    const isWindowed = this.#order !== 'rows' && last !== undefined
    if (next) {
      // A minute that fills whole pages gets its own window. Only there may a response end within a minute.
      const fills =
        isWindowed && last !== this.#edge && page.length > 1 && page.every(({ created }) => created === last)
      if (fills) this.#beginWindow(last)
      else this.#cursor = next
      return false
    }
    if (!isCut) return true
    if (!isWindowed) {
      const advice = this.#order === 'rows' ? 'sort by created_time or leave sorts out' : 'narrow the filters'
      this.warnings.add(`results: incomplete, the workspace ends a query at its row limit: ${advice} to see the rest`)
      return true
    }
    if (last !== this.#edge) {
      this.#beginWindow(last)
      return false
    }
    const minute = new Date(last).toISOString()
    this.warnings.add(
      `results: maybe incomplete, as many rows were created at ${minute} as the workspace shows of a query: narrow the filters to see more of them`,
    )
    this.#edge = edgeAfter(this.#order, last)
    this.#cursor = undefined
    return false
  }

  #beginWindow(edge: number): void {
    this.rows.takeBack(edge)
    this.#edge = edge
    this.#cursor = undefined
  }

  /** The position at which the next response starts. */
  #end(): Position {
    const last = this.rows.lastCreated
    if (this.#cursor !== undefined && this.#order !== 'rows' && last !== undefined && last !== this.#edge) {
      this.#beginWindow(last)
    }
    return { edge: this.#edge, cursor: this.#cursor }
  }

  #isAtStart(): boolean {
    return this.rows.count === 0 && this.#edge === this.#start.edge && this.#cursor === this.#start.cursor
  }

  /** Whether the row that a cursor points at may have gone to the trash. */
  #isStale(error: GatewayError): boolean {
    return this.#cursor !== undefined && error.status === 400 && /start_cursor/.test(error.message)
  }

  /** Goes back to the start of the last minute, or of the response. Throws 409 when that cursor is stale as well. */
  #goBack(): void {
    const last = this.rows.lastCreated
    if (this.#order !== 'rows' && last !== undefined && last !== this.#edge) {
      this.#beginWindow(last)
      return
    }
    if (this.#cursor === this.#start.cursor) {
      throw conflict('start_cursor: its row was deleted: start again without it')
    }
    this.rows.clear()
    this.#edge = this.#start.edge
    this.#cursor = this.#start.cursor
  }
}
