import { describe, expect, it } from 'vitest'
import { DATA_SOURCES, EMAILS, NOTION_TOKENS, projectId, taskId, USERS } from '../../../simulators/workspace/index.ts'
import { QUERY, refused, SCHEMA, type Stage, setStage, told } from '../stage.ts'

const getIds = (body: { results: { id: string }[] }) => body.results.map(({ id }) => id)
const projects = (...numbers: number[]) => numbers.map(projectId)
const USERS_PAGE = 'GET /v1/users?page_size=100'
const TITLES = `POST /v1/data_sources/${DATA_SOURCES.tasks}/query?filter_properties=title`

const filtered = (key: string, value: unknown, operator?: string) => ({ filters: [{ key, value, operator }] })

describe('a person by e-mail or name, a relation by title or URL', () => {
  it('and says what there is', async () => {
    for (const [key, value, ids] of [
      ['Owners', EMAILS.minjun, projects(1, 2, 6)],
      ['Owners', ' MINJUN@haneul.example', projects(1, 2, 6)],
      ['Owners', '김지우', projects(1, 7)],
      ['Owners', 'minjun lee', projects(1, 2, 6)],
      ['Owners', [EMAILS.seoyeon, USERS.jiwoo], projects(1, 3, 6, 7)],
      ['Created by', 'Latchkey', projects(8)],
      ['Tasks', 'Write the migration', projects(2)],
      ['Tasks', ['Find people', 'Collect tokens'], projects(3, 6)],
      ['Tasks', `https://www.notion.so/haneul/Write-${taskId(3).replaceAll('-', '')}?pvs=4`, projects(2)],
      ['Tasks', `Collect-tokens-${taskId(7).replaceAll('-', '')}`, projects(6)],
    ] as [string, unknown, string[]][]) {
      const { query } = setStage()
      const { status, json } = await query(filtered(key, value))
      expect
        .soft([status, json.error, json.results && getIds(json)], JSON.stringify(key))
        .toEqual([200, undefined, ids])
    }
  })

  it('is looked up in one call, and reported', async () => {
    const { query, called } = setStage()
    const { json } = await query(filtered('Tasks', ['Find people', 'Hold interviews', taskId(1)]))
    expect(called()).toEqual([SCHEMA, TITLES, QUERY])
    expect(json.warnings).toEqual([
      `filters[0].value[0]: "Find people" was read as the page ${taskId(4)}`,
      `filters[0].value[1]: "Hold interviews" was read as the page ${taskId(5)}`,
    ])
  })

  it('costs no call when ids are given, or nothing is compared', async () => {
    const { query, called } = setStage()
    await query(filtered('Owners', 'me'))
    await query(filtered('Owners', USERS.jiwoo))
    await query(filtered('Owners', 'yes', 'is_empty'))
    await query(filtered('Tasks', { id: taskId(1) }))
    expect(called()).toEqual([SCHEMA, QUERY, QUERY, QUERY, QUERY])
  })
})

