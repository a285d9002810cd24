import { isObject } from '../../../base/json-object.ts'
import type { ShownFields } from '../../../gateway/docs.ts'
import type { Operation } from '../../../gateway/operation.ts'
import { type Json, type JsonSchema, markedSchema } from '../../json-schema.ts'
import { getOutput } from '../../outputs.ts'
import type { AnswerPath } from './paths.ts'
import { getRequiredNames } from './shown-fields.ts'

/** The result of the annotations in a response's schema (gateway/mcp-annotations.ts). */
export interface AnswerView {
  omitted: AnswerPath[]
  epochs: AnswerPath[]
  positions: AnswerPath[]
  /** The first annotated field that is not in a list. */
  continued: AnswerPath | undefined
  /** The schema of the response as the tool returns it. */
  schema: JsonSchema
}

/** Undefined for an operation without a response body. */
export function answerView(operation: Operation): AnswerView | undefined {
  const output = getOutput(operation)
  if (!output) return undefined
  const found: Omit<AnswerView, 'schema'> = { omitted: [], epochs: [], positions: [], continued: undefined }
  const schema = { ...getView(markedSchema(output, 'output'), '', found), type: 'object' }
  if (found.continued === undefined || !operation.reads) return { ...found, schema }
  const next = { type: ['integer', 'null'], description: 'offset of the next part, null at the end' }
  return { ...found, schema: { ...schema, properties: { ...schema.properties, next_offset: next } } }
}

/** Makes the fields optional that the response does not have by default. */
export function withShown(schema: JsonSchema, shown: ShownFields = {}): JsonSchema {
  for (const [path, names] of Object.entries(shown)) {
    const always = getRequiredNames(names)
    for (const holder of schemasAt(schema, path)) {
      const required = holder.required?.filter((name) => always.includes(name)) ?? []
      if (required.length > 0) holder.required = required
      else delete holder.required
    }
  }
  return schema
}

/** The schemas of the objects at a path, including alternatives. */
export const schemasAt = (schema: JsonSchema, path: AnswerPath): JsonSchema[] =>
  path
    .split('.')
    .filter(Boolean)
    .reduce(
      (holders, step) => holders.flatMap((holder) => getWays(step === '[]' ? holder.items : holder.properties?.[step])),
      getWays(schema),
    )

const getWays = (schema: Json | undefined): JsonSchema[] =>
  isObject(schema) ? [schema as JsonSchema, ...((schema as JsonSchema).anyOf ?? [])] : []

function getView(marked: JsonSchema, path: AnswerPath, found: Omit<AnswerView, 'schema'>): JsonSchema {
  const { omitted: _omitted, epoch, position, continued, batch: _batch, ...schema } = marked
  if (continued && !path.includes('[]')) found.continued ??= path
  if (epoch) {
    found.epochs.push(path)
    const { description } = schema
    const [label = '', unit] = String(description ?? '').split(/,? ?epoch/, 2)
    return { type: ['string', 'null'], description: unit === undefined ? label : `${label}, ISO 8601` }
  }
  if (position) {
    found.positions.push(path)
    return { type: ['string', 'null'], description: 'Place in the recording, hh:mm:ss' }
  }
  // The tool returns local times with an offset. Zod's pattern only accepts UTC.
  if (schema.format === 'date-time') delete schema.pattern
  if (schema.description)
    schema.description = schema.description.replace(/,? (?:moment )?(?:in )?UTC\b/, ', local time')
  const inside = (step: string) => (path ? `${path}.${step}` : step)
  if (schema.properties) {
    const visible = Object.entries(schema.properties).flatMap(([name, field]) => {
      // An omitted field can be requested: its times and positions count as well.
      const view = getView(field, inside(name), found)
      if (!field.omitted) return [[name, view] as const]
      found.omitted.push(inside(name))
      return []
    })
    schema.properties = Object.fromEntries(visible)
    schema.required = schema.required?.filter((name) => Object.hasOwn(schema.properties ?? {}, name)) ?? []
    if (schema.required.length === 0) delete schema.required
  }
  if (schema.items) schema.items = getView(schema.items as JsonSchema, inside('[]'), found)
  if (schema.anyOf) schema.anyOf = schema.anyOf.map((way) => getView(way, path, found))
  const members = schema.additionalProperties
  if (typeof members === 'object' && members !== null && !Array.isArray(members)) {
    schema.additionalProperties = getView(members as JsonSchema, inside('*'), found)
  }
  return schema
}
