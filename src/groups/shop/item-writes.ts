import type * as z from 'zod/mini'
import { badGateway, failed, GatewayError } from '../../base/errors.ts'
import { at, count, flag, identifier, isObject, type JsonObject, text } from '../../base/json.ts'
import type { Answer, RunResult } from '../../base/once.ts'
import { countDone, type ItemOutcome, requireDone, toUnsent } from '../../gateway/batch.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { type Reply, reply } from '../../gateway/http/respond.ts'
import { type Finding, type OnceAnswer, once, readAnswer } from '../../gateway/once.ts'
import type { RequestState } from '../../gateway/state.ts'
import { publicMessage } from '../../upstream/failures.ts'
import { type Connection, InterfaceChanged } from './coupang.ts'
import type { itemResult, itemResults } from './outputs.ts'

export type ItemResult = z.output<ReturnType<typeof itemResult>>
type Report = z.output<ReturnType<typeof itemResults>>['result']

/** One item, its ids as strings of digits. */
export interface WriteItem {
  shipment_box_id: string
  vendor_item_id?: string | undefined
}

/** A change of several boxes with one call. */
export interface ItemWrite<Item extends WriteItem> {
  /** Advice after a refusal, by its code. */
  hints?: Readonly<Record<string, string>>
  items: readonly Item[]
  /** The caller's request body. An Idempotency-Key is valid for this body only. */
  body: unknown
  /**
   * Prepares the call for the open items and returns the function that sends it. Undefined when nothing is left to
   * send. Notes the result of each item that needs no call, and the failure of each that cannot be prepared, which
   * concerns no other item. An error here concerns all open items.
   */
  prepare(results: Results<Item>): Promise<(() => Promise<JsonObject>) | undefined>
  /** Whether the product's order sheets show the change. Throws the error of a failed read. */
  isChanged(item: Item): Promise<boolean>
}

type Outcome = Pick<ItemResult, 'status' | 'error' | 'code' | 'hint'>

export const DONE: Outcome = { status: 'done', error: null }
export const ALREADY: Outcome = { status: 'already', error: null }

/** The request state and connection of the write. */
export interface Writer {
  state: RequestState
  connection: Connection
}

/** The outcome of each item of one write, as far as it is known. */
export class Results<Item extends WriteItem> {
  /** The errors of items that were not sent, or that the product refused with the whole call. */
  readonly failures: GatewayError[] = []
  readonly #items: readonly Item[]
  readonly #found = new Map<Item, ItemResult>()

  constructor(items: readonly Item[]) {
    this.#items = items
  }

  /** The items without a result. */
  get open(): readonly Item[] {
    return this.#items.filter((item) => !this.#found.has(item))
  }

  get report(): Report {
    const items = this.#items.flatMap((item) => this.#found.get(item) ?? [])
    return { ...countDone(items), items }
  }

  get answer(): Answer {
    return { ok: true, value: { items: JSON.stringify(this.report.items) } }
  }

  note(item: Item, outcome: Outcome): void {
    this.#found.set(item, { ...getIds(item), ...outcome })
  }

  /** Gives these items the same result, with the failure that explains it. */
  fail(items: readonly Item[], error: GatewayError, outcome: ItemOutcome): void {
    this.failures.push(error)
    for (const item of items) this.note(item, outcome)
  }
}

const getIds = ({ shipment_box_id, vendor_item_id }: WriteItem) => ({
  shipment_box_id,
  ...(vendor_item_id !== undefined && { vendor_item_id }),
})

