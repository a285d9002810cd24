import type { Area } from '../../../base/groups.ts'
import { type Caller, opens } from '../../../gateway/auth/access.ts'
import type { Registered } from '../../registered.ts'
import type { ToolTraits } from './metadata.ts'

/** A line of the generated tools (printing.ts). */
export interface PrintedTool {
  name: string
  traits: ToolTraits
  /** JSON text of an object. */
  definition: string
  /** The definition in the default list. Empty for a tool that is not in it. */
  inDefaultList: string
}

/** The generated tools by name. */
export function generatedTools(text: string): ReadonlyMap<string, PrintedTool> {
  const tools = text.split('\n').flatMap((line): PrintedTool[] => {
    const [name = '', traits = '', definition = '', inDefaultList = ''] = line.split('\t')
    return name ? [{ name, traits: JSON.parse(traits), definition, inDefaultList }] : []
  })
  return new Map(tools.map((tool) => [tool.name, tool]))
}

/** The filter in the endpoint's URL. */
export interface ToolFilter {
  groups: ReadonlySet<Area>
  /** All operations instead of the default list. */
  all: boolean
  /** Only operations that read. */
  readOnly: boolean
  /** Output schemas in the list, and structured content in responses. */
  structured: boolean
}

/** Whether the URL selects a tool, regardless of the caller. */
export const isChosen = ({ operation }: Registered, { groups, readOnly }: ToolFilter): boolean =>
  groups.has(operation.group) && (operation.reads || !readOnly)

/** Whether the caller may use the tool and has the required headers, in the request or through its grant. */
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

/** The generated output schemas, as JSON texts, by tool name. */
export const generatedOutputs = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split('\n').map((line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)]))

/** A listed tool, as JSON text. */
export function listedText(name: string, definition: string, outputs?: ReadonlyMap<string, string>): string {
  const outputSchema = outputs?.get(name)
  return outputSchema ? `${definition.slice(0, -1)},"outputSchema":${outputSchema}}` : definition
}
