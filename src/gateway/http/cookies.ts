/**
 * A cookie of the management app. The prefix binds it to this host, all its paths and TLS or loopback (RFC 6265bis,
 * 4.1.3).
 */
export type CookieName = `__Host-latchkey${string}`

/** The value of a cookie in a request's `Cookie` header. Undefined without one. */
export function cookieIn(header: string | undefined, name: CookieName): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || undefined
  }
  return undefined
}

/**
 * A `Set-Cookie` header that scripts cannot read.
 *
 * @param maxAge seconds; 0 deletes the cookie
 * @param sameSite `Lax` only for a cookie that is needed after a redirect from another site
 */
export const cookie = (name: CookieName, value: string, maxAge: number, sameSite: 'Strict' | 'Lax' = 'Strict') =>
  `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAge}`
