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

    /** Hits of `POST /search`, by `next_cursor`; the `warnings` of the pages are left out. */
    eachHit: (input: Input<'workspaceV2', 'post', '/search'>) =>
      each(
        input,
        (pageInput) => calls.post('/search', pageInput),
        (page) => page.results,
        ({ next_cursor: start_cursor }, { json }) =>
          start_cursor === null ? null : { json: { ...json, start_cursor } },
      ),

    /** Users of `GET /users`, by `next_cursor`. */
    eachUser: (input: Input<'workspaceV2', 'get', '/users'>) =>
      each(
        input,
        (pageInput) => calls.get('/users', pageInput),
        (page) => page.results,
        ({ next_cursor: start_cursor }, { query }) =>
          start_cursor === null ? null : { query: { ...query, start_cursor } },
      ),

    /** Comments of `GET /pages/:page_id/comments`, by `next_cursor`. */
    eachComment: (input: Input<'workspaceV2', 'get', '/pages/:page_id/comments'>) =>
      each(
        input,
        (pageInput) => calls.get('/pages/:page_id/comments', pageInput),
        (page) => page.results,
        ({ next_cursor: start_cursor }, { query }) =>
          start_cursor === null ? null : { query: { ...query, start_cursor } },
      ),

    /**
     * Answers of `GET /pages/:page_id/properties/:property_id`, by `next_cursor`: one, unless the value is so long that one
     * request cannot hold it.
     */
    eachPropertyPart: (input: Input<'workspaceV2', 'get', '/pages/:page_id/properties/:property_id'>) =>
      each(
        input,
        (pageInput) => calls.get('/pages/:page_id/properties/:property_id', pageInput),
        (page) => [page],
        ({ next_cursor: start_cursor }, { query }) =>
          start_cursor === null ? null : { query: { ...query, start_cursor } },
      ),

    /** Records of `POST /data-source/:data_source_id/query-all`, by `next_cursor`; the `warnings` of the answers are left out. */
    eachOfAll: (input: Input<'workspaceV2', 'post', '/data-source/:data_source_id/query-all'>) =>
      each(
        input,
        (pageInput) => calls.post('/data-source/:data_source_id/query-all', pageInput),
        (page) => page.results,
        ({ next_cursor: start_cursor }, { json }) =>
          start_cursor === null ? null : { json: { ...json, start_cursor } },
      ),

    /** Blocks of `GET /blocks/:block_id/children`, by `next_cursor`. */
    eachBlock: (input: Input<'workspaceV2', 'get', '/blocks/:block_id/children'>) =>
      each(
        input,
        (pageInput) => calls.get('/blocks/:block_id/children', pageInput),
        (page) => page.results,
        ({ next_cursor: start_cursor }, { query }) =>
          start_cursor === null ? null : { query: { ...query, start_cursor } },
      ),
  }
}
