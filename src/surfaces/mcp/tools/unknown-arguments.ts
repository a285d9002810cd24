import type * as z from 'zod/mini'
import { badInput } from '../../../base/errors.ts'
import { isObject } from '../../../base/json-object.ts'
import { visibleText } from '../../../base/visible-text.ts'
import { suggestWord } from '../../../gateway/http/suggest-path.ts'
import type { Registered } from '../../registered.ts'
import { headerArguments } from '../protocol/headers.ts'
import type { ToolTraits } from './metadata.ts'

type Tool = Pick<Registered, 'operation'> & { traits: ToolTraits }
type Given = Readonly<Record<string, unknown>>

/** Whether an operation passes its body on to the product, whatever it contains. */
export function takesAnything({ operation }: Pick<Registered, 'operation'>): boolean {
  const { json } = operation.input()
  return json !== undefined && isLoose(json._zod.def)
}

const isLoose = ({ catchall }: z.core.$ZodObjectDef) => catchall !== undefined && catchall._zod.def.type !== 'never'

/** Arguments that choose the fields and the part of the response. */
export const viewArguments = (tool: Tool): ('fields' | 'offset')[] => [
  ...(tool.traits.continued === undefined ? [] : ['offset' as const]),
  ...(tool.operation.output && !takesAnything(tool) ? ['fields' as const] : []),
]

/** At most this many unknown arguments are listed. */
const MOST_NAMED = 10
const LONGEST_NAME = 64

/**
 * Throws 400 for unknown arguments, also inside of objects and lists. HTTP ignores such fields, as the contract says. But
 * a model that writes `filter` instead of `filters` would take the whole table for the filtered result.
 */
export function refuseUnknown(tool: Tool, args: Given): void {
  if (takesAnything(tool)) return
  const { param, query, header, json } = tool.operation.input()
  const fields = Object.assign({}, ...[param, query, json].map((schema) => schema?.shape)) as Fields
  const headers = headerArguments(header).map(([, argument]) => argument)
  const { hidden = [], withheld = [], shown, omitted } = tool.traits
  const view = viewArguments(tool).filter((name) => name !== 'fields' || shown || omitted)
  const listed = [...Object.keys(fields), ...headers].filter(
    (name) => !hidden.includes(name) && !withheld.includes(name),
  )
  const known = [...listed, ...view]
  const isKnown = (name: string) => known.includes(name) || Object.hasOwn(fields, name)
  const unknown = Object.keys(args).filter((name) => !isKnown(name))
  if (unknown.length > 0)
    throw refusal(unknown, '', { known, required: known.filter((name) => isRequired(fields[name])) })
  for (const [name, schema] of Object.entries(fields)) refuseInside(schema, args[name], name)
}

type Fields = Readonly<Record<string, z.core.$ZodType>>

const isRequired = (schema: z.core.$ZodType | undefined) => schema !== undefined && schema._zod.optin !== 'optional'

/** Throws 400 for an unknown field of an object in the value. */
function refuseInside(schema: z.core.$ZodType, value: unknown, path: string): void {
  const { def } = unwrapped(schema)._zod
  if (def.type === 'array' && Array.isArray(value)) {
    for (const [at, item] of value.entries()) refuseInside(def.element, item, `${path}[${at}]`)
  } else if (def.type === 'object' && isObject(value) && !isLoose(def)) {
    const known = Object.keys(def.shape)
    const unknown = Object.keys(value).filter((name) => !known.includes(name))
    if (unknown.length > 0) throw refusal(unknown, `${path}.`, { known, required: [] })
    for (const [name, field] of Object.entries(def.shape)) refuseInside(field, value[name], `${path}.${name}`)
  }
}

/** The schema of a value that is there and not null, before it is transformed. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodTypes {
  const known = schema as z.core.$ZodTypes
  const { def } = known._zod
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') return unwrapped(def.innerType)
  return def.type === 'pipe' ? unwrapped(def.in) : known
}

interface Names {
  known: readonly string[]
  required: readonly string[]
}

function refusal(unknown: readonly string[], path: string, names: Names) {
  const errors = unknown.slice(0, MOST_NAMED).map((name) => {
    const message = `unknown argument "${path}${visibleText(name, LONGEST_NAME)}"`
    const meant = suggestArgument(name, names)
    return meant ? `${message}: did you mean "${meant}"?` : `${message}.`
  })
  const all = names.known.length > 0 ? `Known: ${names.known.join(', ')}` : 'This tool takes no arguments.'
  return badInput(`${errors.join(' ')} ${all}`)
}

/** Names for the same thing in tools of different products. The most likely name is first. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['query', 'q', 'keyword', 'around', 'search', 'term', 'words', 'text'],
  ['from', 'date_from', 'since', 'createdatfrom', 'orderedfrom', 'start', 'start_date', 'start_time', 'at'],
  ['to', 'date_to', 'until', 'createdatto', 'orderedto', 'end', 'end_date', 'end_time'],
  ['limit', 'page_size', 'size', 'pagesize', 'count', 'max_results', 'top'],
  ['cursor', 'start_cursor', 'after', 'next_cursor', 'page_token'],
  ['markdown', 'text', 'message', 'content', 'body'],
  ['video_url', 'link', 'url'],
  ['price', 'amount'],
  ['phone', 'phone_number', 'mobile'],
  ['member_nm', 'customer_name', 'name'],
  ['product_nm', 'product_name', 'title'],
  ['operator', 'op'],
  ['key', 'property', 'field', 'column'],
  ['records', 'rows', 'items'],
  ['in_trash', 'archived'],
  ['tag_id', 'folder', 'folder_id'],
  ['parent_page_id', 'parent', 'parent_id'],
]

/** The known argument that the caller meant. Undefined when none is similar. */
function suggestArgument(name: string, { known, required }: Names): string | undefined {
  const asked = name.toLowerCase()
  const synonyms = SYNONYMS.filter((names) => names.includes(asked)).flat()
  const synonym = synonyms.flatMap((other) => known.filter((one) => one.toLowerCase() === other))[0]
  // The id of what the tool is about, such as `recording_id` for `id`.
  const ids = /ids?$/i.test(name) ? required.filter((one) => /(^|_)ids?$/.test(one)) : []
  return synonym ?? suggestWord(known, name) ?? (ids.length === 1 ? ids[0] : undefined)
}
