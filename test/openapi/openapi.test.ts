import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { simulatedProducts } from '../../scripts/support/products.ts'
import { EVENT_TYPES } from '../../src/base/events.ts'
import { AREAS } from '../../src/base/groups.ts'
import { takesAccount } from '../../src/gateway/auth/accounts.ts'
import type { Row } from '../contract/contract.ts'
import { contracts } from '../contract/contracts.ts'
import { registered, subjects } from '../contract/subjects.ts'
import { Clock } from '../simulators/clock.ts'
import { expectEach } from '../support/expect-each.ts'
import { createGateway } from '../support/gateway.ts'
import { type Document, getOperations, getResponse, readDocument, resolved, violation } from './document.ts'

/** docs/spec/gateway.md, "Descriptions and health": the OpenAPI documents. */

let document: Document
let adminDocument: Document
beforeEach(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  document ??= await readDocument()
})
afterEach(() => vi.restoreAllMocks())

const places = (of: Document) =>
  getOperations(of)
    .map(({ method, path, operationId }) => `${operationId}: ${method} ${path}`)
    .sort()

const expectedPlaces = (group?: string) =>
  registered
    .filter(({ operation }) => (group ? operation.group === group : operation.group !== 'admin'))
    .map(({ method, route, operation }) => `${operation.id}: ${method} ${route.replaceAll(/:(\w+)/g, '{$1}')}`)
    .sort()

describe('/openapi.json', () => {
  it('is OpenAPI 3.1 of this version, for this deployment, opened by the key', () => {
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./),
      info: { version: '1.0.0' },
      servers: [{ url: 'https://latchkey.test' }],
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-KEY' } } },
    })
    expect(document.tags.map(({ name }) => name)).toEqual(described.filter((area) => area !== 'admin'))
  })

  it('has every registered operation but the management app, and nothing else', () => {
    expect(places(document)).toEqual(expectedPlaces())
  })

  it('describes the deliveries to subscriptions, type by type', () => {
    const { webhooks = {} } = document
    expect(Object.keys(webhooks)).toEqual(Object.keys(EVENT_TYPES))
    for (const [type, { post }] of Object.entries(webhooks)) {
      const { schema, example } = post.requestBody.content['application/json']
      expect(post.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      expect(Object.keys(post.responses)).toEqual(['410', '2XX', 'default'])
      expect(resolved(document, schema).properties?.type).toMatchObject({ const: type })
      if (example !== undefined) expect(violation(document, schema, example)).toBeUndefined()
    }
    const { data } = document.components.schemas.RecorderFileReadyEvent?.properties ?? {}
    expect(Object.keys(resolved(document, data ?? {}).properties ?? {})).toEqual(
      expect.arrayContaining(['id', 'filename', 'transcript', 'summary', 'omitted']),
    )
  })

  it('names what people handle', () => {
    const names = ['Recording', 'Transcript', 'Note', 'Row', 'Bill', 'Order', 'OrderSheet', 'Return', 'Post', 'Video']
    const used = JSON.stringify([document.paths, document.webhooks])
    for (const name of [...names, 'Event', 'Error']) {
      expect(Object.keys(document.components.schemas[name] ?? {})).not.toEqual([])
      if (name !== 'Error') expect(used).toContain(`"#/components/schemas/${name}"`)
    }
    expect(document.components.schemas['shop-failure']?.allOf).toEqual([{ $ref: '#/components/schemas/Error' }])
  })

  it('has words for people, in English and Korean, and at most 45 operations are wanted most', () => {
    const operations = getOperations(document)
    for (const { operationId, 'x-title': title } of operations) {
      expect(title.en, operationId).toMatch(/^[A-Z]/)
      expect(title.ko, operationId).toMatch(/[가-힣]/)
    }
    const wanted = operations.filter((operation) => operation['x-wanted'])
    for (const ranked of Object.values(Object.groupBy(wanted, ({ tags }) => tags[0] ?? ''))) {
      const ranks = ranked?.map((operation) => operation['x-wanted']).sort((a, b) => Number(a) - Number(b))
      expect(ranks).toEqual(ranked?.map((_, index) => index + 1))
    }
    expect(wanted.length).toBeGreaterThan(40)
    expect(wanted.length).toBeLessThanOrEqual(45)
  })

  it('has a title in both languages for every field of the operations that are wanted most', () => {
    const lacking = getOperations(document)
      .filter((operation) => operation['x-wanted'])
      .flatMap(({ operationId, parameters, requestBody }) => {
        const body = requestBody?.content['application/json']?.schema.properties ?? {}
        const fields = [
          ...parameters.filter((parameter) => parameter.in !== 'header').map((one) => [one.name, one] as const),
          ...Object.entries(body),
        ]
        return fields.filter(([, field]) => !Object(field['x-title']).ko).map(([name]) => `${operationId}: ${name}`)
      })
    expect(lacking).toEqual([])
  })

  it('tells which list fills a field, and how pages follow each other', () => {
    const of = (id: string) => getOperations(document).find(({ operationId }) => operationId === id)
    expect(of('recorder_get_transcript')?.parameters[0]).toMatchObject({ name: 'id', 'x-list': 'recordings' })
    expect(of('recorder_list_files')).toMatchObject({
      'x-items': 'data_file_list',
      'x-pages': { in: 'query', next: [['skip', 'next_skip']], size: { field: 'limit', most: 100 } },
    })
    expect(of('shop_send_invoices')).toMatchObject({ 'x-outcomes': 'result.items' })
    expect(of('workspace_create_page')).toMatchObject({ 'x-accounts': ['workspace'] })
    expect(of('shop_list_orders')).toMatchObject({ 'x-accounts': ['shop-consumer'] })
    expect(of('events_list_types')).not.toHaveProperty('x-accounts')
    const ids = getOperations(document).map(({ operationId }) => operationId)
    for (const { operation } of Object.values(document['x-lists'])) expect(ids).toContain(operation)
  })

  it('is shortened to groups, and a name that is none is refused', async () => {
    const short = await readDocument('/openapi.json?groups=shop,payment')
    expect(places(short)).toEqual([...expectedPlaces('shop'), ...expectedPlaces('payment')].sort())
    expect(short.tags.map(({ name }) => name)).toEqual(['shop', 'payment'])
    expect(short.servers[0]?.url).toBe('https://latchkey.test')
    const refs = JSON.stringify(short).match(/#\/components\/\w+\/[\w-]+/g) ?? []
    for (const ref of new Set(refs)) {
      const [, , kind = '', name = ''] = ref.split('/')
      expect(Object(short.components)[kind][name], ref).toBeDefined()
    }
    const wrong = await createGateway().call('/openapi.json?groups=shop,admin', { key: null })
    expect([wrong.status, wrong.json.error]).toEqual([400, expect.stringContaining('groups: must be of recorder')])
  })

  it('needs no key, and has the headers of every response', async () => {
    const answer = await createGateway({ API_KEY: '' }).call('/openapi.json', { key: null })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('application/json; charset=UTF-8')
    expect(answer.headers.get('X-Request-Id')).toMatch(/./)
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  })

  it('responds to another method with 405 and to another name with 404', async () => {
    const gateway = createGateway()
    const other = await gateway.call('/openapi.json', { method: 'POST' })
    expect([other.status, other.headers.get('Allow'), other.json]).toEqual([
      405,
      'GET, HEAD',
      { error: 'POST is not allowed here: use GET', code: 'method_not_allowed' },
    ])
    expect((await gateway.call('/openapi/nobody.json')).status).toBe(404)
  })
})

