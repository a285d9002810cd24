import { AREAS } from '../base/groups.ts'
import { getDocs } from './docs.ts'
import { groupFile, INSTRUCTIONS_FILE, OPENAPI_FILE, TASKS_FILE, TOOL_OUTPUTS_FILE, TOOLS_FILE } from './generated.ts'
import { TASKS } from './mcp/prompts/tasks.ts'
import { INSTRUCTION_TEXTS } from './mcp/protocol/instruction-texts.ts'
import { type Definition, toTool } from './mcp/tools/definition.ts'
import type { ToolTraits } from './mcp/tools/metadata.ts'
import { getText, isTool } from './mcp/tools/texts.ts'
import type { ToolAccess } from './mcp/tools/tools.ts'
import { takesAnything } from './mcp/tools/unknown-arguments.ts'
import { toDocument } from './openapi/document.ts'
import type { Registered } from './registered.ts'

/**
 * The files that describe these operations, by path below `public/`: an OpenAPI document of all, one for each group,
 * the tools (mcp.tools.ts reads them), and the summaries with which the management app names operations. Only scripts and tests import this, so no JSON Schema generator is part of
 * the Worker.
 */
export function generateAll(operations: readonly Registered[]): ReadonlyMap<string, string> {
  return new Map([
    [OPENAPI_FILE, JSON.stringify(toDocument(operations.filter(isKeyed)))],
    ...AREAS.map((group): [string, string] => [
      groupFile(group),
      JSON.stringify(toDocument(operations.filter(({ operation }) => operation.group === group))),
    ]),
    [TOOLS_FILE, operations.filter(isKeyed).map(toolLine).join('')],
    [TOOL_OUTPUTS_FILE, operations.filter(isTool).map(outputLine).join('')],
    [TASKS_FILE, JSON.stringify(TASKS)],
    [INSTRUCTIONS_FILE, JSON.stringify(INSTRUCTION_TEXTS)],
    ...(['en', 'ko'] as const).map((language): [string, string] => [
      `/operations/${language}.json`,
      JSON.stringify(operationNames(operations, language)),
    ]),
  ])
}

/**
 * The management app is only for the owner. It has its own document, and no agent can use it (decisions.md section 11).
 */
export const isKeyed = ({ operation }: Registered) => operation.group !== 'admin'

const operationNames = (operations: readonly Registered[], language: 'en' | 'ko'): Record<string, string> =>
  Object.fromEntries(
    operations.map(({ operation }) => {
      const { en, ko } = getDocs(operation)
      return [operation.id, language === 'ko' ? ko : en.summary]
    }),
  )

const EXCLUDED: ToolTraits = { isExcluded: true }

/**
 * The name, access, metadata, definition, and the definition for the default list. JSON text contains no tab and no line break.
 */
function toolLine(registered: Registered): string {
  const { operation } = registered
  const access = JSON.stringify(toAccess(registered))
  if (!isTool(registered)) return `${[operation.id, access, JSON.stringify(EXCLUDED), '{}'].join('\t')}\n`
  const { traits, definition } = toTool(operation, getText(operation.group, operation.id))
  const inDefaultList = traits.isDefault ? JSON.stringify(closed(registered, traits, definition)) : ''
  return `${[operation.id, access, JSON.stringify(traits), JSON.stringify(definition), inDefaultList].join('\t')}\n`
}

const toAccess = ({ path, operation: { group, reads, gate } }: Registered): ToolAccess => ({
  group,
  path,
  reads,
  ...(typeof gate === 'object' && { licences: gate.admits }),
})

/**
 * Its schema forbids other arguments and has `fields`. That takes tokens for which the list of all tools has no room.
 */
function closed(registered: Registered, { shown, omitted }: ToolTraits, definition: Definition): Definition {
  if (takesAnything(registered)) return definition
  const { type, properties, ...schema } = definition.inputSchema
  const more = shown || omitted ? { fields: { enum: ['all'] } } : {}
  return {
    ...definition,
    inputSchema: { type, additionalProperties: false, properties: { ...properties, ...more }, ...schema },
  }
}

/** The name and output schema, in a separate file: they are large, and few clients request them. */
function outputLine({ operation }: Registered): string {
  const { outputSchema } = toTool(operation, getText(operation.group, operation.id))
  return outputSchema ? `${operation.id}\t${JSON.stringify(outputSchema)}\n` : ''
}
