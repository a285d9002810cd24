import { CODES, errorText, RpcError, type RpcRequest } from './message.ts'

/** An HTTP response of the endpoint. Its other headers are those of every response. */
export interface McpAnswer {
  status: number
  /** JSON text unless `type` says otherwise. */
  body: string | ReadableStream<Uint8Array> | null
  type?: 'text/event-stream'
}

/** A response with only an error. */
export const refusal = (error: RpcError, id: RpcRequest['id'] | null): McpAnswer => ({
  status: error.status,
  body: errorText(id, error),
})

/** The protocol has one content type, while the routes of the contract accept JSON of any type. */
export function checkType(headers: Headers): void {
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/json')
    throw new RpcError(CODES.refused, 'Unsupported Media Type: Content-Type must be application/json', { status: 415 })
}
