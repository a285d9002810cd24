import { Hono } from 'hono'
import * as z from 'zod/mini'
import { badInput, conflict, GatewayError } from '../../base/errors.ts'
import { type JsonObject, textMember } from '../../base/json.ts'
import { jsonList } from '../../gateway/http/fields.ts'
import { Reply } from '../../gateway/http/respond.ts'
import { pro } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { BudgetSpent } from '../../upstream/context.ts'
import { isCutAtLimit, readResults, withDataSource } from './databases.ts'
import { within } from './filters/join.ts'
import type { NativeFilter } from './filters/operators.ts'
import { record } from './flatten.ts'
import { body, connection, dataSource, object, QUERY, read, viewOf } from './group.ts'
import { type Connection, Cursors, connect, nextCursor } from './notion.ts'
import { type Compiled, compile, fetchRows, type Query, withOrder } from './query.ts'
import type { RecordPage } from './records.outputs.ts'
import { fetchView } from './view.ts'

const queryAllInput = () => ({
  param: dataSource(),
  header: z.object(connection()),
  json: z.extend(z.omit(body(), { page_size: true }), {
    start_cursor: z
      .nullish(z.string())
      .check(z.meta({ description: 'next_cursor of the answer before', narrows: 'position' })),
    sorts: z.nullish(z.array(object())).check(
      z.meta({
        description:
          '{property or timestamp, direction}, where earlier entries win; by created_time, oldest first, unless given. Only the order by created_time goes past the row limit of the service',
      }),
    ),
  }),
})

const MINUTE_MS = 60_000

/** The sorts of a walk by windows, unless the caller sorts by created_time. */
const OLDEST_FIRST: readonly JsonObject[] = [{ timestamp: 'created_time', direction: 'ascending' }]

/** The kind of walk that these sorts and this filter allow. */
function getWalkOrder(sorts: readonly JsonObject[] | null | undefined, filter: NativeFilter | undefined): WalkOrder {
  const [{ timestamp, direction } = { timestamp: 'created_time', direction: 'ascending' }] = sorts ?? []
  const order = timestamp !== 'created_time' ? 'rows' : direction === 'descending' ? 'until' : 'from'
  return order === 'rows' || within(filter, windowLeaf(order, 0)) ? order : 'rows'
}

/** The filter for rows in the window. The product rounds times to the minute but compares them exactly. */
const windowLeaf = (order: WalkOrder, edge: number): NativeFilter => ({
  timestamp: 'created_time',
  created_time:
    order === 'until'
      ? { before: new Date(edge + MINUTE_MS).toISOString() }
      : { on_or_after: new Date(edge).toISOString() },
})

/** Whether a row created at this time comes before the window. */
const isBefore = (order: WalkOrder, created: number, edge: number) =>
  order === 'until' ? created > edge : created < edge

/** The edge of the window after all rows of this minute. */
const edgeAfter = (order: WalkOrder, minute: number) => minute + (order === 'until' ? -MINUTE_MS : MINUTE_MS)

/**
 * The order of a walk through the rows. `from`: oldest first. `until`: newest first. Both read windows of created_time.
 * `rows`: the caller's own sorts, without windows.
 */
type WalkOrder = 'from' | 'until' | 'rows'

/** The position of a walk. All rows before it were returned, none after it. */
interface Position {
  /** The created_time at which the window starts, in epoch milliseconds. Undefined before the first window. */
  readonly edge?: number | undefined
  /** The product's cursor within the window. Undefined at its start. */
  readonly cursor?: string | undefined
}

const POSITION = /^(from|until|rows):([^/]*)(?:\/(\S{1,500}))?$/

/** The form of `next_cursor`: `from:2026-11-21T09:00:00.000Z`, followed by a slash and the product's cursor, if any. */
const positionText = (order: WalkOrder, { edge, cursor }: Position) =>
  `${order}:${edge === undefined ? '' : new Date(edge).toISOString()}${cursor === undefined ? '' : `/${cursor}`}`

