import { isObject, member } from '../../../base/json-object.ts'
import { badEnvelope, getClaim, getValidationErrors, isStandalone, KEYS, mismatch } from '../protocol/envelope.ts'
import { CODES, parseKind, RpcError, type RpcRequest } from '../protocol/message.ts'

/** The protocol revision of a message. */
export type Route =
  | { era: '2025' }
  | { era: '2026'; kind: 'request' | 'notification'; message: RpcRequest; revision: string }

const EARLIER: Route = { era: '2025' }

/**
 * Determined by the body: a message with the revision in `_meta` uses 2026-07-28 or later, and its headers must agree.
 * Throws `RpcError` for an invalid or contradictory message.
 */
export function parseRoute(body: unknown, headers: Headers): Route {
  if (Array.isArray(body)) return routeOfBatch(body)
  const kind = parseKind(body)
  if (kind === 'response') return EARLIER
  if (kind === 'request') return routeOfRequest(body as RpcRequest, headers)
  if (kind === 'notification') return routeOfNotification(body as RpcRequest, headers)
  throw noMessage('the request body is not a valid JSON-RPC message')
}

const noMessage = (what: string) => new RpcError(CODES.invalidRequest, `Bad Request: ${what}`, { status: 400 })

function routeOfBatch(batch: readonly unknown[]): Route {
  if (batch.length === 0) throw noMessage('empty JSON-RPC batch')
  for (const element of batch) {
    const params = member(element, 'params')
    if (isObject(params) && getClaim(params))
      throw noMessage('JSON-RPC batches may not contain requests for protocol revision 2026-07-28 or later')
    if (!parseKind(element)) throw noMessage('JSON-RPC batch contains an invalid message')
  }
  return EARLIER
}

function routeOfRequest(message: RpcRequest, headers: Headers): Route {
  const { method, params } = message
  const named = headers.get('MCP-Protocol-Version')
  const claim = getClaim(params)
  const claimed = member(claim, KEYS.revision)
  const errors = claim === undefined ? [] : getValidationErrors(claim)
  if (method === 'initialize' && !(typeof claimed === 'string' && isStandalone(claimed) && errors.length === 0)) {
    if (!isStandalone(named)) return EARLIER
    throw mismatch(
      named ?? '',
      'an initialize request (legacy handshake) was sent with a modern MCP-Protocol-Version header',
    )
  }
  if (claim !== undefined) {
    const [validationError] = errors
    if (validationError) throw badEnvelope(validationError)
    const revision = String(claimed)
    checkRevision('body', named, revision)
    checkMethod('body', headers, method)
    return { era: '2026', kind: 'request', message, revision }
  }
  if (!isStandalone(named)) return EARLIER
  const meta = member(params, '_meta')
  const lacking = getValidationErrors(meta ?? {}).filter(({ problem }) => problem === 'missing')
  const missing = meta === undefined ? ['_meta'] : lacking.map(({ key }) => key)
  throw new RpcError(
    CODES.invalidParams,
    `Invalid params: the MCP-Protocol-Version header names protocol revision ${named}, but the request is missing the required per-request envelope key(s): ${missing.join(', ')}`,
    { status: 400, data: { envelope: { missing } } },
  )
}

/** A notification needs no complete envelope. It is accepted without a response. */
function routeOfNotification(message: RpcRequest, headers: Headers): Route {
  const { method, params } = message
  const named = headers.get('MCP-Protocol-Version')
  const claim = getClaim(params)
  if (claim === undefined) {
    if (named === null || !isStandalone(named)) return EARLIER
    checkMethod('notification body', headers, method)
    return { era: '2026', kind: 'notification', message, revision: named }
  }
  const revision = member(claim, KEYS.revision)
  if (typeof revision !== 'string') {
    const validationError = getValidationErrors(claim).find(({ key }) => key === KEYS.revision)
    throw badEnvelope(validationError ?? { key: KEYS.revision, problem: 'expected a protocol version string' })
  }
  checkRevision('notification', named, revision)
  if (isStandalone(revision)) checkMethod('notification body', headers, method)
  return { era: '2026', kind: 'notification', message, revision }
}

function checkRevision(what: string, named: string | null, revision: string): void {
  if (named !== null && named !== revision)
    throw mismatch(
      named,
      `the ${what} envelope names protocol version ${revision} but the MCP-Protocol-Version header names ${named}`,
    )
}

function checkMethod(what: string, headers: Headers, method: string): void {
  const named = headers.get('Mcp-Method')
  if (named !== null && named !== method)
    throw mismatch(named, `the ${what} names method ${method} but the Mcp-Method header names ${named}`)
}
