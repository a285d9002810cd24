import { ApiError } from '../api/call.ts'

/** Whether a text may be the URL of an endpoint. The gateway checks the rest. */
export function isEndpoint(text: string): boolean {
  const url = URL.parse(text.trim())
  const isHere = url?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
  return url?.protocol === 'https:' || isHere
}

/** Whether the gateway refused the URL. */
export const refusesUrl = (error: unknown): boolean =>
  error instanceof ApiError && (error.parameters.fields?.includes('url') ?? false)
