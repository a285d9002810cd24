import { describe, expect, it } from 'vitest'
import {
  DATA_SOURCES,
  DATABASES,
  NOTION_TOKENS,
  PAGES,
  projectId,
  taskId,
  USERS,
} from '../../../simulators/workspace/index.ts'
import { lastCall, refused, SCHEMA, setStage, told } from '../stage.ts'

const at = (id: string, query = '') => `/workspace/pages/${id}${query}`
const token = (name: keyof typeof NOTION_TOKENS) => ({ 'X-Workspace-Token': NOTION_TOKENS[name] })
const { projects: data_source_id } = DATA_SOURCES
const PAGE = `/v1/pages/${projectId(4)}`

describe('GET /workspace/pages/{page_id}', () => {
  it('returns a row in both forms, and its parent', async () => {
    const { v2, called } = setStage()
    const { status, json } = await v2(`GET ${at(projectId(4))}`)
    expect([status, json.success, json.id, json.object]).toEqual([200, true, projectId(4), 'page'])
    expect(json.simple_properties).toMatchObject({ Name: 'Newsletter' })
    expect(json.properties.Name).toMatchObject({ type: 'title' })
    expect(json.parent).toMatchObject({ data_source_id, database_id: DATABASES.projects })
    expect(json).toMatchObject({ in_trash: false, archived: false, markdown: null, truncated: null, warnings: [] })
    expect(called()).toEqual([`GET ${PAGE}`])
  })

  it('returns its content as well, and what of it is unknown', async () => {
    const { v2 } = setStage()
    const { json } = await v2(`GET ${at(PAGES.handbook, '?markdown=true')}`)
    expect(json.simple_properties).toEqual({ title: '스튜디오 안내서' })
    expect(json.parent).toEqual({ type: 'workspace', workspace: true })
    expect(json.markdown).toMatch(/^# 안내서 🎯/)
    expect(json.truncated).toBe(true)
    expect(json.unknown_block_ids).toHaveLength(1)
    expect(json.warnings).toEqual([expect.stringMatching(/^markdown: is not the whole content: 1 blocks/)])
  })

  it('accepts the URL of a page', async () => {
    const { v2 } = setStage()
    const address = `https://www.notion.so/Newsletter-${projectId(4).replaceAll('-', '')}?pvs=4`
    expect((await v2(`GET ${at(encodeURIComponent(address))}`)).json.id).toBe(projectId(4))
  })

  it.each([
    [PAGES.diary, 'full', 404, /^Could not find page with ID/],
    [PAGES.handbook, 'stranger', 404, /^Could not find page with ID/],
    [PAGES.handbook, 'updateOnly', 403, /^Insufficient permissions/],
    ['abc', 'full', 400, /^page_id: must be the id or the address of a page: workspace_search finds it/],
  ] as const)('of %s with the token %s is the failure of the product', async (id, name, status, message) => {
    const { v2 } = setStage()
    const answer = await v2(`GET ${at(id)}`, undefined, token(name))
    expect(told(answer)).toEqual(refused(status, expect.stringMatching(message)))
  })

  it('has the words of the product for an id that has the form of one and is none', async () => {
    const stage = setStage()
    const id = '12345678-1234-1234-1234-123456789abc'
    const message = `path failed validation: path.page_id should be a valid uuid, instead was \`"${id}"\`.`
    const body = JSON.stringify({ object: 'error', status: 400, code: 'validation_error', message })
    stage.product.fail({ kind: 'status', status: 400, body })
    expect(told(await stage.v2(`GET ${at(id)}`))).toEqual(refused(400, message))
  })
})

describe('POST /workspace/pages', () => {
  it('makes a row of a simple map and Markdown', async () => {
    const stage = setStage()
    const properties = { Name: '새 프로젝트', Stage: 'done', Owners: 'minjun@haneul.example', Tags: ['Design'] }
    const answer = await stage.v2('POST /workspace/pages', { data_source_id, properties, markdown: '- [ ] 시작' })
    expect(answer.status).toBe(201)
    expect(answer.json.simple_properties).toMatchObject({ Name: '새 프로젝트', Stage: 'Done', Owners: ['Minjun Lee'] })
    expect(answer.json.warnings).toEqual(
      expect.arrayContaining([expect.stringMatching(/^properties\.Owners: ".+" was read as the person/)]),
    )
    expect(JSON.parse(lastCall(stage).body)).toMatchObject({
      parent: { type: 'data_source_id', data_source_id },
      markdown: '- [ ] 시작',
    })
    const { json } = await stage.v2(`GET ${at(answer.json.id, '/markdown')}`)
    expect(json.markdown).toBe('- [ ] 시작')
  })

  it('caches the schema until a page adds an option', async () => {
    const { v2, called } = setStage()
    const make = (properties: object) => v2('POST /workspace/pages', { data_source_id, properties })
    await make({ Tags: ['Design'] })
    await make({ Tags: ['Design'] })
    expect((await make({ Tags: ['Fresh'], Priority: 'Least' })).json.warnings).toHaveLength(2)
    await make({ Tags: ['Fresh'] })
    expect(called().filter((line) => line === SCHEMA)).toHaveLength(2)
  })

  it('reads the schema again when it lacks a property', async () => {
    const { v2, product } = setStage()
    const make = (properties: object) => v2('POST /workspace/pages', { data_source_id, properties })
    await make({ Name: 'a' })
    const source = product.state.dataSources.find(({ id }) => id === data_source_id)
    source?.columns.push({ id: 'newc', name: 'Shelf', type: 'number', config: {} })
    expect((await make({ Shelf: 3 })).json.simple_properties.Shelf).toBe(3)
    const answer = await make({ Nope: 1, Budget: 'much' })
    const message = /^properties\.Nope: there is no property "Nope" \(.*\); properties\.Budget: must be a number$/
    expect(told(answer)).toEqual(refused(400, expect.stringMatching(message)))
  })

  it('takes the first data source of a database, and names the others', async () => {
    const { v2 } = setStage()
    const answer = await v2('POST /workspace/pages', { database_id: DATABASES.leads, properties: { Name: 'New' } })
    expect(answer.json.parent).toMatchObject({ data_source_id: DATA_SOURCES.leads2026 })
    expect(answer.json.warnings).toEqual([expect.stringMatching(/^database_id: has several data sources/)])
  })

  it('makes a page below a page, by its title or its first heading', async () => {
    const { v2, called } = setStage()
    const parent_page_id = PAGES.onboarding
    const first = await v2('POST /workspace/pages', { parent_page_id, properties: { title: 'Week 1' } })
    expect(first.json).toMatchObject({ simple_properties: { title: 'Week 1' }, parent: { page_id: parent_page_id } })
    const second = await v2('POST /workspace/pages', { parent_page_id, markdown: '# Week 2\nRead.' })
    expect(second.json.simple_properties).toEqual({ title: 'Week 2' })
    expect(called()).toEqual(['POST /v1/pages', 'POST /v1/pages'])
    const wrong = await v2('POST /workspace/pages', { parent_page_id, properties: { Budget: 1 } })
    expect(told(wrong)).toEqual(
      refused(
        400,
        'properties.Budget: there is no property "Budget" (known: "title"): a page below a page has only a title',
      ),
    )
  })

  it.each([
    [{}, 'data_source_id: is required, or database_id or parent_page_id in its place, only one of them'],
    [{ data_source_id, parent_page_id: PAGES.onboarding }, /only one of them/],
    [{ data_source_id, markdown: 1 }, 'markdown: must be text'],
    [{ parent_page_id: PAGES.attic }, /^Can't edit block that is archived/],
  ])('refuses %j', async (body, message) => {
    const { v2 } = setStage()
    const answer = await v2('POST /workspace/pages', body)
    expect(told(answer)).toEqual(refused(400, typeof message === 'string' ? message : expect.stringMatching(message)))
  })

  it('needs only the capability to insert, when nothing has to be converted', async () => {
    const { v2 } = setStage()
    const body = { parent_page_id: PAGES.onboarding, properties: { title: 'a' } }
    expect((await v2('POST /workspace/pages', body, token('insertOnly'))).status).toBe(201)
    expect((await v2('POST /workspace/pages', body, token('readOnly'))).status).toBe(403)
  })

  it('is sent once, and says that the outcome is unknown, when the response is cut', async () => {
    const { v2, product, called } = setStage()
    product.fail({ kind: 'cut' }, { times: 1 })
    const { status, json } = await v2('POST /workspace/pages', { parent_page_id: PAGES.onboarding })
    expect([status, json.error]).toEqual([502, expect.stringMatching(/whether it was written is not known/)])
    expect(called()).toEqual(['POST /v1/pages'])
  })
})

describe('PATCH /workspace/pages/{page_id}', () => {
  const line = `PATCH ${at(projectId(4))}`

  it('changes the given fields, by name, and clears those that are null', async () => {
    const { v2, called } = setStage()
    await v2(line, { properties: { Priority: 'Low', Due: '2026-12-24', Tags: ['Design'], Owners: [USERS.jiwoo] } })
    const properties = {
      Budget: '12',
      Tasks: 'Find people',
      Priority: null,
      Due: null,
      Tags: '',
      Owners: null,
      Summary: '',
    }
    const { status, json } = await v2(line, { properties })
    expect(status).toBe(200)
    expect(json.simple_properties).toMatchObject({
      Name: 'Newsletter',
      Budget: 12,
      Tasks: [taskId(4)],
      Priority: null,
      Due: null,
      Tags: [],
      Owners: [],
      Summary: '',
    })
    expect(called().filter((one) => one === SCHEMA)).toHaveLength(1)
  })

  it('moves a page to the trash and back in one call', async () => {
    const { v2, called } = setStage()
    expect((await v2(line, { in_trash: true }, token('updateOnly'))).json).toMatchObject({
      in_trash: true,
      archived: true,
    })
    expect(told(await v2(line, { properties: { Budget: 1 } }))).toEqual(
      refused(400, "Can't edit block that is archived. You must unarchive the block before editing."),
    )
    const back = await v2(line, { in_trash: false, properties: { Budget: 1 } })
    expect(back.json).toMatchObject({ in_trash: false, simple_properties: { Budget: 1 } })
    expect(called()[0]).toBe(`PATCH ${PAGE}`)
  })

  it('archives a page and takes it out, apart from the trash', async () => {
    const stage = setStage()
    const { json } = await stage.v2(line, { is_archived: true })
    expect(json).toMatchObject({ is_archived: true, in_trash: false, archived: false })
    expect(JSON.parse(lastCall(stage).body)).toEqual({ is_archived: true })
    const ids = async (query: object) => (await stage.query(query)).json.results.map(({ id }: { id: string }) => id)
    expect(await ids({})).not.toContain(projectId(4))
    expect(await ids({ is_archived: true })).toEqual([projectId(4)])
    const all = await stage.queryAll({ is_archived: true })
    expect(all.json.results).toMatchObject([{ id: projectId(4), is_archived: true }])
    const database = await stage.queryDatabase(DATABASES.projects, { is_archived: true })
    expect(database.json.results).toMatchObject([{ id: projectId(4), is_archived: true }])
    const back = await stage.v2(line, { is_archived: false, properties: { Budget: 1 } })
    expect(back.json).toMatchObject({ is_archived: false, simple_properties: { Budget: 1 } })
    expect((await stage.v2(`GET ${at(projectId(4))}`)).json.is_archived).toBe(false)
  })

  it('archives a page outside of tables, in the call that moves it to the trash', async () => {
    const { v2 } = setStage()
    const { json } = await v2(`PATCH ${at(PAGES.onboarding)}`, { is_archived: true, in_trash: true })
    expect(json).toMatchObject({ is_archived: true, in_trash: true })
  })

  it('sets a status that the schema omits', async () => {
    const { v2, product } = setStage()
    product.switches.omittedOptions = ['In progress']
    const { status, json } = await v2(line, { properties: { Stage: 'In progress' } })
    expect([status, json.simple_properties.Stage]).toEqual([200, 'In progress'])
    expect(json.warnings).toEqual([
      expect.stringMatching(/^properties\.Stage: "In progress" is no option of "Stage" that/),
    ])
  })

  it('names the options where the product refuses a status', async () => {
    const { v2 } = setStage()
    expect(told(await v2(line, { properties: { Stage: 'Paused' } }))).toEqual(
      refused(
        400,
        'Invalid status option. Status option "Paused" does not exist.; properties.Stage: "Paused" is no option of "Stage" that the schema lists (Not started, In progress, Done): the workspace service decides',
      ),
    )
  })

  it.each([
    [2, 200],
    [3, 409],
  ])('a write that was refused %i times because of a conflict is %i', async (times, expected) => {
    const { v2, product, called } = setStage()
    product.fail({ kind: 'status', status: 409 }, { times })
    expect((await v2(line, { in_trash: true })).status).toBe(expected)
    expect(called()).toEqual(Array(3).fill(`PATCH ${PAGE}`))
  })

  it('changes the title of a page outside of tables', async () => {
    const { v2 } = setStage()
    const { json } = await v2(`PATCH ${at(PAGES.onboarding)}`, { properties: { title: '첫날' } })
    expect(json.simple_properties).toEqual({ title: '첫날' })
  })

  it.each([
    [{}, 'properties: is required, or in_trash or is_archived'],
    [{ is_archived: 'true' }, 'is_archived: must be true or false'],
    [{ in_trash: 'yes' }, 'in_trash: must be true or false'],
    [
      { properties: { Billable: null } },
      'properties.Billable: "Billable" is a checkbox, which is true or false and never empty',
    ],
    [{ properties: { Doubled: 1 } }, 'properties.Doubled: "Doubled" is a formula, which cannot be written'],
  ])('refuses %j', async (body, message) => {
    const { v2 } = setStage()
    expect(told(await v2(line, body))).toEqual(refused(400, message))
  })

  it('needs the capability to update', async () => {
    const { v2 } = setStage()
    expect((await v2(line, { in_trash: true }, token('readOnly'))).status).toBe(403)
    expect((await v2(`PATCH ${at(PAGES.diary)}`, { in_trash: true })).status).toBe(404)
  })

  it('is sent once, and says that the outcome is unknown, when the connection breaks', async () => {
    const { v2, product, called } = setStage()
    product.fail({ kind: 'network' })
    const { status, json } = await v2(line, { in_trash: true })
    expect([status, json.error]).toEqual([502, expect.stringMatching(/whether it was written is not known/)])
    expect(called()).toEqual([`PATCH ${PAGE}`])
  })
})
