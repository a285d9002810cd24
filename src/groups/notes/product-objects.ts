import * as z from 'zod'
import { isDeeperThan } from '../../base/json-object.ts'
import { once } from '../../base/once.ts'
import { unreadable } from '../../upstream/failures.ts'
import { shapeReader } from '../../upstream/shape.ts'
import { withoutSecrets } from './without-secrets.ts'

/** An object of the product, passed on as it came but for its secrets: the product may add fields without a change here. */
export type ProductObject = Record<string, unknown>

const item = once(() => z.looseObject({}))

/** The product's lists: a page with a cursor, one with a count, or a bare array (notes facts, section 2). */
const readList = shapeReader('notes', () =>
  z.union([
    z.object({ content: z.array(item()), nextCursor: z.string().nullish() }),
    z.array(item()).transform((content) => ({ content, nextCursor: null })),
  ]),
)

/** More levels than any object of the product has: deeper nesting would overflow the stack in `withoutSecrets`. */
const DEEPEST = 64

function clean(object: ProductObject): ProductObject {
  if (isDeeperThan(object, DEEPEST)) throw unreadable('notes', 'depth')
  return withoutSecrets(object)
}

/** Reads one object by its id, which an error inside a 200 does not have. Throws 502 for anything else. */
export function productObject(answer: unknown, id: 'guid' | 'id'): ProductObject {
  const { data } = item().safeParse(answer)
  if (typeof data?.[id] !== 'string' || data[id] === '') throw unreadable('notes')
  return clean(data)
}

/**
 * Checks the answer to a deletion: an empty body, or an object without an error. Throws 502 for anything else, since it
 * does not say whether the deletion happened.
 */
export function checkDeleted(answer: unknown): void {
  if (answer === undefined) return
  const { data } = item().safeParse(answer)
  if (data === undefined || data.error) throw unreadable('notes')
}

/** Reads one page of a list, which ends where the cursor is absent or empty. Throws 502 when the answer is no list. */
export function listPage(answer: unknown): { items: ProductObject[]; next: string | null } {
  const { content, nextCursor } = readList(answer)
  return { items: content.map(clean), next: nextCursor || null }
}

/**
 * Fetches all pages of a list, as many as SUBREQUESTS allows. Throws 502 when a cursor leads to itself.
 *
 * @param fetchPage gives the page at a cursor; undefined stands for the first
 */
export async function fetchAllPages(
  fetchPage: (cursor: string | undefined) => Promise<unknown>,
): Promise<ProductObject[]> {
  const pages: ProductObject[][] = []
  for (let cursor: string | undefined; ; ) {
    const { items, next } = listPage(await fetchPage(cursor))
    pages.push(items)
    if (next === null) return pages.flat()
    if (next === cursor) throw unreadable('notes')
    cursor = next
  }
}
