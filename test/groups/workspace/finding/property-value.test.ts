import { describe, expect, it } from 'vitest'
import { NOTION_TOKENS, projectId, taskId, USERS } from '../../../simulators/workspace/index.ts'
import { richText } from '../../../simulators/workspace/markdown/piece.ts'
import type { Json } from '../../../simulators/workspace/state.ts'
import { setFinding } from './stage.ts'

const PATH = `/pages/${projectId(1)}/properties`
const ITEMS = `/v1/pages/${projectId(1)}/properties`

/** The first project with this value in one of its columns. */
function withValue(name: string, value: unknown, settings: Record<string, string> = {}) {
  const stage = setFinding(settings)
  stage.product.state.rows.find(({ id }) => id === projectId(1))?.values.set(name, value)
  return stage
}

const tasks = (count: number) => Array.from({ length: count }, (_, index) => ({ id: taskId((index % 7) + 1) }))

describe('the whole value of a property', () => {
  it('has the form of its type', async () => {
    for (const [id, type, simple] of [
      ['title', 'title', 'Brand renewal'],
      ['smry', 'rich_text', 'New logo and colours for the spring'],
      ['%3Abdg', 'number', 12_000_000],
      ['prio', 'select', 'High'],
      ['tags', 'multi_select', ['Design', '리서치']],
      ['due%3F', 'date', '2026-12-01'],
      ['ownr', 'people', ['김지우', 'Minjun Lee']],
      ['task', 'relation', [taskId(1), taskId(2)]],
      ['f-bo', 'formula', true],
      ['r-ct', 'rollup', 2],
      ['r-hr', 'rollup', [12, 4.5]],
      ['code', 'unique_id', 'PRJ-1'],
      ['btn1', 'button', null],
    ] as [string, string, unknown][]) {
      const { ask } = setFinding()
      const { status, json } = await ask(`GET ${PATH}/${id}`)
      expect.soft([status, json.error], String(id)).toEqual([200, undefined])
      expect.soft(json, String(id)).toMatchObject({ id, type, next_cursor: null, has_more: false, warnings: [] })
      expect.soft(json.simple_value, String(id)).toEqual(simple)
    }
  })

  it('is the same as in a row that cuts nothing, native and plain', async () => {
    const { ask, query } = setFinding()
    const { json } = await query({ filters: [{ key: 'Name', value: 'Brand renewal' }] })
    const { properties, simple_properties } = json.results[0]
    for (const [name, shown] of Object.entries<Json>(properties)) {
      // The items of a rollup of people come one by one, whichever row they belong to.
      if (name === 'Assignees') continue
      const whole = (await ask(`GET ${PATH}/${shown.id}`)).json
      expect([name, whole.value]).toEqual([name, shown[String(shown.type)]])
      expect([name, whole.simple_value]).toEqual([name, simple_properties[name]])
    }
  })

  it('is read over all of its pages', async () => {
    const { ask, called } = withValue('Tasks', tasks(230))
    const { json } = await ask(`GET ${PATH}/task`)
    expect(json.value).toEqual(tasks(230))
    expect(json).toMatchObject({ next_cursor: null, has_more: false, warnings: [] })
    expect(called()).toEqual([
      `GET ${ITEMS}/task?page_size=100`,
      `GET ${ITEMS}/task?page_size=100&start_cursor=1Qa100`,
      `GET ${ITEMS}/task?page_size=100&start_cursor=1Qa200`,
    ])
  })

  it.each([
    ['r-ct', 230],
    ['r-nm', 230],
  ])('of a rollup is returned with the last page: %s', async (id, count) => {
    const { ask } = withValue('Tasks', tasks(230))
    const { simple_value, warnings } = (await ask(`GET ${PATH}/${id}`)).json
    expect(Array.isArray(simple_value) ? simple_value.length : simple_value).toBe(count)
    expect(warnings).toEqual([])
  })

  it('has the mentions beyond those in a row', async () => {
    const words = Array.from({ length: 130 }, (_, index) => richText(`${index} `)).flat()
    const { ask } = withValue('Summary', words)
    expect((await ask(`GET ${PATH}/smry`)).json.simple_value).toBe(words.map(({ plain_text }) => plain_text).join(''))
  })
})

