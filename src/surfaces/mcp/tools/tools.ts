import type { Area } from '../../../base/groups.ts'
import { type Caller, opens } from '../../../gateway/auth/access.ts'
import type { Registered } from '../../registered.ts'
import type { ToolTraits } from './metadata.ts'

/** A line of the printed tools (printing.ts). */
export interface PrintedTool {
  name: string
  traits: ToolTraits
  /** JSON text of an object. */
  definition: string
  /** The same as the default list has it; empty for a tool that is not in it. */
  inDefaultList: string
}

/** The printed tools by their names. */
export function generatedTools(text: string): ReadonlyMap<string, PrintedTool> {
  const tools = text.split('\n').flatMap((line): PrintedTool[] => {
    const [name = '', traits = '', definition = '', inDefaultList = ''] = line.split('\t')
    return name ? [{ name, traits: JSON.parse(traits), definition, inDefaultList }] : []
  })
  return new Map(tools.map((tool) => [tool.name, tool]))
}

/** What the address of the endpoint asks for. */
export interface ToolFilter {
  groups: ReadonlySet<Area>
  /** Every operation, in place of the tools that most people need. */
  all: boolean
  /** Only what reads. */
  readOnly: boolean
  /** Output schemas in the list, and structured content in the answers. */
  structured: boolean
}

/** Whether a tool is one of those that the address asks for, whoever calls. */
export const isChosen = ({ operation }: Registered, { groups, readOnly }: ToolFilter): boolean =>
  groups.has(operation.group) && (operation.reads || !readOnly)

/** Whether the caller may use the tool, and brings the headers that it requires, in the request or by its grant. */
export function isOpen(
  { operation }: Registered,
  { traits }: PrintedTool,
  caller: Caller,
  hasHeader: (name: string) => boolean,
): boolean {
  const { gate } = operation
  const isAdmitted =
    gate === 'open' || (typeof gate === 'object' && opens(caller, operation) && gate.admits.includes(caller.licence))
  const { headers: ways = [] } = traits
  return isAdmitted && (ways.length === 0 || ways.some((names) => names.every(hasHeader)))
}

/** The printed output schemas, JSON texts, by the names of their tools. */
export const generatedOutputs = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split('\n').map((line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)]))

/** As it is listed, JSON text. */
export function listedText(name: string, definition: string, outputs?: ReadonlyMap<string, string>): string {
  const outputSchema = outputs?.get(name)
  return outputSchema ? `${definition.slice(0, -1)},"outputSchema":${outputSchema}}` : definition
}
