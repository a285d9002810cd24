import { describe, expect, it } from 'vitest'
import { api } from './call.ts'
import { createNotion, DATA_SOURCES, DATABASES, NOTION_TOKENS, projectId } from './index.ts'

const schema = `GET /v1/data_sources/${DATA_SOURCES.projects}`
const query = `POST /v1/data_sources/${DATA_SOURCES.projects}/query`

describe('facts 1: transport', () => {
  it('refuses a token that it does not know, before all else', async () => {
    const { status, body } = await api(createNotion(), schema, undefined, { token: 'ntn_unknown', version: null })
    expect(status).toBe(401)
    expect(body).toMatchObject({ object: 'error', status: 401, code: 'unauthorized', message: 'API token is invalid.' })
  })

  it('needs a version, and one that exists', async () => {
    const without = await api(createNotion(), schema, undefined, { version: null })
    expect([without.status, without.body.code]).toEqual([400, 'missing_version'])
    const strange = await api(createNotion(), schema, undefined, { version: '2030-01-01' })
    expect([strange.status, strange.body.code]).toEqual([400, 'validation_error'])
  })

  it('puts a request id into the body and a header, of failures too', async () => {
    const good = await api(createNotion(), schema)
    expect(good.body.request_id).toBe(good.headers.get('x-notion-request-id'))
    const bad = await api(createNotion(), query, '{')
    expect(bad.body).toMatchObject({ code: 'invalid_json', message: 'Error parsing JSON body.' })
    expect(bad.body.request_id).toBe(bad.headers.get('x-notion-request-id'))
  })

  it.each(['GET /v1/nothing', 'GET /v2/users', `DELETE ${schema.slice(4)}`])(
    'does not know %s, and reports it',
    async (line) => {
      const notion = createNotion()
      const { status, body } = await api(notion, line)
      expect([status, body.code, body.message]).toEqual([400, 'invalid_request_url', 'Invalid request URL.'])
      expect(notion.unexpected).toHaveLength(1)
    },
  )

  it('takes ids without dashes and writes them with', async () => {
    const { body } = await api(createNotion(), schema.replaceAll('-', ''))
    expect(body.id).toBe(DATA_SOURCES.projects)
  })

  it('refuses more than 500 KB', async () => {
    const { status } = await api(createNotion(), query, { filter: { text: 'x'.repeat(600_000) } })
    expect(status).toBe(400)
  })
})

describe('facts 7: capabilities and sharing', () => {
  const page = { parent: { data_source_id: DATA_SOURCES.leads2026 }, properties: {} }
  it.each([
    [query, {}, NOTION_TOKENS.insertOnly],
    [schema, undefined, NOTION_TOKENS.updateOnly],
    ['POST /v1/pages', page, NOTION_TOKENS.readOnly],
    [`PATCH /v1/pages/${projectId(1)}`, { in_trash: true }, NOTION_TOKENS.insertOnly],
    ['GET /v1/users', undefined, NOTION_TOKENS.readOnly],
  ])('%s is 403 without the capability', async (line, body, token) => {
    const answer = await api(createNotion(), line, body, { token })
    expect([answer.status, answer.body.code]).toEqual([403, 'restricted_resource'])
  })

  it.each([
    [`GET /v1/data_sources/${DATA_SOURCES.salaries}`, NOTION_TOKENS.full, 'data_source'],
    [`GET /v1/data_sources/${DATABASES.projects}`, NOTION_TOKENS.full, 'data_source'],
    [`GET /v1/databases/${DATABASES.payroll}`, NOTION_TOKENS.full, 'database'],
    [schema, NOTION_TOKENS.stranger, 'data_source'],
    [`GET /v1/pages/${projectId(1)}`, NOTION_TOKENS.stranger, 'page'],
  ])('%s is 404 when it is not shared', async (line, token, what) => {
    const { status, body } = await api(createNotion(), line, undefined, { token })
    expect([status, body.code]).toEqual([404, 'object_not_found'])
    expect(body.message).toMatch(new RegExp(`^Could not find ${what} with ID: .* shared with your integration`))
  })

  it('lists members and bots, no outsider', async () => {
    const { body } = await api(createNotion(), 'GET /v1/users')
    expect(JSON.stringify(body)).toContain('박서연')
    expect(JSON.stringify(body)).not.toContain('outsider')
  })
})

describe('armed faults', () => {
  it.each([
    [429, 'rate_limited'],
    [529, 'service_overload'],
  ])('%i says how long to wait', async (status, code) => {
    const notion = createNotion()
    notion.fail({ kind: 'status', status }, { times: 1 })
    const { headers, body } = await api(notion, schema)
    expect(body.code).toBe(code)
    expect(headers.get('retry-after')).toBe('2')
    expect((await api(notion, schema)).status).toBe(200)
  })
})
