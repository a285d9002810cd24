import { GROUPS, type Group } from '../../base/groups.ts'
import { lazy } from '../../base/lazy.ts'

/** The group in the first segment under {base_url}. An unknown path gets the envelope of its group. */
export function groupOfPath(path: string): Group | undefined {
  const segment = /^\/api\/v[12]\/([^/]+)/.exec(path)?.[1]
  return GROUPS.find((group) => group === segment)
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

/** The paths and methods of the router, for requests that match none of them. */
export interface RouteMap {
  /**
   * The methods at a path. A fixed segment is never a parameter's value (decisions.md section 2), so
   * `PATCH /recorder/files/trash` does not rename a recording called "trash".
   */
  methodsAt(path: string): readonly string[]
  /** Every path, with `:name` for a parameter. */
  paths(): readonly string[]
}

/**
 * A tree in addition to the router's own, which does not distinguish fixed segments: it would take
 * `GET /recorder/files/tags/transcript` for the transcript of a recording called "tags".
 *
 * @param routes the router's own list. The tree is built at first use, because only paths with a parameter and unknown
 * paths need it.
 */
export function routeMap(routes: () => readonly Pick<Route, 'method' | 'path'>[]): RouteMap {
  const root = lazy(() => tree(routes()))
  return {
    methodsAt(path) {
      let node: Node | undefined = root()
      for (const segment of path.split('/').slice(1)) {
        node = node.fixed.get(segment) ?? (segment === '' ? undefined : node.parameter)
        if (!node) return []
      }
      return node.methods
    },
    paths: () => [...new Set(routes().flatMap(({ method, path }) => (method === 'ALL' ? [] : [path])))],
  }
}

function tree(routes: readonly Pick<Route, 'method' | 'path'>[]): Node {
  const root: Node = { fixed: new Map(), methods: [] }
  for (const { method, path } of routes) {
    if (method === 'ALL') continue
    let node = root
    for (const segment of path.split('/').slice(1))
      node = segment.startsWith(':') ? getParameterChild(node) : getFixedChild(node, segment)
    if (!node.methods.includes(method)) node.methods.push(method)
  }
  return root
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
