import { describe, expect, it } from 'vitest'
import { asId } from '../../../../src/groups/workspace/convert.ts'
import { DATA_SOURCES, DATABASES, projectId } from '../../../simulators/workspace/index.ts'
import { QUERY, SCHEMA, setStage } from '../stage.ts'

const ID = projectId(1)
const DIGITS = ID.replaceAll('-', '')

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
