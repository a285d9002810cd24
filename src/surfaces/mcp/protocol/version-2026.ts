import * as z from 'zod/mini'
import { member } from '../../../base/json-object.ts'
import { lazy } from '../../../base/lazy.ts'
import { missingCapability, takesTasks } from '../tasks/capability.ts'
import type { Route } from '../tools/route.ts'
import { checkType, type McpAnswer, refusal } from './answer.ts'
import { KEYS } from './envelope.ts'
import { CODES, RpcError, type RpcRequest, resultText } from './message.ts'
import type { McpRequest, Method } from './method.ts'
import { MODERN_CAPABILITIES, publicRpcError, type Served, toIdentity } from './methods.ts'
import { REVISION } from './revisions.ts'
import { checkHeaders } from './version-2026-headers.ts'

/** Responds to one message of the revision 2026-07-28. */
export async function serve2026(
  { kind, message, revision }: Route & { era: '2026' },
  request: McpRequest,
  served: Served,
): Promise<McpAnswer> {
  const { headers } = request.c.req.raw
  checkType(headers)
  if (revision !== REVISION) {
    throw new RpcError(CODES.unsupportedRevision, `Unsupported protocol version: ${revision}`, {
      status: 400,
      data: { supported: [REVISION], requested: revision },
    })
  }
  if (kind === 'notification') return { status: 202, body: null }
  checkHeaders(headers, message)
  if (message.method === 'subscriptions/listen') return listen(message, request)

  const { id, method, params = {} } = message
  const all: Readonly<Record<string, Method>> = {
    ...served.methods,
    ...served.extensions,
    'server/discover': discover(served),
  }
  const run = Object.hasOwn(all, method) ? all[method] : undefined
  if (!run) throw new RpcError(CODES.methodNotFound, 'Method not found', { status: 404 })
  try {
    const result = await run(params, request)
    const isComplete = !result.startsWith(INPUT_REQUIRED)
    const more = {
      ...(isComplete && { resultType: 'complete' }),
      ...(CACHEABLE.has(method) && NOT_CACHED),
      _meta: metaFor(request),
    }
    const start = result === '{}' ? '{' : `${result.slice(0, -1)},`
    return { status: 200, body: resultText(id, start + JSON.stringify(more).slice(1)) }
  } catch (error) {
    return refusal(inThisRevision(publicRpcError(error, request)), id)
  }
}

/** This revision has no code of its own for an unknown resource. */
const inThisRevision = ({ code, message, status, data }: RpcError) =>
  new RpcError(code === CODES.resourceNotFound ? CODES.invalidParams : code, message, { status, data })

/** How a result starts that asks the user of the client (tools/ask-person.ts). */
const INPUT_REQUIRED = '{"resultType"'

/**
 * The methods whose results must say how long a client may cache them: not at all, because they depend on the key and
 * the headers.
 */
const CACHEABLE: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'skills/list',
  'skills/get',
])
const NOT_CACHED = { ttlMs: 0, cacheScope: 'private' }

const metaFor = (request: McpRequest) => ({ [KEYS.server]: toIdentity(request) })

const discover =
  ({ instructionsFor }: Served): Method =>
  async (_, request) =>
    JSON.stringify({
      supportedVersions: [REVISION],
      capabilities: MODERN_CAPABILITIES,
      instructions: await instructionsFor(request),
    })

const filter = lazy(() =>
  z.object({
    toolsListChanged: z.optional(z.boolean()),
    promptsListChanged: z.optional(z.boolean()),
    resourcesListChanged: z.optional(z.boolean()),
    resourceSubscriptions: z.optional(z.array(z.string())),
    taskIds: z.optional(z.array(z.string())),
  }),
)

/** A stream that ends at once, because nothing that could be subscribed to ever changes. */
function listen({ id, params }: RpcRequest, request: McpRequest): McpAnswer {
  const { success, data } = filter().safeParse(member(params, 'notifications'))
  if (!success) {
    const message = "Invalid params: 'notifications' is required and must be a valid SubscriptionFilter"
    return refusal(new RpcError(CODES.invalidParams, message), id)
  }
  if (data.taskIds !== undefined && !takesTasks(params)) return refusal(missingCapability(), id)
  const subscription = { [KEYS.subscription]: id }
  const acknowledged = JSON.stringify({
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications: {}, _meta: subscription },
  })
  const ended = resultText(
    id,
    JSON.stringify({ resultType: 'complete', _meta: { ...subscription, ...metaFor(request) } }),
  )
  const frames = [acknowledged, ended].map((data) => `event: message\ndata: ${data}\n\n`)
  return { status: 200, body: frames.join(''), type: 'text/event-stream' }
}
