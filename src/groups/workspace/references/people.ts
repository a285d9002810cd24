import { asUuid } from '../../../base/accounts.ts'
import { GatewayError, hasStatus } from '../../../base/errors.ts'
import { member, textMember } from '../../../base/json.ts'
import { getReason } from '../capability.ts'
import type { Connection } from '../connection.ts'
import { readResults } from '../data-sources.ts'
import { LACKS_CAPABILITY } from '../notion.ts'
import type { Match } from './match.ts'

/** The most pages of 100 users that are searched for a name. */
const MOST_PAGES = 10

interface Person {
  readonly id: string
  readonly name: string | undefined
  readonly email: string | undefined
}

/** The people whom the token can see: members and connections, but no guests. */
export interface People {
  /** Matches the e-mail address, then the name, then the name without regard to case. */
  find(name: string): Match
  /** The names that can be found, for a message. */
  names: readonly string[]
}

/** Reads the users. When the token may not, nobody is found, and the match gives the reason. */
export async function fetchPeople(connection: Connection): Promise<People> {
  const people: Person[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = new URLSearchParams({ page_size: '100', ...(cursor && { start_cursor: cursor }) })
    const answer = await readUsers(connection, `/users?${query}`)
    if (answer instanceof GatewayError) {
      const reason = getReason(answer) ?? `${connection.tokenName} ${LACKS_CAPABILITY} to read users`
      return { names: [], find: () => ({ reason: `${reason.replace(/\.$/, '')}, so no name can be looked up` }) }
    }
    people.push(...readResults(answer).flatMap(readPerson))
    cursor = member(answer, 'has_more') === true ? textMember(answer, 'next_cursor') : undefined
    if (!cursor) return { names: people.flatMap(({ name }) => name ?? []), find: (name) => matches(people, name) }
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

function matches(people: readonly Person[], name: string): readonly string[] {
  const folded = name.toLowerCase()
  const ways = [
    byEmail(people, name),
    people.filter((one) => one.name === name).map(({ id }) => id),
    people.filter((one) => one.name?.toLowerCase() === folded).map(({ id }) => id),
  ]
  return ways.find((ids) => ids.length > 0) ?? []
}
