import { collectAllDataSourceRows, collectPaginatedAPI } from '@notionhq/client'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { at } from '../ask.ts'
import { Clock } from '../clock.ts'
import { command, follows, walk } from '../model.ts'
import { api, projectsBy, webApp } from './call.ts'
import * as notion from './index.ts'
import { fillLeads } from './many-rows.ts'
import { officialClient } from './official-client.ts'

type Notion = notion.NotionSimulator

const { DATA_SOURCES, NOTION_TOKENS, PAGES, projectId, taskId, USERS, WORKSPACES } = notion
const create = () => notion.createNotion({ clock: new Clock() })
const text = (content: string) => [{ type: 'text', text: { content } }]
const nth = <Thing>(things: readonly Thing[], n: number): Thing | undefined => things[n % things.length]

/** What the workspace must show: rows, newest first, their comments, the page's lines, uploads, and its members. */
interface Row {
  id: string
  name: string
  price: number | null
  inTrash: boolean
  comments: number
}
interface Space {
  clock: Clock
  rows: Row[]
  lines: string[]
  uploads: { id: string; madeAt: number; isAttached: boolean }[]
}
type Step = fc.AsyncCommand<Space, Notion>
const LEADS = DATA_SOURCES.leads2026
const EUROS = fc.option(fc.integer({ min: -3, max: 3 }), { freq: 1 })

const toProperties = (name: string, price: number | null) => ({
  Name: { title: text(name) },
  Amount: { number: price },
})

const creates = fc.record({ name: fc.constantFrom('Alpha', 'Beta', '감귤'), price: EUROS }).map(
  ({ name, price }): Step =>
    command(`creates ${name}`, async ({ rows }, real) => {
      const body = { parent: { data_source_id: LEADS }, properties: toProperties(name, price) }
      const answer = await api(real, 'POST /v1/pages', body)
      rows.unshift({ id: String(answer.body.id), name, price, inTrash: false, comments: 0 })
      expect(answer.body).toMatchObject({ object: 'page', in_trash: false, created_by: { id: USERS.bot } })
    }),
)

const changes = fc.record({ n: fc.nat(9), what: fc.constantFrom('write', 'trash', 'restore'), price: EUROS }).map(
  ({ n, what, price }): Step =>
    command(`${what} row ${n}`, async ({ rows }, real) => {
      const row = nth(rows, n)
      if (!row) return
      const body = what === 'write' ? { properties: { Amount: { number: price } } } : { in_trash: what === 'trash' }
      const answer = await api(real, `PATCH /v1/pages/${row.id}`, body)
      // A page in the trash is read-only.
      if (what === 'write' && row.inTrash) return expect(answer.status).toBe(400)
      if (what === 'write') row.price = price
      else row.inTrash = what === 'trash'
      const { in_trash, properties } = (await api(real, `GET /v1/pages/${row.id}`)).body
      expect([in_trash, at(properties, 'Amount.number')]).toEqual([row.inTrash, row.price])
    }),
)

const queries = fc
  .record({ size: fc.integer({ min: 1, max: 5 }), least: EUROS, inTrash: fc.boolean(), sorted: fc.boolean() })
  .map(
    ({ size, least, inTrash, sorted }): Step =>
      command(`queries ${size} a page, from ${least}`, async ({ rows }, real) => {
        const filter = { property: 'Amount', number: { greater_than_or_equal_to: least } }
        const sorts = [{ property: 'Amount', direction: 'descending' }]
        const asked = {
          page_size: size,
          in_trash: inTrash,
          ...(least !== null && { filter }),
          ...(sorted && { sorts }),
        }
        const found = await walk<unknown>(async (cursor) => {
          const body = { ...asked, ...(cursor && { start_cursor: cursor }) }
          const page = (await api(real, `POST /v1/data_sources/${LEADS}/query`, body)).body
          expect(page.has_more).toBe(page.next_cursor !== null)
          return { items: [page.results].flat().map((row) => at(row, 'id')), next: page.next_cursor }
        })
        const passed = rows.filter(
          (row) => row.inTrash === inTrash && (least === null || (row.price !== null && row.price >= least)),
        )
        // An empty value is the last in both directions.
        const key = ({ price }: Row) => price ?? Number.NEGATIVE_INFINITY
        if (sorted) passed.sort((a, b) => (key(a) === key(b) ? 0 : key(b) - key(a)))
        expect(found).toEqual(passed.map(({ id }) => id))
      }),
  )

