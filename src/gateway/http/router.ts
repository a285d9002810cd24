import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import type { AppEnv } from '../state.ts'
import type { Route, RouteSource } from './paths.ts'

/** Where routes are mounted, and the module that has them. */
export type Mount = readonly [base: string, load: () => Promise<Hono<AppEnv>>]

/** The gateway, which also sends requests to itself. */
export interface Gateway extends RouteSource {
  readonly router: Hono<AppEnv>
  fetch: Hono<AppEnv>['fetch']
  /** Loads the routes at a path. Returns all that are loaded. */
  loadedRoutes(path: string): Promise<readonly Route[]>
}

/** The part of a path that decides which routes serve it. */
const PREFIX = /^(?:\/api\/v\d|\/hooks)?\/[^/]*/

/**
 * A router whose routes are loaded with the first request to their prefix, because each isolate would otherwise evaluate the
 * code of every group at its start. A load that failed is tried again.
 *
 * @param mounts by prefix
 */
export function lazyRouter(mounts: Readonly<Record<string, Mount>>): Gateway {
  // Hono's default router accepts no route after the first request.
  const router = new Hono<AppEnv>({ router: new TrieRouter() })
  const { routes } = router
  const loading = new Map<Mount, Promise<Route[]>>()

  async function mount([base, load]: Mount): Promise<Route[]> {
    const list = await load()
    const before = routes.length
    router.route(base, list)
    return routes.slice(before)
  }

  function loadOnce(one: Mount): Promise<Route[]> {
    const started = loading.get(one)
    if (started) return started
    const first = mount(one)
    loading.set(one, first)
    first.catch(() => loading.delete(one))
    return first
  }

  async function loadAt(path: string): Promise<void> {
    const one = mounts[PREFIX.exec(path)?.[0] ?? '']
    if (one) await loadOnce(one)
  }

  return {
    router,
    routes,
    async fetch(request, ...rest) {
      await loadAt(router.getPath(request))
      return router.fetch(request, ...rest)
    },
    async loadedRoutes(path) {
      await loadAt(path)
      return routes
    },
    async allRoutes() {
      const late = (await Promise.all([...new Set(Object.values(mounts))].map(loadOnce))).flat()
      return [...routes.filter((route) => !late.includes(route)), ...late]
    },
  }
}
