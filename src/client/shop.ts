import { type ClientOptions, callsOf } from './calls.ts'
import { each } from './each.ts'
import type { Input } from './groups.ts'

export function shopOf(options: ClientOptions) {
  const calls = callsOf<'shop'>(options, '/api/v1/shop')
  return {
    ...calls,

    /** Orders of `POST /orders`, by `nextPageIndex` and `nextYear`: those of `year`, then those of earlier years. */
    eachOrder: (input: Input<'shop', 'post', '/orders'>) =>
      each(
        input,
        (pageInput) => calls.post('/orders', pageInput),
        ({ result }) => result.orderList,
        ({ result }, { json }) => following(result, json),
      ),

    /** Rows of `POST /flattened-orders`, by `nextPageIndex` and `nextYear`: those of `year`, then of earlier years. */
    eachFlattenedOrder: (input: Input<'shop', 'post', '/flattened-orders'>) =>
      each(
        input,
        (pageInput) => calls.post('/flattened-orders', pageInput),
        ({ result }) => result.rows,
        ({ result }, { json }) => following(result.page, json),
      ),
  }
}

interface Pointer {
  hasNext: boolean
  nextPageIndex?: number | null | undefined
  nextYear?: number | null | undefined
}

const following = <Body extends object>({ hasNext, nextPageIndex, nextYear }: Pointer, json: Body) =>
  hasNext && typeof nextPageIndex === 'number'
    ? { json: { ...json, pageIndex: nextPageIndex, ...(typeof nextYear === 'number' && { year: nextYear }) } }
    : null
