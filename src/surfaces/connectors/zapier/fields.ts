import * as z from 'zod/mini'
import { type Json, type JsonSchema, jsonSchema, markedSchema } from '../../json-schema.ts'
import type { Registered } from '../../registered.ts'
import { isSame, toDescription, toLabel } from '../text.ts'
import { CHOICES, IDS, LABELS, LISTS, OMITTED, OPTIONS, ROWS, UNSENT } from '../words.ts'

/** A field of an action, as Zapier describes it (PlainInputFieldSchema). */
export type InputField = { key: string; [name: string]: Json }

/** How the runtime sends a value (lib/request.js). */
type Kind = 'commas' | 'day' | 'columns' | 'row' | 'unsent'

export interface Field {
  readonly place: 'path' | 'query' | 'body'
  readonly kind?: Kind
  readonly input: InputField
}

/** The fields of an operation, without headers: required ones first, as a person fills them in. */
export function describeFields({ path, operation }: Registered): Field[] {
  const { id } = operation
  const inputs = operation.input()
  const places = [
    ['path', inputs.param],
    ['query', inputs.query],
    ['body', inputs.json],
  ] as const
  const fields = places.flatMap(([place, schema]) => {
    if (!schema) return []
    const { properties = {}, required = [] } = markedSchema(schema, 'input')
    const plain = jsonSchema(schema, 'input').properties ?? {}
    return Object.keys(properties)
      .filter((name) => !OMITTED[id]?.includes(name))
      .map((name) => {
        const list = z.globalRegistry.get(schema.shape[name] as z.core.$ZodType)?.list !== undefined
        const own = withoutNull({ ...plain[name], ...properties[name] })
        return describeField(id, name, place, path, own, { list, isRequired: required.includes(name) })
      })
  })
  const unsent = UNSENT[id]
  if (unsent)
    fields.push({
      ...describeField(id, unsent.name, 'body', '', unsent.schema as JsonSchema, { list: false, isRequired: false }),
      kind: 'unsent',
    })
  return fields.sort((a, b) => Number(b.input.required ?? false) - Number(a.input.required ?? false))
}

function describeField(
  id: string,
  name: string,
  place: Field['place'],
  path: string,
  schema: JsonSchema,
  { list, isRequired }: { list: boolean; isRequired: boolean },
): Field {
  const segment = path.split('/').at(path.split('/').indexOf(`:${name}`) - 1) ?? ''
  const stands = place === 'path' && name === 'id' ? IDS[segment] : undefined
  const label = LABELS[`${id}.${name}`] ?? stands?.label ?? LABELS[name] ?? toLabel(name)
  const dropdown =
    DROPDOWNS[stands?.list ?? (id === 'payment_request_bill' ? '' : (LISTS[name] ?? OPTIONS[name] ?? ''))]
  const columns = ROWS[`${id}.${name}`]
  const { kind, ...shape }: Shape = columns ? { kind: columns } : toShape(name, schema, list)
  const helpText = toDescription(schema.description ?? '').slice(0, 1000)
  const isTable = name === 'data_source_id' && Object.keys(ROWS).some((row) => row.startsWith(`${id}.`))
  return {
    place,
    ...(kind && { kind }),
    input: {
      key: name,
      label,
      ...(helpText && !isSame(helpText, label) && !shape.children && { helpText: `${helpText.replace(/\.$/, '')}.` }),
      required: isRequired,
      ...shape,
      ...(dropdown && { dynamic: dropdown }),
      ...(isTable && { altersDynamicFields: true }),
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

function toShape(name: string, schema: JsonSchema, list: boolean): Shape {
  if (list) return { type: 'string', list: true, kind: 'commas' }
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
    const helpText = toDescription(schema.description ?? '').slice(0, 1000)
    return { key, label: toLabel(name), ...(helpText && { helpText }), required: required.includes(name), ...shape }
  })
  return children.length > 0 ? { children: children as Json[] } : { type: 'json' }
}

const typeOf = ({ type }: JsonSchema) => [type].flat()[0]

/** The schema of a field that may be null, without that. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!anyOf) {
    const types = [schema.type].flat().filter((type) => type !== 'null' && type !== undefined)
    return types.length > 0 ? { ...schema, type: types as string[] } : schema
  }
  const [only, second] = anyOf.filter(({ type }) => type !== 'null')
  return only && (!second || rest.isTimestamp) ? { ...only, ...rest } : { ...rest, type: 'string' }
}
