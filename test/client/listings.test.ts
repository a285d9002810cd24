import { expect, it } from 'vitest'
import type { Client } from '../../src/client/index.ts'
import { createCoupangConsumer } from '../upstreams/shop/index.ts'
import { createThreads } from '../upstreams/social/index.ts'
import { DATA_SOURCES, DATABASES, NOTION_TOKENS } from '../upstreams/workspace/index.ts'
import { all, setStage, toFailure } from './stage.ts'

const headers = { 'X-Workspace-Token': NOTION_TOKENS.full }
const sorts = [{ property: 'Name', direction: 'ascending' }]
const database = { database_id: DATABASES.projects, sorts }
const projects = { data_source_id: DATA_SOURCES.projects }
const id = [...createThreads().state.media.values()].find(({ text }) => text?.startsWith('책 수선'))?.id ?? ''

/** Each listing by small pages, and the same by the largest. */
const listings: [string, (latchkey: Client) => AsyncIterable<unknown>, (latchkey: Client) => Promise<unknown[]>][] = [
  [
    'recorder.listFiles',
    ({ recorder }) => recorder.listFiles({ limit: 3, is_trash: 2 }),
    async ({ recorder }) => (await recorder.listFiles({ limit: 1000, is_trash: 2 })).data_file_list,
  ],
  [
    "recorder.get('/files')",
    ({ recorder }) => recorder.get('/files', { query: { limit: 3, is_trash: 2 } }),
    async ({ recorder }) => (await recorder.get('/files', { query: { limit: 1000, is_trash: 2 } })).data_file_list,
  ],
  [
    'recorder.sync',
    ({ recorder }) => recorder.sync({ limit: 3, include: ['summary'] }),
    async ({ recorder }) => {
      const first = await recorder.sync({ limit: 20, include: ['summary'] })
      return [...first.files, ...(await recorder.sync({ limit: 20, include: ['summary'], skip: 20 })).files]
    },
  ],
  [
    'notes.listNotes',
    ({ notes }) => notes.listNotes({ size: 2 }),
    async ({ notes }) => (await notes.listNotes()).notes,
  ],
  [
    'workspace.queryDatabase',
    ({ workspace }) => workspace.queryDatabase({ ...database, page_size: 2 }, { headers }),
    async ({ workspace }) => (await workspace.queryDatabase(database, { headers })).results,
  ],
  [
    'workspace.queryDataSource',
    ({ workspace }) => workspace.queryDataSource({ ...projects, page_size: 2 }, { headers }),
    async ({ workspace }) => (await workspace.queryDataSource(projects, { headers })).results,
  ],
  [
    "workspaceV2.post('/data-source/:data_source_id/query')",
    ({ workspaceV2 }) =>
      workspaceV2.post('/data-source/:data_source_id/query', {
        param: projects,
        header: headers,
        json: { page_size: 2 },
      }),
    async ({ workspace }) => (await workspace.queryDataSource(projects, { headers })).results,
  ],
  [
    'social.listPosts',
    ({ social }) => social.listPosts({ limit: 4 }),
    async ({ social }) => (await social.listPosts({ limit: 100 })).posts,
  ],
  [
    'social.listReplies',
    ({ social }) => social.listReplies({ id, limit: 1 }),
    async ({ social }) => (await social.listReplies({ id })).replies,
  ],
  [
    'social.listMentions',
    ({ social }) => social.listMentions({ limit: 1 }),
    async ({ social }) => (await social.listMentions()).mentions,
  ],
  [
    'social.getConversation',
    ({ social }) => social.getConversation({ id, limit: 1 }),
    async ({ social }) => (await social.getConversation({ id })).replies,
  ],
  [
    'social.search',
    ({ social }) => social.search({ q: 'a', limit: 4 }),
    async ({ social }) => (await social.search({ q: 'a', limit: 100 })).posts,
  ],
]

it.each(listings)('%s gives the items of every page, once each', async (_, listing, whole) => {
  const { latchkey, sent } = setStage()
  const expected = await whole(latchkey)
  const largePages = sent.length
  expect(await all(listing(latchkey))).toEqual(expected)
  expect(sent.length).toBeGreaterThan(largePages + 2)
})

it('a listing is its first page as well, which iterating does not fetch again', async () => {
  const { latchkey, sent } = setStage()
  const files = latchkey.recorder.listFiles({ limit: 20 })
  const { data_file_list: page, next_skip } = await files
  expect(sent).toHaveLength(1)
  const once = await all(files)
  expect(once.slice(0, page.length)).toEqual(page)
  expect(sent).toHaveLength(Math.ceil(once.length / 20))
  expect(await all(files)).toEqual(once)
  expect(next_skip).toBe(20)
})

const ordered = createCoupangConsumer().state.orders

it.each([10, 30])(
  'shop.listOrders and shop.listFlattenedOrders continue into earlier years, by pages of %i',
  async (pageSize) => {
    const { latchkey } = setStage()
    const orders = { pageIndex: 0, pageSize, year: 2026 }
    expect((await all(latchkey.shop.listOrders(orders))).map(({ orderId }) => orderId)).toEqual(
      ordered.map(({ orderId }) => orderId),
    )
    expect((await all(latchkey.shop.listFlattenedOrders(orders))).map((row) => row.order_id)).toEqual(
      ordered.flatMap(({ orderId, groups }) => groups.flatMap(({ products }) => products.map(() => String(orderId)))),
    )
  },
)

it('workspace.queryAll returns all rows, in one response if they fit', async () => {
  const { latchkey, sent } = setStage()
  const rows = await all(latchkey.workspace.queryAll(projects, { headers }))
  expect(sent).toHaveLength(1)
  const { results } = await latchkey.workspace.queryDataSource(projects, { headers })
  expect(rows.map(({ id }) => id).sort()).toEqual(results.map(({ id }) => id).sort())
})

it('shop.listOrders without a year ends with the recent window', async () => {
  const { latchkey, sent } = setStage()
  const recent = await all(latchkey.shop.listOrders({ pageIndex: 0, pageSize: 4 }))
  expect(recent.map(({ orderId }) => orderId)).toEqual(ordered.slice(0, 10).map(({ orderId }) => orderId))
  expect(sent).toHaveLength(3)
})

it('starts at the given position, and fetches a page only when it is needed', async () => {
  const { latchkey, sent } = setStage()
  const { data_file_list: files } = await latchkey.recorder.listFiles()
  const found: string[] = []
  for await (const { id } of latchkey.recorder.listFiles({ limit: 2, skip: 1 })) {
    found.push(id)
    if (found.length === 3) break
  }
  expect(found).toEqual(files.slice(1, 4).map(({ id }) => id))
  expect(sent.slice(1).map(({ url }) => new URL(url).search)).toEqual(['?limit=2&skip=1', '?limit=2&skip=3'])
})

it('an empty listing has no items', async () => {
  const { latchkey } = setStage()
  expect(await all(latchkey.recorder.listFiles({ skip: 1000 }))).toEqual([])
})

it('a page that fails ends the listing, after the items before it', async () => {
  const { latchkey, world } = setStage()
  const found: unknown[] = []
  const listing = async () => {
    for await (const file of latchkey.recorder.listFiles({ limit: 2 })) {
      found.push(file)
      world.simulators[0]?.fail({ kind: 'status', status: 402 })
    }
  }
  expect(await toFailure(listing())).toMatchObject({ name: 'LatchkeyError', status: 402 })
  expect(found).toHaveLength(2)
})
