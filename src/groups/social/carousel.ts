import { GatewayError, hasStatus } from '../../base/errors.ts'
import type { Pending } from './at-most-once.ts'
import {
  canWait,
  containerFields,
  failureOfContainer,
  fetchContainer,
  itemFields,
  onceKnown,
  RESERVED_MS,
  waitForCheck,
} from './containers.ts'
import { referencesUnknown, stillPreparing } from './errors.ts'
import type { NewItem, NewPost } from './post-input.ts'
import { type Connection, callForId, eachAtOnce } from './threads.ts'

/**
 * The calls that follow once all items are ready: the carousel's container, its status, publishing and reading the
 * post.
 */
const RESERVED_CALLS = 4

/** Creates the missing items. Returns whether there were any. */
async function createItems(connection: Connection, pending: Pending, items: readonly NewItem[]): Promise<boolean> {
  const { upstream } = connection
  const missing = getPlaces(items).filter((place) => !pending.post.items?.[place])
  const affordable = missing.slice(0, upstream.budget.callsLeft)
  let made = 0
  await eachAtOnce(connection, affordable, async (place) => {
    const item = items[place]
    if (!item || upstream.deadline.leftMs < RESERVED_MS) return
    const container = await createItem(connection, item, place)
    await pending.keep({ items: { [place]: { container, isReady: false, madeAt: upstream.platform.now() } } })
    made += 1
  })
  if (made < missing.length || (made > 0 && !canWait(connection, undefined, 0))) throw stillPreparing()
  return made > 0
}

async function createItem(connection: Connection, item: NewItem, place: number): Promise<string> {
  try {
    return await callForId(connection, { method: 'POST', path: '/me/threads', fields: itemFields(item) })
  } catch (error) {
    if (!hasStatus(error, 400)) throw error
    const { message, reason } = error
    const isOfField = /^(image|video)_url: /.test(message)
    throw new GatewayError(400, `${getName(place)}${isOfField ? '.' : ': '}${message}`, { reason })
  }
}

/** Polls the items that are not ready until they are. */
async function waitForItems(connection: Connection, pending: Pending, items: readonly NewItem[]): Promise<void> {
  for (;;) {
    const unready = getPlaces(items).filter((place) => !pending.post.items?.[place]?.isReady)
    if (unready.length === 0) return
    const { callsLeft } = connection.upstream.budget
    if (callsLeft === 0) throw stillPreparing()
    await checkItems(connection, pending, items, unready.slice(0, Math.max(1, callsLeft - RESERVED_CALLS)))
    if (unready.every((place) => pending.post.items?.[place]?.isReady)) return
    if (!canWait(connection, undefined, RESERVED_CALLS)) throw stillPreparing()
    await waitForCheck(connection)
  }
}

/** Stores which of these items are ready. Throws the error of the first unusable one, and removes all unusable ones. */
async function checkItems(
  connection: Connection,
  pending: Pending,
  items: readonly NewItem[],
  checked: readonly number[],
): Promise<void> {
  const ready: number[] = []
  const failures = new Map<number, GatewayError>()
  const check = async (place: number) => {
    const item = items[place]
    const container = pending.post.items?.[place]?.container
    if (!item || !container) return
    const state = await fetchContainer(connection, container, pending.post.items?.[place]?.madeAt)
    const failure = failureOfContainer(state, item, getName(place))
    if (!failure) ready.push(place)
    else if (state.status !== 'IN_PROGRESS') failures.set(place, failure)
  }
  try {
    await eachAtOnce(connection, checked, check)
  } finally {
    if (ready.length > 0) await storeReady(pending, ready, true)
  }
  const failed = [...failures.keys()].sort((a, b) => a - b)
  if (failed.length > 0) await pending.drop(failed)
  for (const place of failed) throw failures.get(place)
}

/** Stores whether these items are ready. */
async function storeReady(pending: Pending, which: readonly number[], isReady: boolean): Promise<void> {
  const changed = which.flatMap((place) => {
    const item = pending.post.items?.[place]
    return item ? [[place, { ...item, isReady }]] : []
  })
  await pending.keep({ items: Object.fromEntries(changed) })
}

/** The indexes of the items. */
const getPlaces = (items: readonly NewItem[]): number[] => [...items.keys()]

const getName = (place: number): string => `items[${place}]`

/**
 * Creates the container of a carousel. Its items must be ready first, so this creates the missing ones and waits for
 * the others. Throws 409 when that exceeds the request's time or call budget. Progress is stored. An unusable item is
 * reported and removed. It is created again when the post is requested again.
 */
export async function createCarousel(
  connection: Connection,
  pending: Pending,
  post: NewPost,
  items: readonly NewItem[],
): Promise<string> {
  const wereReady = getPlaces(items).filter((place) => pending.post.items?.[place]?.isReady)
  if (await createItems(connection, pending, items)) await waitForCheck(connection)
  await waitForItems(connection, pending, items)
  if (connection.upstream.budget.callsLeft < RESERVED_CALLS) throw stillPreparing()
  const children = items.map((_, place) => pending.post.items?.[place]?.container).join(',')
  try {
    const fields = { ...containerFields(post), children }
    const call = { method: 'POST', path: '/me/threads', fields } as const
    // An item that was prepared a moment ago may still be unknown, and so may the post that this one replies to.
    const late = post.reply_to || post.quote ? referencesUnknown : stillPreparing
    return await onceKnown(connection, () => callForId(connection, call), late)
  } catch (error) {
    // The product considers an item not ready or expired. Items that were ready in an earlier request are checked again
    // by the next request. If all were checked just now, the next request creates them again.
    if (hasStatus(error, 409)) await (wereReady.length > 0 ? storeReady(pending, wereReady, false) : pending.drop())
    throw error
  }
}
