import { PRODUCTS } from '../../openapi/facts.ts'
import type { Json } from '../../openapi/json-schema.ts'
import { type Catalogue, type Document, type List, type Operation, readCatalogue } from '../shared/openapi.ts'
import { EVENTS } from '../shared/static.ts'
import { HOW_MANY, toAccountsId, toInterface, toProcedureId } from './form.ts'
import { ACCOUNT_HEADER, type Module, toFormId, toModule } from './modules.ts'

/**
 * The files of the Make app, by path below its folder: the form of a local project of Make's editor, whose
 * manifest is makecomapp.json.
 */
export function makeFiles(document: Document): ReadonlyMap<string, string> {
  const catalogue = readCatalogue(document)
  const wanted = catalogue.operations.filter((operation) => operation.wanted)
  const files = new Map<string, string>()
  /** Adds a file of code, and returns its path. */
  const put = (path: string, content: Json) => {
    files.set(path, `${JSON.stringify(content, null, 2)}\n`)
    return path
  }
  const groups = groupModules(wanted)
  const procedures: [id: string, Procedure][] = [
    ...Object.entries(catalogue.lists).map(([name, list]): [string, Procedure] => [
      toProcedureId(name),
      toProcedure(catalogue, list),
    ]),
    ['listColumns', toColumns(catalogue)],
    ...toAccountProcedures(catalogue),
    ...wanted.flatMap(({ id, title }): [string, Procedure][] => [
      [toFormId(id), toForm(id, title, 'make')],
      [`${toFormId(id)}Output`, toForm(id, title, 'make-interface')],
    ]),
  ]
  const modules: AppModule[] = [...TRIGGERS, ...groups.flatMap(({ modules: own }) => own), UNIVERSAL]
  const base = put('general/base.iml.json', BASE)
  const labels = [
    { label: 'Events', modules: TRIGGERS.map(({ id }) => id) },
    ...groups.map(({ label, modules: own }) => ({ label, modules: own.map(({ id }) => id) })),
    { label: 'Other', modules: [UNIVERSAL.id] },
  ]
  const groupsFile = put('modules/groups.json', labels)
  const components = {
    connection: {
      latchkey: {
        label: 'Latchkey',
        connectionType: 'basic',
        codeFiles: {
          communication: put('connections/latchkey/latchkey.communication.iml.json', CONNECTION),
          params: put('connections/latchkey/latchkey.params.iml.json', CONNECTION_PARAMETERS),
        },
      },
    },
    webhook: {
      events: {
        label: 'Latchkey events',
        webhookType: 'web',
        connection: 'latchkey',
        codeFiles: {
          communication: put('webhooks/events/events.communication.iml.json', DELIVERY),
          params: put('webhooks/events/events.params.iml.json', SUBSCRIPTION_PARAMETERS),
          attach: put('webhooks/events/events.attach.iml.json', ATTACH),
          detach: put('webhooks/events/events.detach.iml.json', DETACH),
        },
      },
    },
    module: Object.fromEntries(
      modules.map(({ id, metadata, communication, parameters, interface: output, sample, epoch }) => {
        const at = (name: string) => `modules/${id}/${id}.${name}.iml.json`
        const isTrigger = metadata.moduleType === 'trigger'
        return [
          id,
          {
            ...metadata,
            codeFiles: {
              communication: put(at('communication'), communication),
              ...(epoch && { epoch: put(at('epoch'), epoch) }),
              staticParams: put(at('static-params'), isTrigger ? [...parameters] : []),
              mappableParams: put(at('mappable-params'), isTrigger ? [] : [...parameters]),
              interface: put(at('interface'), [...output]),
              samples: put(at('samples'), sample),
            },
          },
        ]
      }),
    ),
    rpc: Object.fromEntries(
      procedures.map(([id, { label, ...communication }]) => [
        id,
        {
          label,
          connection: 'latchkey',
          codeFiles: {
            communication: put(`rpcs/${id}/${id}.communication.iml.json`, communication),
            params: put(`rpcs/${id}/${id}.params.iml.json`, []),
          },
        },
      ]),
    ),
    function: {},
    endpoint: {},
  }
  put('makecomapp.json', {
    fileVersion: 1,
    generalCodeFiles: { base, common: null, readme: 'README.md', groups: groupsFile },
    components,
    origins: [],
  })
  return files
}