/** What the management app shows of the groups. */
const FOR_OWNERS = new Set(['payment_list_bills', 'shop_list_sales'])

/** The management app is only in its own document (docs/spec/gateway.md, "Descriptions and health"). */
const described = AREAS.filter((area) => registered.some(({ operation }) => operation.group === area))

describe('/openapi/admin.json', () => {
  it('is opened by ADMIN_KEY, as Bearer or by the cookie', async () => {
    const { security, components } = await readDocument('/openapi/admin.json')
    expect(security).toEqual([{ admin: [] }, { session: [] }])
    expect(components.securitySchemes).toMatchObject({
      admin: { type: 'http', scheme: 'bearer' },
      session: { type: 'apiKey', in: 'cookie', name: '__Host-latchkey' },
    })
  })
})

describe.each(described)('/openapi/%s.json', (group) => {
  it('has the operations of the group, and no others', async () => {
    const own = await readDocument(`/openapi/${group}.json`)
    expect(own.info.version).toBe('1.0.0')
    expect(own.tags.map(({ name }) => name)).toEqual([group])
    expect(places(own)).toEqual(expectedPlaces(group))
  })

  it('shows each failure with an example in the envelope of the group', async () => {
    const own = await readDocument(`/openapi/${group}.json`)
    const envelope = contracts.find((contract) => contract.group === group)?.failure('', null)
    for (const response of Object.values(own.components.responses)) {
      const { schema, example } = response.content?.['application/json'] ?? {}
      const code = Object(envelope).code === undefined ? {} : { code: expect.stringMatching(/^[a-z_]+$/) }
      expect(example).toEqual({ ...Object(envelope), ...code, error: expect.stringMatching(/./) })
      expect(violation(own, schema ?? {}, example)).toBeUndefined()
    }
  })
})

