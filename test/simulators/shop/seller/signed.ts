import { hmac } from '../../rest.ts'
import { SELLER_ACCESS_KEY, SELLER_SECRET_KEY, SELLER_VENDOR_ID } from './signature.ts'

export const SELLER = 'https://api-gateway.coupang.com'
export const ORDERSHEETS = `/v2/providers/openapi/apis/api/v5/vendors/${SELLER_VENDOR_ID}/ordersheets`

interface Signing {
  method?: string
  body?: string
  headers?: Record<string, string>
  /** epoch ms */
  at: number
  accessKey?: string
  /** between the parts of the header */
  comma?: string
  /** the signed text, if it differs from the sent one */
  signed?: string
}

/** A request with a valid signature, or with one of these errors. For the simulator's own tests. */
export async function signedRequest(pathAndQuery: string, signing: Signing): Promise<Request> {
  const { method = 'GET', at, accessKey = SELLER_ACCESS_KEY, comma = ', ', body, signed = pathAndQuery } = signing
  const date = new Date(at).toISOString().slice(2, 19).replace(/[-:]/g, '')
  const signature = await hmac(SELLER_SECRET_KEY, `${date}Z${method}${signed.replace('?', '')}`)
  const parts = ['algorithm=HmacSHA256', `access-key=${accessKey}`, `signed-date=${date}Z`, `signature=${signature}`]
  const headers = { Authorization: `CEA ${parts.join(comma)}`, ...signing.headers }
  return new Request(SELLER + pathAndQuery, { method, headers, ...(body !== undefined && { body }) })
}