const comments = fc.nat(9).map(
  (n): Step =>
    command(`comments on row ${n}`, async ({ rows }, real) => {
      const row = nth(rows, n)
      if (!row) return
      const parent = { page_id: row.id }
      const answer = await api(real, 'POST /v1/comments', { parent, rich_text: text('Done?') })
      expect(answer.status).toBe(row.inTrash ? 400 : 200)
      if (!row.inTrash) row.comments += 1
      const { body } = await api(real, `GET /v1/comments?block_id=${row.id}`)
      expect([body.results].flat()).toHaveLength(row.comments)
    }),
)

const writes = fc
  .record({
    line: fc.constantFrom('One', '- Two', '# Three', '- [x] **four**', '> `f` ~~i~~ve'),
    isFirst: fc.boolean(),
  })
  .map(
    ({ line, isFirst }): Step =>
      command(`writes ${line}`, async ({ lines }, real) => {
        const insert_content = { content: line, position: { type: isFirst ? 'start' : 'end' } }
        lines.splice(isFirst ? 0 : lines.length, 0, line)
        const path = `/v1/pages/${PAGES.onboarding}/markdown`
        const { body } = await api(real, `PATCH ${path}`, { type: 'insert_content', insert_content })
        expect([body.markdown, body.truncated]).toEqual([lines.join('\n'), false])
        const { results } = (await api(real, `GET /v1/blocks/${PAGES.onboarding}/children`)).body
        expect([results].flat()).toHaveLength(lines.length)
      }),
  )

const uploads = fc.record({ n: fc.nat(3), isNew: fc.boolean() }).map(
  ({ n, isNew }): Step =>
    command(isNew ? 'imports a file' : `attaches file ${n}`, async ({ clock, uploads }, real) => {
      const upload = nth(uploads, n)
      const external = { mode: 'external_url', external_url: 'https://cdn.example/plan.pdf' }
      if (isNew) {
        const { body } = await api(real, 'POST /v1/file_uploads', external)
        uploads.push({ id: String(body.id), madeAt: clock.now(), isAttached: false })
      }
      if (isNew || !upload) return
      const age = clock.now() - upload.madeAt
      const isOver = !upload.isAttached && age >= 3_600_000
      const status = isOver ? 'expired' : age < 900 ? 'pending' : 'uploaded'
      expect((await api(real, `GET /v1/file_uploads/${upload.id}`)).body.status).toBe(status)
      const files = { properties: { Attachments: { files: [{ file_upload: { id: upload.id } }] } } }
      const answer = await api(real, `PATCH /v1/pages/${projectId(5)}`, files)
      expect(answer.status).toBe(status === 'uploaded' ? 200 : 400)
      upload.isAttached ||= status === 'uploaded'
    }),
)

const waits = fc
  .constantFrom(900, 3_600_000)
  .map((ms): Step => command(`${ms} ms pass`, async ({ clock }) => clock.advance(ms)))

const members = fc.constant<Step>(
  command('adds a member', async (_, real) => {
    const asked = { spaceId: WORKSPACES.haneul, userIds: [USERS.outsider], membershipType: 'member' }
    expect((await webApp(real, 'addMembersToSpace', { ...asked, billingExempt: false })).status).toBe(200)
    const { body } = await webApp(real, 'getVisibleUsers', { spaceId: WORKSPACES.haneul })
    expect([body.users].flat().filter((user) => at(user, 'userId') === USERS.outsider)).toHaveLength(1)
  }),
)

test('rows, comments, lines, uploads and members are as they were written, whatever the order', () =>
  follows(() => {
    const clock = new Clock()
    const real = notion.createNotion({ clock })
    real.state.rows = real.state.rows.filter(({ dataSourceId }) => dataSourceId !== LEADS)
    const lines = ['First day', '- [ ] Get a key']
    return { model: { clock, rows: [], lines, uploads: [] }, real }
  }, [creates, changes, queries, comments, writes, uploads, waits, members]))

