import { type ClientOptions, callsOf } from './calls.ts'
import { each } from './each.ts'
import type { Input } from './groups.ts'

export function workspaceOf(options: ClientOptions) {
  const calls = callsOf<'workspace'>(options, '/api/v1/workspace')
  return {
    ...calls,

    /** Records of `POST /database/:database_id/query`, by `next_cursor`; the `warnings` of the pages are left out. */
    eachRecord: (input: Input<'workspace', 'post', '/database/:database_id/query'>) =>
      each(
        input,
        (pageInput) => calls.post('/database/:database_id/query', pageInput),
        (page) => page.results,
        ({ next_cursor: start_cursor }, { json }) =>
          start_cursor === null ? null : { json: { ...json, start_cursor } },
      ),
  }
}

export function workspaceV2Of(options: ClientOptions) {
  const calls = callsOf<'workspaceV2'>(options, '/api/v2/workspace')
  return {
    ...calls,

    /** Records of `POST /data-source/:data_source_id/query`, by `next_cursor`; the `warnings` of the pages are left out. */
    eachRecord: (input: Input<'workspaceV2', 'post', '/data-source/:data_source_id/query'>) =>
      each(
        input,
        (pageInput) => calls.post('/data-source/:data_source_id/query', pageInput),
        (page) => page.results,
        ({ next_cursor: start_cursor }, { json }) =>
          start_cursor === null ? null : { json: { ...json, start_cursor } },
      ),
  }
}
