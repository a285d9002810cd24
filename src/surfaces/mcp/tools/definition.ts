import type { ToolText } from '../../../gateway/docs.ts'
import type { Inputs } from '../../../gateway/http/validate.ts'
import type { Operation } from '../../../gateway/operation.ts'
import { type Narrowing, narrowingFields } from '../../../gateway/pagination-meta.ts'
import { findBatch, type JsonSchema, jsonSchema, markedSchema } from '../../json-schema.ts'
import { getOutput } from '../../outputs.ts'
import { headerArguments } from '../protocol/headers.ts'
import { answerView, withShown } from './answer-schema.ts'
import type { ToolTraits } from './metadata.ts'
import { chosenFields, leanArgument } from './schema.ts'

/** A generated tool. */
export interface Tool {
  traits: ToolTraits
  /** The listed definition, without `outputSchema`. */
  definition: Definition
  /** Undefined for an operation without a response body. */
  outputSchema: JsonSchema | undefined
}

export interface Definition {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema & { type: 'object'; properties: Record<string, JsonSchema> }
  annotations: { readOnlyHint?: true; destructiveHint?: boolean; idempotentHint?: true; openWorldHint?: true }
}

/** An operation as a tool, with the texts of its group. */
export function toTool(operation: Operation, text: ToolText): Tool {
  const view = answerView(operation)
  const output = getOutput(operation)
  const batch = output && findBatch(output)
  const marked = markedArguments(operation.input())
  const commaLists = Object.entries(marked.properties).flatMap(([name, { list }]) => (list ? [name] : []))
  const timestamps = Object.entries(marked.properties).flatMap(([name, { isTimestamp }]) => (isTimestamp ? [name] : []))
  const narrowing = (kind: Narrowing) =>
    narrowingFields(operation.input()).flatMap(({ name, narrows }) => (narrows === kind ? [name] : []))
  const [amounts, pages] = [narrowing('amount'), narrowing('position')]
  const headers = neededHeaders(operation)
  const hidden = (text.hidden ?? []).filter((name) => !name.includes('.'))
  const traits: ToolTraits = {
    ...(text.isDefault && { isDefault: true as const }),
    ...(headers.length > 0 && { headers }),
    ...(text.account && { account: text.account }),
    ...(text.account && text.accountHeader && { accountHeader: text.accountHeader }),
    ...(text.setting && { setting: text.setting }),
    ...(text.reports && { reports: true as const }),
    ...(text.defaults && { defaults: text.defaults }),
    ...(hidden.length > 0 && { hidden }),
    ...(text.required && { required: text.required }),
    ...(text.withheld && { withheld: text.withheld }),
    ...(text.isForeign && output && { isForeign: true as const }),
    ...(commaLists.length > 0 && { commaLists }),
    ...(timestamps.length > 0 && { timestamps }),
    ...(amounts.length > 0 && { amounts }),
    ...(pages.length > 0 && { pages }),
    ...(text.shown && { shown: text.shown }),
    ...(view && view.omitted.length > 0 && { omitted: view.omitted }),
    ...(view && view.epochs.length > 0 && { epochs: view.epochs }),
    ...(view && view.positions.length > 0 && { positions: view.positions }),
    ...(batch !== undefined && { batch }),
    // A write is not repeated to get the rest of its response.
    ...(operation.reads && view?.continued !== undefined && { continued: view.continued }),
  }
  return {
    traits,
    definition: toDefinition(operation, text, traits),
    outputSchema: view && withShown(view.schema, text.shown),
  }
}

function toDefinition(operation: Operation, text: ToolText, traits: ToolTraits): Definition {
  const { id, reads, destructive, effect, idempotent, toolMaxima } = operation
  const { properties, required: own } = markedArguments(operation.input())
  const required = [...own, ...(text.required ?? [])]
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, leanArgument(field)]))
  for (const [name, maximum] of Object.entries(toolMaxima)) {
    fields[name] = {
      ...fields[name],
      default: maximum,
      description: `${fields[name]?.description}; here ${maximum} at most`,
    }
  }
  for (const [name, initial] of Object.entries(text.defaults ?? {})) {
    // A missing flag means false.
    if (initial === false) continue
    const isList = traits.commaLists?.includes(name) && typeof initial === 'string'
    fields[name] = { ...fields[name], default: isList ? initial.split(',') : initial }
  }
  if (traits.continued !== undefined) fields.offset = { type: 'integer' }
  return {
    name: id,
    title: text.title,
    description: text.description,
    inputSchema: {
      type: 'object',
      properties: chosenFields(fields, text),
      ...(required.length > 0 && { required }),
    },
    annotations: {
      // Defaults of the protocol are left out: without annotations, clients assume a tool that writes and may destroy.
      ...(reads ? { readOnlyHint: true as const } : { destructiveHint: destructive || effect !== undefined }),
      ...(!reads && idempotent && { idempotentHint: true as const }),
      // A read is marked by its answer (`isForeign`): clients ask before a call of an open world.
      ...(effect !== undefined && effect !== 'deletion' && { openWorldHint: true as const }),
    },
  }
}

/** Alternative sets of headers that an operation requires, one of which must be complete. Empty for most operations. */
export function neededHeaders({ input }: Operation): string[][] {
  const { header } = input()
  if (!header) return []
  const { required = [], anyOf = [{}] } = jsonSchema(header, 'input')
  const ways = anyOf.map((way) => [...required, ...(way.required ?? [])])
  return ways.every((way) => way.length === 0) ? [] : ways
}

/** The arguments of a tool: path, query and body of its operation, and the headers without credentials. */
function markedArguments({ param, query, header, json }: Inputs) {
  const parts = [param, query, json].map((part) => part && markedSchema(part, 'input'))
  const headers = header ? markedSchema(header, 'input').properties : {}
  const properties: Record<string, JsonSchema> = Object.assign(
    {},
    ...parts.map((part) => part?.properties),
    ...headerArguments(header).map(([name, argument]) => ({ [argument]: headers?.[name] })),
  )
  const required = parts.flatMap((part) => part?.required ?? [])
  return { properties, required }
}
