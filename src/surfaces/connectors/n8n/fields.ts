import * as z from 'zod/mini'
import type { Json, JsonSchema } from '../../json-schema.ts'
import { jsonSchema, markedSchema } from '../../json-schema.ts'
import type { Registered } from '../../registered.ts'
import { typeOf, withoutNull } from '../inputs.ts'
import { isSame, toDescription, toLabel } from '../text.ts'
import { CHOICES, COLUMN_FIELDS, IDS, LABELS, LISTS, OPTIONS, ROWS, WHETHER } from '../words.ts'

/** A parameter of the node, as n8n describes it. */
export type Property = { [name: string]: Json }

/** How the runtime sends the value of a parameter (nodes/shared/values.ts). */
export type Kind = 'list' | 'commas' | 'time' | 'day' | 'json' | 'items' | 'columns' | 'row' | 'unsent'

export interface Field {
  readonly name: string
  readonly place: 'path' | 'query' | 'body'
  readonly kind?: Kind
  readonly isRequired: boolean
  readonly property: Property
}

/** The inputs of an operation without headers. */
export function describeFields({ path, operation }: Registered): Field[] {
  const inputs = operation.input()
  const places = [
    ['path', inputs.param],
    ['query', inputs.query],
    ['body', inputs.json],
  ] as const
  return places.flatMap(([place, schema]) => {
    if (!schema) return []
    const { properties = {}, required = [] } = markedSchema(schema, 'input')
    const plain = jsonSchema(schema, 'input').properties ?? {}
    return Object.keys(properties).map((name) =>
      describeField({
        id: operation.id,
        name,
        place,
        path,
        schema: withoutNull({ ...plain[name], ...properties[name] }),
        isRequired: required.includes(name),
        list: z.globalRegistry.get(schema.shape[name] as z.core.$ZodType)?.list,
      }),
    )
  })
}

interface Given {
  id: string
  name: string
  place: Field['place']
  path: string
  schema: JsonSchema
  isRequired: boolean
  list?: readonly string[] | undefined
}

export function describeField(given: Given): Field {
  const { id, name, place, path, isRequired } = given
  const segment = path.split('/').at(path.split('/').indexOf(`:${name}`) - 1) ?? ''
  const stands = place === 'path' && name === 'id' ? IDS[segment] : undefined
  const displayName = LABELS[`${id}.${name}`] ?? stands?.label ?? LABELS[name] ?? toLabel(name)
  const { kind, ...shape } = toShape(given, stands?.list)
  const description = toText(given, displayName)
  const property: Property = {
    displayName,
    name,
    ...shape,
    ...(isRequired && { required: true }),
    ...(description && { description }),
    ...('description' in shape && { description: shape.description as Json }),
    ...('displayName' in shape && { displayName: shape.displayName as Json }),
  }
  return { name, place, isRequired, property, ...(kind && { kind }) }
}

type Shape = Property & { kind?: Kind }

function toShape(given: Given, list: string | undefined): Shape {
  const { id, name, schema, isRequired } = given
  const rows = ROWS[`${id}.${name}`]
  if (rows) return columnsShape(rows)
  if (COLUMN_FIELDS.includes(`${id}.${name}`)) return dynamicShape(given, 'getColumns', ['data_source_id.value'])
  const method = list ?? (id === 'payment_request_bill' ? undefined : LISTS[name])
  if (method) return locatorShape(method)
  if (OPTIONS[name]) return dynamicShape(given, OPTIONS[name])
  if (given.list?.length) return { ...choiceShape('multiOptions', given.list, []), kind: 'commas' }
  if (given.list) return { type: 'string', default: '', kind: 'commas' }
  if (schema.isTimestamp) return { type: 'dateTime', default: '', kind: 'time' }
  if (schema.format === 'date') return { type: 'dateTime', default: '', kind: 'day' }
  const choices = toChoices(schema)
  if (choices) {
    const initial = schema.default ?? choices[0] ?? ''
    return choiceShape('options', choices, initial, CHOICES[name])
  }
  const type = typeOf(schema)
  if (type === 'boolean') return { type: 'boolean', default: schema.default === true }
  if (name === 'limit') return LIMIT
  if (type === 'integer' || type === 'number') return numberShape(schema)
  if (type === 'array') return arrayShape(given)
  if (type === 'object' || type === undefined) return { type: 'json', default: '{}', kind: 'json' }
  if (name === 'color') return { type: 'color', default: '' }
  const isLong = name === 'markdown' || (name === 'text' && isRequired) || name === 'message'
  return {
    type: 'string',
    ...(isLong && { typeOptions: { rows: 4 } }),
    ...(schema.format === 'email' && { placeholder: 'name@email.com' }),
    default: typeof schema.default === 'string' ? schema.default : '',
  }
}

