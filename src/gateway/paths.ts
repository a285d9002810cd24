import { GROUPS, type Group } from './groups.ts'

/** The group that a path belongs to by its first segment under {base_url}, for the failure envelope of unknown paths. */
export function groupOfPath(path: string): Group | undefined {
  const segment = /^\/api\/v[12]\/([^/]+)/.exec(path)?.[1]
  return GROUPS.find((group) => group === segment)
}

interface Node {
  readonly fixed: Map<string, Node>
  parameter?: Node
  readonly methods: string[]
}

/**
 * Which methods the contract has at a path. A fixed segment is never a parameter's value (decisions.md section 2), so
 * `PATCH /recorder/files/trash` is no renaming of a recording called "trash".
 *
 * @param routes the router's own list; built into a tree at the first question, which only a path with a parameter or
 *   an unknown one asks
 */
export function methodsAt(routes: () => readonly { method: string; path: string }[]) {
  let root: Node | undefined
  return (path: string): readonly string[] => {
    root ??= tree(routes())
    let node: Node | undefined = root
    for (const segment of path.split('/').slice(1)) {
      node = node.fixed.get(segment) ?? (segment === '' ? undefined : node.parameter)
      if (!node) return []
    }
    return node.methods
  }
}

function tree(routes: readonly { method: string; path: string }[]): Node {
  const root: Node = { fixed: new Map(), methods: [] }
  for (const { method, path } of routes) {
    if (method === 'ALL') continue
    let node = root
    for (const segment of path.split('/').slice(1))
      node = segment.startsWith(':') ? parameterOf(node) : fixedOf(node, segment)
    if (!node.methods.includes(method)) node.methods.push(method)
  }
  return root
}

const empty = (): Node => ({ fixed: new Map(), methods: [] })

function parameterOf(node: Node): Node {
  node.parameter ??= empty()
  return node.parameter
}

function fixedOf(node: Node, segment: string): Node {
  const found = node.fixed.get(segment) ?? empty()
  node.fixed.set(segment, found)
  return found
}
