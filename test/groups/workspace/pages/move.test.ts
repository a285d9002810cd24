import { describe, expect, it } from 'vitest'
import { DATA_SOURCES, DATABASES, PAGES, projectId, taskId, templateId } from '../../../simulators/workspace/index.ts'
import { lastCall, type Stage, setStage, told } from '../stage.ts'

/** Moving pages, and rows made of templates (docs/spec/workspace.md, "Pages, Markdown and blocks"). */

const move = (id: string, body: object, stage: Stage = setStage()) => stage.v2(`POST /workspace/pages/${id}/move`, body)

describe('a page', () => {
  it('moves below another page with its content', async () => {
    const stage = setStage()
    const { status, json } = await move(projectId(1), { parent_page_id: PAGES.handbook }, stage)
    expect([status, json.parent]).toEqual([200, { type: 'page_id', page_id: PAGES.handbook }])
    const { json: content } = await stage.v2(`GET /workspace/pages/${projectId(1)}/markdown`)
    expect(content.markdown).toContain('Ask the printer')
  })

  it('becomes a row, also by the id of a database, and is not moved again', async () => {
    const stage = setStage()
    const body = { data_source_id: DATABASES.tasks }
    const { json } = await move(PAGES.onboarding, body, stage)
    expect(json.parent).toMatchObject({ type: 'data_source_id', data_source_id: DATA_SOURCES.tasks })
    expect(json.simple_properties.Name).toBe('Onboarding')
    expect(json.warnings).toHaveLength(1)
    const calls = stage.called().length
    expect((await move(PAGES.onboarding, body, stage)).json.parent).toEqual(json.parent)
    expect(
      stage
        .called()
        .slice(calls)
        .filter((line) => line.endsWith('/move')),
    ).toEqual([])
  })

  it('moves into the first data source of a database', async () => {
    const { json } = await move(taskId(1), { database_id: DATABASES.leads })
    expect(json.parent.data_source_id).toBe(DATA_SOURCES.leads2026)
    expect(json.warnings[0]).toMatch(/^database_id: has several data sources/)
  })

  it.each([
    [{}, 'parent_page_id: is required, or data_source_id or database_id in its place, only one of them'],
    [
      { parent_page_id: PAGES.handbook, database_id: DATABASES.tasks },
      'parent_page_id: is required, or data_source_id or database_id in its place, only one of them',
    ],
  ])('needs one place: %j', async (body, error) => {
    expect(told(await move(projectId(1), body))).toEqual({ status: 400, json: { success: false, error } })
  })

  it.each([
    ['move', `POST /workspace/pages/${projectId(1)}/move`, {}],
    ['create', 'POST /workspace/pages', { properties: { title: 'New' } }],
    ['create a table', 'POST /workspace/database', { title: 'New' }],
  ])('is told by its field when there is no such place: %s', async (_, line, more) => {
    expect(told(await setStage().v2(line, { parent_page_id: 'abc', ...more }))).toEqual({
      status: 400,
      json: {
        success: false,
        error: 'parent_page_id: must be the id or the address of a page: workspace_search finds it',
      },
    })
  })

  it('is not moved below itself', async () => {
    expect((await move(PAGES.handbook, { parent_page_id: PAGES.onboarding })).status).toBe(400)
  })
})

describe('a row of a template', () => {
  const create = (more: object, stage: Stage = setStage()) =>
    stage.v2('POST /workspace/pages', { data_source_id: DATA_SOURCES.projects, properties: { Name: 'Row' }, ...more })

  it.each([
    ['its name', 'Article', { type: 'template_id', template_id: templateId(1) }],
    ['its name in other letters', ' article', { type: 'template_id', template_id: templateId(1) }],
    ['a Korean name', '인터뷰', { type: 'template_id', template_id: templateId(2) }],
    ['its id', templateId(2), { type: 'template_id', template_id: templateId(2) }],
    ['the word default', 'default', { type: 'default' }],
  ])('is made by %s', async (_, template, sent) => {
    const stage = setStage()
    const { status, json } = await create({ template }, stage)
    expect([status, json.warnings]).toEqual([
      201,
      ['template: the workspace service fills the page in the next moments: it may be empty at first'],
    ])
    expect(JSON.parse(lastCall(stage).body).template).toEqual(sent)
    const { json: content } = await stage.v2(`GET /workspace/pages/${json.id}/markdown`)
    expect(content.markdown).not.toBe('')
  })

  it('names the ids of templates with one name', async () => {
    const stage = setStage()
    for (const template of stage.product.state.templates) Object.assign(template, { name: 'Same' })
    expect((await create({ template: 'same' }, stage)).json.error).toBe(
      `template: several are called "same": give the id of one, ${templateId(1)}, ${templateId(2)}`,
    )
  })

  it.each([
    [{ template: 'Memo' }, 'template: there is no template "Memo" (known: "Article", "인터뷰")'],
    [
      { template: 'Article', data_source_id: DATA_SOURCES.tasks },
      'template: there is no template "Article" (the table has none that the connection may see)',
    ],
    [
      { template: 'Article', markdown: 'x' },
      'template: goes without markdown, which the service does not take with a template: append it later',
    ],
    [
      { template: 'Article', data_source_id: null, parent_page_id: PAGES.handbook },
      'template: goes only with a table, whose templates are meant',
    ],
  ])('is refused with %j, and nothing is made', async (more, error) => {
    const stage = setStage()
    expect(told(await create(more, stage))).toEqual({ status: 400, json: { success: false, error } })
    expect(stage.called().filter((line) => line.startsWith('POST'))).toEqual([])
  })
})