/** n8n wants the same limit everywhere. */
export const LIMIT = {
  type: 'number',
  typeOptions: { minValue: 1 },
  default: 50,
  description: 'Max number of results to return',
} satisfies Shape

const columnsShape = (kind: 'columns' | 'row'): Shape => ({
  type: 'resourceMapper',
  kind,
  default: { mappingMode: 'defineBelow', value: null },
  displayName: 'Columns',
  noDataExpression: true,
  typeOptions: {
    loadOptionsDependsOn: ['data_source_id.value'],
    resourceMapper: {
      resourceMapperMethod: 'getColumnFields',
      mode: 'add',
      fieldWords: { singular: 'column', plural: 'columns' },
      addAllFields: false,
      supportAutoMap: true,
    },
  },
})

const locatorShape = (method: string): Shape => ({
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  modes: [
    {
      displayName: 'From List',
      name: 'list',
      type: 'list',
      typeOptions: { searchListMethod: method, searchable: true },
    },
    { displayName: 'By ID', name: 'id', type: 'string' },
  ],
})

const dynamicShape = ({ name, id, schema }: Given, loadOptionsMethod: string, dependsOn?: string[]): Shape => ({
  displayName: `${LABELS[`${id}.${name}`] ?? LABELS[name] ?? toLabel(name)} Name or ID`,
  type: 'options',
  typeOptions: { loadOptionsMethod, ...(dependsOn && { loadOptionsDependsOn: dependsOn }) },
  default: '',
  description: `${toDescription(schema.description ?? '')}. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
})

function choiceShape(
  type: 'options' | 'multiOptions',
  values: readonly Json[],
  initial: Json,
  names: Readonly<Record<string, string>> = {},
): Shape {
  const options = values.map((value) => ({ name: names[String(value)] ?? toLabel(String(value)), value }))
  if (options.length >= 5) options.sort((a, b) => (a.name < b.name ? -1 : 1))
  return { type, options, default: initial }
}

/** The closed list of a field. Undefined when there is none. */
function toChoices(schema: JsonSchema): Json[] | undefined {
  return Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null) : undefined
}

function numberShape({ minimum, maximum, default: initial }: JsonSchema): Shape {
  const typeOptions = {
    ...(typeof minimum === 'number' && { minValue: minimum }),
    ...(typeof maximum === 'number' && { maxValue: maximum }),
  }
  return {
    type: 'number',
    ...(Object.keys(typeOptions).length > 0 && { typeOptions }),
    default: typeof initial === 'number' ? initial : typeof minimum === 'number' ? minimum : 0,
  }
}

/** A list of objects becomes rows of fields, a list of known words a choice, any other list a text with commas. */
function arrayShape({ name, path, place, schema }: Given): Shape {
  const items = withoutNull((schema.items ?? {}) as JsonSchema)
  if (Array.isArray(items.enum)) return choiceShape('multiOptions', items.enum, [])
  if (typeOf(items) !== 'object') return { type: 'string', default: '', kind: 'list' }
  const { properties = {}, required = [] } = items
  if (Object.keys(properties).length === 0) return { type: 'json', default: '[]', kind: 'json' }
  const values = Object.entries(properties).map(([field, own]) => {
    const given = { id: name, name: field, place, path, schema: withoutNull(own), isRequired: required.includes(field) }
    const plain = own.type === undefined && own.enum === undefined && !own.anyOf
    return describeField(plain ? { ...given, schema: { ...own, type: 'string' } } : given).property
  })
  return {
    type: 'fixedCollection',
    kind: 'items',
    placeholder: 'Add Item',
    typeOptions: { multipleValues: true },
    default: {},
    options: [{ displayName: 'Items', name: 'items', values: sorted(values) }],
  }
}

export const sorted = (properties: readonly Property[]): Property[] =>
  properties.length < 5
    ? [...properties]
    : [...properties].sort((a, b) => String(a.displayName).localeCompare(String(b.displayName)))

function toText({ id, name, schema }: Given, label: string): string | undefined {
  if (typeOf(schema) === 'boolean') {
    const text = WHETHER[`${id}.${name}`] ?? WHETHER[name] ?? schema.description ?? ''
    if (!text.startsWith('Whether')) throw new Error(`${id}.${name} needs a description in words.ts: "Whether ..."`)
    return toDescription(text)
  }
  const items = (schema.items ?? {}) as JsonSchema
  const text = toDescription(schema.description ?? '')
  if (typeOf(schema) === 'array' && typeOf(items) !== 'object' && !items.enum)
    return `${text}. Separate several with commas.`
  return text && !isSame(text, label) ? text : undefined
}
