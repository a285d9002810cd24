import { describe, expect, it } from 'vitest'
import { type Stage, setStage } from '../client/stage.ts'
import { DATA_SOURCES, NOTION_TOKENS, type NotionSimulator } from '../simulators/workspace/index.ts'
import { fileMeeting } from './meeting-into-workspace.ts'

const PLACES = { meetings: 'Projects', tasks: 'Tasks', token: NOTION_TOKENS.full }
const TASKS = ['준호: 알림 설정 초안', '서연: 고객 문의 정리']

function getWorkspace({ world }: Stage): NotionSimulator {
  const product = world.simulators.find(({ name }) => name === 'workspace')
  if (!product) throw new Error('no workspace')
  return product as NotionSimulator
}

const namesIn = (product: NotionSimulator, table: string) =>
  product.state.rows
    .filter(({ dataSourceId, inTrash }) => dataSourceId === table && !inTrash)
    .map(({ values }) => JSON.stringify(values.get('Name')))

/** The recording of the weekly product meeting, whose notes contain two to-dos. */
async function readMeeting({ latchkey }: Stage): Promise<string> {
  for await (const { id, filename } of latchkey.items('/api/v1/recorder/files'))
    if (filename === '주간 제품 회의') return id
  throw new Error('no meeting')
}

const outcomes = (tasks: { outcome: string }[]) => tasks.map(({ outcome }) => outcome)

describe('a meeting that goes into the workspace', () => {
  it('becomes a page with its summary, and a row for each action item', async () => {
    const stage = setStage()
    const product = getWorkspace(stage)
    const filed = await fileMeeting(stage.latchkey, await readMeeting(stage), PLACES)
    expect(filed.tasks).toEqual(TASKS.map((name) => ({ name, outcome: 'created' })))
    for (const name of TASKS) {
      expect(namesIn(product, DATA_SOURCES.tasks).filter((text) => text.includes(name))).toHaveLength(1)
    }
    const { data } = await stage.latchkey.GET('/api/v2/workspace/pages/{page_id}/markdown', {
      params: { path: { page_id: filed.pageId }, header: { 'X-Workspace-Token': PLACES.token } },
    })
    expect(data.markdown).toContain('검색 응답 시간이 절반으로 줄었다')
  })

  it('adds nothing when it runs again, and does not change what people changed in between', async () => {
    const stage = setStage()
    const product = getWorkspace(stage)
    const meeting = await readMeeting(stage)
    const first = await fileMeeting(stage.latchkey, meeting, PLACES)
    const rows = product.state.rows.length
    const done = product.state.rows.find(({ values }) => JSON.stringify(values.get('Name')).includes(TASKS[0] ?? ''))
    done?.values.set('Hours', 3)
    for (let time = 0; time < 2; time++) {
      const again = await fileMeeting(stage.latchkey, meeting, PLACES)
      expect(again.pageId).toBe(first.pageId)
      expect(outcomes(again.tasks)).toEqual(['unchanged', 'unchanged'])
    }
    expect(product.state.rows).toHaveLength(rows)
    expect(done?.values.get('Hours')).toBe(3)
  })

  it('creates everything once when three runs are concurrent', async () => {
    const stage = setStage()
    const product = getWorkspace(stage)
    const meeting = await readMeeting(stage)
    const before = product.state.rows.length
    const runs = await Promise.all([1, 2, 3].map(() => fileMeeting(stage.latchkey, meeting, PLACES)))
    expect(new Set(runs.map(({ pageId }) => pageId)).size).toBe(1)
    expect(product.state.rows).toHaveLength(before + 1 + TASKS.length)
  })

  it('continues where it stopped when the product failed half-way', async () => {
    const stage = setStage()
    const product = getWorkspace(stage)
    const meeting = await readMeeting(stage)
    const before = product.state.rows.length
    product.fail(
      { kind: 'cut' },
      { times: 1, on: ({ url, method }) => method === 'PATCH' && /markdown/.test(url.pathname) },
    )
    await expect(fileMeeting(stage.latchkey, meeting, PLACES)).rejects.toThrow(/not known/)
    product.fail(
      { kind: 'cut' },
      { times: 1, on: ({ url, method }) => method === 'POST' && url.pathname === '/v1/pages' },
    )
    const second = await fileMeeting(stage.latchkey, meeting, PLACES)
    expect(outcomes(second.tasks)).toEqual(['failed', 'created'])
    const third = await fileMeeting(stage.latchkey, meeting, PLACES)
    expect(outcomes(third.tasks)).toEqual(['unchanged', 'unchanged'])
    expect(product.state.rows).toHaveLength(before + 1 + TASKS.length)
  })
})