const schema = `GET /v1/data_sources/${DATA_SOURCES.projects}`
const query = `POST /v1/data_sources/${DATA_SOURCES.projects}/query`
test.each([
  [schema, {}, { token: 'ntn_unknown', version: null }, 401, 'unauthorized'],
  [schema, {}, { version: null }, 400, 'missing_version'],
  [schema, {}, { version: '2030-01-01' }, 400, 'validation_error'],
  [query, '{', {}, 400, 'invalid_json'],
  [query, { filter: { text: 'x'.repeat(600_000) } }, {}, 400, 'validation_error'],
  [query, { archived: true }, { version: '2026-03-11' }, 400, 'validation_error'],
  [`POST /v1/databases/${notion.DATABASES.projects}/query`, {}, {}, 400, 'invalid_request_url'],
  [query, {}, { token: NOTION_TOKENS.insertOnly }, 403, 'restricted_resource'],
  ['GET /v1/users', undefined, { token: NOTION_TOKENS.readOnly }, 403, 'restricted_resource'],
  [
    `GET /v1/comments?block_id=${projectId(1)}`,
    undefined,
    { token: NOTION_TOKENS.readOnly },
    403,
    'restricted_resource',
  ],
  [`GET /v1/data_sources/${DATA_SOURCES.salaries}`, undefined, {}, 404, 'object_not_found'],
  [`GET /v1/pages/${projectId(1)}`, undefined, { token: NOTION_TOKENS.stranger }, 404, 'object_not_found'],
  [`GET /v1/blocks/${PAGES.diary}/children`, undefined, {}, 404, 'object_not_found'],
])('facts 1 and 7: %s with %j and %j is %i %s', async (line, body, options, status, code) => {
  const answer = await api(create(), line, line.startsWith('GET') ? undefined : body, options)
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(answer.body.request_id).toBe(answer.headers.get('x-notion-request-id'))
})

/** Saturday, 21 November 2026, 09:00 UTC. The week started on the 15th. */
test.each<[string, object, number[]]>([
  ['Name', { rich_text: { starts_with: 'De' } }, [6]],
  ['title', { title: { contains: '이전' } }, [2]],
  ['Summary', { rich_text: { does_not_contain: 'e' } }, [4, 5, 8]],
  ['%3Abdg', { number: { less_than: 0 } }, [7]],
  ['Budget', { number: { does_not_equal: 0 } }, [1, 2, 3, 5, 6, 7, 8]],
  ['Priority', { select: { does_not_equal: ['High', 'Low'] } }, [3, 5, 6, 7]],
  ['Tags', { multi_select: { contains: ['리서치', 'Backend'] } }, [1, 2, 3, 6, 8]],
  ['Stage', { status: { does_not_equal: 'Done' } }, [1, 2, 4, 5, 6, 8]],
  ['Billable', { checkbox: { does_not_equal: true } }, [3, 4, 5, 7]],
  ['Owners', { people: { contains: USERS.minjun } }, [1, 2, 6]],
  ['Attachments', { files: { is_not_empty: true } }, [1, 3]],
  ['Created by', { created_by: { contains: 'me' } }, [8]],
  ['Code', { unique_id: { less_than: 3 } }, [1, 2]],
  ['Check', { verification: { does_not_equal: 'none' } }, [1, 2]],
  ['Tasks', { relation: { contains: taskId(3).replaceAll('-', '') } }, [2]],
  ['Due', { date: { equals: '2026-11-21' } }, [2]],
  ['Due', { date: { on_or_after: '2026-11-21T09:00:00' } }, [1, 2, 4, 6]],
  ['Due', { date: { before: 'one_month_ago' } }, [8]],
  ['Due', { date: { this_week: {} } }, [2, 7]],
  ['Due', { date: { past_month: {} } }, [2, 3, 7]],
  ['Due', { date: { next_week: {} } }, [2, 4]],
  ['Label', { formula: { string: { contains: 'Done' } } }, [3, 7]],
  ['Is large', { formula: { checkbox: { equals: true } } }, [1, 2, 6]],
  ['Task hours', { rollup: { number: { is_empty: true } } }, [4, 5, 7, 8]],
  ['Last task due', { rollup: { date: { on_or_after: '2026-11-21' } } }, [1, 2]],
  ['Task names', { rollup: { every: { rich_text: { contains: 'o' } } } }, [1, 2, 4, 5, 6, 7, 8]],
  ['Assignees', { rollup: { any: { people: { contains: USERS.seoyeon } } } }, [1, 3]],
])('facts 4: %s %j', async (property, condition, rows) => {
  expect(await projectsBy(create(), { property, ...condition })).toEqual(rows)
})