/** Parses a `start_cursor`. Throws 400 when it belongs to another route or to a query with other sorts. */
function readPosition(text: string | null | undefined, order: WalkOrder): Position {
  if (!text) return {}
  const [, cursorOrder, time = '', cursor] = text.match(POSITION) ?? []
  const edge = time === '' ? undefined : Date.parse(time)
  if (
    !cursorOrder ||
    Number.isNaN(edge) ||
    (edge === undefined && !cursor) ||
    (cursorOrder === 'rows' && edge !== undefined)
  ) {
    throw badInput('start_cursor: must be the next_cursor of this route')
  }
  if (cursorOrder !== order) throw badInput('start_cursor: belongs to a query with other sorts or filters')
  return { edge, cursor }
}

/** The limits of one response. */
const MOST_ROWS = 5_000
const MOST_BYTES = 16 * 1024 * 1024
const PAGE = 100
/** With less than this left of the deadline no further page is requested, in milliseconds. */
const RESERVE_MS = 5_000

/** The rows of a response, each at most once. */
class Rows {
  readonly #rows: Row[] = []
  readonly #ids = new Set<string>()
  bytes = 0

  get count(): number {
    return this.#rows.length
  }

  /** When the last of them was created. */
  get lastCreated(): number | undefined {
    return this.#rows.at(-1)?.created
  }

  add(row: Row): void {
    if (row.id !== null && this.#ids.has(row.id)) return
    if (row.id !== null) this.#ids.add(row.id)
    this.#rows.push(row)
    this.bytes += row.json.length
  }

  /** Removes the last rows that were created at this time, so that they can be read again from the first of them. */
  takeBack(created: number): void {
    for (let row = this.#rows.at(-1); row?.created === created; row = this.#rows.at(-1)) {
      this.#rows.pop()
      if (row.id !== null) this.#ids.delete(row.id)
      this.bytes -= row.json.length
    }
  }

  clear(): void {
    this.#rows.length = 0
    this.#ids.clear()
    this.bytes = 0
  }

  /** A JSON object with these rows as `results`. */
  stream(about: Readonly<Record<string, unknown>>): ReadableStream<Uint8Array> {
    const results = this.#rows.map(({ json }) => json)
    this.clear()
    return jsonList('results', results, about)
  }
}

/**
 * A walk through all rows of a query, as far as one response goes. It reads windows of created_time, which never
 * changes, to get past the product's row limit. When the limit cuts a window, the rows of its last minute are dropped
 * and the next window starts with that minute. A response also ends between two minutes, so its cursor is only a time,
 * which edits of the table do not affect. Only within a minute that has more rows than fit does the cursor include the
 * product's own.
 */
class Walk {
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
  /** The cursors since the start of the window. */
  #cursors = new Cursors()

  constructor(connection: Connection, id: string, query: Query, compiled: Compiled, order: WalkOrder) {
    this.#connection = connection
    this.#id = id
    this.#query = query
    this.#order = order
    this.#compiled = compiled
    this.#start = readPosition(query.start_cursor, order)
    this.#goTo(this.#start)
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
      let page: Row[]
      try {
        page = await this.#fetchPage()
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error
        isStale = this.#isStale(error)
        if (isStale) this.#goBack()
        else if (this.#isAtStart() || error.status === 400) throw error
        else {
          this.stopped = error instanceof BudgetSpent ? undefined : error
          break
        }
        continue
      }
      const bytes = page.reduce((sum, { json }) => sum + json.length, 0)
      if (this.rows.count > 0 && this.rows.bytes + bytes > MOST_BYTES) break
      if (this.#take(page)) return undefined
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
    const next = nextCursor(this.native)
    const isCut = isCutAtLimit(this.native)
    for (const row of page) this.rows.add(row)
    // Rows that move before a cursor may push its page past the limit. The page is empty then.
    const last = page.at(-1)?.created ?? this.rows.lastCreated ?? this.#edge
    const isWindowed = this.#order !== 'rows' && last !== undefined
    if (next) {
      // A minute that fills whole pages gets its own window. Only there may a response end within a minute.
      const fills =
        isWindowed && last !== this.#edge && page.length > 1 && page.every(({ created }) => created === last)
      if (fills) this.#startWindow(last)
      else this.#cursor = this.#cursors.next(next)
      return false
    }
    if (!isCut) return true
    if (!isWindowed) {
      const advice = this.#order === 'rows' ? 'sort by created_time or leave sorts out' : 'narrow the filters'
      this.warnings.add(`results: incomplete, the workspace ends a query at its row limit: ${advice} to see the rest`)
      return true
    }
    if (last !== this.#edge) {
      this.#startWindow(last)
      return false
    }
    const minute = new Date(last).toISOString()
    this.warnings.add(
      `results: maybe incomplete, as many rows were created at ${minute} as the workspace shows of a query: narrow the filters to see more of them`,
    )
    this.#goTo({ edge: edgeAfter(this.#order, last) })
    return false
  }

  #startWindow(edge: number): void {
    this.rows.takeBack(edge)
    this.#goTo({ edge })
  }

  #goTo({ edge, cursor }: Position): void {
    this.#edge = edge
    this.#cursor = cursor
    this.#cursors = new Cursors(cursor)
  }