describe('what does not fit in one request', () => {
  it('is returned with a cursor, at which the rest starts', async () => {
    const { ask } = withValue('Tasks', tasks(350), { SUBREQUESTS: '2' })
    const first = (await ask(`GET ${PATH}/task`)).json
    expect(first).toMatchObject({
      next_cursor: '1Qa200',
      has_more: true,
      warnings: ['value: holds more than fits in one request: go on with next_cursor as start_cursor'],
    })
    const rest = (await ask(`GET ${PATH}/task?start_cursor=${first.next_cursor}`)).json
    expect([...first.value, ...rest.value]).toEqual(tasks(350))
    expect(rest).toMatchObject({ next_cursor: null, has_more: false, warnings: [] })
  })

  it('leaves the figure of a rollup to the last part', async () => {
    const { ask } = withValue('Tasks', tasks(350), { SUBREQUESTS: '2' })
    const first = (await ask(`GET ${PATH}/r-ct`)).json
    expect([first.simple_value, first.warnings.length]).toEqual([null, 1])
    expect((await ask(`GET ${PATH}/r-ct?start_cursor=${first.next_cursor}`)).json.simple_value).toBe(350)
  })

  it('stops ahead of the deadline', async () => {
    const { ask, product, world } = withValue('Tasks', tasks(900))
    const answer = product.fetch
    product.fetch = (request) => {
      world.clock.advance(7_000)
      return answer(request)
    }
    const { status, json } = await ask(`GET ${PATH}/task`)
    expect([status, json.has_more, json.next_cursor]).toEqual([200, true, '1Qa300'])
  })
})

describe('the property', () => {
  it.each([
    ['Budget', 12_000_000],
    ['Task%20count', 2],
    ['%3Abdg', 12_000_000],
    [encodeURIComponent('%3Abdg'), 12_000_000],
  ])('may be given as %s', async (key, simple) => {
    const { ask } = setFinding()
    expect((await ask(`GET ${PATH}/${key}`)).json.simple_value).toBe(simple)
  })

  it('is looked up by its name only when there is no such id', async () => {
    const { ask, called } = setFinding()
    await ask(`GET ${PATH}/Budget`)
    expect(called()).toEqual([
      `GET ${ITEMS}/Budget?page_size=100`,
      `GET /v1/pages/${projectId(1)}`,
      `GET ${ITEMS}/%3Abdg?page_size=100`,
    ])
  })

  it.each(['Gone', '%252E%252E', '..%2F..%2Fusers', '%25'])('%s is 404 that names the existing ones', async (key) => {
    const { ask, called } = setFinding()
    const { status, json } = await ask(`GET ${PATH}/${key}`)
    expect(status).toBe(404)
    expect(json.error).toMatch(/^the page has no property ".*"; it has "Name", "Summary", "Budget"/)
    expect(called().every((call) => call.startsWith(`GET /v1/pages/${projectId(1)}`))).toBe(true)
  })

  it('of a page that is not shared is 404 of the page', async () => {
    const { ask } = setFinding()
    const { status, json } = await ask(`GET ${PATH}/title`, undefined, NOTION_TOKENS.stranger)
    expect([status, json.error]).toEqual([404, expect.stringContaining(`Could not find page with ID: ${projectId(1)}`)])
  })

  it('with an invalid cursor is the 400 of the product', async () => {
    const { ask } = setFinding()
    const { status, json } = await ask(`GET ${PATH}/task?start_cursor=no`)
    expect([status, json.error]).toEqual([400, 'The start_cursor provided is invalid: no'])
  })
})

describe('a list that a row cuts', () => {
  it('comes with the route that gives the rest', async () => {
    const many = Array.from({ length: 40 }, () => ({ id: USERS.jiwoo }))
    const { ask, query } = withValue('Owners', many)
    const { json } = await query({ filters: [{ key: 'Name', value: 'Brand renewal' }], filter_properties: ['Owners'] })
    expect(json.results[0].simple_properties.Owners).toHaveLength(25)
    const [warning] = json.warnings
    const [, route] = /: GET (\S+) gives all of it$/.exec(warning) ?? []
    expect(route).toBe('/api/v2/workspace/pages/{page_id}/properties/ownr')
    const path = String(route).replace('/api/v2/workspace', '').replace('{page_id}', json.results[0].id)
    expect((await ask(`GET ${path}`)).json.simple_value).toHaveLength(40)
  })
})
