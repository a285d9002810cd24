import { type ClientOptions, callsOf } from './calls.ts'
import { each } from './each.ts'
import type { Input } from './groups.ts'

export function recorderOf(options: ClientOptions) {
  const calls = callsOf<'recorder'>(options, '/api/v1/recorder')
  return {
    ...calls,

    /** Recordings of `GET /files`, by `skip`: one that is added or deleted meanwhile shifts the following ones. */
    eachFile: (input: Input<'recorder', 'get', '/files'> = {}) =>
      each(
        input,
        (pageInput) => calls.get('/files', pageInput),
        (page) => page.data_file_list,
        ({ next_skip: skip }, { query }) => (skip === null ? null : { query: { ...query, skip } }),
      ),

    /** Recordings of `GET /sync` with their attachments; none is missed when others are deleted meanwhile. */
    eachBundle: (input: Input<'recorder', 'get', '/sync'> = {}) =>
      each(
        input,
        (pageInput) => calls.get('/sync', pageInput),
        (page) => page.files,
        ({ next_skip: skip, next_before }, { query }) =>
          skip === null ? null : { query: { ...query, skip, before: next_before ?? undefined } },
      ),
  }
}
