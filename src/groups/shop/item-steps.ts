import type * as z from 'zod/mini'
import { failed, GatewayError } from '../../base/errors.ts'
import { at, count, flag, isObject, number } from '../../base/json.ts'
import type { Answer, RunResult } from '../../base/once.ts'
import { countDone, isRefusal, requireDone } from '../../gateway/batch.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { reply } from '../../gateway/http/respond.ts'
import { once, readAnswer } from '../../gateway/once.ts'
import { requiredFields } from '../../upstream/failures.ts'
import type { Connection } from './coupang.ts'
import { isOpen, toKnown, unknownFor, type Writer } from './item-writes.ts'
import { paceSeller } from './pace.ts'
import type { ITEM_FIELDS, itemChange, ShopItem } from './products.outputs.ts'
import { MARKETPLACE } from './products.ts'

type ItemChange = z.output<ReturnType<typeof itemChange>>

/** One call of the product, which sets one field of an option. */
export interface ItemStep {
  field: (typeof ITEM_FIELDS)[number]
  path: string
  /** Whether the option has the new value. Absent where no read tells. */
  isShown?(item: ShopItem): boolean
}

/** The path of an option. @param id digits */
export const itemPath = (id: string, rest: string) => `${MARKETPLACE}/vendor-items/${id}/${rest}`

const required = requiredFields('shop', 'data')

export async function getItem({ callAsSeller }: Connection, id: string): Promise<ShopItem> {
  const found = at(await callAsSeller({ path: () => itemPath(id, 'inventories') }), 'data')
  const data = required('data', isObject(found) ? found : undefined)
  return {
    vendor_item_id: id,
    stock: count(at(data, 'amountInStock')),
    price: number(at(data, 'salePrice')),
    on_sale: flag(at(data, 'onSale')),
  }
}

interface StepWrite<Item extends { vendor_item_id: string }> {
  items: readonly Item[]
  /** In the order in which they are made. */
  toSteps(item: Item): readonly ItemStep[]
}

/** The time that one call needs, in milliseconds. */
const STEP_MS = 2_000

/** The product blocks who repeats errors: 20 within 5 seconds. */
const MOST_REFUSED_IN_A_ROW = 10

/** Lost answers may be such errors, too, and each is looked up. */
const MOST_LOST_IN_A_ROW = 3

const noRoom = () =>
  new GatewayError(502, 'this request had no time or no calls left for it: send it again', { reason: 'budget' })

const tooManyRefused = () =>
  new GatewayError(
    400,
    `${MOST_REFUSED_IN_A_ROW} options in a row were refused, and the shop blocks callers that repeat errors: send the others in another request`,
    { reason: 'budget' },
  )

const tooManyLost = ({ message }: GatewayError) =>
  new GatewayError(
    502,
    `${message}, for ${MOST_LOST_IN_A_ROW} options in a row: send the others in another request, later`,
    { reason: 'budget' },
  )

/** Advice after a refusal, by its words. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/50%|100%/, 'The shop takes at least half and at most twice the old price: change it in several steps, or in WING.'],
  [/not found|삭제|deleted/i, 'shop_get_product has the ids of the options.'],
]

/** What a later run with the same key looks at again. */
const isOpenEnd = ({ status }: ItemChange) => status === 'unknown' || status === 'not_tried'

/**
 * Changes each option with calls of its own, one after another, and reports each. Each call sets a value, so that a
 * repeated one changes nothing more.
 */
export async function writeSteps<Item extends { vendor_item_id: string }>(
  writer: Writer,
  write: StepWrite<Item>,
  key: string | undefined,
) {
  const { state, connection } = writer
  let latest: readonly ItemChange[] = []
  const run = async (before: readonly ItemChange[]): Promise<RunResult> => {
    const { results, failures } = await changeItems(writer, write, before)
    latest = results
    const lost = results.filter(({ status }) => status === 'unknown').length
    const isChanged = results.some(({ changed }) => changed.length > 0)
    if (lost === 0 && !isChanged) requireDone(results, toReport(results), failures)
    const failure = failures.find(isOpen) ?? failures[0]
    const answer: Answer =
      failure && lost > 0 && !isChanged
        ? failed(unknownFor(failure, lost))
        : { ok: true, value: { items: JSON.stringify(results) } }
    return { state: results.some(isOpenEnd) ? 'unknown' : 'done', answer }
  }
  try {
    const answered =
      key === undefined
        ? { answer: (await run([])).answer, replayed: false }
        : await once(state, {
            account: [await connection.vendorId()],
            key,
            body: write.items,
            isPrepared: false,
            send: ({ before }) => run(before ? readBefore(write.items, before.answer) : []),
          })
    const { fields, headers } = readAnswer(answered)
    return reply({ ...SUCCESS.shop, result: toReport(readItems(fields.items)) }, 200, headers)
  } catch (error) {
    // An error of the Idempotency-Key is not about the options.
    if (!(error instanceof GatewayError) || error.body || latest.length === 0) throw error
    const { status, message, reason, headers } = error
    throw new GatewayError(status, message, { reason, headers, body: toReport(latest) })
  }
}

