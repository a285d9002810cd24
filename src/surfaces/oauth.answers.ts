import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { publicError } from '../base/errors.ts'
import { tryOf } from '../gateway/admin-access.ts'
import { countTry } from '../gateway/admin-key.ts'
import { limitBody } from '../gateway/body.ts'
import { notOffered, oauthLack, oauthServer, resourceOf } from '../gateway/oauth.ts'
import { fail, respond } from '../gateway/respond.ts'
import type { Gateway } from '../gateway/state.ts'

/** The largest request of a client, in bytes. */
const MOST_BYTES = 64 * 1024

/** The metadata of /mcp (RFC 9728), which needs nothing of the package. Some clients ask for it without the path of /mcp. */
export async function resource(c: Context<Gateway>): Promise<Response> {
  const { settings } = c.get('state')
  const { origin } = new URL(c.req.url)
  const lack = oauthLack(settings, origin)
  if (lack !== undefined) throw notOffered(lack)
  const metadata = {
    resource: resourceOf(origin),
    authorization_servers: [origin],
    bearer_methods_supported: ['header'],
    resource_name: settings.serviceName,
    resource_documentation: `${origin}/docs`,
  }
  return respond(c, 200, JSON.stringify(metadata))
}

/** The metadata of the server. */
export const server = (c: Context<Gateway>) => answering(c, () => serverMetadata(c))

/** The metadata of the server (RFC 8414), with what the package does not know of: oauth-storage.ts reads clients' documents. */
async function serverMetadata(c: Context<Gateway>): Promise<Response> {
  const { answer } = await oauthServer(c)
  const metadata = await (await answer(new Request(c.req.url))).json<object>()
  const added = {
    client_id_metadata_document_supported: true,
    service_documentation: `${new URL(c.req.url).origin}/docs`,
  }
  return respond(c, 200, JSON.stringify({ ...metadata, ...added }))
}

/** The token endpoint. */
export const token = (c: Context<Gateway>) => answering(c, () => handOver(c))

/** Registration of clients (RFC 7591), which anybody may ask for, and which is a write of OAUTH_KV each time. */
export const register = (c: Context<Gateway>) =>
  answering(c, async () => {
    await countTry(c.get('state').settings, `register ${tryOf(c).address}`)
    return handOver(c)
  })

/** A request of a client, answered by the package. */
async function handOver(c: Context<Gateway>): Promise<Response> {
  const { answer, reason } = await oauthServer(c)
  await limitBody(c, MOST_BYTES)
  const body = await c.req.arrayBuffer()
  const request = new Request(c.req.url, { method: 'POST', headers: c.req.raw.headers, body })
  const answered = await answer(request)
  const headers = Object.fromEntries(
    HANDED_ON.flatMap((name) => (answered.headers.has(name) ? [[name, answered.headers.get(name) ?? '']] : [])),
  )
  return respond(c, answered.status as ContentfulStatusCode, (await answered.text()) || null, headers, reason())
}

/** The headers of the package's answers that say something beside ours. Which origins may read an answer, we say. */
const HANDED_ON = ['WWW-Authenticate', 'Retry-After', 'Allow', 'Pragma']

/** Puts what fails into the form of OAuth (RFC 6749, section 5.2), which is what clients read. */
async function answering(c: Context<Gateway>, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    const { status, message, headers, reason } = publicError(error)
    if (reason === 'bug' || reason === 'setting') return fail(c, error)
    const code = status >= 500 || status === 429 ? 'temporarily_unavailable' : 'invalid_request'
    return respond(c, status, JSON.stringify({ error: code, error_description: message }), headers, reason)
  }
}
