import { NOTION_APP_HOST, NOTION_HOST, NOTION_SESSIONS, NOTION_TOKENS, USERS, WORKSPACES } from './index.ts'
import type { Json } from './state.ts'

interface Answer {
  status: number
  headers: Headers
  body: Json
}

interface Target {
  fetch(request: Request): Promise<Response>
}

async function send(target: Target, request: Request): Promise<Answer> {
  const response = await target.fetch(request)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
}

interface ApiOptions {
  token?: string
  /** Null: without the header. */
  version?: string | null
}

/** One request to the public API, such as `GET /v1/users`. A string body is sent unchanged. */
export function api(
  target: Target,
  line: string,
  body?: unknown,
  { token = NOTION_TOKENS.full, version = '2025-09-03' }: ApiOptions = {},
): Promise<Answer> {
  const [method = 'GET', path = ''] = line.split(' ')
  const headers = new Headers({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
  if (version !== null) headers.set('notion-version', version)
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  return send(
    target,
    new Request(`https://${NOTION_HOST}${path}`, { method, headers, ...(text !== undefined && { body: text }) }),
  )
}

interface AppOptions {
  session?: string
  headers?: Record<string, string>
}

/** One call of the web app, as the owner in the seeded workspace. */
export function webApp(
  target: Target,
  name: string,
  body: unknown,
  { session = NOTION_SESSIONS.owner, headers = {} }: AppOptions = {},
): Promise<Answer> {
  return send(
    target,
    new Request(`https://${NOTION_APP_HOST}/api/v3/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        cookie: `token_v2=${session}`,
        'x-notion-space-id': WORKSPACES.haneul,
        ...(session === NOTION_SESSIONS.owner && { 'x-notion-active-user-header': USERS.jiwoo }),
        ...headers,
      },
    }),
  )
}
