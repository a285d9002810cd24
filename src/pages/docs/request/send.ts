import type { DescribedRequest } from './describe.ts'

export interface Answer {
  status: number
  isGood: boolean
  milliseconds: number
  requestId: string | null
  /** The unchanged body. Empty without one. */
  text: string
}

/** Sends the request to this deployment. Rejects when there is no response. */
export async function send(
  { method, path, headers, body }: DescribedRequest,
  key: string | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const started = performance.now()
  const response = await fetch(new URL(path, location.origin), {
    method,
    headers: { ...headers, ...(key && { 'X-API-KEY': key }) },
    ...(body !== undefined && { body }),
    mode: 'same-origin',
    credentials: 'omit',
    redirect: 'error',
    cache: 'no-store',
    signal,
  })
  const text = await response.text()
  return {
    status: response.status,
    isGood: response.ok,
    milliseconds: Math.round(performance.now() - started),
    requestId: response.headers.get('X-Request-Id'),
    text,
  }
}
