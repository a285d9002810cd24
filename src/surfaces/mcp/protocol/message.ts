import { isObject } from '../../../base/json-object.ts'

/** JSON-RPC 2.0 as MCP restricts it: ids are not null, and params are named. */
export interface RpcRequest {
  id: string | number
  method: string
  params?: Params
}

export type Params = Readonly<Record<string, unknown>>

/** Error codes of JSON-RPC, followed by those of MCP. */
export const CODES = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  parse: -32700,
  refused: -32000,
  /** Of the 2025 revisions. 2026-07-28 has `invalidParams` for it. */
  resourceNotFound: -32002,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedRevision: -32022,
} as const

/** An error response to a message, with the HTTP status of a response that contains only this error. */
export class RpcError extends Error {
  readonly code: number
  readonly status: number
  readonly data: unknown

  constructor(code: number, message: string, { status = 200, data }: { status?: number; data?: unknown } = {}) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
  }
}

/** The text of a response. `result` is the text of a JSON object, so that existing JSON is not parsed again. */
export const resultText = (id: RpcRequest['id'], result: string) =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`

export function errorText(id: RpcRequest['id'] | null, { code, message, data }: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } })
}

/** The id for the response to a message that may not be a valid request. */
export function getId(message: unknown): RpcRequest['id'] | null {
  if (!isObject(message) || typeof message.method !== 'string') return null
  return typeof message.id === 'string' || typeof message.id === 'number' ? message.id : null
}

export type Kind = 'request' | 'notification' | 'response'

/** The JSON-RPC kind of a value. Undefined for anything but a message. Members of another kind are not allowed. */
export function parseKind(value: unknown): Kind | undefined {
  if (!isObject(value) || value.jsonrpc !== '2.0') return undefined
  const has = (...names: string[]) => Object.keys(value).every((name) => name === 'jsonrpc' || names.includes(name))
  if (typeof value.method === 'string' && isParams(value.params)) {
    if (isId(value.id) && has('id', 'method', 'params')) return 'request'
    return has('method', 'params') ? 'notification' : undefined
  }
  if (isId(value.id) && isObject(value.result) && has('id', 'result')) return 'response'
  return (value.id === undefined || isId(value.id)) && isError(value.error) && has('id', 'error')
    ? 'response'
    : undefined
}

export const isRequest = (value: unknown): value is RpcRequest => parseKind(value) === 'request'

const isId = (value: unknown) => typeof value === 'string' || Number.isSafeInteger(value)

const isError = (value: unknown) =>
  isObject(value) && Number.isSafeInteger(value.code) && typeof value.message === 'string'

function isParams(params: unknown): boolean {
  if (params === undefined) return true
  if (!isObject(params)) return false
  const { _meta: meta } = params
  return meta === undefined || (isObject(meta) && (meta.progressToken === undefined || isId(meta.progressToken)))
}
