import { ERROR_CODES, GatewayError, getErrorCode } from '../base/errors.ts'
import { type Area, PRODUCTS } from '../base/groups.ts'
import { SECRET_KINDS } from '../base/misplaced.ts'
import { failureBody, SUCCESS } from '../gateway/http/envelope.ts'
import type { Operation } from '../gateway/operation-type.ts'
import { findBatch, type JsonSchema, namedSchema } from './json-schema.ts'
import { getOutput } from './registered.ts'

/** The meaning of each error status, with an example message. */
const FAILURES = {
  400: ['The input is not valid, or the licence does not open this', 'limit: must be an integer'],
  401: ['The API key is missing or wrong, or the credential of the account was refused', 'X-API-KEY is not valid'],
  402: ['The quota of the account is used up', 'the quota of the account is used up'],
  403: [
    'The key or the licence does not open this, or the service forbids it',
    'this API key does not open the $ group',
  ],
  404: ['There is nothing of this name', 'not found'],
  409: ['Not ready yet, or in conflict with what exists', 'the $ service is still preparing this: try again later'],
  410: ['The link was used or has ended', 'this link has ended: ask for another one'],
  413: ['The body is too large', 'body: is larger than 1048576 bytes'],
  415: ['The body is not declared as JSON', 'Content-Type: must be application/json'],
  429: ['Too many requests for the service', 'the $ service answered 429'],
  500: [
    'The deployment lacks a setting, which is named, or the gateway failed',
    'API_KEY is not set on this deployment',
  ],
  502: ['The service failed or answered in a way that cannot be used', 'the $ service answered 500'],
  503: [
    'What keeps a request from being made twice cannot be reached, and nothing was sent',
    'Idempotency-Key: its record cannot be opened at the moment, and nothing was sent: send the same request again',
  ],
  504: ['The service did not answer in time', 'the $ service did not answer in time'],
  default: ['Any other failure; what the service answers with a status of its own', 'the $ service answered 418'],
} as const

type Status = keyof typeof FAILURES

/** The meaning of 409 in each group. */
const CONFLICTS: Record<Area, string> = {
  recorder: 'What was asked for is not ready yet, or a tag of this name exists',
  notes: 'Not ready yet, or in conflict with what exists',
  workspace: 'Somebody else changed the same at the same time, or is still writing: send it again',
  shop: 'Another request with this Idempotency-Key is still running',
  payment: 'The bill id belongs to another bill, or another request with this Idempotency-Key is still running',
  video: 'The video is live, has not started, or has just ended: there is no transcript yet',
  social:
    'Images or videos are still being prepared, the service does not know a post of a moment ago yet, or another request publishes the same post: send the same again in a minute',
  events: 'There are as many subscriptions as may be',
  gateway: 'Not ready yet, or in conflict with what exists',
  admin: 'In conflict with what exists: the message says what to do first',
}

/** The statuses that may include `Retry-After`. */
const WAITING: ReadonlySet<Status> = new Set([409, 429, 503])

/** The error statuses of an operation. An operation without a key calls no service. A service may cause any error. */
function getStatuses({ id, access, input }: Operation): Status[] {
  const { json, header } = input()
  const keyed = access !== 'open'
  const when = (applies: unknown, ...statuses: Status[]) => (applies ? statuses : [])
  return [
    ...when(true, 400),
    ...when(keyed, 401, 402, 403, 404, 409),
    ...when(json, 413, 415),
    ...when(keyed, 429),
    ...when(true, 500),
    ...when(keyed, 502),
    ...when(header?.shape['Idempotency-Key'] ?? REPORTED[id]?.includes(503), 503),
    ...when(keyed, 504),
    'default',
  ]
}

/**
 * The statuses with which an operation returns its report instead of the error envelope.
 */
const REPORTED: Readonly<Record<string, readonly Status[]>> = {
  recorder_doctor: [401, 502],
  gateway_doctor: [503],
}

function isBatch(operation: Operation): boolean {
  const output = getOutput(operation)
  return output !== undefined && findBatch(output) !== undefined
}

/** The failures that come before anything is sent to a service say nothing of the things of a request. */
const UNSENT: ReadonlySet<Status> = new Set([413, 415, 500, 503])

const schemaName = (group: Area) => `${group}-failure`
const batchName = ({ id }: Operation) => `${id}-failure`
const toRef = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const failureSchema = (group: Area) => toRef(schemaName(group))
const responseName = (group: Area, status: Status) => `${group}-${status}`

