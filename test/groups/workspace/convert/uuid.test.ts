import { describe, expect, it } from 'vitest'
import { asId, asTableId, asViewId } from '../../../../src/base/accounts.ts'
import { DATA_SOURCES, DATABASES, projectId, viewId } from '../../../simulators/workspace/index.ts'
import { QUERY, SCHEMA, setStage } from '../stage.ts'

const ID = projectId(1)
const DIGITS = ID.replaceAll('-', '')
const VIEW = viewId(1).replaceAll('-', '')

/** What a browser copies of a table, in which the query says more. */
const tables = (id: string, query: string) => [
  `https://www.notion.so/${id}${query}`,
  `https://notion.so/haneul/${id}${query}`,
  `https://app.notion.com/haneul/Projects-${id}${query}`,
  `https://app.notion.com/p/haneul/Projects-${id}${query}#part`,
  `https://haneul.notion.site/Projects-${id}${query}`,
  `notion://www.notion.so/${id}${query}`,
  `app.notion.com/p/${id}${query}`,
  `Projects-${id}${query}`,
  `${id}${query}`,
]

describe('the address of a table', () => {
  const digits = DATABASES.projects.replaceAll('-', '')
  const dashed = VIEW.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

  it.each([
    ['without a query', '', false],
    ['with another', '?pvs=4&source=copy_link', false],
    ['of a view', `?v=${VIEW}`, true],
    ['of a view, with dashes', `?pvs=4&v=${dashed}&pvs=12`, true],
    ['of a view with a page open beside it', `?v=${VIEW}&p=${DIGITS}&pm=s`, true],
    ['with a page open beside it', `?p=${DIGITS}&pm=c`, false],
  ])('%s is read', (_, query, isView) => {
    for (const text of tables(digits, query)) {
      expect.soft(asTableId(text), text).toBe(DATABASES.projects)
      expect.soft(asViewId(text) !== undefined, text).toBe(isView)
      expect.soft(asId(text), text).toBe(query.includes('p=') && query.includes(DIGITS) ? ID : DATABASES.projects)
    }
  })

  it('is that of a view in the form of the MCP server, too', () => {
    expect(asViewId(`collection://${ID}?v=${VIEW}`)).toBe(dashed)
    expect(asViewId(`https://app.notion.com/p/${digits}?source=collection%3A%2F%2F${ID}%3Fv%3D${VIEW}`)).toBe(dashed)
    for (const text of [`collection://${ID}?v=1`, `https://elsewhere.example/${digits}?v=${VIEW}`, '', null])
      expect.soft(asViewId(text), String(text)).toBeUndefined()
  })
})

/** The stages of the rows, each once. */
const stages = ({ results }: { results: { simple_properties: { Stage: string } }[] }) => [
  ...new Set(results.map(({ simple_properties }) => simple_properties.Stage)),
]

/** Each address, in a path and in a body. */
const address = `https://www.notion.so/haneul/Projects-${DATABASES.projects.replaceAll('-', '')}?v=${VIEW}&p=${DIGITS}&pm=s`

describe('where a table is asked, the page that is open beside it does not count', () => {
  it('and the view is queried by each route that reads rows, while an upsert warns', async () => {
    const { query, queryAll, upsert, queryDatabase } = setStage()
    const id = encodeURIComponent(address)
    const answers = await Promise.all([query({}, { id }), queryAll({}, { id }), queryDatabase(id)])
    expect(answers.map(({ status, json }) => [status, json.warnings, ...stages(json)])).toEqual(
      answers.map(() => [200, [], 'In progress']),
    )
    const { json } = await upsert({ key: 'Name', records: [{ Name: 'Named by a view' }] }, { id })
    expect(json.warnings[0]).toBe(
      'data_source_id: is the address of a view, whose filter and order are not applied: the whole table counts',
    )
  })

  it('but not without a view', async () => {
    const { query } = setStage()
    const { json } = await query({}, { id: encodeURIComponent(`collection://${DATA_SOURCES.projects}`) })
    expect(json.warnings).toEqual([])
  })

  it('by the schema, an insert and a new page', async () => {
    const { schema, bulk, v2, product } = setStage()
    const records = [{ Name: 'Below a table' }]
    const answers = [
      await schema(encodeURIComponent(address)),
      await bulk('insert', { data_source_id: address, records }),
      await bulk('insert', { database_id: address, records }),
      await v2('POST /workspace/pages', { data_source_id: address, properties: records[0] }),
      await v2('POST /workspace/pages', { database_id: address, properties: records[0] }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201, 201])
    expect(product.calls.filter(({ url }) => url.href.includes(ID))).toEqual([])
  })

  it('but it does where a page is asked', async () => {
    const { v2, bulk, called } = setStage()
    const id = encodeURIComponent(address)
    const lines = ['', '/markdown', '/comments', '/properties/title'].map((what) => `GET /workspace/pages/${id}${what}`)
    for (const line of [...lines, `GET /workspace/blocks/${id}/children`]) {
      const { status } = await v2(line)
      expect.soft(status, line).toBe(200)
    }
    const below = await v2('POST /workspace/pages', { parent_page_id: address, properties: { title: 'Below' } })
    const comment = await v2(`POST /workspace/pages/${id}/comments`, { text: 'Seen' })
    const deleted = await bulk('delete', { page_ids: [address] })
    expect([below.status, comment.status, deleted.json.results[0].page_id]).toEqual([201, 201, ID])
    expect(called().join('\n')).not.toContain(DATABASES.projects)
  })
})