  /** The position at which the next response starts. */
  #end(): Position {
    const last = this.rows.lastCreated
    if (this.#cursor !== undefined && this.#order !== 'rows' && last !== undefined && last !== this.#edge) {
      this.#startWindow(last)
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
      this.#startWindow(last)
      return
    }
    if (this.#cursor === this.#start.cursor) {
      throw conflict('start_cursor: its row was deleted: start again without it')
    }
    this.rows.clear()
    this.#goTo(this.#start)
  }
}

interface Row {
  readonly id: string | null
  /** When it was created, in epoch milliseconds. Where the product omits it, the time of the row before. */
  readonly created: number | undefined
  /** The row as UTF-8 JSON. */
  readonly json: Uint8Array
}

/** Returns the rows of a query, or of a view, as many as fit one response, and where to continue. */
async function queryAll(connection: Connection, id: string, viewId: string | undefined, asked: Query) {
  if (viewId === undefined) {
    return withDataSource(connection, id, (own, warnings) => walkAll(connection, own, asked, warnings))
  }
  const view = await fetchView(connection, viewId, 'data_source_id')
  return walkAll(connection, view.dataSourceId, { ...asked, view }, view.warnings)
}

async function walkAll(
  connection: Connection,
  id: string,
  asked: Query,
  notes: readonly string[],
): Promise<Reply<RecordPage>> {
  const query = withOrder(asked)
  const compiled = await compile(connection, id, query)
  const order = getWalkOrder(query.sorts, compiled.filter)
  const walk = new Walk(connection, id, query, compiled, order)
  const end = await walk.run()
  const { native, stopped, warnings } = walk
  if (stopped) warnings.add(`results: ended early, go on from next_cursor: ${stopped.message}`)
  const about: Omit<RecordPage, 'results'> = {
    object: textMember(native, 'object') ?? null,
    next_cursor: end ? positionText(order, end) : null,
    has_more: end !== undefined,
    type: textMember(native, 'type') ?? null,
    request_id: textMember(native, 'request_id') ?? null,
    warnings: [...notes, ...warnings],
  }
  return new Reply(walk.rows.stream(about), 200, stopped?.headers, stopped?.reason)
}

export const queryAllRoutes = new Hono<AppEnv>().post(
  '/workspace/data-source/:data_source_id/query-all',
  read('workspace_query_all', {
    summary: 'All rows of a data source, up to 5,000 at once',
    description:
      'Past the row limit of the service where the rows are sorted by created_time, as they are unless sorts are given.',
    ko: '데이터 소스의 모든 행, 한 번에 5,000개까지',
    search:
      'export the whole list, 목록 전체 내보내, all records of the table in one go, the whole table, every row, all rows without missing one, export the table, as csv, total of all rows, sum of a column over everything, thousands of rows, back up the table, average over all entries, 표 전체, 모든 행, 한 줄도 빠짐없이, 전부 내보내, 전체 합계, 다 가져와, 전원 뽑아, 끝까지 다, 천 건 넘, 표 백업, 통째로 뽑아, csv로',
    title: 'Get all rows',
    tool: {
      ...QUERY,
    },
    access: pro,
    input: queryAllInput,
    handle: async (c) => {
      const viewId = viewOf(c, 'data_source_id')
      return queryAll(await connect(c), c.req.valid('param').data_source_id, viewId, c.req.valid('json'))
    },
  }),
)
