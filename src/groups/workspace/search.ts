import { Hono } from 'hono'
import * as z from 'zod/mini'
import { flag, isObject, member, textMember } from '../../base/json.ts'
import { choice } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { readResults } from './databases.ts'
import { flattenProperties, getTitle, plainText } from './flatten.ts'
import { header, PAGE_SIZE, read } from './group.ts'
import { type Connection, connect, incompleteness, type PageRequest, paging } from './notion.ts'
import type { SearchHit, SearchPage } from './records.outputs.ts'

const startCursor = () =>
  z.nullish(z.string()).check(z.meta({ description: 'next_cursor of the page before', narrows: 'position' }))

const searchInput = () => ({
  header: header(),
  json: z.strictObject({
    query: z.nullish(z.string().check(z.maxLength(1000, 'must be at most 1000 characters'))).check(
      z.meta({
        description: 'Words of the title; everything that is shared with the token unless given',
        examples: ['renewal'],
      }),
    ),
    type: z
      .nullish(choice(['page', 'data_source']))
      .check(z.meta({ description: 'Only pages, which rows are too, or only data sources' })),
    in_trash: z
      .nullish(z.boolean('must be true or false'))
      .check(z.meta({ description: 'Only what is in the trash; what is not in it unless given' })),
    sort: z
      .nullish(
        z
          .strictObject({
            timestamp: z
              .nullish(choice(['last_edited_time']))
              .check(z.meta({ description: 'The time of the last edit' })),
            direction: z
              .nullish(choice(['ascending', 'descending']))
              .check(z.meta({ description: 'Of the time; descending unless given' })),
            property: z
              .nullish(choice(['relevance']))
              .check(z.meta({ description: 'Instead of the time: how well the title fits' })),
          })
          .check(
            z.refine(({ property, timestamp, direction }) => !property || !(timestamp || direction), {
              error: 'must be only {property: "relevance"}, or {timestamp: "last_edited_time", direction}',
            }),
          ),
      )
      .check(z.meta({ description: 'What was edited last comes first unless given' })),
    page_size: z
      .nullish(z.int(PAGE_SIZE).check(z.gte(1, PAGE_SIZE), z.lte(100, PAGE_SIZE)))
      .check(z.meta({ description: 'Hits per page, 1 to 100', narrows: 'amount' })),
    start_cursor: startCursor(),
  }),
})

export interface Search extends PageRequest {
  readonly query?: string | null | undefined
  readonly type?: 'page' | 'data_source' | null | undefined
  readonly in_trash?: boolean | null | undefined
  readonly sort?: SearchSort | null | undefined
}

/** Sorted by relevance, or by last edit. */
interface SearchSort {
  readonly property?: 'relevance' | null | undefined
  readonly timestamp?: 'last_edited_time' | null | undefined
  readonly direction?: 'ascending' | 'descending' | null | undefined
}

/** Searches the titles of pages and data sources that are shared with the token. */
export async function search(connection: Connection, asked: Search): Promise<SearchPage> {
  const { query, sort, page_size, start_cursor } = asked
  const body = {
    ...(query && { query }),
    ...nativeFilter(asked),
    ...nativeSort(sort ?? {}),
    ...(page_size && { page_size }),
    ...(start_cursor && { start_cursor }),
  }
  const answer = await connection.call({ method: 'POST', path: '/search', body, reads: true })
  const warnings = new Set<string>()
  const results = readResults(answer).map((one) => hit(one, warnings))
  return { object: 'list', results, ...paging(answer), warnings: [...warnings, ...incompleteness(answer)] }
}

/** The product does not accept an empty filter. */
function nativeFilter({ type, in_trash }: Search) {
  const filter = {
    ...(type && { property: 'object', value: type }),
    ...(typeof in_trash === 'boolean' && { in_trash }),
  }
  return Object.keys(filter).length > 0 ? { filter } : undefined
}

/** The product requires every part of a sort. */
function nativeSort({ property, timestamp, direction }: SearchSort) {
  if (property) return { sort: { property } }
  return timestamp || direction
    ? { sort: { timestamp: 'last_edited_time', direction: direction ?? 'descending' } }
    : undefined
}

function hit(native: unknown, warnings: Set<string>): SearchHit {
  const parent = member(native, 'parent')
  const properties = member(native, 'properties')
  const isTable = textMember(native, 'object') === 'data_source'
  return {
    object: textMember(native, 'object') ?? null,
    id: textMember(native, 'id') ?? null,
    title: (isTable ? plainText(member(native, 'title')) : getTitle(properties)) ?? null,
    url: textMember(native, 'url') ?? null,
    parent: isObject(parent) ? parent : null,
    last_edited_time: textMember(native, 'last_edited_time') ?? null,
    in_trash: flag(member(native, 'in_trash')) ?? flag(member(native, 'archived')),
    is_archived: flag(member(native, 'is_archived')),
    simple_properties: !isTable && isInTable(parent) ? flattenProperties(properties, warnings) : null,
  }
}

/** A page in a table is a row. Any other page has only a title. */
const isInTable = (parent: unknown) =>
  textMember(parent, 'data_source_id') !== undefined || textMember(parent, 'database_id') !== undefined

export const searchRoutes = new Hono<AppEnv>().post(
  '/workspace/search',
  read('workspace_search', {
    summary: 'Find pages and data sources by their titles',
    description:
      'Finds pages and tables (data sources) of Notion that are shared with the connection, by words of their titles. Their `id` is what the other operations take.',
    ko: '제목으로 페이지와 데이터 소스 검색',
    search:
      'page about something, find the page in Notion, where is the document, is there a page about, look for the wiki article, which tables are there, find the table called, what is in Notion about, documents about, recently edited pages, who edited last, what changed lately in Notion, trash of Notion, 노션에서 찾아, 페이지 찾아, 문서 어디 있, 표 어디, 관련 문서, 무슨 표가 있, 페이지 있나, 최근에 고친 문서, 노션 휴지통에 뭐, 규정 찾아, 자료 찾아',
    title: 'Search pages and tables',
    wanted: 8,
    tool: {
      defaults: { page_size: 20 },
      hidden: ['sort', 'in_trash'],
      shown: {
        '': 'results next_cursor has_more warnings?',
        'results.[]': 'object id title last_edited_time in_trash? is_archived? parent',
        'results.[].parent': 'data_source_id? page_id?',
      },
    },
    input: searchInput,
    handle: async (c) => search(await connect(c), c.req.valid('json')),
  }),
)

/** Loaded at the first such request, because few isolates get one. */
