/** The most characters of a path that are shown. */
const LONGEST_END = 6

/** The host of an endpoint and the end of its path, which tells endpoints of one service apart. All of it may be a secret. */
export function shortenUrl(text: string): string {
  const { host, pathname, search } = new URL(text)
  const path = (pathname + search).slice(1)
  return path === '' ? host : `${host}/…${path.slice(-Math.min(LONGEST_END, Math.ceil(path.length / 3)))}`
}
