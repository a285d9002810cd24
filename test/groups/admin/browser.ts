import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { type Answer, createGateway, type Gateway, json, type Overrides } from '../../support/gateway.ts'

/** The gateway's origin in tests. */
export const OWN_ORIGIN = 'https://latchkey.test'

/** A browser on the management app, with a cookie jar. */
export interface Browser {
  readonly cookies: Map<string, string>
  readonly gateway: Gateway
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  /** A change, sent like the gateway's own page. `origin: null` sends none. */
  send(method: string, path: string, body?: unknown, origin?: string | null): Promise<Answer>
  signIn(key?: string): Promise<Answer>
}

export function openBrowser(
  overrides: Overrides = {},
  gateway = createGateway({ ADMIN_KEY, ...overrides }),
  cookies = new Map<string, string>(),
): Browser {
  const call = async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await gateway.call(path, { redirect: 'manual', ...init, headers, key: null })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /Max-Age=0\b/.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const send: Browser['send'] = (method, path, body, origin = OWN_ORIGIN) => {
    const init = body === undefined ? { method } : json(method, body)
    const headers = new Headers(init.headers)
    if (origin !== null) headers.set('Origin', origin)
    return call(path, { ...init, headers })
  }
  return {
    cookies,
    gateway,
    get: (path, headers = {}) => call(path, { headers }),
    send,
    signIn: (key = ADMIN_KEY) => send('POST', '/api/v1/admin/session', { admin_key: key }),
  }
}

export const SESSION = '__Host-latchkey'
