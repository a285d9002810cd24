import { ApiError } from '../api/call.ts'

/** Whether a text may be the URL of an endpoint. The gateway checks the rest. */
export function isEndpoint(text: string): boolean {
  const url = URL.parse(text.trim())
  const isHere = url?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
  return url?.protocol === 'https:' || isHere
}

/** The most characters of a path that are shown. */
const LONGEST_END = 6

/** The host of an endpoint and the end of its path, which tells endpoints of one service apart. All of it may be a secret. */
export function shortenUrl(text: string): string {
  const { host, pathname, search } = new URL(text)
  const path = (pathname + search).slice(1)
  return path === '' ? host : `${host}/…${path.slice(-Math.min(LONGEST_END, Math.ceil(path.length / 3)))}`
}

/** Whether the gateway refused the URL: its message then begins with the name of the field. */
export const refusesUrl = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'invalid_input' && error.message.startsWith('url: ')
