import { at, identifier, isObject, items, list } from '../../base/json.ts'
import { withFieldTypes } from './field-types.ts'
import { required } from './tiro.ts'
import { withoutSecrets } from './without-secrets.ts'

/** An object of the product, passed on except for secrets. The product may add fields without a change here. */
export type ProductObject = Record<string, unknown>

/**
 * Reads one object. Its id may be missing, because the caller knows it. Throws 502 for an empty object, for an error
 * inside a 200, and for anything else.
 */
export function productObject(answer: unknown): ProductObject {
  const object = isObject(answer) && Object.keys(answer).length > 0 && !answer.error ? answer : undefined
  return withFieldTypes(withoutSecrets(required('', object)))
}

/**
 * Checks the response to a deletion: an empty body, or an object without an error. Throws 502 for anything else,
 * because it does not show whether the deletion happened.
 */
export function checkDeleted(answer: unknown): void {
  if (answer !== undefined) required('', isObject(answer) && !answer.error ? answer : undefined)
}

/**
 * Reads one page of a list: with a cursor, with a count, or as a bare array. Items that are not objects are dropped.
 * Throws 502 when the response is no list, or when no item is an object. Also throws 502 for a cursor that cannot be
 * sent back, because the list would seem to end there.
 */
export function listPage(answer: unknown): { items: ProductObject[]; next: string | null } {
  if (Array.isArray(answer)) return { items: readItems('[]', answer), next: null }
  const content = at(answer, 'content')
  if (content !== null) required('content', Array.isArray(content) ? content : undefined)
  const cursor = at(answer, 'nextCursor')
  return {
    items: readItems('content[]', content),
    next: cursor === undefined || cursor === null || cursor === '' ? null : required('nextCursor', identifier(cursor)),
  }
}

function readItems(place: '[]' | 'content[]', content: unknown): ProductObject[] {
  const read = items(content, (item) => (isObject(item) ? withFieldTypes(withoutSecrets(item)) : undefined))
  if (read.length === 0 && list(content).length > 0) required(place, undefined)
  return read
}

/**
 * Fetches all pages of a list, as many as SUBREQUESTS allows. Throws 502 when a cursor repeats.
 *
 * @param fetchPage returns the page at a cursor; undefined is the first page
 */
export async function fetchAllPages(
  fetchPage: (cursor: string | undefined) => Promise<unknown>,
): Promise<ProductObject[]> {
  const pages: ProductObject[][] = []
  for (let cursor: string | undefined; ; ) {
    const { items: page, next } = listPage(await fetchPage(cursor))
    pages.push(page)
    if (next === null) return pages.flat()
    if (next === cursor) required('nextCursor', undefined)
    cursor = next
  }
}
