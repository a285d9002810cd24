import { at, flag, text } from '../../base/lenient-json.ts'

/** Which page of a list is asked for; an empty cursor counts as none. */
export interface PageRequest {
  readonly page_size?: number | null | undefined
  readonly start_cursor?: string | null | undefined
}

/** As a query string, with the parameters of the call before it. */
export function pageQuery(request: PageRequest, own: Readonly<Record<string, string>> = {}): URLSearchParams {
  const query = new URLSearchParams(own)
  if (request.page_size) query.set('page_size', String(request.page_size))
  if (request.start_cursor) query.set('start_cursor', request.start_cursor)
  return query
}

/** How a list of the product goes on, null where it does not tell. */
export const paging = (answer: unknown) => ({
  next_cursor: text(at(answer, 'next_cursor')),
  has_more: flag(at(answer, 'has_more')),
})

/** A warning where the product ended a list before its end (facts 2). */
export const incompleteness = (answer: unknown): string[] =>
  at(answer, 'request_status', 'type') === 'incomplete'
    ? ['results: incomplete, the workspace service ends a list at its own limit']
    : []
