import type { Json } from './rest.ts'
import type { Simulator } from './simulator.ts'

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed text; `{}` when it is not JSON. */
  body: Json
}

/** One request to a simulator, such as `GET https://api.notion.com/v1/users`. A body that is no text is sent as JSON. */
export async function ask(
  { fetch }: Pick<Simulator, 'fetch'>,
  line: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
): Promise<Answer> {
  const [method = '', url = ''] = line.split(' ')
  const isBare = body === undefined || typeof body === 'string' || body instanceof URLSearchParams
  const sent = new Headers({ ...(!isBare && { 'content-type': 'application/json' }), ...headers })
  const content = isBare ? body : JSON.stringify(body)
  const response = await fetch(
    new Request(url, { method, headers: sent, redirect: 'manual', ...(content !== undefined && { body: content }) }),
  )
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} }
}

/** A value inside of an answer: `at(body, 'data.list.0.id')`. */
export const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => Object(inner)[key], value)
