import { invalid } from './errors.ts'

export interface PageRules<Item> {
  /** What names an item in a cursor. */
  getKey: (item: Item) => string
  defaultSize?: number
  maxSize: number
}

export interface PageQuery {
  cursor?: string | undefined
  size?: string | undefined
}

/** One page of a list in the product's envelope (facts 2). A size above the limit and a foreign cursor are 400. */
export function page<Item>(items: Item[], query: PageQuery, rules: PageRules<Item>) {
  const size = readSize(query.size, rules)
  const start = query.cursor ? startAfter(items, query.cursor, rules) : 0
  const content = items.slice(start, start + size)
  const last = content.at(-1)
  const more = start + size < items.length
  // Plain base64: a client that puts it in a query unescaped breaks it.
  return { content, nextCursor: more && last !== undefined ? btoa(`after:${rules.getKey(last)}`) : null }
}

function readSize(text: string | undefined, { defaultSize = 100, maxSize }: { defaultSize?: number; maxSize: number }) {
  if (text === undefined) return defaultSize
  const size = Number(text)
  if (!/^\d+$/.test(text) || size < 1 || size > maxSize) throw invalid('size', `must be between 1 and ${maxSize}`)
  return size
}

function startAfter<Item>(items: Item[], cursor: string, { getKey }: PageRules<Item>) {
  const at = items.findIndex((item) => btoa(`after:${getKey(item)}`) === cursor)
  if (at < 0) throw invalid('cursor', 'unknown')
  return at + 1
}
