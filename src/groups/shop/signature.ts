/** The product's request signature. */

export interface SellerKeys {
  accessKey: string
  secretKey: string
}

export interface SignedTarget {
  /** Sent unchanged after the origin, because the signature covers exactly these bytes. */
  pathAndQuery: string
  headers: { Authorization: string }
  /** 64 hexadecimal digits. The signature is valid for this request until it expires, so it is a secret. */
  signature: string
}

/**
 * A query that no URL parser rewrites: `:` is not escaped, as in the product's samples. The `+` of an offset is `%2B`.
 */
export const queryString = (parameters: readonly (readonly [name: string, value: string])[]): string =>
  parameters.map(([name, value]) => `${name}=${encoded(value)}`).join('&')

const encoded = (value: string) => encodeURIComponent(value).replaceAll('%3A', ':').replaceAll("'", '%27')

/**
 * Signs one request. The signature is valid for minutes, so every attempt needs a new one.
 * @param path absolute and already escaped
 * @param query without the `?`, already escaped; may be empty
 * @param now epoch milliseconds
 */
export async function sign(
  method: string,
  path: string,
  query: string,
  { accessKey, secretKey }: SellerKeys,
  now: number,
): Promise<SignedTarget> {
  const date = `${new Date(now).toISOString().slice(2, 19).replace(/[-:]/g, '')}Z`
  const signature = await hmacHex(secretKey, date + method + path + query)
  return {
    pathAndQuery: query ? `${path}?${query}` : path,
    headers: {
      Authorization: `CEA algorithm=HmacSHA256, access-key=${accessKey}, signed-date=${date}, signature=${signature}`,
    },
    signature,
  }
}

async function hmacHex(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
