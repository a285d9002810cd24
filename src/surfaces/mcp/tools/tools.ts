import type { Area } from '../../../base/groups.ts'
import type { Licence } from '../../../base/licences.ts'
import { type Caller, opens } from '../../../gateway/auth/access.ts'
import type { ToolTraits } from './metadata.ts'

/** A line of the generated tools (printing.ts). */
export interface PrintedTool {
  name: string
  access: ToolAccess
  traits: ToolTraits
  /** JSON text of an object. */
  definition: string
  /** The definition in the default list. Empty for a tool that is not in it. */
  inDefaultList: string
}

/** Where the operation of a tool is, and who may use it. So that a list of tools loads no operation. */
export interface ToolAccess {
  group: Area
  /** The path of its operation in the router. */
  path: string
  reads: boolean
  /** The licences that open it. Absent for an operation that needs no key. */
  licences?: readonly Licence[]
}

/** The generated tools by name. */
export function generatedTools(text: string): ReadonlyMap<string, PrintedTool> {
  const tools = text.split('\n').flatMap((line): PrintedTool[] => {
    const [name = '', access = '', traits = '', definition = '', inDefaultList = ''] = line.split('\t')
    return name ? [{ name, access: JSON.parse(access), traits: JSON.parse(traits), definition, inDefaultList }] : []
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
export const isChosen = ({ access, traits }: PrintedTool, { groups, readOnly }: ToolFilter): boolean =>
  !traits.isExcluded && groups.has(access.group) && (access.reads || !readOnly)

/** Whether the list of the URL has the tool, if the caller may use it. */
export const isListed = ({ traits }: PrintedTool, { all }: ToolFilter): boolean => all || traits.isDefault === true

/** Whether the key or grant opens the tool. */
export const isAdmitted = ({ access }: PrintedTool, caller: Caller): boolean =>
  access.licences === undefined || (opens(caller, access) && access.licences.includes(caller.licence))

/** Whether the caller may use the tool and has the required headers, in the request or through its grant. */
export function isOpen(tool: PrintedTool, caller: Caller, hasHeader: (name: string) => boolean): boolean {
  const { headers: ways = [] } = tool.traits
  return isAdmitted(tool, caller) && (ways.length === 0 || ways.some((names) => names.every(hasHeader)))
}

/** The generated output schemas, as JSON texts, by tool name. */
export const generatedOutputs = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split('\n').map((line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)]))

/** A listed tool, as JSON text. */
export function listedText(name: string, definition: string, outputs?: ReadonlyMap<string, string>): string {
  const outputSchema = outputs?.get(name)
  return outputSchema ? `${definition.slice(0, -1)},"outputSchema":${outputSchema}}` : definition
}