describe('an id may be the URL of a page: its last 32 hex digits count', () => {
  it('in every form', () => {
    for (const text of [
      ID,
      DIGITS.toUpperCase(),
      ` ${ID} `,
      `https://www.notion.so/${DIGITS}`,
      `https://www.notion.so/haneul/Brand-renewal-${DIGITS}?pvs=4#part`,
      `https://www.notion.so/haneul/Cafe-${DIGITS}/`,
      `https://haneul.notion.site/${ID}`,
      `https://app.notion.com/p/haneul/Brand-${DIGITS}`,
      `notion://www.notion.so/Brand-${DIGITS}`,
      `https://www.notion.so/${DATABASES.projects.replaceAll('-', '')}?v=${'0'.repeat(32)}&p=${DIGITS}&pm=s`,
      `Brand-renewal-${DIGITS}`,
      `Brand-renewal-${DIGITS}?pvs=4`,
      `www.notion.so/haneul/${DIGITS}`,
      `${DATABASES.projects}?v=${VIEW}&p=${DIGITS}`,
      `app.notion.com/haneul/${DATABASES.projects}?p=${ID}`,
      `https://www.notion.so/haneul/Page-${DIGITS}?p=`,
      // The form of the product's MCP server.
      `collection://${ID}`,
      `COLLECTION://${ID.toUpperCase()}`,
      `collection://${DIGITS}`,
      `collection://${ID}?v=${DATABASES.projects}&pvs=4`,
      `{{collection://${ID}}}`,
      `<data-source url="collection://${ID}">`,
      `[Projects](collection://${ID})`,
      `https://app.notion.com/p/${DATABASES.projects.replaceAll('-', '')}?source=collection%3A%2F%2F${ID}`,
      `https://app.notion.com/p/${DATABASES.projects.replaceAll('-', '')}?source=collection://${ID}&v=1`,
    ])
      expect.soft(asId(text), String(text)).toBe(ID)
  })

  it('anything else is none', () => {
    for (const value of [
      '',
      'Brand',
      DIGITS.slice(1),
      `x${DIGITS}`,
      `a/${DIGITS}`,
      `a/b-${DIGITS.slice(1)}`,
      'https://www.notion.so/',
      `https://elsewhere.example/${DIGITS}`,
      `https://notion.so.elsewhere.example/${DIGITS}`,
      'https://www.notion.so/login',
      'https://',
      'collection://',
      `collection://${ID}0`,
      `collection:${ID}`,
      `recollection://${ID}`,
      null,
      { id: ID },
    ])
      expect.soft(asId(value), JSON.stringify(value)).toBeUndefined()
  })

  it('in a path its last part is enough', async () => {
    const { query, schema, queryDatabase, called } = setStage()
    await query({}, { id: `Projects-${DATA_SOURCES.projects.replaceAll('-', '')}` })
    await schema(`Projects-${DATA_SOURCES.projects.replaceAll('-', '')}`)
    await queryDatabase(`Leads-${DATABASES.leads.replaceAll('-', '')}`)
    expect(called()).toEqual(expect.arrayContaining([QUERY, SCHEMA, `GET /v1/databases/${DATABASES.leads}`]))
  })

  it('of a data source may be an address of the MCP server of the product, wherever one is taken', async () => {
    const { query, schema, queryAll, upsert, queryDatabase, bulk, v2, product } = setStage()
    const collection = `collection://${DATA_SOURCES.projects.toUpperCase()}?v=1`
    const id = encodeURIComponent(collection)
    const row = { Name: 'Named by its collection' }
    const answers = [
      await query({}, { id }),
      await schema(id),
      await queryAll({}, { id }),
      await upsert({ key: 'Name', records: [row] }, { id }),
      await queryDatabase(id),
      await bulk('insert', { data_source_id: collection, records: [row] }),
      await v2('POST /workspace/pages', { data_source_id: collection, properties: row }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 201])
    expect(product.calls.filter(({ url }) => /collection/i.test(url.href))).toEqual([])
  })

  it('in a body it may be whole', async () => {
    const { bulk, product } = setStage()
    const address = (id: string) => `https://www.notion.so/haneul/Page-${id.replaceAll('-', '')}?pvs=4`
    const { json } = await bulk('delete', { page_ids: [address(ID)] })
    expect(json.results).toEqual([{ index: 0, status: 'done', page_id: ID, error: null }])
    expect((await bulk('insert', { database_id: address(DATABASES.leads), records: [{ Name: 'A' }] })).status).toBe(200)
    expect(product.state.rows[0]?.dataSourceId).toBe(DATA_SOURCES.leads2026)
  })
})
