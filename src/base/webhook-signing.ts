/** Standard Webhooks: a secret is `whsec_` and 24 to 64 bytes in base64, and signs with HMAC-SHA-256. */
const PREFIX = 'whsec_'
const SECRET_BYTES = 24

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))

export const newSecret = (): string => PREFIX + toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))

export interface Signed {
  id: string
  /** When it is sent, in epoch milliseconds. */
  at: number
  body: string
}

/** The headers of a delivery, with one signature for each valid secret. */
export async function signedHeaders(secrets: readonly string[], { id, at, body }: Signed) {
  const timestamp = String(Math.floor(at / 1000))
  const content = new Uint8Array(new TextEncoder().encode(`${id}.${timestamp}.${body}`))
  const signatures = await Promise.all(secrets.map((secret) => signature(secret, content)))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

async function signature(secret: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = fromBase64(secret.slice(PREFIX.length))
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  return `v1,${toBase64(new Uint8Array(await crypto.subtle.sign(algorithm, key, content)))}`
}
