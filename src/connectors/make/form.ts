import { toLabel } from '../../openapi/facts.ts'
import type { Json } from '../../openapi/json-schema.ts'
import { type Document, type Field, fieldsOf, type Operation, plain, readCatalogue, typeOf } from '../shared/openapi.ts'
import { sampleOf } from '../shared/static.ts'

/** A parameter of a module, in Make's form (custom app documentation, "Parameters"). */
export type Parameter = { name: string; label: string; type: string; [name: string]: Json }

/** The remote procedure that offers the accounts of some products, such as `listAccountsOfWorkspace`. */
export const toAccountsId = (products: readonly string[]) =>
  `listAccountsOf${products
    .flatMap((product) => product.split('-'))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`

/** The remote procedure that offers the values of a list, such as `listRecordings`. */
export const toProcedureId = (list: string) => `list${list.charAt(0).toUpperCase()}${list.slice(1)}`

export const HOW_MANY: Parameter = {
  name: 'maximum',
  label: 'Limit',
  help: 'How many results to return at most.',
  type: 'uinteger',
  required: true,
  default: 10,
}

const ONCE: Parameter = {
  name: 'idempotency_key',
  label: 'Repeat Protection',
  help: 'Map the ID of the item that starts the scenario. When Make runs the module again with the same value, nothing is done twice: the first response is returned again for 24 hours.',
  type: 'text',
  required: true,
}

const toAccount = (products: readonly string[]): Parameter => ({
  name: 'account',
  label: 'Account',
  help: 'Where a product has several accounts. The first one unless chosen.',
  type: 'select',
  required: false,
  advanced: true,
  options: { store: `rpc://${toAccountsId(products)}` },
})

/**
 * The files of the forms: what Make asks for with `/openapi.json?operation=<id>&form=make`, and the outputs with
 * `form=make-interface`, by the id of the operation.
 */
export const makeForms = (document: Document): readonly { id: string; form: Json }[] =>
  readCatalogue(document).operations.map((operation) => ({
    id: operation.id,
    form: { make: toParameters(operation), 'make-interface': toInterface(sampleOf(document, operation)) },
  }))

/** Optional parameters that few people need are behind "Show advanced settings". */
function toParameters({ accounts, fields, table, isOnce, pages, items }: Operation): Parameter[] {
  const columns = fields.find(({ schema }) => schema['x-columns'])
  const own = fields.filter((field) => !(table && field === columns))
  const known = own.map(
    (field): Parameter => ({
      ...toParameter(field, field.name === table ? columns : undefined),
      ...(!field.isRequired && !field.schema['x-prominent'] && { advanced: true }),
    }),
  )
  // The table is only there to show its columns.
  if (table && columns && !fields.some(({ name }) => name === table))
    known.push({ name: table, label: 'Table', required: false, ...toSelect('tables', columns) })
  return [
    ...known,
    ...(isOnce ? [ONCE] : []),
    ...(pages && items ? [HOW_MANY] : []),
    ...(accounts.length > 0 ? [toAccount(accounts)] : []),
  ]
}

type Shape = { type: string; [name: string]: Json }

const toParameter = (field: Field, columns?: Field): Parameter => {
  const { name, title, isRequired, schema } = field
  const list = schema['x-list']
  const words = schema['x-words']?.join(', ')
  const help = [field.help, words && `One or more of these, with commas: ${words}`].filter(Boolean).join('. ')
  const shape = list ? toSelect(list, columns) : toShape(field)
  return { name, label: title, ...(help && { help }), required: isRequired, ...shape }
}

const toSelect = (list: string, columns?: Field): Shape => ({
  type: 'select',
  options: { store: `rpc://${toProcedureId(list)}`, ...(columns && { nested: [toColumns(columns)] }) },
})

function toColumns({ name, title, schema }: Field): Parameter {
  const one = { type: 'collection', spec: ['rpc://listColumns'] }
  const label = schema['x-columns'] === 'list' ? title : 'Columns'
  return { name, label, ...(schema['x-columns'] === 'list' ? { type: 'array', spec: one } : one) }
}

function toShape(field: Field): Shape {
  const { name, schema } = field
  // The gateway wants a day without a time, and a list with commas: Make sends neither by itself.
  if (schema['x-words'] || schema.format === 'date') return { type: 'text' }
  if (schema['x-time']) return { type: 'date' }
  const initial = schema.default
  const shown = ['string', 'number', 'boolean'].includes(typeof initial) ? { default: initial as Json } : {}
  if (Array.isArray(schema.enum)) {
    const values = schema.enum.filter((value) => value !== null)
    return { type: 'select', ...shown, options: values.map((value) => toOption(field, value)) }
  }
  const type = typeOf(schema)
  const inner = type === 'array' ? plain(schema.items ?? {}) : schema
  const spec = typeOf(inner) === 'object' ? fieldsOf(inner).map((one) => toParameter(one)) : []
  if (spec.length > 0) return { type: type === 'array' ? 'array' : 'collection', spec }
  if (type === 'array') return { type, spec: toShape({ ...field, schema: inner }) }
  if (name === 'confirm_duplicate') return { type: 'boolean', default: false }
  if (type === 'string') return { type: 'text', ...(LONG.includes(name) && { multiline: true }), ...shown }
  // For an object whose fields are unknown a person maps a collection.
  return type === 'object' || type === undefined ? { type: 'any' } : { type, ...shown }
}

const LONG = ['markdown', 'text', 'message']

const toOption = ({ schema }: Field, value: unknown): Json => ({
  label: schema['x-choices']?.[String(value)] ?? toLabel(String(value)),
  value: value as Json,
})

/** The fields of an output, with those below them, from a sample. */
export const toInterface = (sample: Json): Json[] =>
  Object.entries((sample ?? {}) as Record<string, Json>).map(([name, value]) => ({
    name,
    label: toLabel(name),
    ...toOutput(value),
  }))

function toOutput(value: Json): Shape {
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
