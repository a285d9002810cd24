import type { Tool as ToolDefinition } from '@modelcontextprotocol/server'
import type { Group } from '../base/groups.ts'
import { once } from '../base/once.ts'
import { type Caller, isInScope } from '../gateway/access.ts'
import type { Operation } from '../gateway/operation.ts'
import { jsonSchema } from './json-schema.ts'
import { neededHeaders } from './mcp.headers.ts'
import { argumentSchema } from './mcp.schemas.ts'
import type { Registered } from './registered.ts'

/** An operation as a tool. Its schemas are built when a client first lists the tools. */
export interface Tool extends Registered {
  readonly definition: () => ToolDefinition
  /** The alternatives of headers that a call requires, one of which has to be complete; empty for most tools. */
  readonly headerSets: () => readonly (readonly string[])[]
}

export const toolOf = (registered: Registered): Tool => ({
  ...registered,
  definition: once(() => define(registered.operation)),
  headerSets: once(() => neededHeaders(registered.operation.input().header)),
})

function define({ id, summary, description, input, output, reads, destructive, idempotent, toolMaxima }: Operation) {
  return {
    name: id,
    description: description ? `${summary}. ${description}` : summary,
    inputSchema: argumentSchema(input(), toolMaxima),
    ...(output && { outputSchema: { ...jsonSchema(output(), 'output'), type: 'object' as const } }),
    annotations: { readOnlyHint: reads, destructiveHint: destructive, idempotentHint: idempotent },
  }
}

/** Whether the tool is listed: the key has to open it, and the request has to bring the headers that it requires. */
export function isListed(
  { operation, headerSets }: Tool,
  caller: Caller,
  groups: ReadonlySet<Group>,
  headers: Headers,
): boolean {
  const { group, gate } = operation
  const opens = gate === 'open' || (isInScope(caller, group) && gate.admits.includes(caller.licence))
  if (!opens || !groups.has(group)) return false
  const sets = headerSets()
  return sets.length === 0 || sets.some((set) => set.every((name) => headers.has(name)))
}
