import type * as z from 'zod/mini'
import { toPlainName, visibleText } from '../../base/json.ts'
import { suggestWord } from './suggest-path.ts'

/** Names of the same thing: ours, that of the product, and others. The most likely one is first. */
export type Synonyms = readonly (readonly string[])[]

export type Fields = Readonly<Record<string, z.core.$ZodType | undefined>>

/** What is known where an unknown field was found. */
export interface KnownFields {
  fields: Fields
  /** Fields that a message only names if one of them is meant. */
  unlisted?: readonly string[]
  /** Of an object inside of the input, such as `items[0].` */
  path?: string
  /** The fields of the other parts of the request, by the words for them. */
  elsewhere?: Readonly<Record<string, Fields>>
  synonyms: Synonyms
}

/** Usual names of lists and searches. The names of a group are in its `group.ts`. */
const COMMON: Synonyms = [
  ['query', 'q', 'keyword', 'search', 'term', 'words', 'text'],
  ['from', 'since', 'date_from', 'start', 'start_date', 'start_time'],
  ['to', 'until', 'date_to', 'end', 'end_date', 'end_time'],
  ['limit', 'size', 'page_size', 'per_page', 'count', 'max_results', 'top'],
  ['cursor', 'after', 'start_cursor', 'next_cursor', 'page_token'],
  ['skip', 'offset', 'page'],
]

const LONGEST_NAME = 64

/**
 * The errors of fields that no declaration has, in one sentence each. A field that is not known is never ignored: the
 * caller would believe that it had an effect.
 */
export function describeUnknown(
  given: Readonly<Record<string, unknown>>,
  unknown: readonly string[],
  known: KnownFields,
): { field: string; message: string }[] {
  const { fields, unlisted = [], path = '' } = known
  const names = Object.keys(fields).filter((name) => !unlisted.includes(name))
  const all = names.length > 0 ? `known are ${names.join(', ')}` : 'there are none here'
  let isListed = false
  return unknown.map((name) => {
    const field = path + visibleText(name, LONGEST_NAME)
    const meant = suggestField(name, given[name], known)
    if (meant) return { field, message: `is not known: did you mean ${meant}?` }
    const message = isListed ? 'is not known' : `is not known: ${all}`
    isListed = true
    return { field, message }
  })
}

/** The field that the caller meant. Undefined when none is similar. */
function suggestField(name: string, value: unknown, known: KnownFields): string | undefined {
  // Nobody types a longer name, and comparing one would take too long.
  if (name.length > LONGEST_NAME) return undefined
  const { fields, path = '', elsewhere = {}, synonyms } = known
  const names = Object.keys(fields)
  const find = (word: string, among: readonly string[]) => among.find((one) => toPlainName(one) === toPlainName(word))
  const same = find(name, names)
  if (same) return path + same
  for (const [place, others] of Object.entries(elsewhere)) {
    const found = find(name, Object.keys(others))
    if (found) return `${found} in the ${place}`
  }
  const candidates = [...synonyms, ...COMMON]
    .filter((row) => find(name, row))
    .flatMap((row) => row.flatMap((word) => find(word, names) ?? []))
  const synonym = candidates.find((one) => takesList(fields[one]) === Array.isArray(value)) ?? candidates[0]
  const nearest = synonym ?? suggestWord(names, name) ?? suggestPart(names, name)
  return nearest && path + nearest
}

const toWords = (name: string) =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)

/** The only name whose words are among the asked ones, or the other way round: `url` is `video_url`. */
function suggestPart(names: readonly string[], asked: string): string | undefined {
  const words = toWords(asked)
  if (words.length === 0) return undefined
  const related = names.filter((name) => {
    const own = toWords(name)
    return words.every((word) => own.includes(word)) || own.every((word) => words.includes(word))
  })
  return related.length === 1 ? related[0] : undefined
}

const takesList = (schema: z.core.$ZodType | undefined) =>
  schema !== undefined && unwrap(schema)._zod.def.type === 'array'

/** The schema of a value that is there and not null, before it is transformed. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodTypes {
  const known = schema as z.core.$ZodTypes
  const { def } = known._zod
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') return unwrap(def.innerType)
  return def.type === 'pipe' ? unwrap(def.in) : known
}

/** The fields of the object at a path of an input. */
export function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): Fields {
  const { def } = unwrap(schema)._zod
  const [next, ...rest] = path
  if (def.type === 'array') return fieldsAt(def.element, rest)
  if (def.type !== 'object') return {}
  if (next === undefined) return def.shape
  const field = def.shape[String(next)]
  return field ? fieldsAt(field, rest) : {}
}

/** Whether an object takes fields that it does not declare. */
export function isOpen(schema: z.core.$ZodType): boolean {
  const { def } = unwrap(schema)._zod
  return def.type === 'object' && def.catchall !== undefined && def.catchall._zod.def.type !== 'never'
}
