import { expect, it } from 'vitest'
import type { Client, Input } from '../../src/client/index.ts'
import { createCoupangConsumer } from '../upstreams/shop/index.ts'
import { createThreads } from '../upstreams/social/index.ts'
import { DATA_SOURCES, DATABASES, NOTION_TOKENS } from '../upstreams/workspace/index.ts'
import { all, failureOf, setStage } from './stage.ts'

const header = { 'X-Workspace-Token': NOTION_TOKENS.full }
const projects = { param: { data_source_id: DATA_SOURCES.projects }, header }
const sorts = [{ property: 'Name', direction: 'ascending' }]
const database = { param: { database_id: DATABASES.projects }, header }
const post = { id: [...createThreads().state.media.values()].find(({ text }) => text?.startsWith('책 수선'))?.id ?? '' }

/** Each listing by small pages, and the same by the largest. */
const listings: [string, (latchkey: Client) => AsyncIterable<unknown>, (latchkey: Client) => Promise<unknown[]>][] = [
  [
    'recorder.eachFile',
    ({ recorder }) => recorder.eachFile({ query: { limit: 3, is_trash: 2 } }),
    async ({ recorder }) => (await recorder.get('/files', { query: { limit: 1000, is_trash: 2 } })).data_file_list,
  ],
  [
    'recorder.eachBundle',
    ({ recorder }) => recorder.eachBundle({ query: { limit: 3, include: ['summary'] } }),
    async ({ recorder }) => {
      const query = { limit: 20, include: ['summary'] } satisfies Input<'recorder', 'get', '/sync'>['query']
      const first = await recorder.get('/sync', { query })
      return [...first.files, ...(await recorder.get('/sync', { query: { ...query, skip: 20 } })).files]
    },
  ],
  [
    'notes.eachNote',
    ({ notes }) => notes.eachNote({ query: { size: 2 } }),
    async ({ notes }) => (await notes.get('/notes')).notes,
  ],
  [
    'workspace.eachRecord',
    ({ workspace }) => workspace.eachRecord({ ...database, json: { page_size: 2, sorts } }),
    async ({ workspace }) =>
      (await workspace.post('/database/:database_id/query', { ...database, json: { sorts } })).results,
  ],
  [
    'workspaceV2.eachRecord',
    ({ workspaceV2 }) => workspaceV2.eachRecord({ ...projects, json: { page_size: 2 } }),
    async ({ workspaceV2 }) => (await workspaceV2.post('/data-source/:data_source_id/query', projects)).results,
  ],
  [
    'social.eachPost',
    ({ social }) => social.eachPost({ query: { limit: 4 } }),
    async ({ social }) => (await social.get('/posts', { query: { limit: 100 } })).posts,
  ],
  [
    'social.eachReply',
    ({ social }) => social.eachReply({ param: post, query: { limit: 1 } }),
    async ({ social }) => (await social.get('/posts/:id/replies', { param: post })).replies,
  ],
  [
    'social.eachMention',
    ({ social }) => social.eachMention({ query: { limit: 1 } }),
    async ({ social }) => (await social.get('/mentions')).mentions,
  ],
  [
    'social.eachInConversation',
    ({ social }) => social.eachInConversation({ param: post, query: { limit: 1 } }),
    async ({ social }) => (await social.get('/posts/:id/conversation', { param: post })).replies,
  ],
  [
    'social.eachFound',
    ({ social }) => social.eachFound({ query: { q: 'a', limit: 4 } }),
    async ({ social }) => (await social.get('/search', { query: { q: 'a', limit: 100 } })).posts,
  ],
]

it.each(listings)('%s gives the items of every page, once each', async (_, each, whole) => {
  const { latchkey, sent } = setStage()
  const expected = await whole(latchkey)
  const largePages = sent.length
  expect(await all(each(latchkey))).toEqual(expected)
  expect(sent.length).toBeGreaterThan(largePages + 2)
})

const ordered = createCoupangConsumer().state.orders

it.each([10, 30])(
  'shop.eachOrder and shop.eachFlattenedOrder go on into the years before, by pages of %i',
  async (pageSize) => {
    const { latchkey } = setStage()
    const json = { pageIndex: 0, pageSize, year: 2026 }
    expect((await all(latchkey.shop.eachOrder({ json }))).map(({ orderId }) => orderId)).toEqual(
      ordered.map(({ orderId }) => orderId),
    )
    expect((await all(latchkey.shop.eachFlattenedOrder({ json }))).map((row) => row.order_id)).toEqual(
      ordered.flatMap(({ orderId, groups }) => groups.flatMap(({ products }) => products.map(() => String(orderId)))),
    )
  },
)

it('workspaceV2.eachOfAll gives all rows, in one answer where they fit', async () => {
  const { latchkey, sent } = setStage()
  const rows = await all(latchkey.workspaceV2.eachOfAll({ ...projects, json: {} }))
  expect(sent).toHaveLength(1)
  const { results } = await latchkey.workspaceV2.post('/data-source/:data_source_id/query', projects)
  expect(rows.map(({ id }) => id).sort()).toEqual(results.map(({ id }) => id).sort())
})

it('shop.eachOrder without a year ends with the recent window', async () => {
  const { latchkey, sent } = setStage()
  const recent = await all(latchkey.shop.eachOrder({ json: { pageIndex: 0, pageSize: 4 } }))
  expect(recent.map(({ orderId }) => orderId)).toEqual(ordered.slice(0, 10).map(({ orderId }) => orderId))
  expect(sent).toHaveLength(3)
})

it('begins where it is told, and asks for a page only when one is needed', async () => {
  const { latchkey, sent } = setStage()
  const { data_file_list: files } = await latchkey.recorder.get('/files')
  const found: string[] = []
  for await (const { id } of latchkey.recorder.eachFile({ query: { limit: 2, skip: '1' } })) {
    found.push(id)
    if (found.length === 3) break
  }
  expect(found).toEqual(files.slice(1, 4).map(({ id }) => id))
  expect(sent.slice(1).map(({ url }) => new URL(url).search)).toEqual(['?limit=2&skip=1', '?limit=2&skip=3'])
})

it('an empty listing has no items', async () => {
  const { latchkey } = setStage()
  expect(await all(latchkey.recorder.eachFile({ query: { skip: 1000 } }))).toEqual([])
})

it('a page that fails ends the listing, after what came before it', async () => {
  const { latchkey, world } = setStage()
  const found: unknown[] = []
  const listing = async () => {
    for await (const file of latchkey.recorder.eachFile({ query: { limit: 2 } })) {
      found.push(file)
      world.simulators[0]?.fail({ kind: 'status', status: 402 })
    }
  }
  expect(await failureOf(listing())).toMatchObject({ name: 'LatchkeyError', status: 402 })
  expect(found).toHaveLength(2)
})
