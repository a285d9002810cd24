import { HonoBase } from 'hono/hono-base'
import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import type { AppEnv } from '../state.ts'
import type { Route } from './paths.ts'

type RouteList = ReturnType<typeof routeList>

/** The part of a path that decides which lazy routes serve it. */
const PREFIX = /^(?:\/api\/v\d|\/hooks)?\/[^/]*/

/**
 * The router of the whole gateway. Its routes are loaded with the first request to their prefix, because each isolate
 * would otherwise evaluate the code of every group at its start.
 *
 * The router behind it is set explicitly, because Hono's default first tries another one that does not support these
 * paths: the first request of an isolate would build both, and the bundle would contain both.
 */
export class GatewayRouter extends HonoBase<AppEnv> {
  /** The lazy routes by their prefix, in the order of the documents. */
  readonly #lazy = new Map<string, LazyRoutes>()

  constructor() {
    super({ router: new CachingRouter() })
    const handle = this.fetch
    this.fetch = (request, ...rest) => {
      const missing = this.#lazyAt(this.getPath(request))
      return missing && !missing.isLoaded
        ? missing.load().then(() => handle(request, ...rest))
        : handle(request, ...rest)
    }
  }

  /**
   * Mounts routes that are loaded with the first request to one of their paths.
   *
   * @param base the path at which the routes are mounted
   * @param segments how their paths continue, up to the end of the prefix
   */
  lazyRoute(base: `/${string}`, segments: readonly string[], load: () => Promise<RouteList>): this {
    const routes = new LazyRoutes(async () => {
      const list = await load()
      const count = this.routes.length
      this.route(base, list)
      return this.routes.slice(count)
    })
    for (const segment of segments) this.#lazy.set(`${base === '/' ? '' : base}/${segment}`, routes)
    return this
  }

  /** Loads the routes at a path. Returns all that are loaded. */
  async loadedRoutes(path: string): Promise<readonly Route[]> {
    await this.#lazyAt(path)?.load()
    return this.routes
  }

  /** Loads all routes. Returns them in the order in which they were declared, whichever was loaded first. */
  async allRoutes(): Promise<readonly Route[]> {
    const loaded = await Promise.all([...new Set(this.#lazy.values())].map((routes) => routes.load()))
    const late = new Set(loaded.flat())
    return [...this.routes.filter((route) => !late.has(route)), ...late]
  }

  #lazyAt(path: string): LazyRoutes | undefined {
    return this.#lazy.get(PREFIX.exec(path)?.[0] ?? '')
  }
}

class LazyRoutes {
  isLoaded = false
  readonly #mount: () => Promise<readonly Route[]>
  #loading: Promise<readonly Route[]> | undefined

  constructor(mount: () => Promise<readonly Route[]>) {
    this.#mount = mount
  }

  /** Mounts the routes at the first call. A load that failed is tried again. */
  load(): Promise<readonly Route[]> {
    this.#loading ??= this.#mount().then(
      (routes) => {
        this.isLoaded = true
        return routes
      },
      (error) => {
        this.#loading = undefined
        throw error
      },
    )
    return this.#loading
  }
}

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
