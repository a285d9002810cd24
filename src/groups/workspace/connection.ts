import type { Context } from 'hono'
import type { JsonObject } from '../../base/json-object.ts'
import type { Gateway } from '../../gateway/state.ts'
import { CallQueue } from '../../upstream/call-queue.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { callNotion, type NotionCall } from './notion.ts'
import { callWebApp, type WebAppSession } from './notion-app.ts'

/** The workspace behind the caller's own token, which lives no longer than the request. */
export interface Connection {
  /** One call to the public API; the JSON that it answers. */
  call(call: NotionCall): Promise<unknown>
  readonly outgoing: Outgoing
  readonly token: string
}

/** Context of a route whose headers were checked. */
type WithHeaders<Names extends string> = Context<Gateway, string, { out: { header: Record<Names, string> } }>

/** Calls of one request at once: the product takes three a second on average (facts 7), and what waits meets no 429. */
const MOST_AT_ONCE = 3

/** The connection to the public API, by the integration token of the request. */
export function connect(c: WithHeaders<'X-Workspace-Token'>): Connection {
  const { outgoing } = c.get('state')
  const { 'X-Workspace-Token': token } = c.req.valid('header')
  outgoing.secrets.add(token)
  const queue = new CallQueue(outgoing.platform, MOST_AT_ONCE)
  return { outgoing, token, call: (call) => queue.inTurn(() => callNotion(outgoing, token, call)) }
}

/** The web app as one user in one space, by a browser's session. */
export interface WebAppConnection {
  /** One call of the web app by its name; the object that it answers. */
  call(name: string, body: JsonObject): Promise<JsonObject>
  readonly spaceId: string
}

type SessionHeaders = 'X-Workspace-Token' | 'X-Workspace-Space-ID' | 'X-Workspace-User-ID'

/** The connection to the web app, by the session token of the request. */
export function connectWebApp(c: WithHeaders<SessionHeaders>): WebAppConnection {
  const { outgoing } = c.get('state')
  const headers = c.req.valid('header')
  const session: WebAppSession = {
    token: headers['X-Workspace-Token'],
    spaceId: headers['X-Workspace-Space-ID'],
    userId: headers['X-Workspace-User-ID'],
  }
  outgoing.secrets.add(session.token)
  return { spaceId: session.spaceId, call: (name, body) => callWebApp(outgoing, session, name, body) }
}
