import { Hono } from 'hono'
import * as z from 'zod/mini'
import { badInput, hasStatus, notFound } from '../../base/errors.ts'
import { isObject, type JsonObject, list, member, textMember } from '../../base/json.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { withListedOptions } from './convert.ts'
import { clearSchemaCache, fetchSchema, readResults, type Schema } from './databases.ts'
import { flattenValue } from './flatten.ts'
import { COMMENTED_PAGE, header, read, reference } from './group.ts'
import { type Connection, Cursors, connect } from './notion.ts'
import { decodedId, type FieldPath, findProperty, listed, NotInSchema, type Property, quoted } from './property.ts'
import type { PropertyAnswer } from './records.outputs.ts'
import { fetchReferences, NO_REFERENCES } from './references.ts'
import { type Emptying, nativeProperties } from './write.ts'

const propertyValue = () => ({
  header: header(),
  param: z.object({
    page_id: reference('The page').check(z.meta({ examples: [COMMENTED_PAGE] })),
    property_id: z
      .string()
      .check(z.minLength(1, 'must not be empty'), z.maxLength(500, 'must be at most 500 characters'))
      .check(
        z.meta({
          description: 'Id of the property, as the schema and the rows tell it, or its name',
          examples: ['task'],
        }),
      ),
  }),
  query: z.strictObject({
    start_cursor: z.optional(z.string()).check(
      z.meta({
        description: 'next_cursor of an answer that did not hold everything',
        examples: [''],
        narrows: 'position',
      }),
    ),
  }),
})

/** One property of one page, with all of its result pages joined. */
interface PropertyValue {
  readonly id: string | null
  /** The product's name of the type. */
  readonly type: string
  /** The value that `properties[name][type]` of the page would have if nothing were cut. */
  readonly value: unknown
}

const required = requiredFields('workspace', 'type', 'property_item.type')

/** Types whose items are returned one by one, and which a page shows as a list. */
const LISTED: ReadonlySet<string> = new Set(['title', 'rich_text', 'people', 'relation'])

/** The value of a property with a single item. Throws 502 without a type. */
function singleValue(answer: unknown): PropertyValue {
  const type = required('type', textMember(answer, 'type'))
  return { id: textMember(answer, 'id') ?? null, type, value: listedValue(type, member(answer, type)) }
}

/**
 * The value of a property with several result pages.
 *
 * @param items the results of all pages
 * @param last the last page, which has the result of a rollup; earlier pages say incomplete
 */
function joinedValue(items: readonly unknown[], last: unknown): PropertyValue {
  const about = member(last, 'property_item')
  const type = required('property_item.type', textMember(about, 'type'))
  const id = textMember(about, 'id') ?? null
  if (type === 'rollup') return { id, type, value: joinedRollup(items, member(about, 'rollup')) }
  return { id, type, value: items.map((item) => member(item, type)).filter((one) => one !== undefined) }
}

/** A rollup that shows values has them in the results. For any other rollup the results are only its input. */
function joinedRollup(items: readonly unknown[], rollup: unknown): unknown {
  if (textMember(rollup, 'type') !== 'array') return rollup ?? null
  return { ...(isObject(rollup) && rollup), array: items.filter(isObject).map(rolledUp) }
}

/** An item in the form of a page's rollup, without the fields of a property item. */
function rolledUp({ object: _object, id: _id, ...item }: JsonObject): JsonObject {
  const type = textMember(item, 'type') ?? ''
  return { ...item, ...(type && { [type]: listedValue(type, item[type]) }) }
}

const listedValue = (type: string, value: unknown): unknown =>
  LISTED.has(type) && isObject(value) ? [value] : (value ?? null)

/**
 * The context to convert a page's properties. `schema` is undefined for a page outside of tables, which has only a
 * title.
 */
interface PageWriting {
  readonly schema: () => Promise<Schema | undefined>
  readonly send: (native: JsonObject) => Promise<JsonObject>
}

/** The id of the title is always `title`. */
const TITLE: readonly Property[] = [{ name: 'title', id: 'title', type: 'title' }]

/**
 * Converts a simple map by the schema and sends it. If a cached schema lacks a property, the schema is read again. A
 * schema that the write changes, or that the product contradicts, is removed from the cache. No schema is read when the
 * map names nothing.
 */
export async function writtenProperties(
  connection: Connection,
  map: JsonObject,
  emptying: Emptying,
  warnings: Set<string>,
  { schema: readSchema, send }: PageWriting,
): Promise<JsonObject> {
  if (Object.keys(map).length === 0) return send({})
  const place = { at: 'properties', warnings }
  const schema = await readSchema()
  if (!schema) return send(titleAlone(map, place, emptying))
  const { dataSourceId } = schema
  const convert = async ({ properties }: Schema) => {
    const values = Object.entries(map).flatMap(([key, value]) => {
      const column = findProperty(properties, key)
      return column ? [{ column, value }] : []
    })
    return nativeProperties(map, properties, place, await fetchReferences(connection, values), emptying)
  }
  let used = schema
  const native = await convert(schema).catch(async (error) => {
    if (!(error instanceof NotInSchema && schema.isCached)) throw error
    used = await fetchSchema(connection, dataSourceId)
    return convert(used)
  })
  try {
    const written = await send(native)
    // A new option is created together with the page.
    if (makesOption(native, used.properties)) await clearSchemaCache(connection, dataSourceId)
    return written
  } catch (error) {
    await clearSchemaCache(connection, dataSourceId)
    throw withListedOptions(error, place)
  }
}

function titleAlone(map: JsonObject, place: FieldPath, emptying: Emptying): JsonObject {
  try {
    return nativeProperties(map, TITLE, place, NO_REFERENCES, emptying)
  } catch (error) {
    if (!(error instanceof NotInSchema)) throw error
    throw badInput(`${error.message}: a page below a page has only a title`)
  }
}

