import * as z from 'zod/mini'
import { type Json, type JsonSchema, jsonSchema } from '../json-schema.ts'
import { getExample } from '../openapi/examples.ts'
import { getOutput } from '../outputs.ts'
import type { Registered } from '../registered.ts'
import { formatCommentBlock, sentence } from './comment.ts'
import { toTypeName } from './names.ts'
import { describePages, type Pages } from './paging.ts'
import { type Direction, formatObject, getType, NAMED } from './type.ts'

/** The parts of a request, by the suffix of their type's name. */
const PLACES = { param: 'Path', query: 'Query', header: 'Headers', json: 'Body' } as const
type ParameterLocation = keyof typeof PLACES

/** The types of an operation in the typed client: their declarations, and the names that calls refer to. */
export interface OperationTypes {
  readonly text: string
  /** The type of each part of the request, and whether it is required. */
  readonly places: readonly { place: ParameterLocation; type: string; isRequired: boolean }[]
  /** The type of all fields by name. Undefined without fields. */
  readonly fields: { type: string; isRequired: boolean } | undefined
  readonly answer: string
  /** The type of an item, for a listing with pages. */
  readonly item: string | undefined
}

export function toOperationTypes({ operation }: Registered): OperationTypes {
  const name = toTypeName(operation.id)
  const input = operation.input()
  const declarations: string[] = []
  const places = (Object.keys(PLACES) as ParameterLocation[]).flatMap((place) => {
    const fields = input[place]
    if (!fields) return []
    const type = name + PLACES[place]
    const schema = withHints(jsonSchema(fields, 'input'), fields, place)
    declarations.push(declaration(type, schema, 'input'))
    return [{ place, type, isRequired: (schema.required ?? []).length > 0 }]
  })

  const named = places.filter(({ place }) => place !== 'header')
  if (named.length > 0) {
    const bases = named.map(({ type }) => type).join(', ')
    declarations.push(`export interface ${name}Params extends ${bases} {}\n`)
  }
  const fields =
    named.length > 0 ? { type: `${name}Params`, isRequired: named.some(({ isRequired }) => isRequired) } : undefined

  const pages = describePages(operation)
  const body = getOutput(operation)
  const output = body && jsonSchema(body, 'output')
  const item = pages && `${name}Item`
  if (output) {
    const list = pages && listAt(output, pages)
    if (list && item) {
      declarations.push(declaration(item, list.items as JsonSchema, 'output'))
      list.items = { [NAMED]: item }
    }
    declarations.push(declaration(`${name}Answer`, output, 'output'))
  }
  return { text: declarations.join('\n'), places, fields, answer: output ? `${name}Answer` : 'void', item }
}

/** An interface when the fields are known, because compilers show its name. Otherwise a type alias. */
function declaration(name: string, schema: JsonSchema, direction: Direction): string {
  const comment = formatCommentBlock(schema.description ? [sentence(schema.description)] : [], '')
  return schema.type === 'object'
    ? `${comment}export interface ${name} ${formatBody(schema, direction)}\n`
    : `${comment}export type ${name} = ${getType(schema, direction)}\n`
}

const formatBody = (schema: JsonSchema, direction: Direction) => {
  const type = formatObject(schema, direction)
  return type.startsWith('{') ? type : '{}'
}

const listAt = (output: JsonSchema, { items }: Pages): JsonSchema | undefined =>
  items.split('.').reduce<JsonSchema | undefined>((schema, field) => schema?.properties?.[field], output)

/** Adds what JSON Schema lacks: a field's example, and that a list is accepted where the client joins one. */
function withHints(schema: JsonSchema, fields: z.ZodMiniObject, place: ParameterLocation): JsonSchema {
  const examples = getExample(fields)
  const properties = Object.entries(schema.properties ?? {}).map(([name, { type, ...rest }]) => {
    const field = fields.shape[name]
    const words = field && place === 'query' ? z.globalRegistry.get(field)?.list : undefined
    const example = examples[name]
    const hinted = {
      ...rest,
      ...(type !== undefined && !words && { type }),
      ...(words && { anyOf: [toList(words), { type: 'string' }] }),
      // An example is plain JSON, as in the document.
      ...(example !== undefined && { example: example as Json }),
    }
    return [name, hinted]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

const toList = (words: readonly string[]): JsonSchema => ({
  type: 'array',
  items: { type: 'string', ...(words.length > 0 && { enum: [...words] }) },
})
