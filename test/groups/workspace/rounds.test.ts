import { describe, expect, it } from 'vitest'
import { workspaceSource } from '../../../src/groups/workspace/events.ts'
import { Clock } from '../../simulators/clock.ts'
import {
  createNotion,
  DATA_SOURCES,
  NOTION_TOKENS,
  type NotionSimulator,
  projectId,
} from '../../simulators/workspace/index.ts'
import { watch } from '../../support/watched.ts'
import { createWorldAt } from '../../support/world.ts'
import { setStage } from './stage.ts'

/** The product, whose lists have no end: their cursors come round. A list has no rows unless `rows` is true. */
const goingRound =
  (list: RegExp, cursors: readonly string[], rows = false) =>
  (product: NotionSimulator) => {
    let calls = 0
    return {
      ...product,
      async fetch(request: Request) {
        const answer = await product.fetch(new Request(withoutCursor(request.url), await withoutCursorIn(request)))
        if (!list.test(new URL(request.url).pathname)) return answer
        const body = Object(await answer.json())
        const next_cursor = cursors[calls++ % cursors.length]
        return Response.json({ ...body, ...(!rows && { results: [] }), has_more: true, next_cursor })
      },
    }
  }

/** The product itself would refuse these cursors. */
function withoutCursor(address: string): string {
  const url = new URL(address)
  url.searchParams.delete('start_cursor')
  return url.href
}

async function withoutCursorIn(request: Request): Promise<RequestInit> {
  const { method, headers } = request
  if (method !== 'POST') return { method, headers }
  const { start_cursor: _, ...body } = Object(await request.json())
  return { method, headers, body: JSON.stringify(body) }
}

const QUERY = /\/query$/
const UNREADABLE = 'the workspace service answered in a form that cannot be read: next_cursor'

describe('a list whose cursors come round is 502, after as many calls as show it', () => {
  describe.each([
    ['at once', ['a', 'a'], 2],
    ['after one', ['a', 'b', 'a'], 3],
    ['after four', ['a', 'b', 'c', 'd', 'b'], 5],
  ])('%s', (_, cursors, calls) => {
    it.each([
      ['without rows', false, {}],
      ['with rows', true, {}],
      ['newest first', false, { sorts: [{ timestamp: 'created_time', direction: 'descending' }] }],
      ['in another order', true, { sorts: [{ property: 'Name', direction: 'ascending' }] }],
    ])('of all rows, %s', async (_order, rows, body) => {
      const stage = setStage({}, goingRound(QUERY, cursors, rows))
      const { status, json } = await stage.queryAll(body)
      expect([status, json.error]).toEqual([502, UNREADABLE])
      expect(stage.called().length).toBeLessThanOrEqual(calls + 2)
    })

    it('of the rows that have a key', async () => {
      const stage = setStage({}, goingRound(QUERY, cursors))
      const { status, json } = await stage.upsert({ key: 'Name', records: [{ Name: 'Once' }] })
      expect([status, json.error]).toEqual([502, UNREADABLE])
      expect(stage.called().filter((line) => line.includes('/query?'))).toHaveLength(calls)
      expect(stage.called().filter((line) => line === 'POST /v1/pages')).toEqual([])
    })

    it('of people, for a name', async () => {
      const stage = setStage({}, goingRound(/\/users$/, cursors))
      const { status, json } = await stage.query({ filters: [{ key: 'Owners', value: 'Nobody' }] })
      expect([status, json.error]).toEqual([502, UNREADABLE])
      expect(stage.called().filter((line) => line.includes('/v1/users'))).toHaveLength(calls)
    })

    it('of the items of a property', async () => {
      const stage = setStage({}, goingRound(/\/properties\//, cursors))
      const { status, json } = await stage.v2(`GET /workspace/pages/${projectId(1)}/properties/task`)
      expect([status, json.error]).toEqual([502, UNREADABLE])
      expect(stage.called()).toHaveLength(calls)
    })
  })

  it('of pages, for events', async () => {
    const clock = new Clock()
    const product = goingRound(/\/search$/, ['a', 'b', 'a'])(createNotion({ clock }))
    createWorldAt(clock, product)
    const watched = watch(workspaceSource, { WORKSPACE_TOKEN: NOTION_TOKENS.full }, { wanted: workspaceSource.types })
    await expect(watched.pollAll()).rejects.toMatchObject({ status: 502, reason: 'shape cursor' })
  })

  it('also when the first one is that of the caller', async () => {
    const stage = setStage({}, goingRound(/\/properties\//, ['a']))
    const property = `GET /workspace/pages/${projectId(1)}/properties/task?start_cursor=a`
    expect((await stage.v2(property)).status).toBe(502)
    const all = setStage({}, goingRound(QUERY, ['a']))
    expect((await all.queryAll({ start_cursor: 'from:/a' }, { id: DATA_SOURCES.projects })).status).toBe(502)
  })
})
