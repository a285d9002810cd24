import type { Simulator } from '../simulator.ts'
import { REGIONS } from './hosts.ts'
import { USER_TOKEN } from './tokens.ts'

export interface Ask {
  method?: string
  /** Sent as JSON; a request with one is a POST unless `method` says otherwise. */
  body?: unknown
  /** `null` sends no Authorization header. */
  token?: string | null
  host?: string
  headers?: Record<string, string>
}

/** One request, like the web app's. `target` is a path on `host`, or a full URL, to which no token is sent. */
export function ask(plaud: Simulator, target: string, options: Ask = {}): Promise<Response> {
  const { body, host = REGIONS.us.api, headers: more } = options
  const { method = body === undefined ? 'GET' : 'POST', token = USER_TOKEN } = options
  const own = target.startsWith('/')
  const headers = new Headers({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)', ...more })
  if (token !== null && own) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
  return plaud.fetch(
    new Request(own ? `https://${host}${target}` : target, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
}

/** The same, read as JSON. */
export async function askJson<T = unknown>(plaud: Simulator, target: string, options: Ask = {}): Promise<T> {
  return JSON.parse(await (await ask(plaud, target, options)).text())
}
