import { afterEach, describe, expect, it, vi } from 'vitest'
import type { EventType } from '../../../src/base/events.ts'
import { platform } from '../../../src/base/platform.ts'
import { workspaceSource } from '../../../src/groups/workspace/events.ts'
import { workspaceEvents } from '../../../src/groups/workspace/outputs.ts'
import { UpstreamContext } from '../../../src/upstream/context.ts'
import { Clock } from '../../simulators/clock.ts'
import { createNotion, DATA_SOURCES, NOTION_TOKENS, PAGES, projectId } from '../../simulators/workspace/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { watch } from '../../support/watched.ts'
import { createWorldAt, expectNothingUnexpected, type World } from '../../support/world.ts'

let world: World | undefined

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
  if (world) expectNothingUnexpected(world)
})

const ROWS: EventType[] = ['workspace.row.created', 'workspace.row.updated']
const title = (content: string) => [{ type: 'text', plain_text: content, text: { content } }]

function stage(wanted: readonly EventType[] = workspaceSource.types) {
  const clock = new Clock()
  const notion = createNotion({ clock })
  world = createWorldAt(clock, notion)
  const watched = watch(workspaceSource, { WORKSPACE_TOKEN: NOTION_TOKENS.full }, { wanted })
  const poll = async (ms = 120_000) => {
    clock.advance(ms)
    const events = await watched.pollAll()
    for (const { type, data } of events) {
      const schema = workspaceEvents[type as keyof typeof workspaceEvents]()
      expect(schema.parse(data)).toEqual(data)
    }
    return events
  }
  const told = async (ms?: number) =>
    (await poll(ms)).map(({ type, data }) => [type.slice('workspace.'.length), data.changed_properties])
  return { clock, notion, watched, poll, told }
}

