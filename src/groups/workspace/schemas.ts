import * as z from 'zod/mini'
import { asId, asUuid } from '../../base/accounts.ts'
import { isDeeperThan, isObject, type JsonObject } from '../../base/json.ts'
import { choice, converted, id, notMisplaced } from '../../gateway/http/fields.ts'
import { idempotencyKey } from '../../gateway/once.ts'

/** Input schemas of the workspace group. Built at first use. */

/** Every header of this group's operations. */
export const HEADERS = ['X-Workspace-Token', 'X-Workspace-Space-ID', 'X-Workspace-User-ID', 'Idempotency-Key']

/** The headers of an operation that creates something. */
export const creating = () => ({
  ...connection(),
  'Idempotency-Key': idempotencyKey('Creates once, for 24 hours: the same key and body get the first answer'),
})

/** What the product and others call the fields of this group (gateway/http/unknown-fields.ts). */
export const SYNONYMS = [
  ['workspace_filter', 'filters', 'filter', 'where'],
  ['type', 'filter'],
  ['sorts', 'sort', 'order_by'],
  ['filter_properties', 'fields', 'columns', 'select'],
  ['in_trash', 'archived', 'trashed'],
  ['parent_page_id', 'parent', 'parent_id'],
  ['markdown', 'text', 'children', 'content', 'body', 'blocks'],
  ['text', 'rich_text', 'comment', 'message'],
  ['records', 'rows', 'items', 'pages'],
  ['key', 'property', 'field', 'column', 'name'],
  ['operator', 'op', 'condition'],
  ['filename', 'name'],
]

/** Only characters that cannot break out of a header or a cookie. */
const token = () =>
  z.string().check(
    notMisplaced('WORKSPACE_TOKEN'),
    z.refine((text) => !/^bearer\s/i.test(text), { error: 'send only the token, without "Bearer"', abort: true }),
    z.regex(/^[\x21-\x2b\x2d-\x3a\x3c-\x7e]{1,4096}$/, 'must be 1 to 4096 visible ASCII characters without ; and ,'),
  )

const INTEGRATION = /^(ntn|secret)_/

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

export const uuid = () =>
  converted(z.string(), (text, refuse) => {
    const dashed = asUuid(text)
    if (!dashed) refuse('must be a UUID')
    return dashed ?? z.NEVER
  })

const session = () => ({
  'X-Workspace-Token': token()
    .check(
      z.refine(
        (text) => !INTEGRATION.test(text),
        'must be a session token (the cookie token_v2), not an integration token',
      ),
    )
    .check(
      z.meta({
        description: 'Session token of the workspace (the cookie token_v2), sent with every request and never stored',
        examples: ['test-session-owner'],
      }),
    ),
  'X-Workspace-Space-ID': uuid().check(
    z.meta({ description: 'The workspace, a UUID', examples: ['2f1c0de0-0001-4000-8000-000000000001'] }),
  ),
  'X-Workspace-User-ID': uuid().check(
    z.meta({ description: 'The user of the session, a UUID', examples: ['2f1c0de0-0004-4000-8000-000000000001'] }),
  ),
})

/** An id, or the URL of the page with its id: the last 32 hex digits count. Anything else is passed on unchanged. */
export const reference = (description: string) =>
  z
    .pipe(
      z.pipe(
        z.string(),
        z.transform((text) => asId(text) ?? text),
      ),
      id(description),
    )
    .check(z.meta({ description }))

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
export const DATABASE = '2f1c0de0-0002-4000-8000-000000000001'

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
    data_source_id: reference('The data source, or a database that has only one').check(
      z.meta({ examples: [DATA_SOURCE] }),
    ),
  })

export const dataSourceQuery = () => ({ param: dataSource(), header: z.object(connection()), json: body() })

export const databaseQuery = () => ({
  param: z.object({
    database_id: reference('The database; its first data source is queried').check(z.meta({ examples: [DATABASE] })),
  }),
  header: z.object(connection()),
  json: body(),
})

export const schema = () => ({ param: dataSource(), header: z.object(connection()) })

const ROLES = ['member', 'owner', 'membership_admin'] as const
export type Role = (typeof ROLES)[number]

export const invitation = () => ({
  header: z.object(session()),
  json: z.strictObject({
    email: z
      .email({ error: ({ input }) => (input === undefined ? undefined : 'must be an e-mail address') })
      .check(z.meta({ description: 'E-mail address of the one to invite', examples: ['ada@example.com'] })),
    role: z
      .pipe(
        z.nullish(choice([...ROLES, 'admin'])),
        z.transform((role): Role => (role === 'admin' ? 'owner' : (role ?? 'member'))),
      )
      .check(z.meta({ description: 'member (default), owner (admin is the same) or membership_admin' })),
  }),
})

export const list = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.minLength(1, 'must not be empty'), z.maxLength(100, 'must hold at most 100'))

export const target = (description: string) => z.nullish(reference(description)).check(z.meta({ description }))

export const bulkInsert = () => ({
  header: z.object(creating()),
  json: z
    .strictObject({
      data_source_id: target('The data source to insert into, or a database that has only one').check(
        z.meta({ examples: [DATA_SOURCE] }),
      ),
      database_id: target('In its place: a database, into whose first data source is inserted'),
      records: list(object()).check(
        z.meta({
          description: 'Rows, each a map of property name to plain value',
          examples: [[{ Name: 'Spring catalogue', Stage: 'Not started', Budget: 2_500_000, Due: '2027-03-15' }]],
        }),
      ),
    })
    .check(
      z.refine(({ data_source_id, database_id }) => Boolean(data_source_id) !== Boolean(database_id), {
        error: 'is required, or database_id in its place, not both',
        path: ['data_source_id'],
      }),
    ),
})

export const bulkDelete = () => ({
  header: z.object(connection()),
  json: z.strictObject({
    page_ids: list(reference('A page, by its id or its address')).check(
      z.meta({ description: 'Pages to move to the trash', examples: [['2f1c0de0-0005-4000-8000-000000000005']] }),
    ),
  }),
})
