import type { Json } from '../../json-schema.ts'
import { type Input, itemSchema, readFields, typeOf } from '../inputs.ts'
import { toLabel } from '../text.ts'
import { CHOICES } from '../words.ts'

/** A field of an action, as Zapier describes it (PlainInputFieldSchema). */
export type InputField = { key: string; [name: string]: Json }

/** How the runtime sends a value (lib/request.js). */
type Kind = 'commas' | 'day' | 'columns' | 'row' | 'unsent'

export interface Field {
  readonly place: Input['place']
  readonly kind?: Kind
  readonly input: InputField
}

export function describeField(input: Input): Field {
  const { place, row } = input
  const { kind, ...shape }: Shape = row ? { kind: row } : toShape(input)
  const sent = input.isUnsent ? 'unsent' : kind
  const field = toInputField(input, input.name, shape)
  return {
    place,
    ...(sent && { kind: sent }),
    input: { ...field, ...(input.isTable && { altersDynamicFields: true }) },
  }
}

/** `list_bills.id.name`: the hidden trigger that fills a dropdown, and the fields of its results. */
const toInputField = (
  { label, help, isRequired, list }: Input,
  key: string,
  shape: Omit<Shape, 'kind'>,
): InputField => ({
  key,
  label,
  ...(help && !shape.children && { helpText: `${help.replace(/\.$/, '')}.` }),
  required: isRequired,
  ...(shape as { [name: string]: Json }),
  ...(list && { dynamic: `list_${list}.id.name` }),
})

type Shape = { kind?: Kind; [name: string]: Json | undefined }

function toShape(input: Input): Shape {
  const { name, schema, isCommaList, choices } = input
  if (isCommaList) return { type: 'string', list: true, ...toChoices(name, choices), kind: 'commas' }
  if (schema.isTimestamp) return { type: 'datetime' }
  if (schema.format === 'date') return { type: 'datetime', kind: 'day' }
  const initial = schema.default
  const isPlain = ['string', 'number', 'boolean'].includes(typeof initial)
  const shown = isPlain ? { default: String(initial) } : {}
  if (Array.isArray(schema.enum)) return { ...shown, ...toChoices(name, schema.enum) }
  const type = typeOf(schema)
  if (type === 'array') return arrayShape(input)
  if (type === 'object' || type === undefined) return { type: 'json' }
  if (type === 'string') return { type: ['markdown', 'text', 'message'].includes(name) ? 'text' : 'string', ...shown }
  return { type, ...shown }
}

function toChoices(field: string, values: readonly Json[]): { choices?: Json } {
  const known = values.filter((value) => value !== null).map(String)
  if (known.length === 0) return {}
  return {
    choices: known.map((value) => ({ value, sample: value, label: CHOICES[field]?.[value] ?? toLabel(value) })),
  }
}

/** A list of objects with known fields becomes line items, any other list of objects JSON. Keys are unique in an action. */
function arrayShape(input: Input): Shape {
  const items = itemSchema(input.schema)
  if (typeOf(items) !== 'object') {
    const choices = toChoices(input.name, (items.enum as Json[] | undefined) ?? [])
    return { type: typeOf(items) === 'integer' ? 'integer' : 'string', list: true, ...choices }
  }
  const children = readFields(input).map((field) => {
    const { kind: _, ...shape } = toShape(field)
    return toInputField(field, `${input.name}__${field.name}`, shape)
  })
  return children.length > 0 ? { children } : { type: 'json' }
}
