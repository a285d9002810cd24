import { describe, expect, it } from 'vitest'
import { recordPage } from '../../../../../../src/groups/workspace/records.outputs.ts'
import { QUERY, refused, SCHEMA, type Stage, setStage, told } from '../../../../../groups/workspace/stage.ts'
import { DATA_SOURCES, NOTION_TOKENS, projectId } from '../../../../../simulators/workspace/index.ts'
import { fillLeads, leadRow, minute } from '../../../../../simulators/workspace/many-rows.ts'
import type { Switches } from '../../../../../simulators/workspace/product.ts'
import { holdDeadlines } from '../../../../../support/world.ts'

const LEADS = { id: DATA_SOURCES.leads2026 }

/** A stage whose leads were created in these minutes, and the ids, oldest first. */
function leads(minutes: readonly number[], switches: Partial<Switches> = {}, settings = {}) {
  const stage = setStage(settings)
  Object.assign(stage.product.switches, switches)
  return { ...stage, ids: fillLeads(stage.product, minutes) }
}

const getIds = (json: { results: { id: string }[] }) => json.results.map(({ id }) => id)
const steps = (stage: Pick<Stage, 'called'>) => stage.called().map((line) => line.split('?')[0])
const sent = ({ product }: Pick<Stage, 'product'>) => product.calls.map(({ body }) => JSON.parse(body || '{}'))
const by = (direction: string, more: object = { timestamp: 'created_time' }) => ({ sorts: [{ ...more, direction }] })

/** All answers, by next_cursor. */
async function followed({ queryAll }: Pick<Stage, 'queryAll'>, body: object = {}, options: object = LEADS) {
  const answers = []
  let start_cursor: string | null | undefined
  do {
    const { status, json } = await queryAll({ ...body, ...(start_cursor && { start_cursor }) }, options)
    expect(status, JSON.stringify(json)).toBe(200)
    answers.push(json)
    start_cursor = json.next_cursor
  } while (start_cursor)
  return answers
}

