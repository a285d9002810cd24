import type { Context } from 'hono'
import * as z from 'zod/mini'
import { asId, asTableId, asUuid, asViewId } from '../../base/accounts.ts'
import { isDeeperThan, isObject, type JsonObject, member, textMember } from '../../base/json.ts'
import { choice, clamped, converted, id, notMisplaced } from '../../gateway/http/fields.ts'
import { idempotencyKey } from '../../gateway/once.ts'
import { operations } from '../../gateway/operation.ts'
import { basic, type ToolOptions } from '../../gateway/operation-type.ts'
import { nameBroughtAccount } from './notion.ts'

/** Every header of this group's operations. */
const HEADERS = ['X-Workspace-Token', 'X-Workspace-Space-ID', 'X-Workspace-User-ID', 'Idempotency-Key']

/** The names that the product and others use for the fields of this group (gateway/http/unknown-fields.ts). */
const SYNONYMS = [
  ['workspace_filter', 'filters', 'filter', 'where'],
  ['type', 'filter'],
  ['sorts', 'sort', 'order_by'],
  ['filter_properties', 'fields', 'columns', 'select'],
  ['columns', 'properties', 'schema', 'fields'],
  ['add', 'columns', 'properties'],
  ['add_options', 'options'],
  ['replace', 'old_str', 'old', 'find', 'search'],
  ['insert_after', 'after'],
  ['in_trash', 'archived', 'trashed'],
  ['parent_page_id', 'parent', 'parent_id'],
  ['markdown', 'text', 'children', 'content', 'body', 'blocks'],
  ['text', 'rich_text', 'comment', 'message'],
  ['records', 'rows', 'items', 'pages'],
  ['key', 'property', 'field', 'column', 'name'],
  ['operator', 'op', 'condition'],
  ['filename', 'name'],
]

/** The ways to declare an operation of this group, and what all of them share. */
export const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'workspace',
  access: basic,
  headers: HEADERS,
  synonyms: SYNONYMS,
  tool: { account: 'workspace', isForeign: true, accountHeader: 'X-Workspace-Token' },
  account: nameBroughtAccount,
})

/** The headers of an operation that creates something. */
export const creating = () => ({
  ...connection(),
  'Idempotency-Key': idempotencyKey('Creates once, for 24 hours: the same key and body get the first answer'),
})

/** Only characters that cannot break out of a header or a cookie. */
export const token = () =>
  z.string().check(
    notMisplaced('WORKSPACE_TOKEN'),
    z.refine((text) => !/^bearer\s/i.test(text), { error: 'send only the token, without "Bearer"', abort: true }),
    z.regex(/^[\x21-\x2b\x2d-\x3a\x3c-\x7e]{1,4096}$/, 'must be 1 to 4096 visible ASCII characters without ; and ,'),
  )

export const INTEGRATION = /^(ntn|secret)_/

export const connection = () => ({
  'X-Workspace-Token': z
    .optional(
      token().check(
        z.regex(INTEGRATION, 'must be an integration token, which starts with ntn_ or secret_, not a session token'),
      ),
    )
    .check(
      z.meta({
        description: 'Integration token of the workspace, instead of the connected account; it is never stored',
        examples: ['ntn_test-full'],
      }),
    ),
})

/** An id in any of the forms that a function reads. */
export const idFrom = (read: (text: string) => string | undefined, error: string) =>
  converted(z.string(), (text, refuse) => {
    const found = read(text)
    if (!found) refuse(error)
    return found ?? z.NEVER
  })

export const uuid = () => idFrom(asUuid, 'must be a UUID')

const readAs = (asOne: (text: string) => string | undefined, titled: 'page' | 'data_source') => (description: string) =>
  z
    .pipe(
      z.pipe(
        z.string(),
        z.transform((text) => asOne(text) ?? text),
      ),
      id(
        description,
        `must be the id or the address of a ${titled === 'page' ? 'page' : 'table'}: workspace_search finds it`,
      ),
    )
    .check(z.meta({ description, titled }))

/** The id of a page, or its URL: the last 32 hex digits count. Anything else is passed on unchanged. */
export const reference = readAs(asId, 'page')

/** A link to a block has its id after the `#`, behind the id of its page. */
const BLOCK_LINK = /#([0-9a-f-]{32,36})$/i

export const asBlockId = (text: string) => asUuid(text.trim().match(BLOCK_LINK)?.[1] ?? text)

/** The id of a page or a block, or its URL. */
export const blockReference = readAs((text) => asBlockId(text) ?? asId(text), 'page')

/** The id of a table, or its URL, as above. A page that is open next to the table does not count. */
export const tableReference = readAs(asTableId, 'data_source')

/** Deeper than anything the product accepts. Even deeper values would exhaust the stack when serialized. */
const DEEPEST = 16
const isShallow = (value: unknown) => !isDeeperThan(value, DEEPEST)

/** The object itself: a copy would lose a member named __proto__. */
export const object = () =>
  z
    .custom<JsonObject>(isObject, 'must be an object')
    .check(z.refine(isShallow, `must not be nested deeper than ${DEEPEST} levels`))
    .check(z.meta({ override: { type: 'object', additionalProperties: true } }))

