import * as z from 'zod/mini'
import { GatewayError } from '../../../base/errors.ts'
import { EVENT_TYPES, type EventType, TYPES } from '../../../base/event-types.ts'
import { isFiltered, type McpSelection } from '../../../base/events.ts'
import { isObject } from '../../../base/json-object.ts'
import { lazy } from '../../../base/lazy.ts'
import { askEvents, reachEvents, toMcpKeyRef } from '../../../gateway/events/events.ts'
import { filter } from '../../../gateway/events/subscription.schemas.ts'
import { checkTypes, endpoint } from '../../../gateway/http/endpoint.ts'
import { sortedJson } from '../../../gateway/idempotency/record.ts'
import { givenTypes } from '../../../groups/events/given-types.ts'
import { CODES, type Params, RpcError } from './message.ts'
import { invalid, type McpRequest, type Method } from './method.ts'

/**
 * The extension `io.modelcontextprotocol/events` (SEP-3415; docs/agents.md has what is known of it). Loaded at the first
 * such request, because few clients have the right to events.
 */

/** How long a client waits before it polls again, in milliseconds. */
const NEXT_POLL_MS = 60_000
const MOST_POLLED = 100
const DEFAULT_POLLED = 50

const notFound = (kind: 'event' | 'subscription') => new RpcError(CODES.notFound, 'NotFound', { data: { kind } })

/** Throws `RpcError`. A message of the gateway is more useful to a person than the name of the code. */
function toRpcError(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error
  const { status, message } = error
  if (status === 400) throw invalid(message)
  if (status === 403) throw new RpcError(CODES.forbidden, 'Forbidden', { data: { reason: message } })
  if (status === 409 || status === 429) {
    const limit = status === 409 ? 'subscriptions' : 'challenges'
    throw new RpcError(CODES.resourceExhausted, 'ResourceExhausted', { data: { limit, reason: message } })
  }
  throw error
}

const OBJECT = { type: 'object' } as const

/** The arguments of a type as JSON Schema. */
const getInputSchema = (type: EventType) =>
  isFiltered(type)
    ? {
        ...OBJECT,
        properties: {
          data_source_id: { type: 'string', description: 'Only rows of this table: its data source id, a UUID' },
          properties: {
            type: 'array',
            items: { type: 'string' },
            description: 'Only where one of these properties changed, by name; a new page always counts',
          },
        },
      }
    : { ...OBJECT, properties: {} }

/** Which fields an event has is known, but not which of them may be null. */
const getPayloadSchema = (example: Readonly<Record<string, unknown>>) => ({
  ...OBJECT,
  properties: Object.fromEntries(Object.keys(example).map((name) => [name, {}])),
  examples: [example],
})

/** Throws 403 for a type that the caller or the address does not open. */
function checkType({ caller, choice }: McpRequest, type: EventType): void {
  checkTypes(caller, [type])
  const group = EVENT_TYPES[type]
  if (group !== null && !choice.groups.has(group))
    throw new GatewayError(403, `${type} is not in the groups of this address`, { reason: 'refused scope' })
}

const isOpen = (request: McpRequest, type: EventType): boolean => {
  try {
    checkType(request, type)
    return type !== 'latchkey.test'
  } catch {
    return false
  }
}

const list: Method = async ({ cursor }, request) => {
  if (cursor !== undefined && cursor !== null) throw invalid('cursor: there is only one page')
  const { caller } = request
  const delivery = caller.eventHosts?.length ? ['webhook', 'poll'] : ['poll']
  const given = await givenTypes({ ...request.c.get('state'), caller })
  const events = given
    .filter(({ type }) => isOpen(request, type))
    .map(({ type, description, example }) => ({
      ...{ name: type, description, delivery },
      ...{ inputSchema: getInputSchema(type), payloadSchema: getPayloadSchema(example) },
    }))
  return JSON.stringify({ events })
}

/** Throws `RpcError` for an unknown type, invalid arguments, and a type that the caller does not open. */
function getSelection(request: McpRequest, { name, arguments: args = {} }: Params): McpSelection {
  if (typeof name !== 'string') throw invalid('name must be a text')
  if (!isObject(args)) throw invalid('arguments must be an object')
  const type = TYPES.find((known) => known === name)
  if (!type || type === 'latchkey.test') throw notFound('event')
  checkType(request, type)
  const parsed = isFiltered(type) ? filter().safeParse(args) : z.strictObject({}).safeParse(args)
  const [issue] = parsed.error?.issues ?? []
  if (issue) throw invalid(`${['arguments', ...issue.path].join('.')}: ${issue.message}`)
  const limits = Object.keys(args).length > 0 ? (parsed.data ?? null) : null
  return { type, filter: limits, args: sortedJson(args) }
}

const position = () => ({
  cursor: z.optional(z.nullable(z.string().check(z.maxLength(512)))),
  maxAgeMs: z.optional(z.nullable(z.int().check(z.gte(0)))),
})