const leaf = { property: 'Name', title: { equals: 'x' } }
test.each<[unknown, RegExp]>([
  [{ property: 'Budget', number: { equals: '3' } }, /^body failed .* body\.filter\.number\.equals should be a number/],
  [{ property: 'Budget', number: { equals: 3, less_than: 4 } }, /less_than should be not present/],
  [{ property: 'Due', date: { equals: '2026-02-30' } }, /should be a valid ISO 8601 date string/],
  [{ property: 'Due', date: { this_week: true } }, /should be an empty object/],
  [{ property: 'Owners', people: { contains: '김지우' } }, /should be a valid uuid/],
  [
    { property: 'Priority', select: { equals: 'Huge' } },
    /option "Huge" not found .* options: "High", "Medium", "Low"\.$/,
  ],
  [{ property: 'Doubled', formula: { string: { contains: '2' } } }, /property number does not match filter string$/],
  [{ property: 'Task names', rollup: { number: { equals: 2 } } }, /does not match filter number$/],
  [{ property: 'Kick off', button: {} }, /^body failed validation\. Fix one:\nbody\.filter\.or should be defined/],
  [{ timestamp: 'created_time', date: { equals: 'today' } }, /created_time should be defined/],
  [{ and: [{ or: [{ and: [leaf] }] }] }, /body\.filter\.and\[0\]\.or\[0\]\.and should be not present/],
  [{ or: Array(101).fill(leaf) }, /filter\.or\.length should be ≤ `100`, instead was `101`/],
])('facts 4: the filter %j is refused', async (filter, message) => {
  expect(await projectsBy(create(), filter)).toMatch(message)
})

test.each<[object, RegExp]>([
  [{ Nope: { number: 1 } }, /^Nope is not a property that exists/],
  [{ Budget: { rich_text: text('1') } }, /^Budget is expected to be number/],
  [{ Doubled: { formula: {} } }, /^body failed validation\. Fix one:\nbody\.properties\.Doubled\.title/],
  [{ Name: { title: text('x'.repeat(2001)) } }, /content\.length should be ≤ `2000`/],
  [{ Priority: { select: { name: 'a,b' } } }, /commas not allowed/],
  [{ Stage: { status: { name: 'Gone' } } }, /^Invalid status option/],
  [{ Due: { date: { start: 'today' } } }, /start should be a valid ISO 8601 date string/],
  [{ Tasks: { relation: [{ id: projectId(1) }] } }, /^Could not find page with ID/],
])('facts 7: the properties %j are refused', async (properties, message) => {
  const body = { parent: { data_source_id: DATA_SOURCES.projects }, properties }
  expect((await api(create(), 'POST /v1/pages', body)).body.message).toMatch(message)
})

test.each([
  ['headings 5 and 6 are 4', '###### Six', '#### Six'],
  ['other signs of lists', '* a\n+ b\n3) c\n9. d', '- a\n- b\n1. c\n2. d'],
  ['spaces in the place of tabs', '- a\n  - b\n    - c\n- d', '- a\n\t- b\n\t\t- c\n- d'],
  ['a table of pipes', '| a |\n|---|', '<table header-row="true">\n\t<tr>\n\t\t<td>a</td>\n\t</tr>\n</table>'],
  ['emphasis in emphasis', '**a*b***, *a**b***, ***c***', '**a*b***, *a**b***, ***c***'],
  ['signs that nothing closes', '2 * 3 ** 4 ~~ 5 `6 $7', '2 \\* 3 \\*\\* 4 \\~\\~ 5 \\`6 \\$7'],
  ['an address', 'See https://a.example/b_c.', 'See [https://a.example/b_c](https://a.example/b_c).'],
  ['what looks like another block', '\\# a\n\\- b\n1\\. c', '\\# a\n\\- b\n1\\. c'],
])('facts 10: %s', async (_, written, read) => {
  const real = create()
  for (const new_str of [written, read]) {
    const body = { type: 'replace_content', replace_content: { new_str } }
    expect((await api(real, `PATCH /v1/pages/${PAGES.onboarding}/markdown`, body)).body.markdown).toBe(read)
  }
})

