import { getText } from '../../../src/surfaces/mcp/tools/texts.ts'
import type { Subject } from '../../contract/subjects.ts'

/** The row's request as an MCP client makes it, without arguments that no model may set. */
export interface ToolCall {
  /** The headers of the MCP request. */
  headers: Record<string, string>
  args: Record<string, unknown>
}

export function toToolCall({ id, row, route, contract }: Subject): ToolCall {
  const { withheld = [], required = [] } = getText(contract.group, id)
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
