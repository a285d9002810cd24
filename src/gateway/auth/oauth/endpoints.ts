import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { TokenAnswer } from '../../../base/access.ts'
import { GatewayError, publicError } from '../../../base/errors.ts'
import { member } from '../../../base/json.ts'
import { ACCESS, callObject } from '../../../base/objects.ts'
import { fail, respond } from '../../http/respond.ts'
import { readBytes } from '../../http/validate.ts'
import type { AppEnv } from '../../state.ts'
import { countTry, toLoginAttempt } from '../admin.ts'
import { SCOPES } from '../scopes.ts'
import { isNormal, signedId } from './clients.ts'
import { clearGrantCache, tenantTag } from './grants.ts'
import { checkExchanged, checkOffered, checkOnce, oauthServer } from './server.ts'
import { findClient, getResource, oauthStorage } from './storage.ts'

/** The size limit of a client's request to the token endpoint and of a registration, in bytes. */
const MOST_BYTES = 64 * 1024
const LARGEST_REGISTRATION = 4 * 1024

/**
 * The metadata of /mcp (RFC 9728), which does not need the package. Some clients request it without the path of /mcp.
 */
export async function resource(c: Context<AppEnv>): Promise<Response> {
  const { settings } = c.get('state')
  const origin = checkOffered(c)
  const metadata = {
    resource: getResource(origin),
    authorization_servers: [origin],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: settings.serviceName,
    resource_documentation: `${origin}/docs`,
  }
  return respond(c, 200, JSON.stringify(metadata))
}

/** The metadata of the authorization server. */
export const server = (c: Context<AppEnv>) => answering(c, () => serverMetadata(c))

/**
 * The metadata of the authorization server (RFC 8414), with what the package does not know: storage.ts reads
 * clients' metadata documents.
 */
async function serverMetadata(c: Context<AppEnv>): Promise<Response> {
  const { answer } = await oauthServer(c)
  const metadata = await (await answer(new Request(c.req.url))).json<object>()
  const added = {
    // Left out of the JSON when registration is closed.
    ...(!c.get('state').settings.registrationOpen && { registration_endpoint: undefined }),
    scopes_supported: SCOPES,
    client_id_metadata_document_supported: true,
    service_documentation: `${new URL(c.req.url).origin}/docs`,
  }
  return respond(c, 200, JSON.stringify({ ...metadata, ...added }))
}

/** The token endpoint. ACCESS handles one request after another. */
export const token = (c: Context<AppEnv>) =>
  answering(c, async () => {
    const { settings } = c.get('state')
    checkOffered(c)
    const form = new URLSearchParams(await readText(c, MOST_BYTES))
    checkOnce(form)
    checkExchanged(form)
    const authorization = c.req.header('Authorization')
    const found = await findClient(c, form.get('client_id') || basicUser(authorization)).catch(readClientFault)
    if (found instanceof GatewayError) return refused(c, 400, 'invalid_client', found.message)
    const client = found && JSON.stringify(found)
    const request = {
      url: c.req.url,
      body: form.toString(),
      authorization,
      contentType: c.req.header('Content-Type'),
      client,
      ownerMark: await tenantTag(settings),
    }
    const answered = await callObject(settings, ACCESS, (access) => access.answerToken(request))
    if (answered.endedId !== undefined) clearGrantCache(settings, answered.endedId)
    return passOn(c, answered)
  })

/** What is wrong with the metadata document of a client. Throws when its site does not respond, which may change. */
function readClientFault(error: unknown): GatewayError {
  if (error instanceof GatewayError && error.status === 400) return error
  throw error
}

/** Reads the body, whatever its content type. Throws 413. */
async function readText(c: Context<AppEnv>, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(c, maxBytes))
}

/** The user name of HTTP Basic, as OAuth encodes it. Empty when there is none. */
function basicUser(authorization: string | undefined): string {
  const [, encoded = ''] = /^Basic +(\S+)$/i.exec(authorization ?? '') ?? []
  try {
    return decodeURIComponent((atob(encoded).split(':')[0] ?? '').replaceAll('+', ' '))
  } catch {
    return ''
  }
}

/**
 * Registration of clients (RFC 7591), which anybody may request. Nothing is stored: the client's id contains its
 * registration.
 */
export const register = (c: Context<AppEnv>) =>
  answering(c, async () => {
    const { settings } = c.get('state')
    const origin = checkOffered(c)
    if (!settings.registrationOpen) return refused(c, 403, 'access_denied', CLOSED)
    const { address } = toLoginAttempt(c)
    await countTry(settings, `register ${address}`)
    const body = await readText(c, LARGEST_REGISTRATION)
    const uris = redirectUris(body)
    if (uris.some((uri) => typeof uri === 'string' && !isNormal(uri)))
      return refused(c, 400, 'invalid_redirect_uri', 'redirect_uris: must be plain addresses in their normal form')

    let record: string | undefined
    const store = async (_: string, value: string) => {
      record = value
    }
    const { createOAuthServer } = await import('./provider.ts')
    const storage = { ...oauthStorage(c), put: store }
    const { answer, reason } = createOAuthServer(origin, storage)
    const headers = new Headers({ 'Content-Type': c.req.header('Content-Type') ?? 'application/json' })
    const answered = await answer(new Request(c.req.url, { method: 'POST', headers, body }))
    const text = await answered.text()
    const { status } = answered
    if (record === undefined)
      return passOn(c, { status, headers: Object.fromEntries(answered.headers), body: text, reason: reason() })
    if (!(await callObject(settings, ACCESS, (access) => access.registrations.admit(address))))
      throw new GatewayError(429, 'too many clients register at this gateway: wait a minute', {
        headers: { 'Retry-After': '60' },
      })
    const client_id = await signedId(settings, JSON.parse(record))
    return respond(c, 201, JSON.stringify({ ...JSON.parse(text), client_id }))
  })

const CLOSED =
  'this gateway registers no clients (OAUTH_REGISTRATION): use one that names itself by a metadata document'

function redirectUris(body: string): readonly unknown[] {
  try {
    const uris = member(JSON.parse(body), 'redirect_uris')
    return Array.isArray(uris) ? uris : []
  } catch {
    // The package reports what is wrong.
    return []
  }
}

/** Converts a response of the package. */
function passOn(c: Context<AppEnv>, { status, headers, body, reason }: Omit<TokenAnswer, 'endedId'>): Response {
  const passedOn = Object.entries(headers).filter(([name]) => PASSED_HEADERS.has(name.toLowerCase()))
  return respond(c, status as ContentfulStatusCode, body || null, Object.fromEntries(passedOn), reason)
}

const refused = (c: Context<AppEnv>, status: 400 | 403, error: string, error_description: string): Response =>
  respond(c, status, JSON.stringify({ error, error_description }), {}, status === 400 ? 'input' : 'refused service')

/** The headers of the package's responses that are passed on. The gateway sets the CORS headers itself. */
const PASSED_HEADERS: ReadonlySet<string> = new Set(['www-authenticate', 'retry-after', 'allow', 'pragma'])

/** Converts errors to the OAuth format that clients read (RFC 6749, section 5.2). */
async function answering(c: Context<AppEnv>, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    const { status, message, headers, reason } = publicError(error)
    if (reason === 'bug' || reason === 'setting') return fail(c, error)
    const code = status >= 500 || status === 429 ? 'temporarily_unavailable' : 'invalid_request'
    return respond(c, status, JSON.stringify({ error: code, error_description: message }), headers, reason)
  }
}