interface AppModule extends Module {
  /** The position at which a polling trigger may start. */
  readonly epoch?: Json
}

type Procedure = { label: string; [name: string]: Json }

/** The operations of each product. "Make an API Call" reaches all others. */
const groupModules = (wanted: readonly Operation[]): { label: string; modules: Module[] }[] =>
  Object.entries(PRODUCTS)
    .map(([group, label]) => ({
      label,
      modules: wanted.filter((operation) => operation.group === group).map(toModule),
    }))
    .filter(({ modules }) => modules.length > 0)

/** The deployment answers the parameters or the outputs of a module in Make's form. */
const toForm = (id: string, label: string, form: string): Procedure => ({
  label,
  url: '/openapi.json',
  method: 'GET',
  qs: { operation: id, form },
  response: { iterate: '{{body}}', output: '{{item}}' },
})

const HEADERS = { 'X-API-KEY': '{{connection.api_key}}' }

/**
 * The message of a failure is the sentence of the gateway, its code and the id of the request. The type says what Make does: it waits after a
 * RateLimitError, tries again after a ConnectionError, and asks for a person after the others.
 */
const FAILURE =
  "{{ifempty(body.error, 'Latchkey responded with status ' + statusCode)}}{{if(headers.`x-error-code`, ' (' + headers.`x-error-code` + ', request ' + headers.`x-request-id` + ')', '')}}"
const failuresOf = (statuses: readonly number[], type: string) =>
  statuses.map((status) => [String(status), { message: FAILURE, type }] as const)
const ERROR = {
  message: FAILURE,
  type: 'DataError',
  ...Object.fromEntries([
    ...failuresOf([401, 403], 'InvalidConfigurationError'),
    ...failuresOf([429], 'RateLimitError'),
    ...failuresOf([500, 502, 503, 504], 'ConnectionError'),
  ]),
}

const LOG = { sanitize: ['request.headers.x-api-key'] }

const BASE = { baseUrl: '{{connection.origin}}', headers: HEADERS, response: { error: ERROR }, log: LOG }

const CONNECTION_PARAMETERS: Json = [
  {
    name: 'address',
    label: 'Address',
    help: 'The address of your Latchkey deployment, such as https://latchkey.example.workers.dev.',
    type: 'url',
    required: true,
  },
  {
    name: 'api_key',
    label: 'API key',
    help: 'Create one in the management app of your deployment, under API keys. Triggers need one without "Ask me first".',
    type: 'password',
    required: true,
    editable: true,
  },
]

/** A ping of the MCP server: every key opens it, and it calls no product. */
const ORIGIN = "{{join(slice(split(trim(parameters.address), '/'), 0, 3), '/')}}"
const CONNECTION = {
  url: `${ORIGIN}/mcp`,
  method: 'POST',
  headers: { 'X-API-KEY': '{{parameters.api_key}}', Accept: 'application/json, text/event-stream' },
  body: { jsonrpc: '2.0', id: 1, method: 'ping' },
  response: {
    data: { origin: ORIGIN },
    metadata: { type: 'text', value: ORIGIN },
    error: { message: FAILURE },
  },
  log: LOG,
}

/** The table of a subscription to rows. The gateway refuses a filter for other types. */
const FILTER: Json = {
  name: 'filter',
  label: 'Filter',
  type: 'collection',
  spec: [
    {
      name: 'data_source_id',
      label: 'Table',
      help: 'Only rows of this table.',
      type: 'select',
      required: false,
      options: { store: 'rpc://listTables' },
    },
  ],
}