describe('a name that does not match exactly one is 400', () => {
  const twice = ({ product: { state } }: Stage) => {
    for (const user of state.users) if (user.id === USERS.minjun) user.name = '김지우'
    for (const row of state.rows) if (row.id === taskId(2)) row.values.set('Name', [{ plain_text: 'Find people' }])
  }

  it('and says what there is', async () => {
    for (const [key, value, error] of [
      [
        'Owners',
        'Nobody',
        /^filters\[0\]\.value: X-Workspace-Token sees no person "Nobody": give the id; there are "김지우", .+/,
      ],
      ['Owners', EMAILS.outsider, /sees no person "outsider@baram\.example": give the id; there are /],
      ['Owners', [USERS.jiwoo, '김지우'], 'filters[0].value[1]: 2 people are called "김지우": give the id'],
      ['Tasks', 'Nothing', 'filters[0].value: X-Workspace-Token sees no page "Nothing": give the id'],
      ['Tasks', 'Find people', 'filters[0].value: 2 pages are called "Find people": give the id'],
      [
        'Tasks',
        `https://elsewhere.example/Plan-${taskId(1).replaceAll('-', '')}`,
        /^filters\[0\]\.value: X-Workspace-Token sees no page "https:/,
      ],
    ] as [string, unknown, string | RegExp][]) {
      const stage = setStage()
      twice(stage)
      const message = typeof error === 'string' ? error : expect.stringMatching(error)
      expect.soft(told(await stage.query(filtered(key, value))), JSON.stringify(key)).toEqual(refused(400, message))
      expect.soft(stage.called(), JSON.stringify(key)).not.toContain(QUERY)
    }
  })

  it('a relation to pages that are not shared says so', async () => {
    const { query, product } = setStage()
    // The relation is still in the schema, but its pages are no longer shared.
    product.fail({ kind: 'status', status: 404 }, { on: ({ url }) => url.pathname.includes(DATA_SOURCES.tasks) })
    const error = 'filters[0].value: must be a page id (UUID): X-Workspace-Token may not see the related pages'
    expect(told(await query(filtered('Tasks', 'Find people')))).toEqual(refused(400, error))
  })

  it.each([
    ['readOnly', 'X-Workspace-Token lacks the capability to read users'],
    ['personal', 'Personal access tokens can only retrieve their own authorized user'],
  ] as const)('a token that may not read users says so, and why: %s', async (token, reason) => {
    const { query } = setStage()
    const answer = await query(filtered('Owners', '김지우'), {
      headers: { 'X-Workspace-Token': NOTION_TOKENS[token] },
    })
    const error = `filters[0].value: must be a person id (UUID): ${reason}, so no name can be looked up`
    expect(told(answer)).toEqual(refused(400, error))
  })

  it('a name among more users than are read is not found, an e-mail address is', async () => {
    const { query, product, called } = setStage()
    const strangers = Array.from({ length: 1000 }, (_, number) => ({
      id: `2f1c0de0-0004-4000-9000-${String(number).padStart(12, '0')}`,
      name: `Bot ${number}`,
      email: '',
      kind: 'bot' as const,
    }))
    product.state.users.push(...strangers)
    const byName = await query(filtered('Owners', '김지우'))
    expect(byName.json.error).toMatch(
      /^filters\[0\]\.value: must be a person id \(UUID\): there are more than 1000 users/,
    )
    expect(called().filter((line) => line.startsWith(USERS_PAGE))).toHaveLength(10)
    expect((await query(filtered('Owners', EMAILS.jiwoo))).status).toBe(200)
  })
})

describe('records are written by names too', () => {
  it('all of them looked up before the first is written', async () => {
    const { bulk, product, called } = setStage()
    const records = [
      { Name: 'A', Owners: [EMAILS.jiwoo, '박서연'], Tasks: 'Find people' },
      { Name: 'B', Owners: 'Nobody' },
      { Name: 'C', Tasks: ['Hold interviews', taskId(1)] },
    ]
    const { json } = await bulk('insert', { data_source_id: DATA_SOURCES.projects, records })
    expect(json).toMatchObject({ successful: 2, failed: 1 })
    expect(json.results[1].error).toMatch(
      /^records\[1\]\.Owners: X-Workspace-Token sees no person "Nobody": give the id; there are /,
    )
    expect(json.warnings).toContain(`records[0].Tasks: "Find people" was read as the page ${taskId(4)}`)
    expect(called()).toEqual([SCHEMA, USERS_PAGE, TITLES, 'POST /v1/pages', 'POST /v1/pages'])
    const [c, a] = product.state.rows
    expect(a?.values.get('Owners')).toEqual([{ id: USERS.jiwoo }, { id: USERS.seoyeon }])
    expect(c?.values.get('Tasks')).toEqual([{ id: taskId(5) }, { id: taskId(1) }])
  })
})

describe('lookups that do not depend on one another', () => {
  const records = Array.from({ length: 5 }, (_, record) => ({
    Name: `Row ${record}`,
    Owners: EMAILS.minjun,
    Tasks: Array.from({ length: 100 }, (_each, title) => `Title ${record} ${title}`),
  }))

  it('run in parallel, at most three', async () => {
    const { bulk, product } = setStage()
    const { fetch } = product
    let underWay = 0
    let most = 0
    product.fetch = async (request) => {
      most = Math.max(most, ++underWay)
      await new Promise((resolve) => setTimeout(resolve, 2))
      underWay -= 1
      return fetch(request)
    }
    await bulk('insert', { data_source_id: DATA_SOURCES.projects, records })
    // Five hundred titles in five calls, and the users.
    expect(product.calls.filter(({ url }) => /query|users/.test(url.pathname))).toHaveLength(6)
    expect(most).toBe(3)
  })
})
