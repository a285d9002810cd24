import * as z from 'zod/mini'
import { badInput } from '../../../base/errors.ts'
import { lazy } from '../../../base/lazy.ts'
import { publicAddress } from '../../../base/url.ts'
import { type Product, send } from '../../../upstream/client.ts'
import type { UpstreamContext } from '../../../upstream/context.ts'

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
export function readDocument(clientId: string, text: string): DocumentedClient {
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
