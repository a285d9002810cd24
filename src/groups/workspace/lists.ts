import { at, flag, text } from '../../base/json.ts'

/** The requested page of a list. An empty cursor counts as none. */
export interface PageRequest {
  readonly page_size?: number | null | undefined
  readonly start_cursor?: string | null | undefined
}

/** The query string, including the parameters of the call itself. */
export function pageQuery(request: PageRequest, own: Readonly<Record<string, string>> = {}): URLSearchParams {
  const query = new URLSearchParams(own)
  if (request.page_size) query.set('page_size', String(request.page_size))
  if (request.start_cursor) query.set('start_cursor', request.start_cursor)
  return query
}

/** The paging fields of a product's list. Null when the product omits them. */
export const paging = (answer: unknown) => ({
  next_cursor: text(at(answer, 'next_cursor')),
  has_more: flag(at(answer, 'has_more')),
})

/** A warning when the product stopped a list early. */
export const incompleteness = (answer: unknown): string[] =>
  at(answer, 'request_status', 'type') === 'incomplete'
    ? ['results: incomplete, the workspace service ends a list at its own limit']
    : []
