import * as z from 'zod/mini'
import type { Area } from '../base/groups.ts'
import { at } from '../base/json.ts'
import { narrowingFields, type Operation } from '../gateway/operation-type.ts'
import { CHOICES, CHOSEN, FIELD_TITLES, FILES, IDS, OMITTED, PROMINENT, ROWS, WINDOWS } from './fields.ts'
import { findBatch, type Json, type JsonSchema, jsonSchema, markedSchema } from './json-schema.ts'
import { getOutput, type Registered } from './registered.ts'

export type Group = Exclude<Area, 'admin'>

/** The product of a group, as its users call it. */
export const PRODUCTS: Readonly<Record<Group, string>> = {
  recorder: 'Plaud',
  notes: 'Tiro',
  workspace: 'Notion',
  shop: 'Coupang',
  payment: 'PaySsam',
  video: 'YouTube',
  social: 'Threads',
  events: 'Latchkey Event',
  gateway: 'Latchkey',
}

const SMALL = new Set('a an and as at but by for if in nor of on or per so than that the to up via with'.split(' '))
const UPPER = new Set('api ai id ids json url csv'.split(' '))

/** The words of a name: `File IDs` for `file_ids`. */
export const toLabel = (name: string): string =>
  toTitle(
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .split(/[_.\s-]+/)
      .join(' '),
  )

export const toTitle = (text: string): string =>
  text
    .split(' ')
    .map((word, index, words) => {
      const lower = word.toLowerCase()
      if (UPPER.has(lower)) return lower === 'ids' ? 'IDs' : lower.toUpperCase()
      return index > 0 && index < words.length - 1 && SMALL.has(lower)
        ? lower
        : word.charAt(0).toUpperCase() + word.slice(1)
    })
    .join(' ')

/** How the pages of a listing follow each other (`x-pages`). */
interface Pages {
  readonly place: 'query' | 'json'
  readonly items: string
  readonly next: readonly (readonly [field: string, path: string])[]
}

/**
 * How the pages of an operation follow each other. Undefined when it returns no paged list. It is derived from the
 * declaration: the input field marked `narrows: 'position'`, the output fields whose names start with `next`, and the
 * list of objects next to them. Throws when there are several lists.
 */
export function describePages(operation: Operation, output = getOutput(operation)): Pages | undefined {
  const { id } = operation
  const places = operation.input()
  const position = narrowingFields(places).find(({ narrows }) => narrows === 'position')?.name
  if (!position || !output) return undefined
  const place = places.query && position in places.query.shape ? 'query' : 'json'
  const fields = Object.keys(places[place]?.shape ?? {})

  const answer = jsonSchema(output, 'output')
  const next = pointersIn(answer).flatMap(({ name, path }) => {
    const field = fieldAfter(name, fields) ?? (name === 'next_cursor' ? position : undefined)
    return field ? [[field, path] as const] : []
  })
  next.sort(([a], [b]) => Number(b === position) - Number(a === position))
  const lists = listsIn(answer)
  if (next[0]?.[0] !== position || lists.length === 0) return undefined
  const [items, second] = lists
  if (!items || second) throw new Error(`${id}: ${lists.join(' and ')} are lists: only one can have pages`)
  return { place, items, next }
}

/** `skip` for `next_skip`, `pageIndex` for `nextPageIndex`, if the input has a field with this name. */
function fieldAfter(pointer: string, fields: readonly string[]): string | undefined {
  const name = pointer.replace(/^next_?/, '')
  return fields.find((field) => field === name || field === name.charAt(0).toLowerCase() + name.slice(1))
}

/** The fields of a response, or of an object in it, that point to the next page. */
const pointersIn = (answer: JsonSchema): { name: string; path: string }[] =>
  fieldsIn(answer).flatMap(({ path }) => {
    const name = path.split('.').at(-1) ?? ''
    return /^next(_|[A-Z])/.test(name) ? [{ name, path }] : []
  })

/** The paths of the lists in a response, except lists of plain strings such as warnings. */
const listsIn = (answer: JsonSchema): string[] =>
  fieldsIn(answer).flatMap(({ path, schema }) =>
    schema.type === 'array' && (schema.items as JsonSchema | undefined)?.type !== 'string' ? [path] : [],
  )

/** The fields of an object and of its nested objects, by path. */
const fieldsIn = ({ properties = {} }: JsonSchema, above = ''): { path: string; schema: JsonSchema }[] =>
  Object.entries(properties).flatMap(([name, schema]) => [
    { path: above + name, schema },
    ...fieldsIn(schema, `${above}${name}.`),
  ])

/**
 * The facts about an operation for programs with forms, in addition to its schemas (docs/connectors.md, "What forms
 * read"). The management app has its own pages, and so only titles.
 */
