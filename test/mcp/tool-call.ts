import type { Operation } from '../../src/gateway/operation.ts'
import { getOptions } from '../../src/mcp/definition.ts'
import type { Subject } from '../contract/subjects.ts'

/** The row's request as an MCP client makes it, without arguments that no model may set. */
export interface ToolCall {
  /** The headers of the MCP request. */
  headers: Record<string, string>
  args: Record<string, unknown>
}

/** The tool that runs the tool of an operation. */
export const reachOf = ({ reads, effect }: Pick<Operation, 'reads' | 'effect'>): string =>
  reads ? 'gateway_read' : effect === undefined ? 'gateway_change' : 'gateway_send'

export function toToolCall({ row, route, operation }: Subject): ToolCall {
  const { withheld = [], required = [] } = getOptions(operation)
  const [pathname = '', search = ''] = row.path.split('?')
  const segments = pathname.split('/')
  const params = route
    .split('/')
    .flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), decodeURIComponent(segments[at] ?? '')]] : []))
  const args: Record<string, unknown> = {
    ...Object.fromEntries(params),
    ...Object.fromEntries(new URLSearchParams(search)),
    ...(row.body as Record<string, unknown> | undefined),
  }
  for (const name of withheld) delete args[name]
  for (const name of required) args[name] ??= 'a-new-wish'
  return { headers: row.headers ?? {}, args }
}
