import { type ClientOptions, callsOf } from './calls.ts'
import { each } from './each.ts'
import type { Input } from './groups.ts'

export function notesOf(options: ClientOptions) {
  const calls = callsOf<'notes'>(options, '/api/v1/notes')
  return {
    ...calls,

    /** Notes of `GET /notes`, by `next_cursor`. */
    eachNote: (input: Input<'notes', 'get', '/notes'> = {}) =>
      each(
        input,
        (pageInput) => calls.get('/notes', pageInput),
        (page) => page.notes,
        ({ next_cursor: cursor }, { query }) => (cursor === null ? null : { query: { ...query, cursor } }),
      ),
  }
}
