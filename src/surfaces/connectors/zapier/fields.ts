import type { Json, JsonSchema } from '../../json-schema.ts'
import type { Registered } from '../../registered.ts'
import { type Input, readInputs, toHelp, typeOf, withoutNull } from '../inputs.ts'
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

/** The fields of an operation, without headers: required ones first. */
export const describeFields = (member: Registered): Field[] => readInputs(member).map(describeField)

function describeField({ place, name, label, help, schema, isRequired, isCommaList, list, ...rest }: Input): Field {
  const { kind, ...shape }: Shape = rest.row ? { kind: rest.row } : toShape(name, schema, isCommaList)
  const sent = rest.isUnsent ? 'unsent' : kind
  const dropdown = list && DROPDOWNS[list]
  return {
    place,
    ...(sent && { kind: sent }),
    input: {
      key: name,
      label,
      ...(help && !shape.children && { helpText: `${help.replace(/\.$/, '')}.` }),
      required: isRequired,
      ...shape,
      ...(dropdown && { dynamic: dropdown }),
      ...(rest.isTable && { altersDynamicFields: true }),
    },
  }
}

/** The hidden triggers that fill a dropdown, by the name of the list. */
const DROPDOWNS: Readonly<Record<string, string>> = {
  searchRecordings: 'list_recordings.id.name',
  searchFolders: 'list_folders.id.name',
  getFolders: 'list_folders.id.name',
  searchNotes: 'list_notes.id.name',
  searchTables: 'list_tables.id.name',
  searchPages: 'list_pages.id.name',
  searchPosts: 'list_posts.id.name',
  searchBills: 'list_bills.id.name',
  getCarriers: 'list_carriers.id.name',
}

type Shape = { kind?: Kind; [name: string]: Json | undefined }

function toShape(name: string, schema: JsonSchema, isCommaList: boolean): Shape {
  if (isCommaList) return { type: 'string', list: true, kind: 'commas' }
  if (schema.isTimestamp) return { type: 'datetime' }
  if (schema.format === 'date') return { type: 'datetime', kind: 'day' }
  const initial = schema.default
  const isPlain = ['string', 'number', 'boolean'].includes(typeof initial)
  const shown = isPlain ? { default: String(initial) } : {}
  if (Array.isArray(schema.enum))
    return { ...shown, choices: schema.enum.filter((one) => one !== null).map((one) => toChoice(name, one)) }
  const type = typeOf(schema)
  if (type === 'array') return arrayShape(name, (schema.items ?? {}) as JsonSchema)
  if (type === 'object' || type === undefined) return { type: 'json' }
  if (type === 'string') return { type: ['markdown', 'text', 'message'].includes(name) ? 'text' : 'string', ...shown }
  return { type, ...shown }
}

const toChoice = (field: string, value: Json): Json => {
  const text = String(value)
  return { value: text, sample: text, label: CHOICES[field]?.[text] ?? toLabel(text) }
}

/** A list of objects with known fields becomes line items, any other list of objects JSON. Keys are unique in an action. */
function arrayShape(parent: string, items: JsonSchema): Shape {
  const own = withoutNull(items)
  if (typeOf(own) !== 'object') return { type: typeOf(own) === 'integer' ? 'integer' : 'string', list: true }
  const { properties = {}, required = [] } = own
  const children = Object.entries(properties).map(([name, schema]) => {
    const key = `${parent}__${name}`
    const { kind: _, ...shape } = toShape(name, withoutNull(schema), false)
    const helpText = toHelp(schema, '')
    return { key, label: toLabel(name), ...(helpText && { helpText }), required: required.includes(name), ...shape }
  })
  return children.length > 0 ? { children: children as Json[] } : { type: 'json' }
}
