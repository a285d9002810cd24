import { pageOf } from '../../rest.ts'
import { invalid, refusal } from '../errors.ts'
import type { Json } from '../state.ts'

interface Slice<Item> {
  readonly items: readonly Item[]
  readonly next_cursor: string | null
  readonly has_more: boolean
}

const wrong = (where: string, what: string, value: unknown) =>
  refusal(
    400,
    'validation_error',
    `${where} failed validation: ${where}.page_size should be ${what}, instead was \`${JSON.stringify(value)}\`.`,
  )

/** A page of a list whose cursor is the name of the next item. `asked` is the query or the body. */
export function slice<Item>(
  items: readonly Item[],
  getName: (item: Item, index: number) => string,
  asked: Json,
  { where = 'query', size: usual = 100 } = {},
): Slice<Item> {
  const { page_size = usual, start_cursor } = asked
  const size = Number(page_size)
  if (!Number.isInteger(size) || size < 0) throw wrong(where, 'a positive integer', page_size)
  if (size > 100) throw wrong(where, '≤ `100`', page_size)
  const cursor = start_cursor === undefined || start_cursor === null ? undefined : String(start_cursor)
  const page = pageOf(items, { size: size || usual, cursor, getCursor: getName, names: 'next' })
  if (!page) throw invalid(`The start_cursor provided is invalid: ${start_cursor}`)
  return { items: page.shown, next_cursor: page.next, has_more: page.next !== null }
}
