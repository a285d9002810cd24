import type { Json } from '../../json-schema.ts'
import { type Input, itemSchema, readFields, typeOf } from '../inputs.ts'
import type { ListName } from '../lists.ts'
import { capital, toLabel } from '../text.ts'
import { CHOICES } from '../words.ts'

/** A parameter of a module, in Make's form (custom app documentation, "Parameters"). */
export type Parameter = { name: string; label: string; type: string; [name: string]: Json }

/** The remote procedure that offers the values of a list, such as `listRecordings`. */
export const toProcedureId = (list: string) => `list${capital(list)}`

/** The parameter of an input. The columns of a table are asked below it, so they have none of their own. */
export function toParameter(input: Input, columns?: Input): Parameter {
  const { name, label, help, isRequired, list } = input
  const nested = input.isTable && columns ? { nested: [toColumns(columns)] } : {}
  const shape = list ? toSelect(list, nested) : toShape(input)
  return { name, label, ...(help && { help }), required: isRequired, ...shape }
}

const toSelect = (list: ListName, nested: Record<string, Json> = {}): Shape => ({
  type: 'select',
  options: { store: `rpc://${toProcedureId(list)}`, ...nested },
})

const toColumns = ({ name, help }: Input): Parameter => ({
  name,
  label: 'Columns',
  ...(help && { help }),
  type: 'collection',
  spec: ['rpc://listColumns'],
})

type Shape = { type: string; [name: string]: Json }

function toShape(input: Input): Shape {
  const { name, schema, isCommaList, choices } = input
  if (isCommaList && choices.length > 0)
    return { type: 'select', multiple: true, options: choices.map((value) => toOption(name, value)) }
  if (isCommaList) return { type: 'array', spec: { type: 'text' } }
  if (schema.isTimestamp || schema.format === 'date') return { type: 'date', time: schema.format !== 'date' }
  const initial = schema.default
  const shown = ['string', 'number', 'boolean'].includes(typeof initial) ? { default: initial as Json } : {}
  if (Array.isArray(schema.enum)) {
    const values = schema.enum.filter((value) => value !== null)
    return { type: 'select', ...shown, options: values.map((value) => toOption(name, value)) }
  }
  const type = typeOf(schema)
  const fields = readFields(input).map((field) => toParameter(field))
  if (fields.length > 0) return { type: type === 'array' ? 'array' : 'collection', spec: fields }
  if (type === 'array') return { type, spec: toShape({ ...input, schema: itemSchema(schema) }) }
  if (type === 'string') {
    const isLong = ['markdown', 'text', 'message'].includes(name)
    return { type: 'text', ...(isLong && { multiline: true }), ...shown }
  }
  // For an object whose fields are unknown a person maps a collection.
  return type === 'object' || type === undefined ? { type: 'any' } : { type, ...shown }
}

const toOption = (field: string, value: Json): Json => ({
  label: CHOICES[field]?.[String(value)] ?? toLabel(String(value)),
  value,
})

/**
 * The expression that sends an input, in IML. Make leaves out a value that is empty, in a query and in a body
 * ("Processing of empty values"), so only conversions need a condition.
 */
export function toExpression({ name, schema, isCommaList, row }: Input, initial?: Json): Json {
  const value = `parameters.${name}`
  if (initial !== undefined) return `{{ifempty(${value}, ${initial})}}`
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