/** Changes each box at most once, and reports each item. */
export async function writeItems<Item extends WriteItem>(
  writer: Writer,
  write: ItemWrite<Item>,
  key: string | undefined,
): Promise<Reply<{ status: 'success'; error: ''; result: Report }>> {
  const { state, connection } = writer
  const results = new Results(write.items)
  const send = (changed: Outcome) => sendItems(writer, write, results, changed)
  const make = async (): Promise<OnceAnswer> => {
    if (key === undefined) return { answer: (await send(ALREADY)).answer, replayed: false }
    return once(state, {
      account: [await connection.vendorId()],
      key,
      body: write.body,
      isPrepared: false,
      send: ({ before }) => send(before ? DONE : ALREADY),
      find: ({ answer }) => findItems(write, results, answer),
    })
  }
  try {
    const { fields, headers } = readAnswer(await make())
    const items: ItemResult[] = JSON.parse(fields.items ?? '[]')
    return reply({ ...SUCCESS.shop, result: { ...countDone(items), items } }, 200, headers)
  } catch (error) {
    // An error of the Idempotency-Key is not about the items.
    if (!(error instanceof GatewayError) || error.body || results.open.length > 0) throw error
    const { status, message, reason, headers } = error
    throw new GatewayError(status, message, { reason, headers, body: results.report })
  }
}

/**
 * Sends the items that have no result yet, and adds their results. Throws only when nothing was changed. When the
 * response is lost, the order sheets show the result of each item.
 *
 * @param changed the result of a rejected item that is already changed: after an interrupted run, that run changed it
 */
async function sendItems<Item extends WriteItem>(
  { connection }: Writer,
  write: ItemWrite<Item>,
  results: Results<Item>,
  changed: Outcome,
): Promise<RunResult> {
  const { upstream } = connection
  const unsent = (error: unknown): undefined => {
    const known = toKnown(error)
    results.fail(results.open, known, toUnsent(known))
  }
  const send = await write.prepare(results).catch(unsent)
  if (!send) return end(results)
  let answered: ReadOutcome
  try {
    answered = readResults(await send())
  } catch (error) {
    const known = toKnown(error)
    if (isOpen(known)) {
      for (const item of results.open) {
        if (await write.isChanged(item).catch(ignoreFailure)) results.note(item, DONE)
      }
    } else if (known.reason === 'budget' || known.reason === 'setting') unsent(known)
    else results.fail(results.open, known, { status: 'refused', error: known.message })
    return end(results, known)
  }
  for (const item of results.open) {
    const { isDone, refusal } = answered(item)
    if (isDone && !refusal) {
      results.note(item, DONE)
      continue
    }
    const isChanged = await write
      .isChanged(item)
      .catch((error) => ignoreFailure(error) || (refusal ? false : undefined))
    // Neither the answer nor the sheets say what became of the item.
    if (isChanged === undefined) continue
    if (isChanged) results.note(item, isDone ? DONE : changed)
    else {
      const code = text(at(refusal, 'resultCode'))
      const message = at(refusal, 'resultMessage') ?? at(refusal, 'responseMessage')
      const error = publicMessage(upstream, message) || 'the shop service does not say why'
      const hint = code === null ? undefined : write.hints?.[code]
      results.note(item, { status: 'refused', error, ...(code !== null && { code }), ...(hint && { hint }) })
    }
  }
  return end(results)
}

/**
 * The end of a run. If items are open, their outcome is unknown, and a later run with the same key looks at them. It also
 * goes on with those that were not tried. Throws when nothing was changed.
 */
function end<Item extends WriteItem>(results: Results<Item>, lost: GatewayError = withoutResult()): RunResult {
  const { open } = results
  if (open.length === 0) {
    const { report, failures } = results
    requireDone(report.items, report, failures)
    return { state: report.items.some(wasNotTried) ? 'unknown' : 'done', answer: results.answer }
  }
  const failure = unknownFor(lost, open.length)
  for (const item of open) results.note(item, { status: 'unknown', error: failure.message })
  return { state: 'unknown', answer: results.report.successful > 0 ? results.answer : failed(failure) }
}

const wasNotTried = ({ status }: ItemOutcome) => status === 'not_tried'

export function toKnown(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  throw error
}

/** The outcome of one item in an answer: whether it was done, and the refusal. */
type ReadOutcome = (item: WriteItem) => { isDone: boolean; refusal: JsonObject | undefined }

/**
 * The results of an answer. The product documents their place in two ways, so they are read wherever
 * they are. Throws 502 for a response without results, because its meaning is unknown.
 */