test('facts 10: a child page is deleted only when that is allowed, and nothing is written into the trash', async () => {
  const real = create()
  const replace = (more: object) =>
    api(real, `PATCH /v1/pages/${PAGES.handbook}/markdown`, {
      ...{ type: 'replace_content', replace_content: { new_str: 'Empty', ...more } },
    })
  expect((await replace({})).body.message).toMatch(/child_page "Onboarding".*allow_deleting_content/)
  expect((await replace({ allow_deleting_content: true })).body.markdown).toBe('Empty')
  expect((await api(real, `GET /v1/pages/${PAGES.onboarding}`)).body.in_trash).toBe(true)
  const body = { type: 'insert_content', insert_content: { content: 'a' } }
  expect((await api(real, `PATCH /v1/pages/${PAGES.attic}/markdown`, body)).body.message).toMatch(/unarchive/)
})

test('facts 2: the official client reads more rows than one query gives, and every page of a search', async () => {
  const real = create()
  real.switches.resultLimit = 10
  const ids = fillLeads(real, [1, 1, 2, 3, 3, 3, 3, 4, 5, 5, 5, 5, 6, 7, 7, 7, 8, 9, 9, 9])
  const client = officialClient(real)
  expect((await collectAllDataSourceRows(client, { data_source_id: LEADS })).map(({ id }) => id)).toEqual(ids)
  const found = await collectPaginatedAPI(client.search, {
    filter: { property: 'object', value: 'page' },
    page_size: 7,
  })
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
  expect(found.map(({ id }) => id)).not.toContain(PAGES.diary)
})

test('facts 6 and 11: formulas, rollups and long properties have their own pages', async () => {
  const real = create()
  const many = Array.from({ length: 60 }, (_, index) => ({ id: taskId((index % 7) + 1) }))
  const row = real.state.rows.find(({ id }) => id === projectId(1))
  const { properties } = (await api(real, `GET /v1/pages/${projectId(1)}`)).body
  expect(properties).toMatchObject({
    Doubled: { formula: { type: 'number', number: 24_000_000 } },
    Broken: { formula: { type: 'unsupported' } },
    'Task hours': { rollup: { type: 'number', number: 16.5 } },
    'Task names': { rollup: { type: 'array', array: [{ type: 'title' }, { type: 'title' }] } },
  })
  row?.values.set('Tasks', many)
  const { body } = await api(real, `GET /v1/pages/${projectId(1)}/properties/task`)
  expect([[body.results].flat().length, body.has_more]).toEqual([25, true])
})

test('facts 8: only a manager with a living session may change who belongs to a space', async () => {
  const status = async (options: object) =>
    (
      await webApp(
        create(),
        'addMembersToSpace',
        { spaceId: WORKSPACES.haneul, userIds: [USERS.outsider], membershipType: 'member' },
        options,
      )
    ).status
  const { expired, member } = notion.NOTION_SESSIONS
  const elsewhere = { headers: { 'x-notion-space-id': WORKSPACES.elsewhere } }
  expect([
    await status({}),
    await status({ session: expired }),
    await status({ session: member }),
    await status(elsewhere),
  ]).toEqual([200, 401, 403, 400])
})

test('facts 7: three calls a second of one token, if the switch says so, and faults say how long to wait', async () => {
  const clock = new Clock()
  const real = notion.createNotion({ clock })
  real.switches.callsPerSecond = 3
  const statuses = await Promise.all(Array.from({ length: 4 }, async () => (await api(real, schema)).status))
  expect(statuses).toEqual([200, 200, 200, 429])
  clock.advance(1_000)
  real.fail({ kind: 'status', status: 529 }, { times: 1 })
  const { headers, body } = await api(real, schema)
  expect([headers.get('retry-after'), body.code, (await api(real, schema)).status]).toEqual([
    '2',
    'service_overload',
    200,
  ])
})
