import type { Pages } from './operation.ts'
import type { RequestParts } from './request.ts'
import type { Listing } from './types.ts'

/** Fetches the page that `parts` request. Iterating does not fetch that page again. */
export function listing(
  parts: RequestParts,
  pages: Pages,
  fetchPage: (parts: RequestParts) => Promise<unknown>,
): Listing<unknown, unknown> {
  const first = fetchPage(parts)
  return Object.assign(first, { [Symbol.asyncIterator]: () => itemsFrom(first, parts, pages, fetchPage) })
}

async function* itemsFrom(
  first: Promise<unknown>,
  parts: RequestParts,
  { place, items, next }: Pages,
  fetchPage: (parts: RequestParts) => Promise<unknown>,
): AsyncGenerator<unknown, void, undefined> {
  let asked = parts
  for (let page = await first; ; page = await fetchPage(asked)) {
    const list = valueAt(page, items)
    if (Array.isArray(list)) yield* list
    const change = Object.fromEntries(next.map(([field, path]) => [field, valueAt(page, path) ?? undefined]))
    // A feed has a next cursor even at its end, because more may follow later.
    if (Object.values(change)[0] === undefined || valueAt(page, 'has_more') === false) return
    asked = { ...asked, [place]: { ...asked[place], ...change } }
  }
}

/** The value at a path of names joined with dots. Undefined when there is none. */
const valueAt = (answer: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
      answer,
    )
