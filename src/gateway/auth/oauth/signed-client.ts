import * as z from 'zod/mini'
import { fromBase64Url, randomText, toBase64Url } from '../../../base/crypto.ts'
import { isObject } from '../../../base/json.ts'
import { lazy } from '../../../base/lazy.ts'
import type { Settings } from '../../../base/settings.ts'
import { adminKey } from '../admin/admin-key.ts'
import { getOwner } from './names.ts'
import { isSigned, sign } from './signature.ts'

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

export type RegisteredClient = z.infer<ReturnType<typeof registered>>

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
