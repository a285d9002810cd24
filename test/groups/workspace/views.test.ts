import { expect, it } from 'vitest'
import { DATA_SOURCES, DATABASES, viewId } from '../../simulators/workspace/index.ts'
import { lastCall, type Stage, setStage, told } from './stage.ts'

/** Views (docs/spec/workspace.md, "Views"). */

interface Row {
  simple_properties: Record<string, unknown>
}

const queryView = (n: number, body: object = {}, stage: Stage = setStage()) =>
  stage.v2(`POST /workspace/views/${viewId(n)}/query`, body)
const values = ({ results }: { results: Row[] }, name: string) =>
  results.map(({ simple_properties }) => simple_properties[name])

it('lists the views of a table, also by the id of its database', async () => {
  const stage = setStage()
  const { json } = await stage.v2(`GET /workspace/data-source/${DATA_SOURCES.projects}/views`)
  expect(json).toMatchObject({ object: 'list', has_more: false, next_cursor: null, warnings: [] })
  expect(json.results.map(({ name, type }: { name: string; type: string }) => `${name}: ${type}`)).toEqual([
    'In progress: table',
    'Board: board',
  ])
  expect(json.results[0]).toMatchObject({
    id: viewId(1),
    data_source_id: DATA_SOURCES.projects,
    filter: { property: 'Stage', status: { equals: 'In progress' } },
    sorts: [{ property: 'Budget', direction: 'descending' }],
  })
  const other = await stage.v2(`GET /workspace/data-source/${DATABASES.projects}/views`)
  expect([other.json.results.length, other.json.warnings.length]).toEqual([2, 1])
})

it('goes on with the views where the page before ended', async () => {
  const stage = setStage()
  const path = `GET /workspace/data-source/${DATA_SOURCES.projects}/views?page_size=1`
  const first = await stage.v2(path)
  expect([first.json.results.length, first.json.has_more]).toEqual([1, true])
  const second = await stage.v2(`${path}&start_cursor=${first.json.next_cursor}`)
  expect(second.json.results.map(({ id }: { id: string }) => id)).toEqual([viewId(2)])
})

it('returns the rows that a view shows, in its order, and continues', async () => {
  const stage = setStage()
  const all = (await queryView(1, {}, stage)).json
  expect(new Set(values(all, 'Stage'))).toEqual(new Set(['In progress']))
  const budgets = values(all, 'Budget').filter((one) => typeof one === 'number')
  expect(budgets.length).toBeGreaterThan(1)
  expect(budgets).toEqual([...budgets].sort((a, b) => b - a))
  const first = (await queryView(1, { page_size: 1 }, stage)).json
  const second = (await queryView(1, { page_size: 1, start_cursor: first.next_cursor }, stage)).json
  expect([...first.results, ...second.results]).toEqual(all.results.slice(0, 2))
})

it('joins more filters to those of the view, and an order of the request replaces its own', async () => {
  const stage = setStage()
  const body = {
    filters: [{ key: 'Billable', value: true }],
    sorts: [{ property: 'Budget', direction: 'ascending' }],
  }
  const { json } = await queryView(1, body, stage)
  expect(new Set(values(json, 'Billable'))).toEqual(new Set([true]))
  expect(new Set(values(json, 'Stage'))).toEqual(new Set(['In progress']))
  expect(JSON.parse(lastCall(stage).body)).toMatchObject({
    filter: {
      and: [
        { property: 'Stage', status: { equals: 'In progress' } },
        { property: 'Billable', checkbox: { equals: true } },
      ],
    },
    sorts: [{ property: 'Budget', direction: 'ascending' }],
  })
})

it('applies the filters in the bar of a view as well, within the two levels of the service', async () => {
  const stage = setStage()
  expect((await queryView(2, {}, stage)).status).toBe(200)
  const high = { property: 'Priority', select: { equals: 'High' } }
  expect(JSON.parse(lastCall(stage).body).filter).toEqual({
    or: [
      {
        and: [
          { property: 'Stage', status: { equals: 'Done' } },
          { property: 'Billable', checkbox: { equals: true } },
          high,
        ],
      },
      { and: [{ property: 'Stage', status: { equals: 'In progress' } }, high] },
    ],
  })
})

it('refuses filters that cannot be joined to those of a view, instead of leaving one out', async () => {
  const stage = setStage()
  const workspace_filter = {
    or: [
      { property: 'Budget', number: { is_empty: true } },
      { property: 'Billable', checkbox: { equals: true } },
    ],
  }
  const { status, json } = await queryView(2, { workspace_filter }, stage)
  expect([status, json.error]).toEqual([
    400,
    expect.stringMatching(/^filters: cannot be joined to the filter of the view/),
  ])
})

it('says that a dashboard is no view of one table', async () => {
  expect(told(await queryView(3))).toEqual({
    status: 400,
    json: { success: false, error: 'view_id: is a dashboard, which shows several tables: give one of them' },
  })
})

it('takes the address of a view, and says which id it does not know', async () => {
  const stage = setStage()
  const address = (n: number) => encodeURIComponent(`https://app.notion.com/p/${DATABASES.projects}?v=${viewId(n)}`)
  const byAddress = await stage.v2(`POST /workspace/views/${address(1)}/query`, {})
  expect(byAddress.json.results).toEqual((await queryView(1, {}, stage)).json.results)
  const { status, json } = await stage.query({}, { id: address(9) })
  expect([status, json.error]).toEqual([
    404,
    expect.stringMatching(/^data_source_id: names a view: Could not find view/),
  ])
  expect((await stage.v2('POST /workspace/views/none/query', {})).json.error).toBe(
    'view_id: must be the id of a view, or an address with ?v=: workspace_list_views lists them',
  )
})

it('says when the filter of a view means a person that a connection is not', async () => {
  const stage = setStage()
  const [first] = stage.product.state.views
  if (!first) throw new Error('no view')
  first.filter = { or: [{ property: 'Owners', people: { contains: 'me' } }] }
  const warning = expect.stringMatching(/: its filter says "me", by which .* the token of a connection finds nobody/)
  expect((await queryView(1, {}, stage)).json.warnings).toEqual([warning])
  const address = encodeURIComponent(`https://app.notion.com/p/${DATABASES.projects}?v=${viewId(1)}`)
  expect((await stage.query({}, { id: address })).json.warnings).toEqual([warning])
  expect((await stage.queryAll({}, { id: address })).json.warnings).toEqual([warning])
  expect((await queryView(2, {}, stage)).json.warnings).toEqual([])
})
