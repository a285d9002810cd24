import { asId, asUuid } from '../../../base/accounts.ts'
import type { Connection } from '../connection.ts'
import { type FieldPath, quoted, refusal, remark, under } from '../field-path.ts'
import type { TokenName } from '../notion.ts'
import type { Column } from '../property.ts'
import type { Match } from './match.ts'
import { fetchPages, type Pages } from './pages.ts'
import { fetchPeople, type People } from './people.ts'

/** Maps the e-mail addresses, names and titles in a request to ids. */
export interface References {
  /** The value with names replaced by ids. Throws 400 when a name does not match exactly one id. */
  resolve(column: Column, value: unknown, place: FieldPath): unknown
}

/** For values that already contain ids. */
export const NO_REFERENCES: References = { resolve: (_column, value) => value }

const PEOPLE: ReadonlySet<string> = new Set(['people', 'created_by', 'last_edited_by'])

/** Whether the value is a person's name and not an id. `me` is a keyword of the product. */
const isPersonName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.trim().toLowerCase() !== 'me' && !asUuid(value)

/** Whether the value is a page's title, neither an id nor a URL. */
const isPageTitle = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && !asId(value)

const namesIn = (value: unknown, isName: (one: unknown) => one is string) =>
  (Array.isArray(value) ? value : [value]).filter(isName).map((name) => name.trim())

/** Looks up the names in the values. Makes no call when there are none. */
export async function fetchReferences(
  connection: Connection,
  values: readonly { readonly column: Column; readonly value: unknown }[],
): Promise<References> {
  const titles = new Map<string, Set<string>>()
  let namesPeople = false
  for (const { column, value } of values) {
    namesPeople ||= PEOPLE.has(column.type) && namesIn(value, isPersonName).length > 0
    if (!column.relatedTo) continue
    const named = titles.get(column.relatedTo) ?? new Set()
    for (const title of namesIn(value, isPageTitle)) titles.set(column.relatedTo, named.add(title))
  }
  if (!namesPeople && titles.size === 0) return NO_REFERENCES
  const [people, ...pages] = await Promise.all([
    namesPeople ? fetchPeople(connection) : undefined,
    ...[...titles].map(async ([id, named]) => [id, await fetchPages(connection, id, [...named])] as const),
  ])
  return { resolve: resolver(connection.tokenName, people, new Map(pages)) }
}

function resolver(
  tokenName: TokenName,
  people: People | undefined,
  pages: ReadonlyMap<string, Pages>,
): References['resolve'] {
  const resolved = (name: string, match: Match, kind: 'person' | 'page', place: FieldPath) =>
    getId(tokenName, name, match, kind, place, kind === 'person' ? people?.names : [])
  const one = (column: Column, value: unknown, place: FieldPath): unknown => {
    if (PEOPLE.has(column.type) && people && isPersonName(value)) {
      return resolved(value, people.find(value.trim()), 'person', place)
    }
    const found = column.relatedTo === undefined ? undefined : pages.get(column.relatedTo)
    if (found && isPageTitle(value)) return resolved(value, found.find(value.trim()), 'page', place)
    return value
  }
  return (column, value, place) =>
    Array.isArray(value)
      ? value.map((item: unknown, index) => one(column, item, under(place, index)))
      : one(column, value, place)
}

/** The most names that a message lists. */
const MOST_NAMED = 10

function getId(
  tokenName: TokenName,
  name: string,
  match: Match,
  kind: 'person' | 'page',
  place: FieldPath,
  names: readonly string[] = [],
): string {
  if ('reason' in match) throw refusal(place, `must be a ${kind} id (UUID): ${match.reason}`)
  const [id] = match
  if (!id) {
    const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
    const others = names.length > 0 ? `; there are ${names.slice(0, MOST_NAMED).map(quoted).join(', ')}${more}` : ''
    throw refusal(place, `${tokenName} sees no ${kind} ${quoted(name)}: give the id${others}`)
  }
  if (match.length > 1)
    throw refusal(
      place,
      `${match.length} ${kind === 'page' ? 'pages' : 'people'} are called ${quoted(name)}: give the id`,
    )
  remark(place, `${quoted(name)} was read as the ${kind} ${id}`)
  return id
}