function readResults(envelope: JsonObject): ReadOutcome {
  const found = findObjects(envelope)
  const boxes = found.filter((one) => at(one, 'shipmentBoxId') !== undefined && succeeded(one) !== undefined)
  const none = found.find((one) => count(at(one, 'responseCode')) === NONE_DONE)
  if (boxes.length === 0 && !none) throw withoutResult()
  return ({ shipment_box_id }) => {
    // The product may name a box once for each of its items.
    const own = boxes.filter((one) => identifier(at(one, 'shipmentBoxId')) === shipment_box_id)
    const refusal = own.find((one) => succeeded(one) === false) ?? (own.length === 0 ? none : undefined)
    return { isDone: own.some(succeeded), refusal }
  }
}

/** Whether an answer has results of boxes, whatever its status and its code. */
export const hasResults = (body: JsonObject): boolean =>
  findObjects(body).some((one) => at(one, 'shipmentBoxId') !== undefined && succeeded(one) !== undefined)

/** `responseCode` of a call that did nothing. */
const NONE_DONE = 99

/** Undefined for what is no result. */
const succeeded = (one: JsonObject): boolean | undefined => {
  const code = text(one.resultCode)
  return flag(one.succeed) ?? (code === null ? undefined : code === 'OK')
}

/** The depth at which results may be: in the answer, in its data, and in the list of either. */
const DEEPEST_RESULT = 4

const findObjects = (value: unknown, levels = DEEPEST_RESULT): readonly JsonObject[] => {
  if (levels < 0) return []
  if (Array.isArray(value)) return value.flatMap((one) => findObjects(one, levels - 1))
  if (!isObject(value)) return []
  return [value, ...['data', 'responseList'].flatMap((name) => findObjects(value[name], levels - 1))]
}

const withoutResult = () => badGateway('the shop service answered without a result', 'shape data.responseList')

/** Statuses after which the product may have made the change anyway. */
const OPEN_REASONS: ReadonlySet<string> = new Set([408, 409, 425, 499].map((status) => `upstream ${status}`))

/** Whether the product may have made the change: the request was sent, but no usable response came. */
export const isOpen = (error: GatewayError): boolean =>
  !(error instanceof InterfaceChanged) &&
  error.reason !== 'budget' &&
  (error.status >= 502 || OPEN_REASONS.has(error.reason))

export const unknownFor = ({ status, message, reason }: GatewayError, left: number) =>
  new GatewayError(
    status === 504 ? 504 : 502,
    `${message}; the outcome is unknown for ${left} of the items: send the same request again, and what was done is not done a second time`,
    { reason },
  )

function ignoreFailure(error: unknown): false {
  if (error instanceof GatewayError) return false
  throw error
}

/**
 * Looks after a run that may have sent items. What it ended with is kept. An item that is unknown and that the sheets show
 * as changed is a success; only the other items are sent, and those that were not tried. The product rejects an item that
 * the first run changes late.
 */
async function findItems<Item extends WriteItem>(
  write: ItemWrite<Item>,
  results: Results<Item>,
  before: Answer | undefined,
): Promise<Finding> {
  const known: ItemResult[] = before?.ok ? JSON.parse(before.value.items ?? '[]') : []
  const outcomes = new Map(write.items.map((item, index) => [item, known[index]]))
  for (const [item, outcome] of outcomes)
    if (outcome && outcome.status !== 'unknown' && !wasNotTried(outcome)) results.note(item, outcome)
  const isUntried = (item: Item) => outcomes.get(item)?.status === 'not_tried'
  try {
    for (const item of results.open) {
      if (!isUntried(item) && (await write.isChanged(item).catch(ignoreMissing))) results.note(item, DONE)
    }
  } catch (error) {
    const { message } = toKnown(error)
    for (const item of results.open)
      results.note(item, (isUntried(item) && outcomes.get(item)) || { status: 'unknown', error: message })
    if (results.report.successful > 0) return { unknown: results.answer }
    throw error
  }
  return results.open.length === 0 ? { done: results.answer } : 'undone'
}

/** A box that the product does not know was not changed. When a box cannot be read, nothing is sent again. */
function ignoreMissing(error: unknown): false {
  if (error instanceof GatewayError && (error.status === 404 || error.status === 400)) return false
  throw error
}
