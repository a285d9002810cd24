import { type ClientOptions, callsOf } from './calls.ts'
import { each } from './each.ts'
import type { Input } from './groups.ts'

export function recorderOf(options: ClientOptions) {
  const calls = callsOf<'recorder'>(options, '/api/v1/recorder')
  return {
    ...calls,

    /** Recordings of `GET /files`, by `skip`: what is added or deleted meanwhile moves the rest by one. */
    eachFile: (input: Input<'recorder', 'get', '/files'> = {}) =>
      each(
        input,
        (asked) => calls.get('/files', asked),
        (page) => page.data_file_list,
        // The product's total is not to be relied on: an empty page is the end.
        ({ data_file_list: { length } }, { query }) =>
          length > 0 ? { query: { ...query, skip: Number(query?.skip ?? 0) + length } } : null,
      ),

    /** Recordings of `GET /sync` with their attachments; none is passed over though some are removed meanwhile. */
    eachBundle: (input: Input<'recorder', 'get', '/sync'> = {}) =>
      each(
        input,
        (asked) => calls.get('/sync', asked),
        (page) => page.files,
        ({ next_skip: skip, next_before }, { query }) =>
          skip === null ? null : { query: { ...query, skip, before: next_before ?? undefined } },
      ),
  }
}
