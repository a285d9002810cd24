import type * as z from 'zod/mini'
import { badGateway, failed, GatewayError } from '../../base/errors.ts'
import { at, identifier, isObject, type JsonObject, items as readItems, text } from '../../base/json.ts'
import type { RunResult } from '../../base/once.ts'
import { countDone, requireDone } from '../../gateway/batch.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { type Reply, reply } from '../../gateway/http/respond.ts'
import { type Finding, type OnceAnswer, once, readAnswer } from '../../gateway/once.ts'
import type { RequestState } from '../../gateway/state.ts'
import { publicMessage } from '../../upstream/failures.ts'
import type { Connection } from './coupang.ts'
import type { itemResult, itemResults } from './outputs.ts'

/** What became of the items. */
export type ItemResult = z.output<ReturnType<typeof itemResult>>
type Report = z.output<ReturnType<typeof itemResults>>['result']

/** One item, its ids as strings of digits. */
export interface WriteItem {
  shipment_box_id: string
  vendor_item_id?: string | undefined
}

/** A change of several boxes with one call. */
export interface ItemWrite<Item extends WriteItem> {
  /** What to do after a refusal, by its code. */
  hints?: Readonly<Record<string, string>>
  items: readonly Item[]
  /** The caller's request body. An Idempotency-Key is valid for this body only. */
  body: unknown
  /**
   * Prepares the call for these items and returns the function that sends it. Undefined when nothing is left to send.
   * Notes the result of each item that needs no call. An error here means that nothing was changed.
   */
  prepare(items: readonly Item[], note: Note<Item>): Promise<(() => Promise<JsonObject>) | undefined>
  /** Whether the product's order sheets show the change. Throws the error of a failed read. */
  isChanged(item: Item): Promise<boolean>
}

type Note<Item> = (item: Item, result: Outcome) => void
type Outcome = Pick<ItemResult, 'status' | 'error' | 'code' | 'hint'>

export const DONE: Outcome = { status: 'done', error: null }
export const ALREADY: Outcome = { status: 'already', error: null }

/** The request state and connection of the write. */
export interface Writer {
  state: RequestState
  connection: Connection
}

type Results<Item> = Map<Item, ItemResult>

/** Changes each box at most once, and reports each item. */
export async function writeItems<Item extends WriteItem>(
  writer: Writer,
  write: ItemWrite<Item>,
  key: string | undefined,
): Promise<Reply<{ status: 'success'; error: ''; result: Report }>> {
  const { state, connection } = writer
  const results: Results<Item> = new Map()
  const send = (changed: Outcome) => sendItems(writer, write, results, changed)
  const make = async (): Promise<OnceAnswer> => {
    if (key === undefined) return { answer: (await send(ALREADY)).answer, replayed: false }
    return once(state, {
      account: [await connection.vendorId()],
      key,
      body: write.body,
      isPrepared: false,
      send: ({ before }) => send(before ? DONE : ALREADY),
      find: () => findItems(write, results),
    })
  }
  try {
    const { fields, headers } = readAnswer(await make())
    return reply({ ...SUCCESS.shop, result: toReport(JSON.parse(fields.items ?? '[]')) }, 200, headers)
  } catch (error) {
    // An error of the Idempotency-Key is not about the items.
    if (!(error instanceof GatewayError) || error.body || results.size < write.items.length) throw error
    const { status, message, reason, headers } = error
    throw new GatewayError(status, message, { reason, headers, body: toReport(listResults(write, results)) })
  }
}

/** Gives every item without a result this one. */
function noteOpen<Item extends WriteItem>({ items }: ItemWrite<Item>, results: Results<Item>, outcome: Outcome): void {
  for (const item of items) if (!results.has(item)) results.set(item, { ...getIds(item), ...outcome })
}

const toReport = (items: ItemResult[]): Report => ({ ...countDone(items), items })

const listResults = <Item extends WriteItem>({ items }: ItemWrite<Item>, results: Results<Item>): ItemResult[] =>
  items.flatMap((item) => results.get(item) ?? [])

