import type { DescribedOperation, Description } from './openapi.ts'
import { getOperations } from './openapi.ts'

interface Node {
  fixed: Map<string, Node>
  parameter?: Node
  operations: DescribedOperation[]
}

/** The description's content for the path of a request. */
export interface Place {
  /** The path as the gateway reads it, with percent-encoded letters decoded. */
  path: string
  operations: readonly DescribedOperation[]
  /** The requested operation. HEAD is treated as GET. */
  operation: DescribedOperation | undefined
}

/** Finds operations by request target. A fixed segment is never a parameter's value. */
export function getRoutes(description: Description): (method: string, target: string) => Place {
  const root: Node = { fixed: new Map(), operations: [] }
  for (const operation of getOperations(description)) {
    let node = root
    for (const segment of operation.path.split('/').slice(1)) node = step(node, segment)
    node.operations.push(operation)
  }
  return (method, target) => {
    const path = formatPath(target)
    let node: Node | undefined = root
    for (const segment of path.split('/').slice(1)) {
      node = node.fixed.get(segment) ?? (segment === '' ? undefined : node.parameter)
      if (!node) break
    }
    const operations = node?.operations ?? []
    const asked = method === 'HEAD' ? 'GET' : method
    return { path, operations, operation: operations.find((one) => one.method === asked) }
  }
}

function step(node: Node, segment: string): Node {
  if (segment.startsWith('{')) {
    node.parameter ??= { fixed: new Map(), operations: [] }
    return node.parameter
  }
  const found = node.fixed.get(segment) ?? { fixed: new Map(), operations: [] }
  node.fixed.set(segment, found)
  return found
}

/** Decodes what `decodeURI` decodes, sequence by sequence. The runtime does not resolve dot segments. */
function formatPath(target: string): string {
  const [pathname = ''] = target.split(/[?#]/)
  return pathname.replace(/(%[0-9A-Fa-f]{2})+/g, (sequence) => {
    try {
      return decodeURI(sequence.replaceAll('%25', '%2525'))
    } catch {
      return sequence
    }
  })
}
