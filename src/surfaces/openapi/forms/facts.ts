import * as z from 'zod/mini'
import { at } from '../../../base/lenient-json.ts'
import { getDocs } from '../../docs.ts'
import { findBatch, type Json, type JsonSchema, jsonSchema, markedSchema } from '../../json-schema.ts'
import { getOutput } from '../../outputs.ts'
import type { Registered } from '../../registered.ts'
import { CHOICES, CHOSEN, FIELD_TITLES, FILES, IDS, OMITTED, PROMINENT, ROWS, WINDOWS } from './fields.ts'
import { describePages, listsIn } from './paging.ts'
import { toLabel } from './text.ts'
import { type Group, TASKS } from './titles.ts'

/** What programs with forms need to know beside the schemas (docs/connectors.md, "What forms read"). */

const WANTED = Object.values(TASKS).flatMap(({ wanted }) => Object.keys(wanted))

/** The facts of an operation. The management app has its own pages, and so only titles. */
export function operationFacts({ operation }: Registered): Record<string, Json> {
  const { id, group } = operation
  const { en, ko } = getDocs(operation)
  if (group === 'admin') return { 'x-title': { en: en.summary, ko } }
  const { wanted, more } = TASKS[group as Group]
  const title = wanted[id] ?? more[id]
  if (!title) throw new Error(`${id} has no title: add it to src/surfaces/openapi/forms/titles.ts`)
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
    ...(id in wanted && { 'x-wanted': WANTED.indexOf(id) + 1 }),
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

/** The facts of a field of a request. */
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

/** What a person gets of an answer: the first item of a list, or the answer without its envelope. */
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
