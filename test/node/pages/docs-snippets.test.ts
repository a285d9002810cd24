import { describe, expect, it } from 'vitest'
import type { Parameter } from '../../../src/pages/docs/document.ts'
import { firstValue, isFreshKey } from '../../../src/pages/docs/operation/values.ts'
import type { DescribedRequest } from '../../../src/pages/docs/request.ts'
import { LANGUAGES, type SnippetLanguage, toCall } from '../../../src/pages/docs/snippets/languages.ts'
import { readPowershell } from './powershell.ts'

/** The code samples in each language. test/slow/scripts/snippets.test.ts runs those that can be run here. */
const KEY = 'lk_secret'
const TOKEN = 'ntn_secret'
const BODY = `{\n  "title": "오늘의 '회의' ‘메모’ $HOME \`x\` \\\\ \\"q\\" %PATH% {{ 1 }}"\n}`
const request: DescribedRequest = {
  method: 'POST',
  path: "/api/v1/things/it's?query=%ED%9A%8C%EC%9D%98+%26&limit=3",
  headers: { 'X-Workspace-Token': TOKEN, 'Idempotency-Key': "order's 1", 'Content-Type': 'application/json' },
  body: BODY,
}
const ORIGIN = 'https://gateway.example.com'
const hidden = toCall(request, ORIGIN, KEY, false)
const names = Object.keys(LANGUAGES) as SnippetLanguage[]

describe('credentials', () => {
  it.each(names)('%s contains none, unless its owner asks for it', (name) => {
    const snippet = LANGUAGES[name](hidden, 'Title')
    expect(snippet).not.toContain('secret')
    if (name !== 'make' && name !== 'n8n') expect(snippet).toContain('API_KEY')
    const own = LANGUAGES[name](toCall(request, ORIGIN, KEY, true), 'Title')
    expect(own).toContain(KEY)
    expect(own).toContain(TOKEN)
  })

  it.each(names)('%s uses a placeholder for a missing key, and none if none is needed', (name) => {
    const unkeyed = { ...request, headers: {} }
    expect(LANGUAGES[name](toCall(unkeyed, ORIGIN, '', true), 'Title')).toMatch(/API_KEY|X-API-KEY|httpHeaderAuth/)
    expect(LANGUAGES[name](toCall(unkeyed, ORIGIN, undefined, true), 'Title')).not.toMatch(
      /API_KEY|X-API-KEY|HeaderAuth/,
    )
  })
})

describe('PowerShell', () => {
  const read = readPowershell(LANGUAGES.powershell(hidden, ''))

  it('reads back every text as it was', () => {
    expect(read.texts).toEqual([
      'X-API-KEY',
      'X-Workspace-Token',
      'Idempotency-Key',
      "order's 1",
      BODY,
      ORIGIN + request.path,
      'application/json; charset=utf-8',
    ])
  })

  it('has no other variables, and ends no line too early', () => {
    expect(read.code.match(/\$[\w:]+/g)).toEqual([
      '$headers',
      '$env:API_KEY',
      '$env:WORKSPACE_TOKEN',
      '$body',
      '$headers',
      '$body',
    ])
    expect(read.code.slice(read.code.indexOf('Invoke-RestMethod')).split('\n').slice(0, -1)).toEqual(
      expect.arrayContaining([expect.stringMatching(/ `$/), expect.stringMatching(/\|$/)]),
    )
  })
})

describe('n8n', () => {
  const parseNode = (snippet: string) => JSON.parse(snippet).nodes[0]

  it('is a node to paste, with a credential for several headers', () => {
    const node = parseNode(LANGUAGES.n8n(hidden, 'Insert rows'))
    expect(node).toMatchObject({ type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, name: 'Insert rows' })
    expect(node.parameters).toEqual({
      method: 'POST',
      url: `${ORIGIN}/api/v1/things/it's`,
      authentication: 'genericCredentialType',
      genericAuthType: 'httpCustomAuth',
      sendQuery: true,
      queryParameters: {
        parameters: [
          { name: 'query', value: '회의 &' },
          { name: 'limit', value: '3' },
        ],
      },
      sendHeaders: true,
      headerParameters: { parameters: [{ name: 'Idempotency-Key', value: "order's 1" }] },
      sendBody: true,
      specifyBody: 'json',
      jsonBody: BODY,
      options: {},
    })
  })

  it('takes no text for an expression', () => {
    const { parameters } = parseNode(
      LANGUAGES.n8n(toCall({ ...request, path: '/x?q=%3D1%2B1', body: undefined }, ORIGIN, KEY, false), ''),
    )
    expect(parameters.queryParameters.parameters).toEqual([{ name: 'q', value: '={{ "=1+1" }}' }])
    expect(parameters).not.toHaveProperty('sendBody')
  })
})

it('Make has the fields of its module', () => {
  expect(LANGUAGES.make(hidden, '').split('\n').slice(0, 10)).toEqual([
    'Authentication type: API key',
    '  Credentials: a new keychain, placed in the header X-API-KEY',
    `URL: ${ORIGIN}/api/v1/things/it's`,
    'Method: POST',
    'Headers:',
    '  X-Workspace-Token = (your token)',
    "  Idempotency-Key = order's 1",
    'Query parameters:',
    '  query = 회의 &',
    '  limit = 3',
  ])
})

it('JavaScript keeps a number that it would round, and invalid JSON, as text', () => {
  for (const body of ['{"id": 12345678901234567890}', '{"id": 1.0}', "{'id'}"]) {
    expect(LANGUAGES.javascript(toCall({ ...request, body }, ORIGIN, KEY, false), '')).toMatch(/body: '\{/)
  }
})

describe('the key of a payment', () => {
  const uuid = '8d3f0c52-5a55-4a60-9a6a-0d1c0d6b6a11'
  const written = (name: SnippetLanguage, key: string) =>
    LANGUAGES[name](toCall({ ...request, headers: { 'Idempotency-Key': key } }, ORIGIN, KEY, false), 'Title')

  it('is filled in, fresh for each form', () => {
    const parameter = { name: 'Idempotency-Key', in: 'header', schema: {}, description: '' } as Parameter
    expect(firstValue(parameter)).not.toBe(firstValue(parameter))
    expect(isFreshKey('Idempotency-Key', firstValue(parameter))).toBe(true)
  })

  it.each(['curl', 'powershell', 'python', 'javascript'] as const)(
    '%s contains it: a command that runs again bills once',
    (name) => {
      expect(written(name, uuid)).toContain(uuid)
    },
  )

  it.each([
    ['n8n', '={{ $json.id }}'],
    ['make', 'Idempotency-Key = {{1.id}}'],
  ] as const)('%s takes the id of each item', (name, expression) => {
    expect(written(name, uuid)).toContain(expression)
    expect(written(name, uuid)).not.toContain(uuid)
    expect(written(name, 'order-17')).toContain('order-17')
  })
})
