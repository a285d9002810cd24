import type { Json } from '../../json-schema.ts'
import { type Input, itemSchema, typeOf } from '../inputs.ts'
import { toLabel } from '../text.ts'
import { CHOICES } from '../words.ts'

/** How the runtime sends a value (src/connectors/node-red/lib/values.js). */
export type Kind = 'commas' | 'list' | 'json' | 'row' | 'time' | 'day'

/** A field as the editor shows it. Its label and help are in the catalogues of texts. */
export type EditorField = { name: string; type: 'str' | 'num' | 'bool' | 'json' | 'choice' | 'choices' } & {
  [name: string]: Json
}

export interface Field {
  readonly input: Input
  readonly kind?: Kind
  readonly editor: EditorField
}

/** The fields of an operation. Those that most people need come first. */
export function describeFields(inputs: readonly Input[], hidden: ReadonlySet<string>): Field[] {
  const fields = inputs
    .filter(({ name, isUnsent }) => !hidden.has(name) && !isUnsent)
    .map((input): Field => {
      const { kind, ...shape } = toShape(input)
      const marks = { ...(input.isRequired && { required: true }), ...(input.isProminent && { first: true }) }
      return { input, ...(kind && { kind }), editor: { name: input.name, ...shape, ...marks } }
    })
  return fields.sort((one, other) => Number(other.input.isProminent) - Number(one.input.isProminent))
}

type Shape = { type: EditorField['type']; kind?: Kind; options?: Json }

function toShape({ name, schema, row, isCommaList, choices, list }: Input): Shape {
  const from = list ? { list } : {}
  if (row) return { type: 'json', kind: row === 'row' ? 'row' : 'json' }
  if (isCommaList && choices.length > 0) return { type: 'choices', kind: 'commas', options: toOptions(name, choices) }
  if (isCommaList) return { type: 'str', kind: 'commas' }
  if (schema.isTimestamp) return { type: 'str', kind: 'time' }
  if (schema.format === 'date') return { type: 'str', kind: 'day' }
  if (Array.isArray(schema.enum)) return { type: 'choice', options: toOptions(name, schema.enum) }
  const type = typeOf(schema)
  if (type === 'boolean') return { type: 'bool' }
  if (type === 'integer' || type === 'number') return { type: 'num' }
  if (type === 'string') return { type: 'str', ...from }
  if (type !== 'array') return { type: 'json', kind: 'json' }
  const items = itemSchema(schema)
  if (Array.isArray(items.enum)) return { type: 'choices', kind: 'list', options: toOptions(name, items.enum) }
  return ['object', undefined].includes(typeOf(items)) ? { type: 'json', kind: 'json' } : { type: 'str', kind: 'list' }
}

const toOptions = (field: string, values: readonly Json[]): Json =>
  values
    .filter((value) => value !== null)
    .map((value) => [value, CHOICES[field]?.[String(value)] ?? toLabel(String(value))])