describe('POST /workspace/data-source/{id}/query-all', () => {
  it('returns all rows in one response, in the format of a page', async () => {
    const stage = leads(Array.from({ length: 250 }, (_, index) => index))
    const { status, json } = await stage.queryAll({}, LEADS)
    expect([status, getIds(json)]).toEqual([200, stage.ids])
    expect(recordPage().parse(json)).toEqual(json)
    expect(json).toMatchObject({ object: 'list', has_more: false, next_cursor: null, warnings: [] })
    expect(json.results[0]).toMatchObject({ simple_properties: { Name: '' }, created_time: minute(0) })
    expect(sent(stage).map(({ page_size }) => page_size)).toEqual([100, 100, 100])
  })

  it('takes filters and properties as the query does', async () => {
    const stage = setStage()
    const filters = [{ key: 'Stage', operator: 'is', value: 'done' }]
    const { json } = await stage.queryAll({ filters, filter_properties: ['Name'] })
    expect(getIds(json)).toEqual([projectId(7), projectId(3)].sort())
    expect(Object.keys(json.results[0].properties)).toEqual(['Name'])
    expect(json.warnings).toEqual(['filters[0].value: "done" was read as the option "Done"'])
    expect(steps(stage)).toEqual([SCHEMA, QUERY])
  })

  it.each([
    ['oldest first', {}, (ids: string[]) => ids],
    ['newest first', by('descending'), (ids: string[]) => ids.toReversed()],
  ])('goes past the row limit by windows of created_time, %s', async (_, body, order) => {
    const minutes = [0, 1, 1, 2, 3, 3, 3, 4, 5, 5, 6, 7, 8, 8, 8, 8, 9, 9, 9, 10, 11, 12]
    const stage = leads(minutes, { resultLimit: 7, rowsPerPage: 3 })
    const { json } = await stage.queryAll(body, LEADS)
    expect(new Set(getIds(json))).toEqual(new Set(stage.ids))
    expect(json.results.map((row: { created_time: string }) => row.created_time)).toEqual(order(minutes.map(minute)))
    expect(json).toMatchObject({ has_more: false, warnings: [] })
    expect(json.results).toHaveLength(22)
  })

  it.each([
    ['a leaf', { property: 'Name', title: { is_empty: true } }],
    [
      'an and',
      {
        and: [
          { property: 'Name', title: { is_empty: true } },
          { or: [{ property: 'Won', checkbox: { equals: false } }] },
        ],
      },
    ],
    [
      'an or',
      {
        or: [
          { property: 'Name', title: { is_empty: true } },
          { property: 'Won', checkbox: { equals: true } },
        ],
      },
    ],
    [
      'an or of groups',
      {
        or: [
          { and: [{ property: 'Name', title: { is_empty: true } }] },
          { or: [{ property: 'Won', checkbox: { equals: true } }] },
          { property: 'Amount', number: { equals: 1 } },
        ],
      },
    ],
  ])('with %s of the caller beside the window', async (_, workspace_filter) => {
    const stage = leads([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { resultLimit: 4 })
    const { json } = await stage.queryAll({ workspace_filter }, LEADS)
    expect([getIds(json), json.warnings]).toEqual([stage.ids, []])
  })

  it('a filter that leaves no room for a window ends at the limit, and says so', async () => {
    const leaves = Array.from({ length: 100 }, () => ({ property: 'Won', checkbox: { equals: false } }))
    const stage = leads([0, 1, 2, 3, 4], { resultLimit: 3 })
    const { json } = await stage.queryAll({ workspace_filter: { and: [...leaves.slice(1), { or: leaves }] } }, LEADS)
    expect(json.results).toHaveLength(3)
    expect(json.warnings).toEqual([
      expect.stringMatching(/^results: incomplete, the workspace ends a query at its row/),
    ])
  })

  it('100 leaves leave room', async () => {
    const leaves = Array.from({ length: 100 }, () => ({ property: 'Won', checkbox: { equals: false } }))
    const stage = leads([0, 1, 2, 3, 4], { resultLimit: 3 })
    const { json } = await stage.queryAll({ workspace_filter: { and: leaves } }, LEADS)
    expect([getIds(json), json.warnings]).toEqual([stage.ids, []])
  })

  it("in the caller's own order ends at the row limit, and says so", async () => {
    const stage = leads([0, 1, 2, 3, 4, 5], { resultLimit: 4, rowsPerPage: 3 })
    const { json } = await stage.queryAll(by('ascending', { property: 'Amount' }), LEADS)
    expect(json.results).toHaveLength(4)
    expect(json).toMatchObject({ has_more: false, next_cursor: null })
    expect(json.warnings).toEqual([
      'results: incomplete, the workspace ends a query at its row limit: sort by created_time or leave sorts out to see the rest',
    ])
  })

  it('a minute with more rows than the limit is reported, and what follows it is read', async () => {
    const stage = leads([0, 1, 1, 1, 1, 1, 2, 3], { resultLimit: 3 })
    const { json } = await stage.queryAll({}, LEADS)
    expect(json.results).toHaveLength(6)
    expect(json.warnings).toEqual([
      expect.stringContaining(`as many rows were created at ${minute(1)} as the workspace`),
    ])
  })

  it.each([
    [{ start_cursor: 'abc' }, 'start_cursor: must be the next_cursor of this route'],
    [{ start_cursor: projectId(1) }, 'start_cursor: must be the next_cursor of this route'],
    [{ start_cursor: 'from:x' }, 'start_cursor: must be the next_cursor of this route'],
    [{ start_cursor: 'from:' }, 'start_cursor: must be the next_cursor of this route'],
    [{ start_cursor: `until:${minute(1)}` }, 'start_cursor: belongs to a query with other sorts or filters'],
    [{ start_cursor: `from:${minute(1)}`, ...by('descending') }, /belongs to a query with other sorts/],
    [{ start_cursor: `from:${minute(1)}`, ...by('ascending', { property: 'Name' }) }, /other sorts/],
    [{ filters: [{ key: 'Nope', value: 1 }] }, /there is no property "Nope"/],
    [{ sorts: [{ property: 'Nope', direction: 'ascending' }] }, /Could not find sort property/],
  ])('refuses %j', async (body, error) => {
    const message = typeof error === 'string' ? error : expect.stringMatching(error)
    expect(told(await setStage().queryAll(body))).toEqual(refused(400, message))
  })

  it.each([
    [{ LICENCE: 'basic' }, {}, 400],
    [{}, { 'X-Workspace-Token': NOTION_TOKENS.insertOnly }, 403],
  ])('%j %j: %i', async (settings, headers, status) => {
    expect((await setStage(settings).queryAll({}, { headers })).status).toBe(status)
  })
})

describe('where one response ends', () => {
  const everySecond = (count: number) => Array.from({ length: count }, (_, index) => Math.floor(index / 2))

  it('after 5,000 rows, between two minutes', async () => {
    const stage = leads(everySecond(5_300))
    const [first, second, ...rest] = await followed(stage)
    expect([first?.results.length, second?.results.length, rest]).toEqual([4_998, 302, []])
    expect(first?.next_cursor).toBe(`from:${minute(2_499)}`)
    expect([...getIds(first), ...getIds(second)]).toEqual(stage.ids)
  }, 30_000)

  it.each(['2', '3', '5'])('with SUBREQUESTS %s', async (SUBREQUESTS) => {
    const stage = leads(everySecond(40), { rowsPerPage: 5 }, { SUBREQUESTS })
    const answers = await followed(stage)
    expect(answers.flatMap(getIds)).toEqual(stage.ids)
    expect(answers.length).toBeGreaterThan(1)
  })

  it('within a minute when the minute has more rows than it holds', async () => {
    const stage = leads([0, ...Array(30).fill(1), 2, 3], { rowsPerPage: 5 }, { SUBREQUESTS: '3' })
    const answers = await followed(stage)
    expect(answers.flatMap(getIds)).toEqual(stage.ids)
    expect(answers.map(({ next_cursor }) => next_cursor)).toContainEqual(
      expect.stringMatching(new RegExp(`^from:${minute(1)}/[0-9a-f-]{36}$`)),
    )
  })

  it('before its size passes 16 MiB', async () => {
    const stage = leads(everySecond(300), { rowsPerPage: 10 })
    const long = JSON.stringify('가'.repeat(60_000))
    for (const { values } of stage.product.state.rows) values.set('Name', [{ plain_text: JSON.parse(long) }])
    const { json, text } = await stage.queryAll({}, LEADS)
    const bytes = new TextEncoder().encode(text).length
    expect([bytes < 16 * 1024 * 1024 + 500, bytes > 12 * 1024 * 1024, json.has_more]).toEqual([true, true, true])
  }, 30_000)

  it('before the deadline', async () => {
    const stage = leads(everySecond(40), { rowsPerPage: 5 })
    holdDeadlines()
    const { fetch } = stage.product
    stage.product.fetch = async (request) => {
      stage.world.clock.advance(6_000)
      return fetch(request)
    }
    const answers = await followed(stage)
    expect(answers.flatMap(getIds)).toEqual(stage.ids)
    expect(answers.length).toBeGreaterThan(1)
  })

  it.each([401, 403, 429, 500, 504])(
    'when the product responds %i after some pages, with the rows so far',
    async (status) => {
      const stage = leads(everySecond(40), { rowsPerPage: 5 })
      let calls = 0
      stage.product.fail({ kind: 'status', status }, { on: () => ++calls > 3 })
      const { status: ours, json, headers } = await stage.queryAll({}, LEADS)
      expect([ours, json.results.length, json.next_cursor]).toEqual([200, 14, `from:${minute(7)}`])
      expect(json.warnings).toEqual([expect.stringMatching(/^results: ended early, go on from next_cursor: /)])
      expect(headers.get('Retry-After')).toBe(status === 429 ? '2' : null)
      stage.product.heal()
      const { json: rest } = await stage.queryAll({ start_cursor: json.next_cursor }, LEADS)
      expect([...getIds(json), ...getIds(rest)]).toEqual(stage.ids)
    },
  )

  it.each([
    [401, 401],
    [429, 429],
    [500, 502],
  ])('a product that responds %i at once is %i', async (status, ours) => {
    const stage = leads([1])
    stage.product.fail({ kind: 'status', status })
    expect((await stage.queryAll({}, LEADS)).status).toBe(ours)
  })

  it('rows that push a page past the limit do not end the walk', async () => {
    const stage = leads([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { rowsPerPage: 5, resultLimit: 5 + 1 })
    const { fetch } = stage.product
    let calls = 0
    stage.product.fetch = async (request) => {
      if (++calls === 2) stage.product.state.rows.push(...[20, 21].map((at) => leadRow(minute(at))))
      return fetch(request)
    }
    const { json } = await stage.queryAll(by('descending'), LEADS)
    expect([getIds(json), json.warnings]).toEqual([stage.ids.toReversed(), []])
  })

  it('a cursor within a minute whose row was deleted is 409, and a new start finds the rest', async () => {
    const stage = leads(Array(30).fill(1), { rowsPerPage: 5 }, { SUBREQUESTS: '3' })
    const { json } = await stage.queryAll({}, LEADS)
    const id = json.next_cursor.split('/')[1]
    for (const row of stage.product.state.rows) if (row.id === id) row.inTrash = true
    const stale = await stage.queryAll({ start_cursor: json.next_cursor }, LEADS)
    expect(told(stale)).toEqual(refused(409, 'start_cursor: its row was deleted: start again without it'))
    const ids = (await followed(stage)).flatMap(getIds)
    expect(ids).toEqual(stage.ids.filter((one) => one !== id))
  })
})
