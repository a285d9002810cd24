import { asId, asUuid } from '../../base/accounts.ts'
import { GatewayError, hasStatus } from '../../base/errors.ts'
import { isObject, member, textMember } from '../../base/json.ts'
import { queryRows, readResults } from './databases.ts'
import { flattenValue } from './flatten.ts'
import {
  type Connection,
  Cursors,
  GROUP_SIZE,
  getReason,
  LACKS_CAPABILITY,
  nextCursor,
  type TokenName,
} from './notion.ts'
import { addWarning, type Column, type FieldPath, quoted, refusal, under } from './property.ts'

/** The result of looking up a name: the matching ids, or the reason why there can be none. */
type Match = readonly string[] | { readonly reason: string }

/** Pages of one data source, found by title. */
interface Pages {
  /** Matches the exact title, then the title without regard to case. */
  find(title: string): Match
}

interface Page {
  readonly id: string
  readonly title: string
}

/** Searches the pages with these titles, a hundred titles per call, with all calls in parallel. */
async function fetchPages(connection: Connection, dataSourceId: string, titles: readonly string[]): Promise<Pages> {
  const groups = Array.from({ length: Math.ceil(titles.length / GROUP_SIZE) }, (_, index) =>
    titles.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
  )
  const answers = await Promise.all(groups.map((group) => queryTitles(connection, dataSourceId, group)))
  if (answers.includes(undefined))
    return { find: () => ({ reason: `${connection.tokenName} may not see the related pages` }) }
  const pages = answers.flatMap((answer) => readResults(answer).flatMap(readPage))
  const isWhole = answers.every((answer) => member(answer, 'has_more') !== true)
  return { find: (title) => (isWhole ? matchesPage(pages, title) : { reason: 'too many pages have such titles' }) }
}

/** Undefined when the data source is not shared with the token. */
async function queryTitles(connection: Connection, dataSourceId: string, titles: readonly string[]): Promise<unknown> {
  // The id of the title is always `title`.
  const leaves = titles.map((equals) => ({ property: 'title', title: { equals } }))
  const filter = leaves.length > 1 ? { or: leaves } : leaves[0]
  try {
    return await queryRows(connection, dataSourceId, { filter, page_size: 100 }, ['title'])
  } catch (error) {
    if (hasStatus(error, 403) || hasStatus(error, 404)) return undefined
    throw error
  }
}

function readPage(native: unknown): Page[] {
  const id = asUuid(member(native, 'id'))
  const properties = member(native, 'properties')
  const value = Object.values(isObject(properties) ? properties : {}).find((one) => member(one, 'type') === 'title')
  const title = flattenValue(value)
  return id && typeof title === 'string' ? [{ id, title }] : []
}

function matchesPage(pages: readonly Page[], title: string): readonly string[] {
  const exact = pages.filter((page) => page.title.trim() === title)
  const folded = pages.filter((page) => page.title.trim().toLowerCase() === title.toLowerCase())
  return (exact.length > 0 ? exact : folded).map(({ id }) => id)
}

/** The most pages of 100 users that are searched for a name. */
const MOST_PAGES = 10

interface Person {
  readonly id: string
  readonly name: string | undefined
  readonly email: string | undefined
}

/** The people whom the token can see: members and connections, but no guests. */
interface People {
  /** Matches the e-mail address, then the name, then the name without regard to case. */
  find(name: string): Match
  /** The names that can be found, for a message. */
  names: readonly string[]
}

/** Reads the users. When the token may not, nobody is found, and the match gives the reason. */
async function fetchPeople(connection: Connection): Promise<People> {
  const people: Person[] = []
  const cursors = new Cursors()
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = new URLSearchParams({ page_size: '100', ...(cursor && { start_cursor: cursor }) })
    const answer = await readUsers(connection, `/users?${query}`)
    if (answer instanceof GatewayError) {
      const reason = getReason(answer) ?? `${connection.tokenName} ${LACKS_CAPABILITY} to read users`
      return { names: [], find: () => ({ reason: `${reason.replace(/\.$/, '')}, so no name can be looked up` }) }
    }
    people.push(...readResults(answer).flatMap(readPerson))
    cursor = cursors.next(nextCursor(answer))
    if (!cursor) return { names: people.flatMap(({ name }) => name ?? []), find: (name) => matchesPerson(people, name) }
  }
  // A namesake may be on a page that was not read. An e-mail address belongs to one person.
  return {
    names: [],
    find: (name) => {
      const ids = byEmail(people, name)
      return ids.length > 0
        ? ids
        : { reason: `there are more than ${people.length} users, too many to look for a name` }
    },
  }
}

/** The product's response, or the refusal when the token may not read users. */
async function readUsers(connection: Connection, path: string): Promise<unknown> {
  try {
    return await connection.call({ path })
  } catch (error) {
    if (hasStatus(error, 403)) return error
    throw error
  }
}

function readPerson(user: unknown): Person[] {
  const id = asUuid(member(user, 'id'))
  const email = textMember(member(user, 'person'), 'email')
  return id ? [{ id, name: textMember(user, 'name'), email: email?.toLowerCase() }] : []
}

const byEmail = (people: readonly Person[], name: string) =>
  people.filter(({ email }) => email === name.toLowerCase()).map(({ id }) => id)

function matchesPerson(people: readonly Person[], name: string): readonly string[] {
  const folded = name.toLowerCase()
  const ways = [
    byEmail(people, name),
    people.filter((one) => one.name === name).map(({ id }) => id),
    people.filter((one) => one.name?.toLowerCase() === folded).map(({ id }) => id),
  ]
  return ways.find((ids) => ids.length > 0) ?? []
}

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
  addWarning(place, `${quoted(name)} was read as the ${kind} ${id}`)
  return id
}