/** Whether native properties name an option that the schema lacks, which makes the product create it. */
const makesOption = (native: JsonObject, properties: readonly Property[]): boolean =>
  properties.some(({ name, type, options = [] }) => {
    const value = member(native[name], type)
    const named = type === 'select' ? [value] : type === 'multi_select' ? list(value) : []
    return named.some((one) => {
      const option = member(one, 'name')
      return option !== undefined && !options.some((known) => known.name === option)
    })
  })

/** The most items per page that the product returns. */
const PAGE_SIZE = 100

/** With less than this left of the deadline no further page is requested, in milliseconds. */
const RESERVE_MS = 5_000

const MORE = 'value: holds more than fits in one request: go on with next_cursor as start_cursor'
const LOST = 'value: is longer than this, and the workspace service does not report where it continues'

/**
 * The complete value of a property, over all of its pages. What does not fit in SUBREQUESTS or the deadline is left for
 * `next_cursor`.
 *
 * @param key the property's id, percent-encoded or not, or its name, which costs a read of the page
 */
async function fetchPropertyValue(
  connection: Connection,
  pageId: string,
  key: string,
  startCursor: string | null | undefined,
): Promise<PropertyAnswer> {
  const id = decodedId(key)
  try {
    return await readAll(connection, pageId, id, startCursor)
  } catch (error) {
    if (!hasStatus(error, 404) && !hasStatus(error, 400)) throw error
    const named = await fetchIdByName(connection, pageId, key)
    if (named === id) throw error
    return readAll(connection, pageId, named, startCursor)
  }
}

async function readAll(
  connection: Connection,
  pageId: string,
  id: string,
  startCursor: string | null | undefined,
): Promise<PropertyAnswer> {
  // A URL parser removes these segments, even percent-encoded.
  if (id === '.' || id === '..') throw notFound()
  const { upstream } = connection
  const items: unknown[] = []
  const cursors = new Cursors(startCursor)
  for (let cursor = startCursor || undefined; ; ) {
    const query = new URLSearchParams({ page_size: String(PAGE_SIZE), ...(cursor && { start_cursor: cursor }) })
    const answer = await connection.call({ path: `/pages/${pageId}/properties/${encodeURIComponent(id)}?${query}` })
    if (!isList(answer)) return shown(singleValue(answer), null, [])
    items.push(...readResults(answer))
    const upToHere = (next: string | null, warnings: string[]) => shown(joinedValue(items, answer), next, warnings)
    if (member(answer, 'has_more') !== true) return upToHere(null, [])
    const next = cursors.next(cursorOf(answer))
    if (next === undefined) return upToHere(null, [LOST])
    if (upstream.budget.callsLeft === 0 || upstream.deadline.leftMs < RESERVE_MS) return upToHere(next, [MORE])
    cursor = next
  }
}

/** Whether the response is one page of a list. Either field shows it. */
const isList = (answer: unknown) => textMember(answer, 'object') === 'list' || isObject(member(answer, 'property_item'))

/** The cursor of the next page, which `next_url` contains as well. */
function cursorOf(answer: unknown): string | undefined {
  const address = textMember(member(answer, 'property_item'), 'next_url')
  return (
    textMember(answer, 'next_cursor') ?? (address && URL.parse(address)?.searchParams.get('start_cursor')) ?? undefined
  )
}

function shown(
  { id, type, value }: ReturnType<typeof singleValue>,
  next: string | null,
  warnings: string[],
): PropertyAnswer {
  const simple = flattenValue({ type, [type]: value })
  // The result of a rollup is unknown until the last page.
  const unknown =
    simple === undefined && warnings.length === 0
      ? [`simple_value: a value of type ${quoted(type)} that is not known, shown as null`]
      : []
  return {
    object: 'property_item',
    id,
    type,
    value: value ?? null,
    simple_value: simple ?? null,
    next_cursor: next,
    has_more: warnings.length > 0,
    warnings: [...warnings, ...unknown],
  }
}

/** The decoded id of the property with this name or id. Throws 404 that lists the others. */
async function fetchIdByName(connection: Connection, pageId: string, key: string): Promise<string> {
  const properties = member(await connection.call({ path: `/pages/${pageId}` }), 'properties')
  const ids = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, value]) => {
    const id = textMember(value, 'id')
    return id ? [{ name, id: decodedId(id) }] : []
  })
  const found = ids.find(({ name }) => name === key) ?? ids.find(({ id }) => id === decodedId(key))
  if (found) return found.id
  const names = listed(ids.map(({ name }) => quoted(name)))
  throw notFound(`the page has no property ${quoted(key)}; it has ${names || 'none'}`)
}

export const propertyRoutes = new Hono<AppEnv>().get(
  '/workspace/pages/:page_id/properties/:property_id',
  read('workspace_get_property', {
    summary: 'The whole value of one property of a page, however long',
    description: 'For values that a row marks as cut: relations, people and rollups of more than 25 items.',
    ko: '페이지 속성 하나의 전체 값',
    search:
      'all values of a property, value is cut off, more than 25 relations, see all attendees of the row, the relation shows only some, what are the others, the rest of the list in the cell, 칸 값 전부, 잘린 값, 나머지 값, 관계 전부, 다 안 보여, 뒤에 잘렸, 25개까지만 보여',
    title: 'Get a property of a page',
    tool: {
      hidden: ['start_cursor'],
    },
    input: propertyValue,
    handle: async (c) => {
      const { page_id, property_id } = c.req.valid('param')
      return fetchPropertyValue(await connect(c), page_id, property_id, c.req.valid('query').start_cursor)
    },
  }),
)
