import * as z from 'zod/mini'
import { type JsonSchema, jsonSchema, markedSchema } from '../json-schema.ts'
import type { Registered } from '../registered.ts'
import type { ListName } from './lists.ts'
import { isSame, toDescription, toLabel } from './text.ts'
import { CHOSEN, IDS, LABELS, OMITTED, PROMINENT, ROWS, UNSENT } from './words.ts'

/** A field of an operation's input in the words of a person. */
export interface Input {
  readonly place: 'path' | 'query' | 'body'
  /** The operation, or the list whose items have the field. */
  readonly owner: string
  readonly name: string
  readonly label: string
  /** Empty when it says no more than the label. */
  readonly help: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
  /** Shown with the required ones, because most people need it. */
  readonly isProminent: boolean
  /** A list that is sent as one text with commas. */
  readonly isCommaList: boolean
  /** What that list can have, if that is known. */
  readonly choices: readonly string[]
  /** The list of the account that offers values. */
  readonly list?: ListName
  /** The columns of the chosen table, sent as an object or as a list of one. */
  readonly row?: 'columns' | 'row'
  /** The table whose columns `row` has. */
  readonly isTable: boolean
  /** Only the connector uses it. */
  readonly isUnsent: boolean
}

/** The fields of an operation, without headers: required ones first, as a person fills them in. */
export function readInputs({ path, operation }: Registered): Input[] {
  const { id } = operation
  const { param, query, json } = operation.input()
  const places = [
    ['path', param],
    ['query', query],
    ['body', json],
  ] as const
  const inputs = places.flatMap(([place, schema]): Input[] => {
    if (!schema) return []
    const { properties = {}, required = [] } = markedSchema(schema, 'input')
    const plain = jsonSchema(schema, 'input').properties ?? {}
    return Object.keys(properties)
      .filter((name) => !OMITTED[id]?.includes(name))
      .map((name) => {
        const own = withoutNull({ ...plain[name], ...properties[name] })
        const read = readInput({ owner: id, place, name, schema: own, isRequired: required.includes(name) }, path)
        const commaList = z.globalRegistry.get(schema.shape[name] as z.core.$ZodType)?.list
        return commaList ? { ...read, isCommaList: true, choices: commaList } : read
      })
  })
  inputs.sort((a, b) => Number(b.isRequired) - Number(a.isRequired))
  const unsent = UNSENT[id]
  if (unsent) {
    const { name, schema, after } = unsent
    const own = readInput({ owner: id, place: 'body', name, schema: schema as JsonSchema, isRequired: false }, path)
    inputs.splice(inputs.findIndex((input) => input.name === after) + 1, 0, {
      ...own,
      isProminent: true,
      isUnsent: true,
    })
  }
  return inputs
}

type Given = Pick<Input, 'owner' | 'place' | 'name' | 'schema' | 'isRequired'>

function readInput(given: Given, path: string): Input {
  const { owner, place, name, schema, isRequired } = given
  const segments = path.split('/')
  const stands = place === 'path' && name === 'id' ? IDS[segments[segments.indexOf(':id') - 1] ?? ''] : undefined
  const label = LABELS[`${owner}.${name}`] ?? stands?.label ?? LABELS[name] ?? toLabel(name)
  // The id of a new bill is chosen by the caller.
  const list = stands?.list ?? (owner === 'payment_request_bill' ? undefined : CHOSEN[name])
  const row = ROWS[`${owner}.${name}`]
  return {
    ...given,
    label,
    help: toHelp(schema, label),
    isProminent: isRequired || (PROMINENT[owner]?.includes(name) ?? false),
    isCommaList: false,
    choices: [],
    isTable: name === 'data_source_id' && Object.keys(ROWS).some((field) => field.startsWith(`${owner}.`)),
    isUnsent: false,
    ...(list && { list }),
    ...(row && { row }),
  }
}

/** The fields of an object, or of each object in a list. Empty when they are unknown. */
export function readFields({ place, name: owner, schema }: Input): Input[] {
  const object = typeOf(schema) === 'array' ? itemSchema(schema) : schema
  if (typeOf(object) !== 'object') return []
  const { properties = {}, required = [] } = object
  return Object.entries(properties).map(([name, own]) =>
    readInput({ owner, place, name, schema: withoutNull(own), isRequired: required.includes(name) }, ''),
  )
}

/** The schema of the items of a list. */
export const itemSchema = ({ items }: JsonSchema): JsonSchema => withoutNull((items ?? {}) as JsonSchema)

/** What a field means, at most 1,000 characters. Empty when that is the label. */
function toHelp({ description }: JsonSchema, label: string): string {
  const help = toDescription(description ?? '').slice(0, 1000)
  return isSame(help, label) ? '' : help
}

export const typeOf = ({ type }: JsonSchema) => [type].flat()[0]

/** The schema of a field that may be null, without that. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!anyOf) {
    const types = [schema.type].flat().filter((type) => type !== 'null' && type !== undefined)
    return types.length > 0 ? { ...schema, type: types as string[] } : schema
  }
  const [only, second] = anyOf.filter(({ type }) => type !== 'null')
  return only && (!second || rest.isTimestamp) ? { ...only, ...rest } : { ...rest, type: 'string' }
}
