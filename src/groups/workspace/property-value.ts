import { hasStatus, notFound } from '../../base/errors.ts'
import { isObject, member, textMember } from '../../base/json.ts'
import type { Connection } from './connection.ts'
import { decodedId, readResults } from './data-sources.ts'
import { listed, quoted } from './field-path.ts'
import type { PropertyAnswer } from './finding.answers.ts'
import { flattenValue } from './flatten/value.ts'
import { joinedValue, singleValue } from './property-items.ts'

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
export async function fetchPropertyValue(
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
  for (let cursor = startCursor || undefined; ; ) {
    const query = new URLSearchParams({ page_size: String(PAGE_SIZE), ...(cursor && { start_cursor: cursor }) })
    const answer = await connection.call({ path: `/pages/${pageId}/properties/${encodeURIComponent(id)}?${query}` })
    if (!isList(answer)) return shown(singleValue(answer), null, [])
    items.push(...readResults(answer))
    const upToHere = (next: string | null, warnings: string[]) => shown(joinedValue(items, answer), next, warnings)
    if (member(answer, 'has_more') !== true) return upToHere(null, [])
    const next = nextCursor(answer)
    if (next === undefined || next === cursor) return upToHere(null, [LOST])
    if (upstream.budget.callsLeft === 0 || upstream.deadline.leftMs < RESERVE_MS) return upToHere(next, [MORE])
    cursor = next
  }
}

/** Whether the response is one page of a list. Either field shows it. */
const isList = (answer: unknown) => textMember(answer, 'object') === 'list' || isObject(member(answer, 'property_item'))

/** The cursor of the next page, which `next_url` contains as well. */
function nextCursor(answer: unknown): string | undefined {
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
