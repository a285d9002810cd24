import { HonoBase } from 'hono/hono-base'
import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import type { AppEnv } from '../state.ts'

/**
 * The router of the whole gateway. It is set explicitly, because Hono's default first tries another one that does not
 * support these paths: the first request of an isolate would build both, and the bundle would contain both.
 */
export const gatewayRouter = () => new HonoBase<AppEnv>({ router: new CachingRouter() })

/** The routes of a group or surface. They are added to the gateway's router, so this list never matches requests. */
export const routeList = () => new HonoBase<AppEnv>({ router: { name: 'list', add() {}, match: () => [[]] } })

/**
 * Hono's TrieRouter with a cache for routes without parameters: walking its tree costs a warm request as much as all
 * access checks of an operation. Other requests are matched each time, so that callers cannot fill the memory.
 */
class CachingRouter<Handler> implements Router<Handler> {
  readonly name = 'RememberingRouter'
  readonly #trie = new TrieRouter<Handler>()
  /** By method, then by path. Undefined until it is requested. */
  readonly #fixed = new Map<string, Map<string, Result<Handler> | undefined>>()

  add(method: string, path: string, handler: Handler): void {
    this.#trie.add(method, path, handler)
    if (/[:*]/.test(path)) return
    const paths = this.#fixed.get(method) ?? new Map<string, Result<Handler> | undefined>()
    this.#fixed.set(method, paths.set(path, undefined))
  }

  match(method: string, path: string): Result<Handler> {
    const paths = this.#fixed.get(method)
    if (!paths?.has(path)) return this.#trie.match(method, path)
    const known = paths.get(path) ?? this.#trie.match(method, path)
    paths.set(path, known)
    return known
  }
}
