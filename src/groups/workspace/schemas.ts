import * as z from 'zod'
import { isDeeperThan, isObject, type JsonObject } from '../../base/json-object.ts'
import { choice, id } from '../../gateway/http/fields.ts'
import { asId, asUuid } from './convert/uuid.ts'

/** Input schemas of the workspace group (contract 4.3 and decisions.md section 5). Built at first use. */

/** Every header of this group's operations. */
export const HEADERS = ['X-Workspace-Token', 'X-Workspace-Space-ID', 'X-Workspace-User-ID']

/** Only characters that cannot break out of a header or a cookie. */
const token = () =>
  z
    .string()
    .refine((text) => !/^bearer\s/i.test(text), { error: 'send only the token, without "Bearer"', abort: true })
    .regex(/^[\x21-\x2b\x2d-\x3a\x3c-\x7e]{1,4096}$/, 'must be 1 to 4096 visible ASCII characters without ; and ,')

const INTEGRATION = /^(ntn|secret)_/

export const connection = () => ({
  'X-Workspace-Token': token()
    .regex(INTEGRATION, 'must be an integration token, which starts with ntn_ or secret_, not a session token')
    .optional()
    .describe('Integration token of the workspace, instead of the connected account; it is never stored'),
})

export const uuid = () =>
  z.string().transform((text, context) => {
    const dashed = asUuid(text)
    if (!dashed) context.addIssue('must be a UUID')
    return dashed ?? z.NEVER
  })

const session = () => ({
  'X-Workspace-Token': token()
    .refine(
      (text) => !INTEGRATION.test(text),
      'must be a session token (the cookie token_v2), not an integration token',
    )
    .describe('Session token of the workspace (the cookie token_v2), sent with every request and never stored'),
  'X-Workspace-Space-ID': uuid().describe('The workspace, a UUID'),
  'X-Workspace-User-ID': uuid().describe('The user of the session, a UUID'),
})

/** An id, or the URL of the page with its id: the last 32 hex digits count. Anything else is passed on unchanged. */
export const reference = (description: string) =>
  z
    .string()
    .transform((text) => asId(text) ?? text)
    .pipe(id(description))
    .describe(description)

/** Deeper than anything the product accepts. Even deeper values would exhaust the stack when serialized. */
const DEEPEST = 16
const isShallow = (value: unknown) => !isDeeperThan(value, DEEPEST)

/** The object itself: a copy would lose a member named __proto__. */
export const object = () =>
  z
    .custom<JsonObject>(isObject, 'must be an object')
    .refine(isShallow, `must not be nested deeper than ${DEEPEST} levels`)
    .meta({ override: { type: 'object' } })

/** The data source of the examples, and its database. */
export const DATA_SOURCE = '2f1c0de0-0003-4000-8000-000000000001'
export const DATABASE = '2f1c0de0-0002-4000-8000-000000000001'

export const PAGE_SIZE = 'must be an integer from 1 to 100'

export const body = () =>
  z.object({
    filters: z
      .array(
        z.object({
          key: z.string().describe('Name or id of the property; created_time and last_edited_time too'),
          value: z
            .unknown()
            .optional()
            .describe(
              'What it is compared with, converted to the type of the property; people by e-mail or name too, related pages by title or address; an array means any of them',
            ),
          operator: z
            .string()
            .nullish()
            .describe(
              'equals, !=, >, contains, is_empty and so on, of a list any_, every_ or none_ before it; the schema lists what each property takes',
            ),
        }),
      )
      .nullish()
      .meta({
        description: 'Simple filters; all must match',
        narrows: 'amount',
        examples: [[{ key: 'Stage', operator: 'equals', value: 'In progress' }]],
      }),
    filters_map: object()
      .nullish()
      .describe('Older form of filters: name to a value, or to a list of values (any matches)'),
    workspace_filter: z
      .unknown()
      .refine(isShallow, `must not be nested deeper than ${DEEPEST} levels`)
      .optional()
      .describe("A filter in the service's own words, which must hold as well"),
    sorts: z
      .array(object())
      .nullish()
      .describe('{property or timestamp, direction}, where earlier entries win; ascending or descending'),
    filter_properties: z
      .array(z.string())
      .max(100, 'must name at most 100 properties')
      .nullish()
      .describe('Names or ids of the properties to show; all unless given')
      .meta({ narrows: 'amount' }),
    page_size: z
      .int(PAGE_SIZE)
      .min(1, PAGE_SIZE)
      .max(100, PAGE_SIZE)
      .nullish()
      .describe('Rows per page, 1 to 100')
      .meta({ narrows: 'amount' }),
    start_cursor: z.string().nullish().describe('next_cursor of the page before').meta({ narrows: 'position' }),
    in_trash: z.boolean('must be true or false').nullish().describe('Rows in the trash instead of the others'),
    result_type: choice(['page', 'data_source'])
      .nullish()
      .describe('Of a wiki: only its pages, or only its data sources'),
  })

export const dataSource = () =>
  z.object({ data_source_id: reference('The data source').meta({ examples: [DATA_SOURCE] }) })

export const dataSourceQuery = () => ({ param: dataSource(), header: z.object(connection()), json: body() })

export const databaseQuery = () => ({
  param: z.object({
    database_id: reference('The database; its first data source is queried').meta({ examples: [DATABASE] }),
  }),
  header: z.object(connection()),
  json: body(),
})

export const schema = () => ({ param: dataSource(), header: z.object(connection()) })

const ROLES = ['member', 'owner', 'membership_admin'] as const
export type Role = (typeof ROLES)[number]

export const invitation = () => ({
  header: z.object(session()),
  json: z.object({
    email: z
      .email({ error: ({ input }) => (input === undefined ? undefined : 'must be an e-mail address') })
      .meta({ description: 'E-mail address of the one to invite', examples: ['ada@example.com'] }),
    role: choice([...ROLES, 'admin'])
      .nullish()
      .transform((role): Role => (role === 'admin' ? 'owner' : (role ?? 'member')))
      .describe('member (default), owner (admin is the same) or membership_admin'),
  }),
})

export const list = <Item extends z.ZodType>(item: Item) =>
  z.array(item).min(1, 'must not be empty').max(100, 'must hold at most 100')

export const target = (description: string) => reference(description).nullish().describe(description)

export const bulkInsert = () => ({
  header: z.object(connection()),
  json: z
    .object({
      data_source_id: target('The data source to insert into').meta({ examples: [DATA_SOURCE] }),
      database_id: target('In its place: a database, into whose first data source is inserted'),
      records: list(object()).meta({
        description: 'Rows, each a map of property name to plain value',
        examples: [[{ Name: 'Spring catalogue', Stage: 'Not started', Budget: 2_500_000, Due: '2027-03-15' }]],
      }),
    })
    .refine(({ data_source_id, database_id }) => Boolean(data_source_id) !== Boolean(database_id), {
      error: 'is required, or database_id in its place, not both',
      path: ['data_source_id'],
    }),
})

export const bulkDelete = () => ({
  header: z.object(connection()),
  json: z.object({
    page_ids: list(reference('A page, by its id or its address')).meta({
      description: 'Pages to move to the trash',
      examples: [['2f1c0de0-0005-4000-8000-000000000005']],
    }),
  }),
})