export function operationFacts({ operation }: Registered): Record<string, Json> {
  const { id, group } = operation
  const { title, ko, wanted } = operation.texts
  if (group === 'admin') return { 'x-title': { en: title, ko } }
  const output = getOutput(operation)
  const answer = output && jsonSchema(output, 'output')
  const pages = describePages(operation)
  const items = pages?.items ?? findList(id, answer)
  const batch = output && findBatch(output)
  const size = pages && sizeOf(operation)
  const window = WINDOWS[id]
  const file = FILES[id]
  return {
    'x-title': { en: title, ko },
    ...(wanted && { 'x-wanted': wanted }),
    ...(items ? { 'x-items': items } : hasEnvelope(answer) && { 'x-result': 'result' }),
    ...(batch && { 'x-outcomes': batch }),
    ...(pages && {
      'x-pages': {
        in: pages.place === 'json' ? 'body' : 'query',
        next: pages.next.map(([field, path]) => [field, path]),
        ...(size && { size: { field: size[0], most: largestPage(size[1]) } }),
        ...(fieldsOf(operation).some(([name]) => name === 'pageIndex') && { first: { pageIndex: 0 } }),
        ...(window && { unless: window }),
      },
    }),
    ...(file && { 'x-file': file }),
    ...(Object.keys(ROWS).some((row) => row.startsWith(`${id}.`)) && { 'x-table': 'data_source_id' }),
  }
}

export function fieldFacts(
  { path, operation }: Registered,
  name: string,
  field?: z.core.$ZodType,
): Record<string, Json> {
  const { id } = operation
  const segments = path.split('/')
  const stands = name === 'id' ? IDS[segments[segments.indexOf(':id') - 1] ?? ''] : undefined
  const [en, ko] = FIELD_TITLES[`${id}.${name}`] ?? stands?.title ?? FIELD_TITLES[name] ?? [toLabel(name)]
  // The id of a new bill is chosen by the caller.
  const list = stands?.list ?? (id === 'payment_request_bill' ? undefined : CHOSEN[name])
  const words = field && z.globalRegistry.get(field)?.list
  const row = ROWS[`${id}.${name}`]
  const choices = CHOICES[name]
  return {
    'x-title': { en, ...(ko !== undefined && { ko }) },
    ...(list && { 'x-list': list }),
    ...(row && { 'x-columns': row }),
    ...(words && { 'x-words': [...words] }),
    ...(choices && { 'x-choices': choices }),
    ...(field && isTime(field) && { 'x-time': true }),
    ...(PROMINENT[id]?.includes(name) && { 'x-prominent': true }),
    ...(isHidden(operation, name) && { 'x-hidden': true }),
  }
}

/** The fields of an object in a request have titles, too. */
export function withTitles(schema: JsonSchema, member: Registered): JsonSchema {
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, own]) => [
          name,
          { ...withTitles(own, member), ...fieldFacts(member, name) },
        ]),
      ),
    }),
    ...(isSchema(items) && { items: withTitles(items, member) }),
    ...(anyOf && { anyOf: anyOf.map((one) => withTitles(one, member)) }),
  }
}

const isSchema = (value: Json | undefined): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTime = (field: z.core.$ZodType) =>
  markedSchema(z.object({ field } as { field: z.ZodMiniType }), 'input').properties?.field?.isTimestamp === true

/** The position and the size of a page are found by who reads the pages. */
function isHidden(operation: Registered['operation'], name: string): boolean {
  const { id } = operation
  if (OMITTED[id]?.includes(name)) return true
  const pages = describePages(operation)
  // The year of a listing is both a choice and a position.
  if (!pages || name === 'year' || (id === 'shop_list_sales' && name === 'from')) return false
  return pages.next.some(([field]) => field === name) || sizeOf(operation)?.[0] === name
}

const fieldsOf = ({ input }: Registered['operation']) => {
  const { query, json } = input()
  const all = [query, json].flatMap((schema) =>
    schema ? Object.entries(jsonSchema(schema, 'input').properties ?? {}) : [],
  )
  return all
}

const sizeOf = (operation: Registered['operation']) =>
  fieldsOf(operation).find(([name]) => /^(limit|size|page_size|pageSize)$/.test(name))

/** The list of an answer without pages, whose items are what a person wants. */
function findList(id: string, answer: JsonSchema | undefined): string | undefined {
  if (id === 'gateway_search') return 'results'
  if (!answer || !/_(list|search)(_|$)/.test(id)) return undefined
  const [only, second] = listsIn(answer)
  return second ? undefined : only
}

/** Whether the answer is the field `result` of an envelope that says nothing else. */
const hasEnvelope = (answer: JsonSchema | undefined): boolean => answer?.properties?.result?.type === 'object'

/** From the description of the field: "1 to 100", "moved into 1..200". 100 if it names none. */
const largestPage = ({ description, maximum }: JsonSchema): number =>
  Number(/(?:to|\.\.|up to) (\d+)\.?$|\.\.(\d+)/.exec(String(description))?.slice(1).find(Boolean) ?? maximum ?? 100)

/** The sample of an answer for a person: the first item of a list, or the answer without its envelope. */
export function toSample(recorded: unknown, facts: Readonly<Record<string, Json>>): Json {
  const list = facts['x-items'] ?? facts['x-outcomes']
  const result = facts['x-result']
  const found =
    typeof list === 'string'
      ? (at(recorded, ...list.split('.')) as Json[] | undefined)?.[0]
      : typeof result === 'string'
        ? at(recorded, result)
        : recorded
  return isSchema(found as Json) ? (found as Json) : { ok: true }
}