const toEvent = (hasFilter: boolean): Json => ({
  name: 'type',
  label: 'Event',
  type: 'select',
  required: true,
  options: EVENTS.map(({ type, label, hasTable }) => ({
    value: type,
    label,
    ...(hasFilter && hasTable && { nested: [FILTER] }),
  })),
})

const SUBSCRIPTION_PARAMETERS: Json = [toEvent(true)]

/** The same subscription again answers with the existing one, so attaching twice leaves one. */
const ATTACH = {
  url: '/api/v1/events/subscriptions',
  method: 'POST',
  body: {
    url: '{{webhook.url}}',
    types: ['{{parameters.type}}'],
    description: 'Make',
    filter: '{{parameters.filter}}',
  },
  response: { data: { externalHookId: '{{body.id}}' } },
}

const DETACH = {
  url: '/api/v1/events/subscriptions/{{webhook.externalHookId}}',
  method: 'DELETE',
  body: {},
}

/** The responses that start a scenario: a test event starts none. */
const WATCHED = EVENTS.map(({ type }) => type).join(' ')
const DELIVERY = { condition: `{{contains(split('${WATCHED}', ' '), body.type)}}`, output: '{{body}}' }

const SAMPLE = EVENTS[0]?.sample ?? {}

const EVENT_OUTPUT = { interface: toInterface(SAMPLE), sample: SAMPLE }

const newest = (types: string) => ({ url: '/api/v1/events', method: 'GET', qs: { order: 'newest', types, limit: 100 } })

const TRIGGERS: readonly AppModule[] = [
  {
    id: 'watchEvents',
    metadata: {
      label: 'Watch Events',
      description: 'Triggers at once when something happens, such as a new recording or a paid bill.',
      connection: 'latchkey',
      moduleType: 'instant_trigger',
      webhook: 'events',
    },
    // Make does not show the body as it was sent, so no signature can be verified: the event is read from the gateway.
    communication: {
      ...newest('{{payload.type}}'),
      response: {
        iterate: { container: '{{body.events}}', condition: '{{item.id = payload.id}}' },
        output: '{{item}}',
      },
    },
    parameters: [],
    ...EVENT_OUTPUT,
  },
  {
    id: 'pollEvents',
    metadata: {
      label: 'Watch Events (Scheduled)',
      description: 'Triggers on the schedule of the scenario when something has happened.',
      connection: 'latchkey',
      moduleType: 'trigger',
    },
    communication: {
      ...newest('{{parameters.type}}'),
      response: {
        iterate: '{{body.events}}',
        limit: '{{parameters.maximum}}',
        output: '{{item}}',
        trigger: { type: 'date', order: 'desc', id: '{{item.id}}', date: '{{item.timestamp}}' },
      },
    },
    epoch: {
      ...newest('{{parameters.type}}'),
      response: {
        iterate: '{{body.events}}',
        limit: 100,
        output: { label: '{{item.type}} {{item.id}}', date: '{{item.timestamp}}' },
      },
    },
    parameters: [toEvent(false), HOW_MANY],
    ...EVENT_OUTPUT,
  },
]

