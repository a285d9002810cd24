/** A cookie of the management app. The prefix holds it to this host, its whole path and TLS or loopback (RFC 6265bis, 4.1.3). */
export type CookieName = `__Host-latchkey${string}`

/** The value of a cookie in a request's `Cookie` header; undefined without one. */
export function cookieIn(header: string | undefined, name: CookieName): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || undefined
  }
  return undefined
}

/**
 * A `Set-Cookie` header that no script of a page can read.
 *
 * @param maxAge seconds; 0 takes the cookie away
 * @param sameSite `Lax` only for what has to come back with a redirect from elsewhere
 */
export const cookie = (name: CookieName, value: string, maxAge: number, sameSite: 'Strict' | 'Lax' = 'Strict') =>
  `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAge}`