describe('every operation', () => {
  beforeEach(async () => {
    adminDocument ??= await readDocument('/openapi/admin.json')
  })

  /** With the document that has it. */
  const all = () => {
    const documented = [document, adminDocument].flatMap((own) => getOperations(own).map((told) => ({ own, told })))
    return subjects.map((subject) => {
      const found = documented.find(({ told }) => told.operationId === subject.id) ?? expect.fail(`no ${subject.id}`)
      return { ...subject, ...found }
    })
  }

  it('says what it is, and who may call it', () =>
    expectEach(all(), ({ told, operation, row, contract }) => {
      expect(told.tags).toEqual([contract.group])
      expect(told.summary).toBe(operation.texts.summary)
      expect(told['x-read-only'], 'x-read-only').toBe(operation.reads)
      expect(told['x-destructive'], 'x-destructive').toBe(operation.destructive)
      expect(told['x-openai-isConsequential'], 'x-openai-isConsequential').toBe(!operation.reads)
      expect(told['x-tier'], 'x-tier').toBe(TIERS[row.tier] ?? row.tier)
      const takesOwner = contract.group === 'events' || FOR_OWNERS.has(operation.id)
      const forOwner = takesOwner ? [{ key: [] }, { admin: [] }, { session: [] }] : undefined
      expect(told.security, 'security').toEqual(SECURITY[row.tier] ?? forOwner)
      expect(told.description).toContain(licences[row.tier])
    }))

  it('describes every parameter with the name that the contract writes', () =>
    expectEach(all(), ({ told, operation }) => {
      const { param, query, header } = operation.input()
      const names = [param, query, header].flatMap((fields) => Object.keys(fields?.shape ?? {}))
      const account = takesAccount(operation) ? ['X-Account'] : []
      expect(told.parameters.map(({ name }) => name)).toEqual([...names, ...account])
      for (const { name, description, required, schema, in: place } of told.parameters) {
        expect(description, `${name}: description`).toMatch(/./)
        expect(schema, name).not.toHaveProperty('description')
        if (place === 'path') expect(required, `${name}: required`).toBe(true)
        if (required) expect(schema, name).not.toHaveProperty('default')
      }
    }))

  it('describes the range of every clamped number', () =>
    expectEach(subjects, ({ operation }) => {
      const parts: (z.ZodObject | undefined)[] = Object.values(operation.input())
      for (const field of parts.flatMap((part) => Object.values(part?.shape ?? {}))) {
        const { clamp, description } = z.globalRegistry.get(field) ?? {}
        if (Array.isArray(clamp)) expect(description).toMatch(new RegExp(`${clamp.join('(\\.\\.| to )')}\\b`))
      }
    }))

  it('has a success and the failures of its kind', () =>
    expectEach(all(), ({ own, told, operation, row }) => {
      const { json } = operation.input()
      const always = row.tier === 'open' ? ['400', '500'] : ['400', '401', '403', '429', '500', '502', '504']
      const expected = [String(operation.status), ...always, ...(json ? ['413', '415'] : []), 'default']
      expect(expected.filter((status) => !(status in told.responses))).toEqual([])
      for (const status of Object.keys(told.responses)) {
        const response = getResponse(own, told, status === 'default' ? status : Number(status))
        expect(response?.headers, status).toHaveProperty('X-Request-Id')
      }
      const content = getResponse(own, told, operation.status)?.content
      expect(content === undefined, 'no content').toBe(operation.status === 204)
    }))

  it('shows a response that matches its own schema', () =>
    expectEach(all(), ({ own, told, operation }) => {
      const { schema, example } = getResponse(own, told, operation.status)?.content?.['application/json'] ?? {}
      if (!schema) return expect(operation.status).toBe(204)
      expect(example, `no recorded response: run ${RECORDS} with --update`).toBeDefined()
      expect(violation(own, schema, example)).toBeUndefined()
    }))

  it('has examples that match its own schemas', () =>
    expectEach(all(), ({ own, told, operation }) => {
      for (const { name, schema, example } of told.parameters) {
        expect(example, `${name}: give it an example with z.meta({ examples: [...] }) in the schema`).toBeDefined()
        expect(violation(own, schema, example)).toBeUndefined()
        if (CREDENTIAL.test(name)) expect(SIMULATED, name).toContain(example)
      }
      const { schema, example } = told.requestBody?.content['application/json'] ?? {}
      if (schema) expect(violation(own, schema, example)).toBeUndefined()
      expect(operation.input().json?.safeParse(example).error).toBeUndefined()
      expect(JSON.stringify(told), 'an example stands in one place').not.toContain('"examples"')
    }))
})

const RECORDS = 'test/slow/workerd/openapi/recorded.test.ts'

/** Account headers: a public document contains the values of the simulated products, or none. */
const CREDENTIAL = /^X-(Workspace|Payment)-(?!Mode$)/
const { headers } = simulatedProducts(new Clock())
const SIMULATED = ['', ...Object.values(headers).flatMap((values) => Object.values(values))]

const SECURITY: Partial<Record<Row['tier'], unknown[]>> = { open: [], link: [{ link: [] }] }
const TIERS: Partial<Record<Row['tier'], string>> = { 'pro or payment': 'pro', any: 'basic' }

const licences: Record<Row['tier'], string> = {
  open: 'Needs no key.',
  admin: 'Needs ADMIN_KEY or its session.',
  link: 'Needs the cookie of a link.',
  basic: 'Licence: basic or pro.',
  pro: 'Licence: pro.',
  'pro or payment': 'Licence: pro or payment.',
  any: 'Licence: basic or pro or payment.',
}
