import * as z from 'zod'
import { isDeeperThan } from '../../base/json-object.ts'
import { once } from '../../base/once.ts'
import { unreadable } from '../../upstream/failures.ts'
import { shapeReader } from '../../upstream/shape.ts'
import { withoutSecrets } from './without-secrets.ts'

/** What the product sends goes on as it came, but for secrets: its fields may grow without a change here. */
export type ProductObject = Record<string, unknown>

const item = once(() => z.looseObject({}))

/** The product's lists: a page with a cursor, one with a count, or a bare array (notes facts, section 2). */
const readList = shapeReader('notes', () =>
  z.union([
    z.object({ content: z.array(item()), nextCursor: z.string().nullish() }),
    z.array(item()).transform((content) => ({ content, nextCursor: null })),
  ]),
)

/** Deeper than any object of the product; what is deeper would end the stack on its way through. */
const DEEPEST = 64

function clean(object: ProductObject): ProductObject {
  if (isDeeperThan(object, DEEPEST)) throw unreadable('notes', 'depth')
  return withoutSecrets(object)
}

/** Reads one object, which has an id, so that an error in a 200 is none. Throws 502 for anything else. */
export function objectOf(answer: unknown, id: 'guid' | 'id'): ProductObject {
  const { data } = item().safeParse(answer)
  if (typeof data?.[id] !== 'string' || data[id] === '') throw unreadable('notes')
  return clean(data)
}

/**
 * Reads the answer to a deletion: nothing at all, or an object that tells of no error. Throws 502 for anything else, after
 * which nobody knows whether it is gone.
 */
export function checkDone(answer: unknown): void {
  if (answer === undefined) return
  const { data } = item().safeParse(answer)
  if (data === undefined || data.error) throw unreadable('notes')
}

/** Reads one page of a list; no cursor, or an empty one, is its end. Throws 502 when the answer is none. */
export function pageOf(answer: unknown): { items: ProductObject[]; next: string | null } {
  const { content, nextCursor } = readList(answer)
  return { items: content.map(clean), next: nextCursor || null }
}

/**
 * The whole of a list, page after page. Throws 502 when a cursor leads to itself; how many pages there may be is
 * SUBREQUESTS' to say.
 *
 * @param ask asks for the page at a cursor, undefined for the first
 */
export async function allPages(ask: (cursor: string | undefined) => Promise<unknown>): Promise<ProductObject[]> {
  const pages: ProductObject[][] = []
  for (let cursor: string | undefined; ; ) {
    const { items, next } = pageOf(await ask(cursor))
    pages.push(items)
    if (next === null) return pages.flat()
    if (next === cursor) throw unreadable('notes')
    cursor = next
  }
}
