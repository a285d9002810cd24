import * as z from 'zod/mini'
import { fromBase64Url, randomText, toBase64Url } from '../../../base/crypto.ts'
import { badInput } from '../../../base/errors.ts'
import { isObject } from '../../../base/json.ts'
import { lazy } from '../../../base/lazy.ts'
import { getDeploymentId } from '../../../base/platform.ts'
import type { Settings } from '../../../base/settings.ts'
import { publicAddress } from '../../../base/url.ts'
import { type Product, send } from '../../../upstream/client.ts'
import type { UpstreamContext } from '../../../upstream/context.ts'
import { adminKey } from '../admin.ts'
import { isSigned, sign } from '../signature.ts'

/** Whether a URI is in its normal form and has a complete host, so that no two parsers take it for different places. */
export function isNormal(uri: string): boolean {
  if (!URL.canParse(uri)) return false
  const { href, hostname } = new URL(uri)
  return (href === uri || href === `${uri}/`) && !hostname.includes('*')
}

/** Throws 400 for a redirect URI that is not in its normal form. */
export function checkNormal(uri: string): void {
  if (!isNormal(uri)) throw badInput('redirect_uri: must be a plain address in its normal form')
}

/** A longer id does not fit into the name of a record. */
const LONGEST_ID = 400
const MOST_BYTES = 5 * 1024
/** The timeout for the site of a client, in milliseconds. */
const DEADLINE_MS = 10_000

/** Any public host may serve a document. The gateway sends one request and follows no redirect. */
const SITE: Product = { group: 'client', hosts: () => true, retriedStatuses: new Set() }

/** A Client ID Metadata Document: the fields that are used (draft-ietf-oauth-client-id-metadata-document-00). */
const document = lazy(() =>
  z.object({
    client_id: z.string(),
    client_name: z.string().check(z.trim(), z.minLength(1)),
    client_uri: z.optional(z.string()),
    redirect_uris: z.array(z.string()).check(z.minLength(1), z.maxLength(50)),
    token_endpoint_auth_method: z.optional(z.string()),
    token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
    client_secret: z.optional(z.undefined()),
    grant_types: z.optional(z.array(z.string())),
    response_types: z.optional(z.array(z.string())),
  }),
)

/** A client in the form that the OAuth package stores. */
export interface DocumentedClient {
  clientId: string
  clientName: string
  clientUri?: string
  redirectUris: string[]
  grantTypes: string[]
  responseTypes: string[]
  tokenEndpointAuthMethod: 'none'
  authMethodExplicit: true
}

/** Whether a client's id is a URL. The gateway itself issued any other id. */
export const isDocumentId = (clientId: string): boolean => /^https?:/i.test(clientId)

/**
 * The client that the document at its id describes. It authenticates by PKCE only, so a client that offers only keys or
 * secrets is rejected. Throws 400 for a URL that the gateway must not fetch for strangers and for an invalid document,
 * 502 and 504 when the site does not respond.
 */
export async function fetchClient(upstream: UpstreamContext, clientId: string): Promise<DocumentedClient> {
  const url = parseAddress(clientId)
  upstream.deadline.extend(DEADLINE_MS)
  const headers = { Accept: 'application/json' }
  const { status, text } = await send(upstream, SITE, { url, headers, reads: false, maxBytes: MOST_BYTES })
  if (status !== 200) throw badInput(`client_id: its metadata document was answered with ${status}`)
  return readDocument(clientId, text)
}

function parseAddress(clientId: string): URL {
  const address = publicAddress(clientId)
  if ('error' in address) throw badInput(`client_id: ${address.error}`)
  const url = new URL(address.href)
  // Only one spelling: without dot segments, a default port or upper case in the host.
  if (url.href !== clientId || clientId.length > LONGEST_ID || url.pathname === '/')
    throw badInput('client_id: must be the plain address of a metadata document')
  return url
}

