import { badGateway, GatewayError, notFound, unauthorized } from '../../base/errors.ts'
import { tryParseJson } from '../../base/json.ts'
import { type JsonObject, member, textMember } from '../../base/json-object.ts'
import { baseUrl } from '../../upstream/base-url.ts'
import { type Product, send, type UpstreamAnswer } from '../../upstream/client.ts'
import { codeReason, failureOf, notFoundAs, publicMessage, unreadable } from '../../upstream/failures.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { asUuid } from './convert/uuid.ts'

const HOST = 'api.notion.com'

/** Older versions know no data sources, newer ones send no `archived` (facts 1). */
const VERSION = '2025-09-03'

/** The product behind the workspace group: the public API of Notion (workspace facts, sections 1 to 7). */
export const notion: Product = { group: 'workspace', hosts: (host) => host === HOST }

/** The caller's own token, which lives no longer than the request. */
export interface Connection {
  readonly outgoing: Outgoing
  readonly token: string
}

export function connect(outgoing: Outgoing, { 'X-Workspace-Token': token }: { 'X-Workspace-Token': string }) {
  outgoing.secrets.add(token)
  return { outgoing, token }
}

interface NotionCall {
  method?: 'GET' | 'POST' | 'PATCH'
  /** From `/v1` on, with its query. */
  path: string
  body?: JsonObject
  reads?: boolean
}

async function call({ outgoing, token }: Connection, { path, body, ...rest }: NotionCall): Promise<unknown> {
  const override = outgoing.settings.url('WORKSPACE_API_URL')
  const answer = await send(outgoing, notion, {
    ...rest,
    url: new URL(`${baseUrl(override, `https://${HOST}`)}/v1${path}`),
    override,
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
      'Notion-Version': VERSION,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const read = tryParseJson(answer.text)
  if (answer.status !== 200) throw failure(outgoing, answer, read)
  if (read === undefined) throw unreadable('workspace')
  return read
}

function failure(outgoing: Outgoing, answer: UpstreamAnswer, body: unknown): GatewayError {
  const message = textMember(body, 'message')
  const code = textMember(body, 'code')
  if (code === 'unauthorized') {
    return unauthorized(
      'X-Workspace-Token was rejected by the workspace service: reconnect it and send the new one',
      'account rejected',
    )
  }
  // A capability that the token lacks: the token itself is good, even where the message speaks of it.
  if (code === 'restricted_resource') {
    const text = publicMessage(outgoing, message) || 'X-Workspace-Token lacks the capability for this'
    return new GatewayError(403, text, { reason: codeReason(code) })
  }
  return failureOf(outgoing, 'workspace', answer, message)
}

/** The usual mistake, since databases and their data sources have ids of their own. */
const orDatabase = (told: string) =>
  `${told} If this is the id of a database, use /api/v1/workspace/database/{database_id}/query.`

export const retrieveDataSource = (connection: Connection, id: string) =>
  notFoundAs(call(connection, { path: `/data_sources/${id}` }), orDatabase)

/** One page of rows. Which properties to show goes into the query string, the body may not hold it (facts 2). */
export function queryRows(connection: Connection, id: string, body: JsonObject, properties: readonly string[]) {
  const query = new URLSearchParams(properties.map((property) => ['filter_properties', decoded(property)]))
  const path = `/data_sources/${id}/query${query.size > 0 ? `?${query}` : ''}`
  return notFoundAs(call(connection, { method: 'POST', path, body, reads: true }), orDatabase)
}

/** Ids of properties are told percent-encoded and asked for decoded (facts 2); a name may hold any `%`. */
function decoded(property: string): string {
  try {
    return decodeURIComponent(property)
  } catch {
    return property
  }
}

/** The id of a database's first data source. 404 when it has none to show. */
export async function firstDataSource(connection: Connection, databaseId: string): Promise<string> {
  const sources = member(await call(connection, { path: `/databases/${databaseId}` }), 'data_sources')
  if (!Array.isArray(sources)) throw unreadable('workspace')
  if (sources.length === 0) throw notFound('this database has no data source that X-Workspace-Token may see')
  const id = asUuid(textMember(sources[0], 'id'))
  if (!id) throw unreadable('workspace')
  return id
}

/** A new row; its id. */
export const createPage = async (connection: Connection, dataSourceId: string, properties: JsonObject) =>
  pageId(
    await call(connection, {
      method: 'POST',
      path: '/pages',
      body: { parent: { type: 'data_source_id', data_source_id: dataSourceId }, properties },
    }),
  )

/** Moves a page to the trash; its id. The product deletes nothing for good this way. */
export const trashPage = async (connection: Connection, id: string) =>
  pageId(await call(connection, { method: 'PATCH', path: `/pages/${id}`, body: { in_trash: true } }))

function pageId(page: unknown): string {
  const id = textMember(page, 'id')
  if (!id) throw badGateway('the workspace service answered without the page', 'shape id')
  return id
}