it('the first poll reports nothing, and a quiet one makes one call', async () => {
  const { notion, told } = stage(ROWS)
  expect(await told()).toEqual([])
  notion.calls.length = 0
  expect(await told()).toEqual([])
  expect(notion.calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(['POST /v1/search'])
})

it('a changed row is reported once, with the names of what changed and its state', async () => {
  const { notion, poll, told } = stage(ROWS)
  await told()
  notion.editRow(projectId(1), { Budget: 77 })
  const [event, ...others] = await poll(5_000)
  expect(others).toEqual([])
  expect(event).toMatchObject({
    ...{ type: 'workspace.row.updated', subject: projectId(1) },
    data: {
      ...{ id: projectId(1), data_source_id: DATA_SOURCES.projects, changed_properties: ['Budget'] },
      simple_properties: expect.objectContaining({ Budget: 77 }),
    },
  })
  expect(await told()).toEqual([])
})

it('says whether the page is archived', async () => {
  const { notion, poll, told } = stage(ROWS)
  await told()
  const row = notion.editRow(projectId(1), { Budget: 77 })
  row.isArchived = true
  expect((await poll(5_000))[0]?.data).toMatchObject({ id: projectId(1), in_trash: false, is_archived: true })
})

it('changes of the same minute are each reported, although the time of the edit stays', async () => {
  const { notion, told } = stage(ROWS)
  await told()
  notion.editRow(projectId(1), { Budget: 77 })
  expect(await told(1_000)).toEqual([['row.updated', ['Budget']]])
  notion.editRow(projectId(1), { Budget: 78 })
  expect(await told(1_000)).toEqual([['row.updated', ['Budget']]])
  expect(await told(60_000)).toEqual([])
})

it('a change of the content is reported once its minute has passed', async () => {
  const { notion, told } = stage()
  await told()
  notion.editContent(PAGES.handbook)
  expect(await told(1_000)).toEqual([])
  notion.editContent(PAGES.handbook)
  expect(await told()).toEqual([['page.updated', []]])
  expect(await told()).toEqual([])
})

it('new pages and rows, and changes of the trash', async () => {
  const { notion, told } = stage()
  await told()
  const row = notion.createRow(DATA_SOURCES.leads2026, { Name: title('New') })
  notion.createPage(PAGES.handbook, 'Minutes')
  expect((await told()).map(([type]) => type).sort()).toEqual(['page.created', 'page.created', 'row.created'])
  notion.trash(row.id)
  expect(await told()).toEqual([['page.trashed', []]])
  notion.trash(row.id, false)
  expect(await told()).toEqual([
    ['page.updated', []],
    ['row.updated', []],
  ])
  expect(await told()).toEqual([])
})

it('a quiet poll makes one call also when the trash is watched, which is searched every ten minutes', async () => {
  const { notion, told } = stage()
  await told()
  await told()
  notion.calls.length = 0
  for (let poll = 1; poll <= 5; poll++) expect(await told()).toEqual([])
  expect(notion.calls).toHaveLength(6)
})

it('of more pages than one search returns, an old one is found in the trash within ten minutes', async () => {
  const { notion, told } = stage(['workspace.page.trashed'])
  const [first] = Array.from({ length: 250 }, (_, n) =>
    notion.createRow(DATA_SOURCES.leads2026, { Name: title(`Row ${n}`) }),
  )
  if (!first) throw new Error('there is no row')
  first.lastEditedTime = '2026-01-01T00:00:00.000Z'
  await told()
  await told()
  notion.trash(first.id)
  const found: unknown[] = []
  for (let poll = 1; poll <= 5; poll++) found.push(...(await told()))
  expect(found).toEqual([['page.trashed', []]])
})

it('comments of changed pages, each once', async () => {
  const { notion, poll } = stage(['workspace.comment.created'])
  await poll()
  const { id } = notion.comment(projectId(1), 'Please call')
  expect(await poll()).toEqual([])
  notion.editRow(projectId(1), { Budget: 5 })
  const events = await poll()
  expect(events.map(({ subject, data }) => [subject, data.page_id, data.text])).toEqual([
    [id, projectId(1), 'Please call'],
  ])
  notion.editRow(projectId(1), { Budget: 6 })
  expect(await poll()).toEqual([])
})

it.each([99, 250, 700])('%i rows that change between two polls are all reported, each once', async (count) => {
  const { notion, told } = stage(ROWS)
  const rows = Array.from({ length: count }, (_, n) =>
    notion.createRow(DATA_SOURCES.leads2026, { Name: title(`Row ${n}`) }),
  )
  await told()
  for (const { id } of rows) notion.editRow(id, { Amount: 9 })
  const found = await told()
  expect(found).toHaveLength(count)
  expect(await told()).toEqual([])
})

it('another token of the same integration continues; another integration starts again and reports nothing', async () => {
  const { notion, told, watched } = stage(ROWS)
  await told()
  const own = notion.state.connections.find(({ token }) => token === NOTION_TOKENS.full)
  if (own) notion.state.connections.push({ ...own, token: 'ntn_test-rotated' })
  notion.editRow(projectId(1), { Budget: 1 })
  watched.restart({ WORKSPACE_TOKEN: 'ntn_test-rotated' })
  expect(await told()).toEqual([['row.updated', ['Budget']]])
  notion.editRow(projectId(1), { Budget: 2 })
  watched.restart({ WORKSPACE_TOKEN: NOTION_TOKENS.personal })
  expect(await told()).toEqual([])
  notion.editRow(projectId(1), { Budget: 3 })
  expect(await told()).toEqual([['row.updated', ['Budget']]])
})

it('a pushed row is read separately, and is not found again', async () => {
  const { notion, told, watched } = stage(ROWS)
  await told()
  notion.editRow(projectId(1), { Budget: 77 })
  watched.pushed = [`page:${projectId(1)}`, `page:${projectId(1)}`]
  notion.calls.length = 0
  expect(await told(1_000)).toEqual([['row.updated', ['Budget']]])
  expect(notion.calls.every(({ url }) => url.pathname.startsWith('/v1/pages/'))).toBe(true)
  expect(await told()).toEqual([])
})

it('a pushed comment is found although its page did not change', async () => {
  const { notion, poll, watched } = stage(['workspace.comment.created'])
  await poll()
  const { id } = notion.comment(projectId(1), 'Please call')
  watched.pushed = [`comment:${projectId(1)}`]
  expect((await poll(1_000)).map(({ subject }) => subject)).toEqual([id])
  watched.pushed = [`comment:${projectId(1)}`]
  expect(await poll(1_000)).toEqual([])
})

it('a push reads six pages in a poll, and one search comes first where more are pushed', async () => {
  const { notion, told, watched } = stage(ROWS)
  const rows = Array.from({ length: 9 }, (_, n) =>
    notion.createRow(DATA_SOURCES.leads2026, { Name: title(`Row ${n}`) }),
  )
  await told()
  const push = (some: typeof rows) => {
    for (const { id } of some) notion.editRow(id, { Amount: Math.random() })
    watched.pushed = some.map(({ id }) => `page:${id}`)
    notion.calls.length = 0
  }
  push(rows.slice(0, 6))
  expect(await told(1_000)).toHaveLength(6)
  expect(notion.calls).toHaveLength(6)
  push(rows)
  expect(await told(1_000)).toHaveLength(9)
  expect(notion.calls.map(({ url }) => url.pathname)).toEqual(['/v1/search'])
  expect(watched.pushed).toEqual([])

  // What did not change since is read in parts.
  watched.pushed = rows.map(({ id }) => `page:${id}`)
  notion.calls.length = 0
  expect(await told(1_000)).toEqual([])
  expect(notion.calls.filter(({ method }) => method === 'GET')).toHaveLength(6)
  expect(watched.pushed).toHaveLength(3)
})

it('a state older than the reported one is no change: lists may lag behind pages', async () => {
  const { notion, told, watched } = stage(ROWS)
  const row = notion.createRow(DATA_SOURCES.leads2026, { Amount: 1 })
  const [values, edited] = [new Map(row.values), row.lastEditedTime]
  await told()
  await told()
  notion.editRow(row.id, { Amount: 2 })
  watched.pushed = [`page:${row.id}`]
  expect(await told(1_000)).toEqual([['row.updated', ['Amount']]])
  const newer = { values: row.values, lastEditedTime: row.lastEditedTime }
  Object.assign(row, { values, lastEditedTime: edited })
  watched.pushed = [`page:${row.id}`]
  expect(await told(1_000)).toEqual([])
  Object.assign(row, newer)
  expect(await told()).toEqual([])
})

it('an older page that is shared only now is not new; its next change is reported', async () => {
  const { notion, told } = stage(ROWS)
  await told()
  const row = notion.createRow(DATA_SOURCES.leads2026, { Amount: 1 })
  row.createdTime = '2026-01-01T00:00:00.000Z'
  expect(await told()).toEqual([])
  notion.editRow(row.id, { Amount: 2 })
  expect(await told()).toEqual([['row.updated', ['Amount']]])
})

it('a deleted page changes nothing', async () => {
  const { told, watched } = stage(ROWS)
  await told()
  watched.pushed = ['page:2f1c0de0-0005-4000-8000-00000000ffff']
  expect(await told(1_000)).toEqual([])
})

it('the state is read again for a delivery more than a minute later', async () => {
  const { notion, poll, told, watched, clock } = stage(ROWS)
  await told()
  notion.editRow(projectId(1), { Budget: 1 })
  const [event] = await poll(1_000)
  if (!event || !watched.upstream) throw new Error('nothing was found')
  const delivered = {
    ...event,
    id: 'evt_1',
    account: 'workspace' as const,
    timestamp: new Date(event.at).toISOString(),
  }
  const { settings } = watched.upstream
  const refresh = () => workspaceSource.refresh?.(new UpstreamContext(settings, platform), delivered)
  expect(await refresh()).toBeUndefined()
  notion.editRow(projectId(1), { Budget: 2 })
  clock.advance(60_000)
  const simple_properties = expect.objectContaining({ Budget: 2 })
  const as_of = new Date(clock.now()).toISOString()
  expect(await refresh()).toMatchObject({ simple_properties, changed_properties: ['Budget'], as_of })
})

describe('the pace of three calls a second', () => {
  /** When the product was called, in epoch milliseconds. */
  function recordTimes(clock: Clock): number[] {
    const times: number[] = []
    const fetch = vi.mocked(platform.fetch).getMockImplementation()
    vi.mocked(platform.fetch).mockImplementation((...call) => {
      times.push(clock.now())
      return fetch?.(...call) ?? Promise.reject(new Error('no product'))
    })
    return times
  }
  const mostIn = (times: readonly number[], ms: number) =>
    Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + ms).length))

  it('holds for searches, pages and comments while many changes are pushed', async () => {
    const { notion, told, watched, clock } = stage()
    await told()
    const times = recordTimes(clock)
    const rows = Array.from({ length: 30 }, () => notion.createRow(DATA_SOURCES.leads2026, { Amount: 1 }))
    watched.pushed = rows.flatMap(({ id }) => [`page:${id}`, `comment:${id}`])
    for (let poll = 0; poll < 8; poll++) await told(0)
    expect(watched.pushed).toEqual([])
    expect(times.length).toBeGreaterThan(30)
    expect([mostIn(times, 1_000), mostIn(times, 10_000)]).toEqual([3, 30])
  })

  /** Reads a changed row again for a delivery, with so much time left. */
  async function changedRow() {
    const { notion, poll, told, watched, clock } = stage(ROWS)
    await told()
    notion.editRow(projectId(1), { Budget: 1 })
    const [event] = await poll(1_000)
    const settings = watched.upstream?.settings
    if (!event || !settings) throw new Error('nothing was found')
    clock.advance(120_000)
    const delivered = {
      ...event,
      id: 'evt_1',
      account: 'workspace' as const,
      timestamp: new Date(event.at).toISOString(),
    }
    const refresh = async (ms: number) => {
      const upstream = new UpstreamContext(settings, platform)
      upstream.deadline.extend(ms)
      return workspaceSource.refresh?.(upstream, delivered)
    }
    return { notion, refresh, times: recordTimes(clock) }
  }

  it('counts each repeated attempt, and what deliveries read', async () => {
    const { notion, refresh, times } = await changedRow()
    notion.fail({ kind: 'status', status: 502 })
    await Promise.allSettled([20_000, 20_000, 20_000, 20_000].map(refresh))
    expect(times.length).toBe(12)
    expect(mostIn(times, 1_000)).toBe(3)
  })

  it('refuses what could not be sent before the deadline, as if the budget were spent', async () => {
    const { refresh } = await changedRow()
    const results = await Promise.allSettled([1_000, 1_000, 1_000, 1_000, 1_000].map(refresh))
    expect(results.map((result) => (result.status === 'rejected' ? result.reason.reason : 'read'))).toEqual([
      ...['read', 'read', 'read', 'budget', 'budget'],
    ])
  })
})