const getIds = ({ shipment_box_id, vendor_item_id }: WriteItem) => ({
  shipment_box_id,
  ...(vendor_item_id !== undefined && { vendor_item_id }),
})

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
  const note: Note<Item> = (item, result) => void results.set(item, { ...getIds(item), ...result })
  const open = () => write.items.filter((item) => !results.has(item))
  /** The end of a run that leaves items open. */
  const unknown = (error: GatewayError): RunResult => {
    const failure = unknownFor(error, open().length)
    noteOpen(write, results, { status: 'unknown', error: failure.message })
    return { state: 'unknown', answer: failed(failure) }
  }
  const refuse = (error: unknown): never => {
    if (error instanceof GatewayError) noteOpen(write, results, { status: 'refused', error: error.message })
    throw error
  }
  const send = await write.prepare(open(), note).catch(refuse)
  if (!send) return done(write, results)
  let answered: readonly unknown[]
  try {
    answered = readResults(await send())
  } catch (error) {
    if (!isOpen(error)) return refuse(error)
    for (const item of open()) {
      if (await write.isChanged(item).catch(ignoreFailure)) note(item, DONE)
    }
    return open().length === 0 ? done(write, results) : unknown(error)
  }
  for (const item of open()) {
    // The product may name a box once for each of its items.
    const found = answered.filter((one) => identifier(at(one, 'shipmentBoxId')) === item.shipment_box_id)
    const [refusal] = found.filter((one) => at(one, 'succeed') === false)
    const isDone = found.some((one) => at(one, 'succeed') === true)
    if (isDone && !refusal) {
      note(item, DONE)
      continue
    }
    const isChanged = await write
      .isChanged(item)
      .catch((error) => ignoreFailure(error) || (refusal ? false : undefined))
    // Neither the answer nor the sheets say what became of the item.
    if (isChanged === undefined) continue
    if (isChanged) note(item, isDone ? DONE : changed)
    else {
      const code = text(at(refusal, 'resultCode'))
      const error = publicMessage(upstream, at(refusal, 'resultMessage')) || 'the shop service does not say why'
      const hint = code === null ? undefined : write.hints?.[code]
      note(item, { status: 'refused', error, ...(code !== null && { code }), ...(hint && { hint }) })
    }
  }
  return open().length > 0 ? unknown(withoutResult()) : done(write, results)
}

/** The end of a run without open items. Throws when all of them were refused: then nothing was changed. */
function done<Item extends WriteItem>(write: ItemWrite<Item>, results: Results<Item>): RunResult {
  const items = listResults(write, results)
  requireDone(items, toReport(items))
  return { state: 'done', answer: { ok: true, value: { items: JSON.stringify(items) } } }
}

/** The results of each box. Throws 502 for a response without results, because its meaning is unknown. */
function readResults(envelope: JsonObject): readonly unknown[] {
  const list = at(envelope, 'data', 'responseList')
  const found = readItems(list, (one) => (isObject(one) ? one : undefined))
  if (found.length === 0) throw withoutResult()
  return found
}

const withoutResult = () => badGateway('the shop service answered without a result', 'shape data.responseList')

/** Statuses after which the product may have made the change anyway. */
const OPEN_REASONS: ReadonlySet<string> = new Set([408, 409, 425, 499].map((status) => `upstream ${status}`))

/** Whether the product may have made the change: the request was sent, but no usable response came. */
const isOpen = (error: unknown): error is GatewayError =>
  error instanceof GatewayError &&
  error.reason !== 'budget' &&
  (error.status >= 502 || OPEN_REASONS.has(error.reason ?? ''))

const unknownFor = ({ status, message, reason }: GatewayError, left: number) =>
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
 * Looks after a run that may have sent items. An item that the sheets show as changed is a success; only the other
 * items are sent again. The product rejects an item that the first run changes late.
 */
async function findItems<Item extends WriteItem>(write: ItemWrite<Item>, results: Results<Item>): Promise<Finding> {
  try {
    for (const item of write.items) {
      if (await write.isChanged(item).catch(ignoreMissing)) results.set(item, { ...getIds(item), ...DONE })
    }
  } catch (error) {
    if (error instanceof GatewayError) noteOpen(write, results, { status: 'unknown', error: error.message })
    throw error
  }
  return results.size === write.items.length ? { done: done(write, results).answer } : 'undone'
}

/** A box that the product does not know was not changed. When a box cannot be read, nothing is sent again. */
function ignoreMissing(error: unknown): false {
  if (error instanceof GatewayError && (error.status === 404 || error.status === 400)) return false
  throw error
}
