import { type ClientOptions, callsOf } from './calls.ts'
import { each } from './each.ts'
import type { Input } from './groups.ts'

export function socialOf(options: ClientOptions) {
  const calls = callsOf<'social'>(options, '/api/v1/social')
  return {
    ...calls,

    /** Posts of `GET /posts`, by `next_cursor`. */
    eachPost: (input: Input<'social', 'get', '/posts'> = {}) =>
      each(
        input,
        (pageInput) => calls.get('/posts', pageInput),
        (page) => page.posts,
        ({ next_cursor: after }, { query }) => (after === null ? null : { query: { ...query, after } }),
      ),

    /** Replies of `GET /posts/:id/replies`, by `next_cursor`. */
    eachReply: (input: Input<'social', 'get', '/posts/:id/replies'>) =>
      each(
        input,
        (pageInput) => calls.get('/posts/:id/replies', pageInput),
        (page) => page.replies,
        ({ next_cursor: after }, { query }) => (after === null ? null : { query: { ...query, after } }),
      ),

    /** Mentions of `GET /mentions`, by `next_cursor`. */
    eachMention: (input: Input<'social', 'get', '/mentions'> = {}) =>
      each(
        input,
        (pageInput) => calls.get('/mentions', pageInput),
        (page) => page.mentions,
        ({ next_cursor: after }, { query }) => (after === null ? null : { query: { ...query, after } }),
      ),

    /** Replies of every depth of `GET /posts/:id/conversation`, by `next_cursor`. */
    eachInConversation: (input: Input<'social', 'get', '/posts/:id/conversation'>) =>
      each(
        input,
        (pageInput) => calls.get('/posts/:id/conversation', pageInput),
        (page) => page.replies,
        ({ next_cursor: after }, { query }) => (after === null ? null : { query: { ...query, after } }),
      ),

    /** Posts of `GET /search`, by `next_cursor`. */
    eachFound: (input: Input<'social', 'get', '/search'>) =>
      each(
        input,
        (pageInput) => calls.get('/search', pageInput),
        (page) => page.posts,
        ({ next_cursor: after }, { query }) => (after === null ? null : { query: { ...query, after } }),
      ),
  }
}
