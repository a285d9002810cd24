import { asId } from '../base/accounts.ts'
import { badInput } from '../base/errors.ts'
import { isObject, member, textMember } from '../base/json.ts'
import type { Arguments } from './request.ts'
import type { Tool } from './tools.ts'

/** The tool that finds pages and tables by their titles. */
export const SEARCH = 'workspace_search'

type Titled = NonNullable<Tool['titled']>[string]

/** Models pass the title of a page or table where its id belongs. The id is looked up, if one title fits exactly. */
export interface TitleSearch {
  tool: Pick<Tool, 'titled'>
  /** Sends a search, and returns its answer. Undefined when it failed: then the call itself says why. */
  search: (asked: Arguments) => Promise<unknown>
}

/** At most this many things are named. */
const MOST_NAMED = 5
/** The longest title of a message, in characters. */
const LONGEST_TITLE = 60

const THINGS: Readonly<Record<Titled, string>> = { page: 'page', data_source: 'table' }

/** The arguments with ids instead of titles. Throws 400 that names what has such a title, where none or several have it. */
export async function replaceTitles(args: Arguments, by: TitleSearch): Promise<Arguments> {
  const replaced: Record<string, unknown> = { ...args }
  for (const [name, kind] of Object.entries(by.tool.titled ?? {})) {
    const value = args[name]
    const find = (text: unknown) => (isTitle(text) ? findByTitle({ name, kind, title: text.trim() }, by) : text)
    replaced[name] = Array.isArray(value) ? await Promise.all(value.map(find)) : await find(value)
  }
  return replaced
}

/** An id or an address is passed on as it is. */
const isTitle = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && !value.includes('://') && asId(value) === undefined

interface Wanted {
  /** The name of the argument. */
  name: string
  kind: Titled
  title: string
}

async function findByTitle({ name, kind, title }: Wanted, { search }: TitleSearch): Promise<string> {
  const answer = await search({
    query: title.slice(0, 1000),
    type: kind,
    sort: { property: 'relevance' },
    page_size: 100,
  })
  if (answer === undefined) return title
  const results = member(answer, 'results')
  const hits = (Array.isArray(results) ? results : []).flatMap((hit) => {
    const id = textMember(hit, 'id')
    return id !== undefined && isObject(hit) ? [{ id, title: textMember(hit, 'title') ?? '' }] : []
  })
  const same = hits.filter((hit) => toPlain(hit.title) === toPlain(title))
  const [only] = same
  if (only && same.length === 1) return only.id
  const thing = THINGS[kind]
  const quoted = `"${title.slice(0, LONGEST_TITLE)}"`
  const named = (same.length > 0 ? same : hits).slice(0, MOST_NAMED)
  const list = named.map((hit) => `"${hit.title.slice(0, LONGEST_TITLE)}" = ${hit.id}`).join(', ')
  throw badInput(
    same.length > 1
      ? `${name}: ${same.length} ${thing}s have the title ${quoted}. Give the id of one: ${list}`
      : hits.length > 0
        ? `${name}: no ${thing} has the title ${quoted}. There are: ${list}`
        : `${name}: no ${thing} has this id or the title ${quoted}: ${SEARCH} finds what this connection may see`,
    [name],
  )
}

const toPlain = (title: string) => title.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