const readItems = (text = '[]'): ItemChange[] => JSON.parse(text)

/** What an earlier run of the same request ended with. Of one without an answer, every option may be changed. */
const readBefore = (items: readonly { vendor_item_id: string }[], answer: Answer | undefined): ItemChange[] =>
  answer?.ok
    ? readItems(answer.value.items)
    : items.map(({ vendor_item_id }) => ({ vendor_item_id, changed: [], status: 'unknown', error: null }))

const toReport = (items: readonly ItemChange[]) => ({ ...countDone(items), items: [...items] })

async function changeItems<Item extends { vendor_item_id: string }>(
  { connection }: Writer,
  { items, toSteps }: StepWrite<Item>,
  before: readonly ItemChange[],
) {
  const { budget, deadline } = connection.upstream
  const awaitSlot = paceSeller(connection.upstream)
  const results: ItemChange[] = []
  const failures: GatewayError[] = []
  let stop: GatewayError | undefined
  let refusedInARow = 0
  let lostInARow = 0

  const hasRoom = () => budget.callsLeft > 0 && deadline.leftMs > STEP_MS
  /** After a lost answer. Undefined where nobody knows. */
  const showsChange = async ({ isShown }: ItemStep, id: string): Promise<boolean | undefined> => {
    if (!isShown || !hasRoom()) return undefined
    try {
      await awaitSlot()
      return isShown(await getItem(connection, id))
    } catch (error) {
      toKnown(error)
      return undefined
    }
  }
  const changeItem = async (item: Item, known: ItemChange | undefined): Promise<ItemChange> => {
    const { vendor_item_id } = item
    const changed = [...(known?.changed ?? [])]
    const end = (status: ItemChange['status'], error: string, hint?: string): ItemChange => ({
      vendor_item_id,
      changed,
      ...{ status, error },
      ...(hint !== undefined && { hint }),
    })
    let isUnknown = known?.status === 'unknown'
    for (const step of toSteps(item)) {
      if (changed.includes(step.field)) continue
      if (!stop && !hasRoom()) stop = noRoom()
      if (stop) {
        failures.push(stop)
        return end(isUnknown ? 'unknown' : 'not_tried', stop.message)
      }
      if (isUnknown && (await showsChange(step, vendor_item_id))) {
        changed.push(step.field)
        continue
      }
      isUnknown = false
      try {
        await awaitSlot()
        await connection.callAsSeller({ method: 'PUT', path: () => step.path, changes: true })
      } catch (error) {
        const failure = toKnown(error)
        if (isOpen(failure)) {
          if (await showsChange(step, vendor_item_id)) {
            changed.push(step.field)
            continue
          }
          failures.push(failure)
          lostInARow += 1
          if (lostInARow === MOST_LOST_IN_A_ROW) stop = tooManyLost(failure)
          return end('unknown', unknownFor(failure, 1).message)
        }
        lostInARow = 0
        failures.push(failure)
        // 403 may be a block of the address.
        if (!isRefusal(failure) || failure.status === 403) {
          stop = failure
          return end('not_tried', failure.message)
        }
        refusedInARow += 1
        if (refusedInARow === MOST_REFUSED_IN_A_ROW) stop = tooManyRefused()
        const [, hint] = HINTS.find(([words]) => words.test(failure.message)) ?? []
        return end('refused', failure.message, hint)
      }
      changed.push(step.field)
    }
    refusedInARow = 0
    lostInARow = 0
    return { vendor_item_id, changed, status: 'done', error: null }
  }

  for (const [index, item] of items.entries()) {
    const known = before[index]
    results.push(known && !isOpenEnd(known) ? known : await changeItem(item, known))
  }
  return { results, failures }
}
