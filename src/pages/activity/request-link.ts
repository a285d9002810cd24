const BEGINNING = '#activity/'

/** Where this page tells why a request failed. */
export const requestLink = (requestId: string): string => `${BEGINNING}${encodeURIComponent(requestId)}`

/** The X-Request-Id that such a link names; empty for any other address. */
export function requestOfAddress(): string {
  if (!location.hash.startsWith(BEGINNING)) return ''
  try {
    return decodeURIComponent(location.hash.slice(BEGINNING.length))
  } catch {
    return ''
  }
}
