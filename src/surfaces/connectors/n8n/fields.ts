import type { Json, JsonSchema } from '../../json-schema.ts'
import { type Input, itemSchema, readFields, typeOf } from '../inputs.ts'
import { capital, toDescription, toLabel } from '../text.ts'
import { CHOICES, COLUMN_FIELDS, OPTIONS, WHETHER } from '../words.ts'

/** A parameter of the node, as n8n describes it. */
export type Property = { [name: string]: Json }

/** How the runtime sends the value of a parameter (nodes/shared/values.ts). */
export type Kind = 'list' | 'commas' | 'time' | 'day' | 'json' | 'items' | 'columns' | 'row' | 'unsent'

export interface Field {
  readonly input: Input
  readonly kind?: Kind
  readonly property: Property
}

export function describeField(input: Input): Field {
  const { kind, ...shape } = toShape(input)
  const description = toText(input)
  const property: Property = {
    displayName: input.label,
    name: input.name,
    ...shape,
    ...(input.isRequired && { required: true }),
    ...(description && { description }),
    ...('description' in shape && { description: shape.description as Json }),
    ...('displayName' in shape && { displayName: shape.displayName as Json }),
  }
  const sent = input.isUnsent ? 'unsent' : kind
  return { input, property, ...(sent && { kind: sent }) }
}

type Shape = Property & { kind?: Kind }

function toShape(input: Input): Shape {
  const { owner, name, schema, isRequired, list } = input
  if (input.row) return columnsShape(input.row)
  if (COLUMN_FIELDS.includes(`${owner}.${name}`)) return dynamicShape(input, 'getColumns', ['data_source_id.value'])
  if (list)
    return OPTIONS.includes(name) ? dynamicShape(input, `get${capital(list)}`) : locatorShape(`search${capital(list)}`)
  if (input.isCommaList)
    return input.choices.length > 0
      ? { ...choiceShape('multiOptions', input.choices, []), kind: 'commas' }
      : { type: 'string', default: '', kind: 'commas' }
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
  if (type === 'array') return arrayShape(input)
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

const dynamicShape = ({ label, schema }: Input, loadOptionsMethod: string, dependsOn?: string[]): Shape => ({
  displayName: `${label} Name or ID`,
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
function arrayShape(input: Input): Shape {
  const items = itemSchema(input.schema)
  if (Array.isArray(items.enum)) return choiceShape('multiOptions', items.enum, [])
  if (typeOf(items) !== 'object') return { type: 'string', default: '', kind: 'list' }
  const fields = readFields(input)
  if (fields.length === 0) return { type: 'json', default: '[]', kind: 'json' }
  const values = fields.map((field) => {
    const { schema } = field
    const isAny = schema.type === undefined && schema.enum === undefined && !schema.anyOf
    return describeField(isAny ? { ...field, schema: { ...schema, type: 'string' } } : field).property
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

function toText({ owner, name, schema, help }: Input): string | undefined {
  if (typeOf(schema) === 'boolean') {
    const text = WHETHER[`${owner}.${name}`] ?? WHETHER[name] ?? schema.description ?? ''
    if (!text.startsWith('Whether')) throw new Error(`${owner}.${name} needs a description in words.ts: "Whether ..."`)
    return toDescription(text)
  }
  const items = (schema.items ?? {}) as JsonSchema
  if (typeOf(schema) === 'array' && typeOf(items) !== 'object' && !items.enum)
    return `${toDescription(schema.description ?? '')}. Separate several with commas.`
  return help || undefined
}