/** The data source of the examples, and its database. */
export const DATA_SOURCE = '2f1c0de0-0003-4000-8000-000000000001'

export const PAGE_SIZE = 'must be an integer from 1 to 100'

export const body = () =>
  z.strictObject({
    filters: z
      .nullish(
        z.array(
          z.strictObject({
            key: z
              .string()
              .check(z.meta({ description: 'Name or id of the property; created_time and last_edited_time too' })),
            value: z.optional(z.unknown()).check(
              z.meta({
                description:
                  'What it is compared with, converted to the type of the property; people by e-mail or name too, related pages by title or address; an array means any of them',
              }),
            ),
            operator: z.nullish(z.string()).check(
              z.meta({
                description: 'equals, !=, >, contains, is_empty and so on; the schema lists what each property takes',
              }),
            ),
          }),
        ),
      )
      .check(
        z.meta({
          description: 'Simple filters; all must match',
          narrows: 'amount',
          examples: [[{ key: 'Stage', operator: 'equals', value: 'In progress' }]],
        }),
      ),
    filters_map: z
      .nullish(object())
      .check(z.meta({ description: 'Older form of filters: name to a value, or to a list of values (any matches)' })),
    workspace_filter: z
      .optional(z.unknown().check(z.refine(isShallow, `must not be nested deeper than ${DEEPEST} levels`)))
      .check(
        z.meta({
          description: "A filter in the service's own words, which must hold as well; the one for formulas and rollups",
        }),
      ),
    sorts: z.nullish(z.array(object())).check(
      z.meta({
        description: '{property or timestamp, direction}, where earlier entries win; ascending or descending',
      }),
    ),
    filter_properties: z
      .nullish(z.array(z.string()).check(z.maxLength(100, 'must name at most 100 properties')))
      .check(z.meta({ description: 'Names or ids of the properties to show; all unless given', narrows: 'amount' })),
    page_size: z
      .nullish(z.int(PAGE_SIZE).check(z.gte(1, PAGE_SIZE), z.lte(100, PAGE_SIZE)))
      .check(z.meta({ description: 'Rows per page, 1 to 100', narrows: 'amount' })),
    start_cursor: z
      .nullish(z.string())
      .check(z.meta({ description: 'next_cursor of the page before', narrows: 'position' })),
    in_trash: z
      .nullish(z.boolean('must be true or false'))
      .check(z.meta({ description: 'Rows in the trash instead of the others' })),
    is_archived: z
      .nullish(z.boolean('must be true or false'))
      .check(z.meta({ description: 'Archived rows instead of the others; these are not the trash' })),
    result_type: z
      .nullish(choice(['page', 'data_source']))
      .check(z.meta({ description: 'Of a wiki: only its pages, or only its data sources' })),
  })

export const dataSource = () =>
  z.object({
    data_source_id: tableReference('The data source, or a database that has only one').check(
      z.meta({ examples: [DATA_SOURCE] }),
    ),
  })

export const list = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.minLength(1, 'must not be empty'), z.maxLength(100, 'must hold at most 100'))

/** The table of a new row, in the body. */
export const target = (description: string) => z.nullish(tableReference(description)).check(z.meta({ description }))

/** The view that a parameter of the path names by its address, if any. */
export const viewOf = (c: Context, param: 'data_source_id' | 'database_id'): string | undefined =>
  asViewId(c.req.param(param))

/** A warning when a parameter of the path is the address of a view, where the whole table counts. */
export const viewWarnings = (c: Context, param: 'data_source_id'): string[] =>
  viewOf(c, param)
    ? [`${param}: is the address of a view, whose filter and order are not applied: the whole table counts`]
    : []

/** How a model gets the rows of a table. */
export const QUERY: ToolOptions = {
  hidden: ['filters_map', 'workspace_filter', 'in_trash', 'is_archived', 'result_type'],
  shown: { 'results.[]': 'id in_trash? is_archived? simple_properties url' },
}

export const PAGE = '2f1c0de0-0005-4000-8000-000000000001'

/** A page with pages below it. */
export const PARENT_PAGE = '2f1c0de0-000a-4000-8000-000000000001'

export const pageParam = () =>
  z.object({ page_id: reference('The page, by its id or its address').check(z.meta({ examples: [PAGE] })) })

export const FORMAT =
  "the service's own form: a line is a block, children stand one tab deeper, <br> is a line break within a block"

export const markdownField = () => z.string('must be text')

/** The page, upload and URL of the examples. */
export const COMMENTED_PAGE = '2f1c0de0-0005-4000-8000-000000000001'

export const header = () => z.object(connection())

export const paged = (what: string) => ({
  page_size: clamped(100, 1, 100).check(z.meta({ description: `${what} per page, 1 to 100`, narrows: 'amount' })),
  start_cursor: z
    .optional(z.string())
    .check(z.meta({ description: 'next_cursor of the page before', examples: [''], narrows: 'position' })),
})

/** Every field is present, and null when the product omitted it. */
export const text = (native: unknown, name: string) => textMember(native, name) ?? null

export function bool(native: unknown, name: string): boolean | null {
  const value = member(native, name)
  return typeof value === 'boolean' ? value : null
}
