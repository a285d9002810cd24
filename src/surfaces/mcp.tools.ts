import type { Area } from '../base/groups.ts'
import { type Caller, opens } from '../gateway/access.ts'
import { accountHeader } from './mcp.headers.ts'
import type { Registered } from './registered.ts'

/** A line of the printed tools (printing.ts). */
export interface PrintedTool {
  name: string
  /** The alternatives of headers that a call requires, one of which has to be complete; empty for most tools. */
  headerSets: readonly (readonly string[])[]
  /** JSON text. */
  definition: string
}

/** The printed tools by their names. */
export function printedTools(text: string): ReadonlyMap<string, PrintedTool> {
  const tools = text.split('\n').map((line): PrintedTool => {
    const [name = '', sets = '', definition = ''] = line.split('\t')
    return { name, headerSets: sets ? JSON.parse(sets) : [], definition }
  })
  return new Map(tools.map((tool) => [tool.name, tool]))
}

/** Whether the tool is listed: the key has to open it, and the request, or the caller's grant, has to bring the headers that it requires. */
export function isListed(
  { operation }: Registered,
  { headerSets }: PrintedTool,
  caller: Caller,
  groups: ReadonlySet<Area>,
  headers: Headers,
): boolean {
  const { group, gate } = operation
  const isOpen =
    gate === 'open' || (typeof gate === 'object' && opens(caller, operation) && gate.admits.includes(caller.licence))
  if (!isOpen || !groups.has(group)) return false
  return (
    headerSets.length === 0 ||
    headerSets.some((set) => set.every((name) => accountHeader(name, headers, caller) !== undefined))
  )
}
