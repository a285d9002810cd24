import type { Subject } from '../../contract/subjects.ts'

/** The row's request as an MCP client makes it. */
export interface ToolCall {
  /** The headers of the MCP request. */
  headers: Record<string, string>
  args: Record<string, unknown>
}

export function toToolCall({ row, route }: Subject): ToolCall {
  const [pathname = '', search = ''] = row.path.split('?')
  const segments = pathname.split('/')
  const params = route
    .split('/')
    .flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), decodeURIComponent(segments[at] ?? '')]] : []))
  return {
    headers: row.headers ?? {},
    args: {
      ...Object.fromEntries(params),
      ...Object.fromEntries(new URLSearchParams(search)),
      ...(row.body as Record<string, unknown> | undefined),
    },
  }
}
