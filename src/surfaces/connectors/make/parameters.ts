import type { Json, JsonSchema } from '../../json-schema.ts'
import { type Input, toHelp, typeOf, withoutNull } from '../inputs.ts'
import { toLabel } from '../text.ts'
import { CHOICES, OPTIONS } from '../words.ts'

/** A parameter of a module, in Make's form (custom app documentation, "Parameters"). */
export type Parameter = { name: string; label: string; type: string; [name: string]: Json }

/** The remote procedures that offer values, by the name of the list. */
export const LISTS: Readonly<Record<string, string>> = {
  searchRecordings: 'listRecordings',
  searchFolders: 'listFolders',
  getFolders: 'listFolders',
  searchNotes: 'listNotes',
  searchTables: 'listTables',
  searchPages: 'listPages',
  searchPosts: 'listPosts',
  searchBills: 'listBills',
  getCarriers: 'listCarriers',
}

/** The parameter of an input. The columns of a table are asked below it, so they have none of their own. */
export function toParameter(input: Input, columns?: Input): Parameter {
  const { name, label, help, schema, isRequired, isCommaList, list } = input
  const nested = input.isTable && columns ? { nested: [toColumns(columns)] } : {}
  const shape: Shape = list
    ? toSelect(list, nested)
    : isCommaList
      ? { type: 'array', spec: { type: 'text' } }
      : toShape(name, schema)
  return { name, label, ...(help && { help }), required: isRequired, ...shape }
}

const toSelect = (list: string, nested: Record<string, Json> = {}): Shape => ({
  type: 'select',
  options: { store: `rpc://${LISTS[list]}`, ...nested },
})

const toColumns = ({ name, help }: Input): Parameter => ({
  name,
  label: 'Columns',
  ...(help && { help }),
  type: 'collection',
  spec: ['rpc://listColumns'],
})

type Shape = { type: string; [name: string]: Json }

function toShape(name: string, schema: JsonSchema): Shape {
  if (schema.isTimestamp || schema.format === 'date') return { type: 'date', time: schema.format !== 'date' }
  const initial = schema.default
  const shown = ['string', 'number', 'boolean'].includes(typeof initial) ? { default: initial as Json } : {}
  if (Array.isArray(schema.enum)) {
    const values = schema.enum.filter((value) => value !== null)
    return { type: 'select', ...shown, options: values.map((value) => toOption(name, value)) }
  }
  const type = typeOf(schema)
  if (type === 'array') return { type: 'array', spec: toSpec(name, withoutNull((schema.items ?? {}) as JsonSchema)) }
  if (type === 'object') return fieldsOf(schema).length > 0 ? { type: 'collection', spec: fieldsOf(schema) } : OBJECT
  if (type === 'string') {
    const isLong = ['markdown', 'text', 'message'].includes(name)
    return { type: 'text', ...(isLong && { multiline: true }), ...shown }
  }
  return { type: type ?? 'any', ...shown }
}

/** An object whose fields are unknown: a person maps a collection. */
const OBJECT: Shape = { type: 'any' }

const toOption = (field: string, value: Json): Json => ({
  label: CHOICES[field]?.[String(value)] ?? toLabel(String(value)),
  value,
})

/** An item of a list: a value, or an object with known fields. */
const toSpec = (name: string, items: JsonSchema): Json =>
  typeOf(items) === 'object' && fieldsOf(items).length > 0 ? fieldsOf(items) : toShape(name, items)

const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): Parameter[] =>
  Object.entries(properties).map(([name, schema]) => {
    const label = toLabel(name)
    const help = toHelp(schema, label)
    return {
      name,
      label,
      ...(help && { help }),
      required: required.includes(name),
      ...(OPTIONS[name] ? toSelect(OPTIONS[name]) : toShape(name, withoutNull(schema))),
    }
  })

/**
 * The expression that sends an input, in IML. Make leaves out a value that is empty, in a query and in a body
 * ("Processing of empty values"), so only conversions need a condition.
 */
export function toExpression({ name, schema, isCommaList, row }: Input): Json {
  const value = `parameters.${name}`
  const when = (converted: string) => `{{if(${value}, ${converted}, undefined)}}`
  if (row === 'row') return [`{{${value}}}`]
  if (isCommaList) return when(`join(${value}, ',')`)
  if (schema.format === 'date') return when(`formatDate(${value}, 'YYYY-MM-DD')`)
  if (schema.isTimestamp) return when(`formatDate(${value}, 'YYYY-MM-DDTHH:mm:ssZ')`)
  return `{{${value}}}`
}

/** The type of a field in an output, with the fields below it, from a sample. */
export const toInterface = (sample: Json): Json[] =>
  Object.entries((sample ?? {}) as Record<string, Json>).map(([name, value]) => ({
    name,
    label: toLabel(name),
    ...toOutput(value),
  }))

function toOutput(value: Json): { type: string; [name: string]: Json } {
  if (Array.isArray(value)) {
    const [first] = value
    if (first === undefined) return { type: 'array' }
    return isObject(first) ? { type: 'array', spec: toInterface(first) } : { type: 'array', spec: toOutput(first) }
  }
  if (isObject(value)) return { type: 'collection', spec: toInterface(value) }
  if (typeof value === 'number' || typeof value === 'boolean') return { type: typeof value }
  return { type: typeof value === 'string' ? 'text' : 'any' }
}

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