const pollParams = lazy(() => z.object({ ...position(), maxEvents: z.optional(z.nullable(z.int().check(z.gte(1)))) }))
const target = () => z.string().check(z.minLength(1), z.maxLength(2048))
const subscribeParams = lazy(() =>
  z.object({
    ...position(),
    ttlMs: z.optional(z.nullable(z.int().check(z.gte(1)))),
    delivery: z.object({ mode: z.optional(z.string()), url: target(), secret: z.string() }),
  }),
)
const unsubscribeParams = lazy(() => z.object({ delivery: z.object({ url: target() }) }))

function parse<Value>(schema: z.ZodMiniType<Value>, params: Params): Value {
  const parsed = schema.safeParse(params)
  if (parsed.success) return parsed.data
  const [{ path = [], message = '' } = {}] = parsed.error.issues
  throw invalid(`${path.join('.')}: ${message}`)
}

const poll: Method = async (params, request) => {
  const { cursor = null, maxAgeMs, maxEvents } = parse(pollParams(), params)
  const selection = getSelection(request, params)
  const limit = Math.min(maxEvents ?? DEFAULT_POLLED, MOST_POLLED)
  const { settings } = request.c.get('state')
  const polled = await askEvents(settings, (events) =>
    events.mcpPoll(request.caller.groups ?? null, selection, { cursor, maxAgeMs: maxAgeMs ?? undefined, limit }),
  )
  const events = polled.events.map(({ id, type, timestamp, data }) => ({ eventId: id, name: type, timestamp, data }))
  return JSON.stringify({ ...polled, events, nextPollMs: NEXT_POLL_MS })
}

/** Standard Webhooks: 24 to 64 bytes. */
const LEAST_SECRET = 24
const MOST_SECRET = 64

/** Throws `RpcError`. The value is never repeated. */
function checkSecret(secret: string): void {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  let bytes = 0
  try {
    bytes = atob(base64).length
  } catch {}
  if (bytes < LEAST_SECRET || bytes > MOST_SECRET)
    throw invalid(`delivery.secret: must be whsec_ and ${LEAST_SECRET} to ${MOST_SECRET} bytes in base64`)
}

/** The endpoint. Throws 400 for a private one, and 403 for a host that the owner has not allowed. */
function getEndpoint({ c, caller: { eventHosts = [] } }: McpRequest, url: string): string {
  const href = endpoint(url, c.req.url)
  const { host } = new URL(href)
  if (eventHosts.includes(host)) return href
  const allowed = eventHosts.join(', ') || 'no host'
  throw new GatewayError(403, `the owner of this gateway lets events be sent to ${allowed}, not to ${host}`, {
    reason: 'refused scope',
  })
}

const subscribe: Method = async (params, request) => {
  const { cursor = null, maxAgeMs, ttlMs, delivery } = parse(subscribeParams(), params)
  const { mode = 'webhook', url, secret } = delivery
  if (mode !== 'webhook')
    throw new RpcError(CODES.unsupported, 'Unsupported', { data: { feature: 'deliveryMode', value: mode } })
  checkSecret(secret)
  const selection = getSelection(request, params)
  const wanted = {
    ...selection,
    url: getEndpoint(request, url),
    secret,
    cursor,
    ttlMs,
    maxAgeMs: maxAgeMs ?? undefined,
  }
  const state = request.c.get('state')
  const subscribed = await askEvents(state.settings, (events) =>
    events.mcpSubscribe(toMcpKeyRef(request.caller), wanted),
  )
  if ('fault' in subscribed)
    throw new RpcError(CODES.callbackEndpoint, 'CallbackEndpointError', { data: { reason: subscribed.fault } })
  audit(request, 'subscribe')
  state.target = subscribed.id
  return JSON.stringify(subscribed)
}

const unsubscribe: Method = async (params, request) => {
  const { delivery } = parse(unsubscribeParams(), params)
  const selection = getSelection(request, params)
  const url = endpoint(delivery.url, request.c.req.url)
  const { id } = toMcpKeyRef(request.caller)
  const { settings } = request.c.get('state')
  if (!(await reachEvents(settings, (events) => events.mcpUnsubscribe(id, url, selection))))
    throw notFound('subscription')
  audit(request, 'unsubscribe')
  return '{}'
}

/** These are no operations, and are recorded like them anyway. */
function audit({ c }: McpRequest, what: 'subscribe' | 'unsubscribe'): void {
  c.get('state').action = `mcp_events_${what}`
}

const methods: Readonly<Record<string, Method>> = {
  'events/list': list,
  'events/poll': poll,
  'events/subscribe': subscribe,
  'events/unsubscribe': unsubscribe,
}

/** The method of this name, with the extension's errors. */
export function eventMethod(name: string): Method | undefined {
  const run = Object.hasOwn(methods, name) ? methods[name] : undefined
  return run && ((params, request) => run(params, request).catch(toRpcError))
}
