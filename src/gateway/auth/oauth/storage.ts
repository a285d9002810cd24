import type { Context } from 'hono'
import { GatewayError } from '../../../base/errors.ts'
import { ACCESS, callObject } from '../../../base/objects.ts'
import { perIsolateCache } from '../../../base/per-isolate-cache.ts'
import type { AppEnv } from '../../state.ts'
import { countTry, toLoginAttempt } from '../admin.ts'
import { type DocumentedClient, fetchClient, getOwner, isDocumentId, readSignedClient } from './clients.ts'

/** The OAuth paths. The consent page is a static file, and the Worker handles only its API. */
export const OAUTH_PATHS = {
  consent: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  server: '/.well-known/oauth-authorization-server',
  resource: '/.well-known/oauth-protected-resource',
} as const

/** The audience of tokens, and the resource indicator of RFC 8707. */
export const getResource = (origin: string): string => `${origin}/mcp`

/** The URL of that resource's metadata (RFC 9728). */
export const getResourceMetadataUrl = (origin: string): string => `${origin}${OAUTH_PATHS.resource}/mcp`

/** The id of a grant in the log, in usage counts and in the management app. */
export const callerId = (grantId: string) => `grant_${grantId}`

/** Runs a storage operation of the package. Throws 503 when the storage fails. */
export async function stored<Value>(use: Promise<Value>): Promise<Value> {
  try {
    return await use
  } catch (error) {
    // A TypeError is a bug of the calling code.
    if (error instanceof GatewayError || error instanceof TypeError) throw error
    throw new GatewayError(503, 'the storage of grants did not answer: try again in a few seconds', {
      headers: { 'Retry-After': '5' },
    })
  }
}

const CLIENT = 'client:'

/** The owner in the name of a record that belongs to one. */
const OWNED = /^(?:grant|token):([^:]*):/

/** The storage of the OAuth package's records, by name. Times are epoch milliseconds. */
export interface Records {
  read(name: string): Promise<string | null>
  write(name: string, value: string, expiresAt: number | undefined): Promise<void>
  delete(name: string): Promise<void>
  list(prefix: string): Promise<string[]>
}

/** The part of a KV namespace that the OAuth package uses. */
export interface OAuthStorage {
  get(name: string, options?: { type: 'json' }): Promise<unknown>
  put(name: string, value: string, options?: { expiration?: number; expirationTtl?: number }): Promise<void>
  delete(name: string): Promise<void>
  list(options: { prefix: string }): Promise<{ keys: { name: string }[]; list_complete: true }>
}

/** Records with the interface of the namespace that the OAuth package expects. A list is always complete. */
export const storageOver = (records: Records, now: () => number): OAuthStorage => ({
  async get(name, options) {
    const text = await records.read(name)
    return options && text !== null ? JSON.parse(text) : text
  },
  put(name, value, { expiration, expirationTtl } = {}) {
    const lived = expirationTtl === undefined ? undefined : now() + expirationTtl * 1000
    return records.write(name, value, expiration === undefined ? lived : expiration * 1000)
  },
  delete: (name) => records.delete(name),
  async list({ prefix }) {
    return { keys: (await records.list(prefix)).map((name) => ({ name })), list_complete: true }
  },
})

/** How long an isolate caches the document of a client, in milliseconds. */
const DOCUMENT_MS = 3_600_000
const MOST_DOCUMENTS = 100

const knownDocuments = perIsolateCache(() => new Map<string, { client: DocumentedClient; until: number }>())

/**
 * The storage of ACCESS, with the package's interface. Every lookup of a client is handled here: a URL id returns its
 * metadata document, and the id of a client that registered itself contains the client. So nothing is stored for a
 * client without a grant, and documents are requested by the gateway's own upstream client, which enforces public
 * hosts, sizes and deadlines. Grants and tokens of another deployment are not found.
 */
export const oauthStorage = (c: Context<AppEnv>): OAuthStorage => storageOver(toRecords(c), c.get('state').platform.now)

function toRecords(c: Context<AppEnv>): Records {
  const { settings } = c.get('state')
  const read = (name: string) => callObject(settings, ACCESS, (access) => access.readRecord(name))
  return {
    async read(name) {
      const owner = OWNED.exec(name)?.[1]
      if (owner !== undefined && owner !== getOwner(settings)) return null
      if (!name.startsWith(CLIENT)) return read(name)
      const client = await findClient(c, name.slice(CLIENT.length))
      return client ? JSON.stringify(client) : read(name)
    },
    write: (name, value, expiresAt) =>
      callObject(settings, ACCESS, (access) => access.oauthRecords.write(name, value, expiresAt)),
    delete: (name) => callObject(settings, ACCESS, (access) => access.deleteRecord(name)),
    list: (prefix) => callObject(settings, ACCESS, (access) => access.oauthRecords.list(prefix)),
  }
}

/** The client of an id, unless only ACCESS may know it: it has got access, or does not exist. */
export async function findClient(c: Context<AppEnv>, clientId: string) {
  if (isDocumentId(clientId)) return documented(c, clientId)
  const { settings, platform } = c.get('state')
  return readSignedClient(settings, clientId, platform.now())
}

/** How long a client that registered itself is stored after it got access: longer than any grant is valid. */
const GRANTED_MS = 180 * 24 * 3_600_000

/** Stores a client that registered itself, because it gets access. One with a document need not be stored. */
export async function storeClient(c: Context<AppEnv>, clientId: string): Promise<void> {
  if (isDocumentId(clientId)) return
  const name = CLIENT + clientId
  const { platform } = c.get('state')
  const { read, write } = toRecords(c)
  const client = await read(name)
  if (client !== null) await write(name, client, platform.now() + GRANTED_MS)
}

/** The client of a document. A request for one counts as an attempt of the IP address that caused it. */
async function documented(c: Context<AppEnv>, clientId: string): Promise<DocumentedClient> {
  const { settings, upstream, platform } = c.get('state')
  const known = knownDocuments(settings)
  const hit = known.get(clientId)
  if (hit && platform.now() < hit.until) return hit.client
  await countTry(settings, toLoginAttempt(c).address)
  const client = await fetchClient(upstream, clientId)
  if (known.size >= MOST_DOCUMENTS) known.clear()
  known.set(clientId, { client, until: platform.now() + DOCUMENT_MS })
  return client
}
