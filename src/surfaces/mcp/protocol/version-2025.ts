import { isObject, member } from '../../../base/json-object.ts'
import { checkType, type McpAnswer, refusal } from './answer.ts'
import { CODES, errorText, isRequest, RpcError, type RpcRequest, resultText } from './message.ts'
import { invalid, type McpRequest, type Method } from './method.ts'
import { CAPABILITIES, publicRpcError, type Served, toIdentity } from './methods.ts'
import { REVISIONS } from './revisions.ts'

/** Responds to one message or a batch, in JSON. There are no sessions: each request is self-contained. */
export async function serve2025(request: McpRequest, served: Served): Promise<McpAnswer> {
  const { message } = request
  const { headers } = request.c.req.raw
  const messages: readonly unknown[] = Array.isArray(message) ? message : [message]
  try {
    checkAccept(headers)
    checkType(headers)
    checkHandshake(messages, headers)
  } catch (error) {
    return refusal(publicRpcError(error, request), null)
  }
  const all: Readonly<Record<string, Method>> = { ...served.methods, initialize: initialize(served), ping }
  const answers = await Promise.all(messages.filter(isRequest).map((one) => answer(one, request, all)))
  const [first = null] = answers
  if (first === null) return { status: 202, body: null }
  return { status: 200, body: answers.length > 1 ? `[${answers.join(',')}]` : first }
}

async function answer(
  { id, method, params = {} }: RpcRequest,
  request: McpRequest,
  methods: Readonly<Record<string, Method>>,
): Promise<string> {
  try {
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!run) throw new RpcError(CODES.methodNotFound, 'Method not found')
    return resultText(id, await run(params, request))
  } catch (error) {
    return errorText(id, publicRpcError(error, request))
  }
}

const initialize =
  ({ instructionsFor }: Served): Method =>
  async (params, request) => {
    if (!isHandshake(params)) throw invalid('protocolVersion, capabilities and clientInfo are required')
    return JSON.stringify({
      protocolVersion: REVISIONS.find((revision) => revision === params.protocolVersion) ?? REVISIONS[0],
      capabilities: CAPABILITIES,
      serverInfo: toIdentity(request),
      instructions: await instructionsFor(request),
    })
  }

const ping: Method = async () => '{}'

const isHandshake = ({ protocolVersion, capabilities, clientInfo }: Readonly<Record<string, unknown>>) =>
  typeof protocolVersion === 'string' &&
  isObject(capabilities) &&
  typeof member(clientInfo, 'name') === 'string' &&
  typeof member(clientInfo, 'version') === 'string'

/** Both types are required, because the protocol lets the server choose between them. */
function checkAccept(headers: Headers): void {
  const accept = headers.get('Accept') ?? ''
  if (!accept.includes('application/json') || !accept.includes('text/event-stream'))
    throw new RpcError(
      CODES.refused,
      'Not Acceptable: Client must accept both application/json and text/event-stream',
      { status: 406 },
    )
}

/** A handshake must not be in a batch. Any other message names a known revision, or none. */
function checkHandshake(messages: readonly unknown[], headers: Headers): void {
  if (messages.some((one) => isRequest(one) && one.method === 'initialize' && isHandshake(one.params ?? {}))) {
    if (messages.length === 1) return
    throw new RpcError(CODES.invalidRequest, 'Invalid Request: Only one initialization request is allowed', {
      status: 400,
    })
  }
  const named = headers.get('MCP-Protocol-Version')
  if (named === null || REVISIONS.some((revision) => revision === named)) return
  const known = REVISIONS.join(', ')
  throw new RpcError(
    CODES.refused,
    `Bad Request: Unsupported protocol version: ${named} (supported versions: ${known})`,
    { status: 400 },
  )
}
