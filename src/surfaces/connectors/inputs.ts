import * as z from 'zod/mini'
import { type JsonSchema, jsonSchema, markedSchema } from '../json-schema.ts'
import type { Registered } from '../registered.ts'
import { isSame, toDescription, toLabel } from './text.ts'
import { IDS, LABELS, LISTS, OMITTED, OPTIONS, ROWS, UNSENT } from './words.ts'

/** A field of an operation's input in the words of a person. */
export interface Input {
  readonly place: 'path' | 'query' | 'body'
  readonly name: string
  readonly label: string
  /** Empty when it says no more than the label. */
  readonly help: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
  /** A list that is sent as one text with commas. */
  readonly isCommaList: boolean
  /** The list of the account that offers values, such as `searchFolders`. */
  readonly list?: string
  /** The columns of the chosen table, sent as an object or as a list of one. */
  readonly row?: 'columns' | 'row'
  /** The table whose columns `row` has. */
  readonly isTable: boolean
  /** Only the connector uses it. */
  readonly isUnsent?: true
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
  const read = (place: Input['place'], name: string, schema: JsonSchema, isCommaList: boolean, isRequired: boolean) => {
    const segments = path.split('/')
    const stands = place === 'path' && name === 'id' ? IDS[segments[segments.indexOf(':id') - 1] ?? ''] : undefined
    const label = LABELS[`${id}.${name}`] ?? stands?.label ?? LABELS[name] ?? toLabel(name)
    // The id of a new bill is chosen by the caller.
    const list = stands?.list ?? (id === 'payment_request_bill' ? undefined : (LISTS[name] ?? OPTIONS[name]))
    const row = ROWS[`${id}.${name}`]
    const isTable = name === 'data_source_id' && Object.keys(ROWS).some((field) => field.startsWith(`${id}.`))
    const found = { place, name, label, help: toHelp(schema, label), schema, isRequired, isCommaList, isTable }
    return { ...found, ...(list && { list }), ...(row && { row }) }
  }
  const inputs: Input[] = places.flatMap(([place, schema]) => {
    if (!schema) return []
    const { properties = {}, required = [] } = markedSchema(schema, 'input')
    const plain = jsonSchema(schema, 'input').properties ?? {}
    return Object.keys(properties)
      .filter((name) => !OMITTED[id]?.includes(name))
      .map((name) => {
        const isCommaList = z.globalRegistry.get(schema.shape[name] as z.core.$ZodType)?.list !== undefined
        const own = withoutNull({ ...plain[name], ...properties[name] })
        return read(place, name, own, isCommaList, required.includes(name))
      })
  })
  const unsent = UNSENT[id]
  if (unsent) inputs.push({ ...read('body', unsent.name, unsent.schema as JsonSchema, false, false), isUnsent: true })
  return inputs.sort((a, b) => Number(b.isRequired) - Number(a.isRequired))
}

/** What a field means, at most 1,000 characters. Empty when that is the label. */
export function toHelp({ description }: JsonSchema, label: string): string {
  const help = toDescription(description ?? '').slice(0, 1000)
  return isSame(help, label) ? '' : help
}

export const typeOf = ({ type }: JsonSchema) => [type].flat()[0]

/** The schema of a field that may be null, without that. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!anyOf) {
    const types = [schema.type].flat().filter((type) => type !== 'null' && type !== undefined)
    return types.length > 0 ? { ...schema, type: types as string[] } : schema
  }
  const [only, second] = anyOf.filter(({ type }) => type !== 'null')
  return only && (!second || rest.isTimestamp) ? { ...only, ...rest } : { ...rest, type: 'string' }
}
