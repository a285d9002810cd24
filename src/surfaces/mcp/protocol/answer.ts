import { CODES, errorText, RpcError, type RpcRequest } from './message.ts'

/** An HTTP answer of the endpoint, whose other headers are those of every answer. */
export interface McpAnswer {
  status: number
  /** JSON text unless `type` is another. */
  body: string | null
  type?: 'text/event-stream'
}

/** The answer that holds an error alone. */
export const refusal = (error: RpcError, id: RpcRequest['id'] | null): McpAnswer => ({
  status: error.status,
  body: errorText(id, error),
})

/** The protocol knows one type of body, where the routes of the contract take JSON of any type. */
export function checkType(headers: Headers): void {
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/json')
    throw new RpcError(CODES.refused, 'Unsupported Media Type: Content-Type must be application/json', { status: 415 })
}