const UNIVERSAL: AppModule = {
  id: 'makeApiCall',
  metadata: {
    label: 'Make an API Call',
    description: 'Sends any request to the deployment.',
    connection: 'latchkey',
    moduleType: 'universal',
  },
  communication: {
    url: '{{parameters.url}}',
    method: '{{parameters.method}}',
    headers: { '{{...}}': "{{toCollection(parameters.headers, 'key', 'value')}}" },
    qs: { '{{...}}': "{{toCollection(parameters.qs, 'key', 'value')}}" },
    body: '{{parameters.body}}',
    type: 'text',
    response: { output: { body: '{{body}}', headers: '{{headers}}', statusCode: '{{statusCode}}' } },
  },
  parameters: [
    {
      name: 'url',
      label: 'URL',
      help: 'A path of the deployment, such as /api/v1/doctor.',
      type: 'text',
      required: true,
    },
    {
      name: 'method',
      label: 'Method',
      type: 'select',
      required: true,
      default: 'GET',
      options: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ label: value, value })),
    },
    pairs('headers', 'Headers', [{ key: 'Content-Type', value: 'application/json' }]),
    pairs('qs', 'Query String', []),
    { name: 'body', label: 'Body', type: 'any' },
  ],
  interface: [
    { name: 'body', label: 'Body', type: 'any' },
    { name: 'headers', label: 'Headers', type: 'collection' },
    { name: 'statusCode', label: 'Status Code', type: 'number' },
  ],
  sample: { body: { ok: true }, headers: {}, statusCode: 200 },
}

function pairs(name: string, label: string, initial: Json): Json {
  const text = (key: string, title: string) => ({ name: key, label: title, type: 'text' })
  return { name, label, type: 'array', default: initial, spec: [text('key', 'Key'), text('value', 'Value')] }
}

function toProcedure({ operations }: Catalogue, { label, operation, input, names, value }: List): Procedure {
  const found = operations.find(({ id }) => id === operation)
  if (!found) throw new Error(`${operation} is no operation`)
  const { accounts, method, path, items = '' } = found
  const headers = { ...found.headers, ...(accounts.length > 0 && ACCOUNT_HEADER) }
  const name = names.map((field) => `item.${field}`).join(" + ', ' + ")
  return {
    label,
    url: path,
    method,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(method === 'GET' ? { qs: input as Json } : { body: input as Json }),
    response: {
      iterate: `{{body.${items}}}`,
      limit: 500,
      output: { label: `{{ifempty(${name}, item.${value})}}`, value: `{{item.${value}}}` },
    },
  }
}

/** The accounts that the key opens, for each set of products whose accounts an operation takes. */
function toAccountProcedures({ operations }: Catalogue): [id: string, Procedure][] {
  const sets = new Map(operations.map(({ accounts }) => [accounts.join(' '), accounts]))
  return [...sets.values()]
    .filter((products) => products.length > 0)
    .map((products) => [
      toAccountsId(products),
      {
        label: 'Accounts',
        url: '/api/v1/accounts',
        method: 'GET',
        response: {
          iterate: {
            container: '{{body.accounts}}',
            condition: `{{contains(split('${products.join(' ')}', ' '), join(slice(split(item.account, ':'), 0, 1), ''))}}`,
          },
          output: {
            label: "{{if(item.identity, item.account + ', ' + item.identity, item.account)}}",
            value: '{{item.account}}',
          },
        },
      },
    ])
}

/** Make's types of what a person fills in for a column. */
const COLUMN_TYPES = {
  line: 'text',
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  choice: 'text',
  list: 'array',
}

/** The columns of the chosen table, as parameters. */
function toColumns({ columnKinds }: Catalogue): Procedure {
  const cases = Object.entries(columnKinds).map(
    ([type, kind]) => `'${type}', '${COLUMN_TYPES[kind as keyof typeof COLUMN_TYPES]}'`,
  )
  return {
    label: 'Columns',
    url: '/api/v2/workspace/data-source/{{encodeURL(parameters.data_source_id)}}/schema',
    encodeUrl: false,
    method: 'GET',
    headers: ACCOUNT_HEADER,
    response: {
      iterate: {
        container: '{{body.properties}}',
        condition: `{{contains(split('${Object.keys(columnKinds).join(' ')}', ' '), item.type)}}`,
      },
      output: {
        name: '{{item.name}}',
        label: '{{item.name}}',
        type: `{{switch(item.type, ${cases.join(', ')})}}`,
        spec: { type: 'text' },
        help: "{{if(item.options, 'One of: ' + join(item.options, ', '), undefined)}}",
      },
    },
  }
}