/** The error responses of an operation by status: references to shared ones, unless it returns its report. */
export function getFailures(operation: Operation, output: unknown): Record<string, unknown> {
  const { id, group } = operation
  return Object.fromEntries(
    getStatuses(operation).map((status) => [
      status,
      REPORTED[id]?.includes(status)
        ? response(group, status, { anyOf: [failureSchema(group), output] })
        : isBatch(operation) && !UNSENT.has(status)
          ? response(group, status, toRef(batchName(operation)))
          : { $ref: `#/components/responses/${responseName(group, status)}` },
    ]),
  )
}

/** The components that `getFailures` refers to, for all these operations. */
export function failureComponents(operations: readonly Operation[]) {
  const responses: Record<string, unknown> = {}
  const schemas: Record<string, unknown> = {}
  for (const operation of operations) {
    const { id, group } = operation
    schemas[schemaName(group)] ??= envelope(group)
    if (isBatch(operation)) schemas[batchName(operation)] = batchEnvelope(operation)
    for (const status of getStatuses(operation)) {
      if (!REPORTED[id]?.includes(status))
        responses[responseName(group, status)] ??= response(group, status, failureSchema(group))
    }
  }
  return { schemas, responses }
}

function response(group: Area, status: Status, schema: unknown) {
  const [general, message] = FAILURES[status]
  return {
    description: status === 409 ? CONFLICTS[group] : general,
    headers: headers(['X-Request-Id', 'X-Error-Code', 'Link', ...(WAITING.has(status) ? ['Retry-After'] : [])]),
    content: {
      'application/json': { schema, example: failureBody(group, message.replace('$', group), codeFor(status)) },
    },
  }
}

/** The code of an example. A status that only a service returns is its failure. */
const codeFor = (status: Status) =>
  status === 'default' ? 'product_failed' : getErrorCode(new GatewayError(status, '').reason, status)

export const headers = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

export const CODE_SCHEMA = { type: 'string', enum: [...new Set<string>(Object.values(ERROR_CODES))] }

/** The fields of all failures. A body without a code has it in X-Error-Code. */
export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'How a request fails',
  properties: {
    error: { type: 'string', description: 'What is wrong and what to do' },
    code: { ...CODE_SCHEMA, description: 'Which kind of failure it is, as in X-Error-Code' },
  },
  required: ['error'],
}

const FIELDS: Readonly<Record<string, unknown>> = {
  parameters: {
    type: 'object',
    description: 'What the message names, for a page that words the code itself: the invalid fields, the account ...',
    properties: {
      fields: { type: 'array', items: { type: 'string' }, description: 'The invalid fields of the request' },
      account: { type: 'string', description: 'The account' },
      link: { type: 'string', enum: ['used', 'ended', 'spent', 'wrong'], description: 'Why the link does not work' },
      setting: { type: 'string', description: 'The setting that is missing or invalid' },
      secret: { type: 'string', enum: SECRET_KINDS, description: 'What was pasted into the wrong place' },
      belongs_to: { type: 'string', enum: PRODUCTS, description: 'The account that it belongs to' },
    },
  },
}

/**
 * The error envelope of a write of several things: with the outcome of each, unless the request itself was wrong. It
 * has the fields of a success.
 */
function batchEnvelope(operation: Operation) {
  const { group } = operation
  const output = getOutput(operation)
  const { properties: answer = {} } = output ? namedSchema(output, 'output') : {}
  const { properties, ...rest } = envelope(group)
  const report = Object.entries(answer).flatMap(([name, schema]) => {
    if (name in SUCCESS[group] || name === 'error' || (name in properties && name !== 'result')) return []
    return [[name, name in properties ? { anyOf: [schema, { type: 'null' }] } : schema] as const]
  })
  return { ...rest, properties: { ...properties, ...Object.fromEntries(report) } }
}

/** The schema of a group's error envelope, derived from an envelope. */
function envelope(group: Area) {
  const body = failureBody(group, '', 'internal_error')
  const own = Object.entries(body).filter(([name]) => !(name in (ERROR_SCHEMA.properties ?? {})))
  const properties = own.map(([name, value]) => [
    name,
    FIELDS[name] ?? { type: value === null ? 'null' : typeof value, const: value, description: `Always ${value}` },
  ])
  return {
    type: 'object',
    description: `How the ${group} group fails`,
    allOf: [toRef('Error')],
    properties: Object.fromEntries(properties),
    required: Object.keys(body),
  }
}
