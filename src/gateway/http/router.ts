import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { AREAS, type Area } from '../../base/groups.ts'
import { getOperation } from '../operation-type.ts'
import type { AppEnv, RouteMap } from '../state.ts'

/** The group or area in the first segment under {base_url}. An unknown path gets its envelope. */
export function areaOfPath(path: string): Area | undefined {
  const segment = /^\/api\/v[12]\/([^/]+)/.exec(path)?.[1]
  // What an invite link opens belongs to the management app.
  return segment === 'connect' ? 'admin' : AREAS.find((area) => area === segment)
}

interface Node {
  readonly fixed: Map<string, Node>
  parameter?: Node
  readonly methods: string[]
}

/** A route in the router's list. The handler of an operation leads to its declaration. */
export interface Route {
  readonly method: string
  readonly path: string
  readonly handler: object
}

/** The router's list, which grows while routes are loaded. */
export interface RouteSource {
  /** The routes that are loaded. */
  readonly routes: readonly Route[]
  /** Loads all of them. Returns them in the order of the table, whichever was loaded first. */
  allRoutes(): Promise<readonly Route[]>
}

/**
 * A tree in addition to the router's own, which does not distinguish fixed segments: it would take
 * `GET /recorder/files/tags/transcript` for the transcript of a recording called "tags".
 *
 * @param source the router. The tree is built at first use, because only paths with a parameter and unknown paths need
 * it.
 */
export function routeMap(source: RouteSource): RouteMap {
  const root = empty()
  let known = 0
  return {
    methodsAt(path) {
      for (const route of source.routes.slice(known)) addTo(root, route)
      known = source.routes.length
      let node: Node | undefined = root
      for (const segment of path.split('/').slice(1)) {
        node = node.fixed.get(segment) ?? (segment === '' ? undefined : node.parameter)
        if (!node) return []
      }
      return node.methods
    },
    pathOf(operation) {
      const route = source.routes.find(({ handler }) => getOperation(handler) === operation)
      return route && toTemplate(route.path)
    },
    allPaths: async () => [
      ...new Set((await source.allRoutes()).flatMap(({ method, path }) => (method === 'ALL' ? [] : [path]))),
    ],
  }
}

/** A path with `{name}` for each parameter, as documents write it. */
export const toTemplate = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

function addTo(root: Node, { method, path }: Route): void {
  if (method === 'ALL') return
  let node = root
  for (const segment of path.split('/').slice(1))
    node = segment.startsWith(':') ? getParameterChild(node) : getFixedChild(node, segment)
  if (!node.methods.includes(method)) node.methods.push(method)
}

const empty = (): Node => ({ fixed: new Map(), methods: [] })

function getParameterChild(node: Node): Node {
  node.parameter ??= empty()
  return node.parameter
}

function getFixedChild(node: Node, segment: string): Node {
  const found = node.fixed.get(segment) ?? empty()
  node.fixed.set(segment, found)
  return found
}

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
