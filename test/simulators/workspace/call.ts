import { type Answer, ask } from '../ask.ts'
import type { Simulator } from '../simulator.ts'
import {
  DATA_SOURCES,
  NOTION_APP_HOST,
  NOTION_HOST,
  NOTION_SESSIONS,
  NOTION_TOKENS,
  type NotionSimulator,
  USERS,
  WORKSPACES,
} from './index.ts'
import type { Json } from './state.ts'

type Target = Pick<Simulator, 'fetch'>

/** One request to the public API, such as `GET /v1/users`; without the header when the version is null. */
export function api(
  target: Target,
  line: string,
  body?: unknown,
  { token = NOTION_TOKENS.full, version = '2025-09-03' }: { token?: string; version?: string | null } = {},
): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent = { ...headers, ...(version !== null && { 'notion-version': version }) }
  return ask(target, line.replace(' ', ` https://${NOTION_HOST}`), { headers: sent, body })
}

/** One call of the web app, as the owner in the seeded workspace. */
export function webApp(
  target: Target,
  name: string,
  body: unknown,
  { session = NOTION_SESSIONS.owner, headers = {} }: { session?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const own = session === NOTION_SESSIONS.owner && { 'x-notion-active-user-header': USERS.jiwoo }
  const sent = { cookie: `token_v2=${session}`, 'x-notion-space-id': WORKSPACES.haneul, ...own, ...headers }
  return ask(target, `POST https://${NOTION_APP_HOST}/api/v3/${name}`, { headers: sent, body })
}

/** The ends of row ids, which count from 1 in the seed. */
function numbers(body: Json): number[] {
  return (Array.isArray(body.results) ? body.results : []).map((row: Json) =>
    Number.parseInt(String(row.id).slice(-4), 16),
  )
}

/** The seeded projects that a filter matches, or its message when it is refused. */
export async function projectsBy(notion: NotionSimulator, filter: unknown): Promise<number[] | unknown> {
  const { status, body } = await api(notion, `POST /v1/data_sources/${DATA_SOURCES.projects}/query`, { filter })
  return status === 200 ? numbers(body).sort((a, b) => a - b) : body.message
}
