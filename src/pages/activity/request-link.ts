const BEGINNING = '#activity/'

/** The URL of this page with the reason why a request failed. */
export const requestLink = (requestId: string): string => `${BEGINNING}${encodeURIComponent(requestId)}`

/** The X-Request-Id in such a URL. Empty for any other URL. */
export function requestOfAddress(): string {
  if (!location.hash.startsWith(BEGINNING)) return ''
  try {
    return decodeURIComponent(location.hash.slice(BEGINNING.length))
  } catch {
    return ''
  }
}
