import { MODERN } from '../message.ts'

/** A request for the gateway and the reference: a body and headers. */
export interface Sample {
  body: unknown
  headers?: Record<string, string | null>
}

const REVISION = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const CLIENT = 'io.modelcontextprotocol/clientInfo'

const rpc = (method: unknown, params?: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params !== undefined && { params }),
})
const notice = (method: string, params?: unknown) => ({
  jsonrpc: '2.0',
  method,
  ...(params !== undefined && { params }),
})
const handshake = (protocolVersion: unknown, more: object = {}) =>
  rpc('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' }, ...more })
const phone = { name: 'payment_format_phone_number', arguments: { phone: '010-1234-5678' } }

/** A valid request of 2026-07-28, with the changes of a sample. */
function modern(method: string, params: object = {}, { meta = {}, headers = {}, id = 1 as unknown } = {}): Sample {
  const name = 'name' in params && typeof params.name === 'string' ? { 'Mcp-Name': params.name } : {}
  return {
    body: rpc(method, { ...params, _meta: { ...MODERN.meta, ...meta } }, id),
    headers: { ...MODERN.headers(method), ...name, ...headers },
  }
}

const methods = ['ping', 'tools/list', 'server/discover', 'logging/setLevel', 'resources/subscribe', 'no/such']
const unlikely = ['constructor', 'toString', '__proto__', 'hasOwnProperty', '']
const ids: unknown[] = [
  0,
  -1,
  'a',
  '',
  '한글',
  'x'.repeat(200),
  2 ** 53 - 1,
  1.5,
  2 ** 53,
  null,
  true,
  [],
  {},
  '__proto__',
]
const revisions = ['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2025-01-01', 'x', '']
const accepts = [null, '*/*', 'application/json', 'text/event-stream', 'text/event-stream, application/json;q=0.5']
const types = [null, 'application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json']
const filters: unknown[] = [
  {},
  { toolsListChanged: true },
  { resourceSubscriptions: ['a'] },
  { toolsListChanged: 1 },
  5,
]
const base64 = (text: string) => `=?base64?${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}?=`