/** Throws 400 with a message that says what is wrong. */
function readDocument(clientId: string, text: string): DocumentedClient {
  const { data } = document().safeParse(parsed(text))
  if (!data) throw badInput('client_id: what is at this address is no client metadata document')
  const { client_name, client_uri, redirect_uris, grant_types, response_types } = data
  if (data.client_id !== clientId) throw badInput('client_id: its metadata document names another client')
  const methods = [data.token_endpoint_auth_method, ...(data.token_endpoint_auth_methods_supported ?? [])]
  const named = methods.filter((method) => method !== undefined)
  if (named.length > 0 && !named.includes('none'))
    throw badInput('client_id: its metadata document does not offer the authentication method none')
  return {
    clientId,
    clientName: client_name,
    redirectUris: redirect_uris,
    ...(client_uri !== undefined && { clientUri: client_uri }),
    grantTypes: grant_types ?? ['authorization_code', 'refresh_token'],
    responseTypes: response_types ?? ['code'],
    tokenEndpointAuthMethod: 'none',
    authMethodExplicit: true,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The longest time from a client's registration to its grant, in milliseconds. */
const UNGRANTED_MS = 3_600_000

/** A client that registered itself, as the OAuth package represents it. Only the fields that are used here. */
const registered = lazy(() =>
  z.object({
    /** Random, so that two registrations in the same second differ. */
    nonce: z.string(),
    redirectUris: z.array(z.string()),
    clientName: z.optional(z.string()),
    clientUri: z.optional(z.string()),
    grantTypes: z.optional(z.array(z.string())),
    responseTypes: z.optional(z.array(z.string())),
    registrationDate: z.number(),
    tokenEndpointAuthMethod: z.string(),
    authMethodExplicit: z.optional(z.boolean()),
    /** The digest of the secret. */
    clientSecret: z.optional(z.string()),
  }),
)

type RegisteredClient = z.infer<ReturnType<typeof registered>>

/** Short names keep the id short: some clients have little room for it. */
const SHORT = {
  nonce: 'i',
  redirectUris: 'r',
  clientName: 'n',
  clientUri: 'u',
  grantTypes: 'g',
  responseTypes: 't',
  registrationDate: 'd',
  tokenEndpointAuthMethod: 'm',
  authMethodExplicit: 'e',
  clientSecret: 's',
} as const satisfies Record<keyof RegisteredClient, string>

const NAMES = Object.entries(SHORT)

/**
 * The id of a client that registers itself (RFC 7591, appendix A.5.2): all data of the client, signed. So a
 * registration stores nothing until the owner gives the client access.
 */
export async function signedId(settings: Settings, record: unknown): Promise<string> {
  const client: Record<string, unknown> = registered().parse({ ...(isObject(record) && record), nonce: randomText(9) })
  const short = Object.fromEntries(
    NAMES.flatMap(([name, key]) => (client[name] === undefined ? [] : [[key, client[name]]])),
  )
  const text = `lkc_${toBase64Url(new TextEncoder().encode(JSON.stringify(short)))}`
  return `${text}.${await sign(adminKey(settings), 'oauth client', signedText(settings, text))}`
}

const FORM = /^(lkc_([\w-]+))\.([\w-]{43})$/

/** The client of a signed id. Undefined for any other id, and for a client that did not get access within an hour. */
export async function readSignedClient(settings: Settings, id: string, now: number) {
  const [, text = '', payload = '', signature = ''] = FORM.exec(id) ?? []
  const bytes = payload === '' ? undefined : fromBase64Url(payload)
  if (!bytes || !(await isSigned(adminKey(settings), 'oauth client', signedText(settings, text), signature)))
    return undefined
  const short: Record<string, unknown> = JSON.parse(new TextDecoder().decode(bytes))
  const client = registered().parse(Object.fromEntries(NAMES.map(([name, key]) => [name, short[key]])))
  return now - client.registrationDate * 1000 < UNGRANTED_MS ? { clientId: id, ...client } : undefined
}

/** Each deployment has its own clients, even with the same ADMIN_KEY. */
const signedText = (settings: Settings, text: string) => `${getOwner(settings)} ${text}`

/**
 * The user id for the OAuth package, the first part of every token. It differs between deployments, even if they have
 * the same ADMIN_KEY by mistake, so that a token of one is none of the other.
 */
export const getOwner = ({ env }: Settings): string => `owner-${getDeploymentId(env)}`
