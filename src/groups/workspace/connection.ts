import type { Context } from 'hono'
import type { JsonObject } from '../../base/json-object.ts'
import type { Gateway } from '../../gateway/state.ts'
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

/** The connection to the public API, by the integration token of the request. */
export function connect(c: WithHeaders<'X-Workspace-Token'>): Connection {
  const { outgoing } = c.get('state')
  const { 'X-Workspace-Token': token } = c.req.valid('header')
  outgoing.secrets.add(token)
  return { outgoing, token, call: (call) => callNotion(outgoing, token, call) }
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