export const samples: Readonly<Record<string, Sample>> = Object.fromEntries<Sample>([
  // The revisions with a handshake.
  ...methods.concat(unlikely).map((method): [string, Sample] => [`2025 ${method}`, { body: rpc(method) }]),
  ...ids.map((id): [string, Sample] => [`2025 id ${JSON.stringify(id)}`, { body: rpc('ping', undefined, id) }]),
  ...revisions.flatMap((revision): [string, Sample][] => [
    [`handshake of ${revision}`, { body: handshake(revision) }],
    [
      `handshake beside a header of ${revision}`,
      { body: handshake('2025-06-18'), headers: { 'MCP-Protocol-Version': revision } },
    ],
    [`2025 header ${revision}`, { body: rpc('ping'), headers: { 'MCP-Protocol-Version': revision } }],
    [
      `2025 notification, header ${revision}`,
      { body: notice('notifications/initialized'), headers: { 'MCP-Protocol-Version': revision } },
    ],
  ]),
  ['handshake of a later revision', { body: handshake('2026-07-28') }],
  [
    'handshake with a later header',
    { body: handshake('2025-11-25'), headers: { 'MCP-Protocol-Version': '2026-07-28' } },
  ],
  [
    'handshake with much of a client',
    {
      body: handshake('2025-11-25', { capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: {} } }),
    },
  ],
  ['handshake, params lacking', { body: rpc('initialize', {}) }],
  ['handshake, no params', { body: rpc('initialize') }],
  ['handshake, a number as revision', { body: handshake(1) }],
  ['handshake, client without a version', { body: handshake('2025-11-25', { clientInfo: { name: 'c' } }) }],
  ...accepts.flatMap((Accept): [string, Sample][] => [
    [`2025 Accept ${Accept}`, { body: rpc('ping'), headers: { Accept } }],
    [`2026 Accept ${Accept}`, modern('tools/list', {}, { headers: { Accept } as never })],
  ]),
  ...types.flatMap((type): [string, Sample][] => [
    [`2025 type ${type}`, { body: rpc('ping'), headers: { 'Content-Type': type } }],
    [`2026 type ${type}`, modern('tools/list', {}, { headers: { 'Content-Type': type } as never })],
    [`no message, type ${type}`, { body: 5, headers: { 'Content-Type': type } }],
  ]),
  ['2025 tools/call', { body: rpc('tools/call', phone) }],
  ['2025 tools/call, unknown', { body: rpc('tools/call', { name: 'nobody', arguments: {} }) }],
  ['2025 tools/call, no name', { body: rpc('tools/call', {}) }],
  ['2025 tools/call, no params', { body: rpc('tools/call') }],
  ['2025 tools/call, a list of arguments', { body: rpc('tools/call', { ...phone, arguments: [] }) }],
  ['2025 tools/call, a progress token', { body: rpc('tools/call', { ...phone, _meta: { progressToken: 7 } }) }],
  ['2025 tools/call, an odd progress token', { body: rpc('tools/call', { ...phone, _meta: { progressToken: {} } }) }],
  ['2025 tools/list, cursor', { body: rpc('tools/list', { cursor: 'x' }) }],
  ['2025 tools/list, odd cursor', { body: rpc('tools/list', { cursor: 5 }) }],
  ['2025 tools/list, other params', { body: rpc('tools/list', { a: 1 }) }],
  ...[
    5,
    'x',
    null,
    true,
    [],
    {},
    [5],
    [null],
    [{}],
    { jsonrpc: '1.0', id: 1, method: 'ping' },
    { id: 1, method: 'ping' },
  ].map((body): [string, Sample] => [`no message: ${JSON.stringify(body)}`, { body }]),
  ['params as a list', { body: rpc('ping', []) }],
  ['params as null', { body: rpc('ping', null) }],
  ['_meta as a text', { body: rpc('ping', { _meta: 'x' }) }],
  ['a further member', { body: { ...rpc('ping'), extra: 1 } }],
  ['a further member of a notification', { body: { ...notice('notifications/initialized'), extra: 1 } }],
  ['a method that is a number', { body: rpc(5) }],
  ['a method and a result', { body: { ...rpc('ping'), result: {} } }],
  ['a response', { body: { jsonrpc: '2.0', id: 1, result: {} } }],
  ['a response without an id', { body: { jsonrpc: '2.0', result: {} } }],
  ['a response that holds a text', { body: { jsonrpc: '2.0', id: 1, result: 'x' } }],
  ['an error', { body: { jsonrpc: '2.0', id: 1, error: { code: -1, message: 'x' } } }],
  ['an error without an id', { body: { jsonrpc: '2.0', error: { code: -1, message: 'x', data: 5 } } }],
  ['an error that is odd', { body: { jsonrpc: '2.0', id: 1, error: { code: 'x' } } }],
  ...['notifications/initialized', 'notifications/cancelled', 'notifications/no-such'].flatMap(
    (method): [string, Sample][] => [
      [`2025 ${method}`, { body: notice(method) }],
      [`2026 ${method}`, { body: notice(method, { _meta: MODERN.meta }), headers: MODERN.headers(method) }],
      [`2026 ${method}, by its header`, { body: notice(method), headers: MODERN.headers(method) }],
      [`2026 ${method}, another method in the header`, { body: notice(method), headers: MODERN.headers('x') }],
      [`2026 ${method}, the key alone`, { body: notice(method, { _meta: { [REVISION]: '2026-07-28' } }) }],
      [`2026 ${method}, an odd key`, { body: notice(method, { _meta: { [REVISION]: 5 } }) }],
      [
        `2026 ${method}, headers of another revision`,
        { body: notice(method, { _meta: MODERN.meta }), headers: { 'MCP-Protocol-Version': '2025-11-25' } },
      ],
      [`2026 ${method}, later`, { body: notice(method, { _meta: { [REVISION]: '2099-01-01' } }) }],
    ],
  ),
  // Batches.
  ['batch of two', { body: [rpc('ping', undefined, 1), rpc('tools/list', undefined, 'b')] }],
  ['batch of one', { body: [rpc('ping')] }],
  ['batch of a request and a notification', { body: [notice('notifications/initialized'), rpc('ping')] }],
  ['batch of notifications', { body: [notice('notifications/initialized'), notice('notifications/cancelled')] }],
  ['batch of responses', { body: [{ jsonrpc: '2.0', id: 1, result: {} }] }],
  ['batch with an error', { body: [rpc('no/such', undefined, 1), rpc('ping', undefined, 2)] }],
  ['batch with a handshake', { body: [handshake('2025-03-26'), rpc('ping', undefined, 2)] }],
  ['batch of one handshake', { body: [handshake('2025-03-26')] }],
  ['batch with a call', { body: [rpc('tools/call', phone, 1), rpc('ping', undefined, 2)] }],
  ['batch with what is none', { body: [rpc('ping'), 5] }],
  ['batch with a request of 2026', { body: [rpc('tools/list', { _meta: MODERN.meta })] }],
  [
    'batch, its header',
    { body: [rpc('ping'), rpc('ping', undefined, 2)], headers: { 'MCP-Protocol-Version': '2025-03-26' } },
  ],
  ['batch, wrong Accept', { body: [rpc('ping')], headers: { Accept: 'application/json' } }],
  ['batch with one id twice', { body: [rpc('ping'), rpc('ping')] }],
  // The revision 2026-07-28.
  ...methods
    .concat(unlikely, 'initialize', 'tasks/list')
    .map((method): [string, Sample] => [`2026 ${method}`, modern(method)]),
  ...ids.map((id): [string, Sample] => [`2026 id ${JSON.stringify(id)}`, modern('server/discover', {}, { id })]),
  ['2026 tools/call', modern('tools/call', phone)],
  ['2026 tools/call, unknown', modern('tools/call', { name: 'nobody' })],
  ['2026 tools/call, no name', modern('tools/call', {})],
  ['2026 tools/call, a number as name', modern('tools/call', { name: 5 })],
  ['2026 tools/call, a list of arguments', modern('tools/call', { ...phone, arguments: [] })],
  ['2026 tools/call, another name in the header', modern('tools/call', phone, { headers: { 'Mcp-Name': 'x' } })],
  ['2026 tools/call, no name in the header', modern('tools/call', phone, { headers: { 'Mcp-Name': null } as never })],
  ['2026 tools/call, the name in Base64', modern('tools/call', phone, { headers: { 'Mcp-Name': base64(phone.name) } })],
  [
    '2026 tools/call, a Korean name',
    modern('tools/call', { name: '도구' }, { headers: { 'Mcp-Name': base64('도구') } }),
  ],
  ['2026 tools/call, broken Base64', modern('tools/call', phone, { headers: { 'Mcp-Name': '=?base64?a?=' } })],
  [
    '2026 tools/call, Base64 of no text',
    modern('tools/call', phone, { headers: { 'Mcp-Name': '=?base64?/////w==?=' } }),
  ],
  ['2026 prompts/get, a name', modern('prompts/get', { name: 'x' }, { headers: { 'Mcp-Name': null } as never })],
  ['2026 resources/read, an address', modern('resources/read', { uri: 'a:b' })],
  ['2026 tasks/get, a task', modern('tasks/get', { taskId: 't' }, { headers: { 'Mcp-Name': 'u' } })],
  ['2026 tools/list, cursor', modern('tools/list', { cursor: 'x' })],
  ['2026 tools/list, odd cursor', modern('tools/list', { cursor: 5 })],
  ['2026, another method in the header', modern('tools/list', {}, { headers: { 'Mcp-Method': 'ping' } })],
  ['2026, no method in the header', modern('tools/list', {}, { headers: { 'Mcp-Method': null } as never })],
  ['2026, no revision in the header', modern('tools/list', {}, { headers: { 'MCP-Protocol-Version': null } as never })],
  [
    '2026, neither header',
    modern('tools/list', {}, { headers: { 'MCP-Protocol-Version': null, 'Mcp-Method': null } as never }),
  ],
  [
    '2026, an earlier revision in the header',
    modern('tools/list', {}, { headers: { 'MCP-Protocol-Version': '2025-11-25' } }),
  ],
  [
    '2026, an earlier revision in the body',
    modern('tools/list', {}, { meta: { [REVISION]: '2025-11-25' }, headers: { 'MCP-Protocol-Version': '2025-11-25' } }),
  ],
  [
    '2026, a later revision',
    modern('tools/list', {}, { meta: { [REVISION]: '2099-01-01' }, headers: { 'MCP-Protocol-Version': '2099-01-01' } }),
  ],
  [
    '2026, a later revision, no other header',
    { body: rpc('tools/list', { _meta: { ...MODERN.meta, [REVISION]: '2099-01-01' } }) },
  ],
  [
    '2026, a later revision in the header',
    modern('tools/list', {}, { headers: { 'MCP-Protocol-Version': '2099-01-01' } }),
  ],
  ['2026, a number as revision', modern('tools/list', {}, { meta: { [REVISION]: 5 } })],
  ['2026, no capabilities', modern('tools/list', {}, { meta: { [CAPABILITIES]: undefined } })],
  ['2026, odd capabilities', modern('tools/list', {}, { meta: { [CAPABILITIES]: 5 } })],
  ['2026, no client', modern('tools/list', {}, { meta: { [CLIENT]: undefined } })],
  ['2026, an odd client', modern('tools/list', {}, { meta: { [CLIENT]: { name: 5, version: '1' } } })],
  ['2026, a log level', modern('tools/list', {}, { meta: { 'io.modelcontextprotocol/logLevel': 'info' } })],
  ['2026, an odd log level', modern('tools/list', {}, { meta: { 'io.modelcontextprotocol/logLevel': 'loud' } })],
  ['2026, a progress token', modern('tools/list', {}, { meta: { progressToken: 'a' } })],
  ['2026, other meta', modern('tools/list', {}, { meta: { 'example.test/x': { a: 1 } } })],
  ['2026 header without an envelope', { body: rpc('tools/list'), headers: MODERN.headers('tools/list') }],
  [
    '2026 header with a part of one',
    { body: rpc('tools/list', { _meta: { [CAPABILITIES]: {} } }), headers: MODERN.headers('tools/list') },
  ],
  ['2026 header with an empty one', { body: rpc('tools/list', { _meta: {} }), headers: MODERN.headers('tools/list') }],
  [
    '2026 handshake',
    modern('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }),
  ],
  ['2026 handshake with an odd envelope', modern('initialize', {}, { meta: { [CAPABILITIES]: 5 } })],
  ['2026 listen, no filter', modern('subscriptions/listen')],
  ...filters.map((notifications): [string, Sample] => [
    `2026 listen ${JSON.stringify(notifications)}`,
    modern('subscriptions/listen', { notifications }),
  ]),
  ['2026 listen, id as text', modern('subscriptions/listen', { notifications: {} }, { id: 'sub' })],
])
