/** The complete cookie header of a signed-in browser (facts 4.1). */
export const CONSUMER_SESSION = 'PCID=test-pcid; X-CP-L=test-login; MEMBER_ID=test-shopper; sid=test-session'

/** Every cookie of the browser is required: a caller with only some is a stranger. */
export function hasSession(headers: Headers): boolean {
  const sent = new Set((headers.get('cookie') ?? '').split(/;\s*/))
  return CONSUMER_SESSION.split('; ').every((cookie) => sent.has(cookie))
}

export const isBrowser = (headers: Headers): boolean => (headers.get('user-agent') ?? '').startsWith('Mozilla/5.0 ')
