import type { Json, JsonSchema } from '../../json-schema.ts'
import type { Registered } from '../../registered.ts'
import { type Input, readInputs, typeOf } from '../inputs.ts'
import { toLabel } from '../text.ts'
import { CHOICES, PROMINENT } from '../words.ts'

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
export function describeFields(member: Registered, hidden: ReadonlySet<string>): Field[] {
  const usual = PROMINENT[member.operation.id] ?? []
  const fields = readInputs(member)
    .filter(({ name, isUnsent }) => !hidden.has(name) && !isUnsent)
    .map((input): Field => {
      const { kind, ...shape } = toShape(input)
      const isFirst = input.isRequired || usual.includes(input.name)
      const marks = { ...(input.isRequired && { required: true }), ...(isFirst && { first: true }) }
      return { input, ...(kind && { kind }), editor: { name: input.name, ...shape, ...marks } }
    })
  return fields.sort((one, other) => Number(other.editor.first ?? false) - Number(one.editor.first ?? false))
}

type Shape = { type: EditorField['type']; kind?: Kind; options?: Json }

function toShape({ name, schema, row, isCommaList, list }: Input): Shape {
  const from = list ? { list } : {}
  if (row) return { type: 'json', kind: row === 'row' ? 'row' : 'json' }
  if (isCommaList) return { type: 'str', kind: 'commas' }
  if (schema.isTimestamp) return { type: 'str', kind: 'time' }
  if (schema.format === 'date') return { type: 'str', kind: 'day' }
  if (Array.isArray(schema.enum)) return { type: 'choice', options: toOptions(name, schema.enum) }
  const type = typeOf(schema)
  if (type === 'boolean') return { type: 'bool' }
  if (type === 'integer' || type === 'number') return { type: 'num' }
  if (type === 'string') return { type: 'str', ...from }
  if (type !== 'array') return { type: 'json', kind: 'json' }
  const items = (schema.items ?? {}) as JsonSchema
  if (Array.isArray(items.enum)) return { type: 'choices', kind: 'list', options: toOptions(name, items.enum) }
  return ['object', undefined].includes(typeOf(items)) ? { type: 'json', kind: 'json' } : { type: 'str', kind: 'list' }
}

const toOptions = (field: string, values: readonly Json[]): Json =>
  values
    .filter((value) => value !== null)
    .map((value) => [value, CHOICES[field]?.[String(value)] ?? toLabel(String(value))])
