import type { Context } from 'hono'
import * as z from 'zod/mini'
import type { EndedReason, GrantChange } from '../../../base/access.ts'
import { sha256Hex } from '../../../base/crypto.ts'
import { unauthorized } from '../../../base/errors.ts'
import { type Account, GROUPS, productOf } from '../../../base/groups.ts'
import { member, visibleText } from '../../../base/json.ts'
import { lazy } from '../../../base/lazy.ts'
import { ACCESS, callObject } from '../../../base/objects.ts'
import { perIsolateCache } from '../../../base/per-isolate-cache.ts'
import type { Settings } from '../../../base/settings.ts'
import type { AppEnv } from '../../state.ts'
import { checkUse } from '../access.ts'
import { adminKey } from '../admin.ts'
import type { Caller } from '../caller.ts'
import { getScopes, limitsSchema, narrowed, storedAccounts } from '../scopes.ts'
import { isSigned, sign } from '../signature.ts'
import { getOwner } from './clients.ts'
import { oauthServer } from './server.ts'
import { callerId, getResource, stored } from './storage.ts'

/**
 * What a client may do, as the owner decided when connecting it. The OAuth package encrypts it with the token, and returns
 * it for a valid token.
 */
const terms = lazy(() =>
  z.object({
    /** Ties the grant to ADMIN_KEY. */
    owner: z.string(),
    /** The name that the client gave itself. */
    name: z.string(),
    /** For whom the owner created it. Absent where the owner entered nothing. */
    label: z.optional(z.string()),
    /** All groups when absent. */
    groups: z.optional(z.array(z.enum(GROUPS))),
    read_only: z.boolean(),
    /** Whether it may make payments. */
    payments: z.boolean(),
    /**
     * The accounts that it opens of their products, the first one of others. The owner may change this and the next two in
     * the metadata.
     */
    accounts: z.optional(storedAccounts()),
    /** How much it may request or pay; no limit when absent. */
    limits: z.optional(limitsSchema()),
    /** Whether the owner must agree to each call that pays, sends, publishes or deletes for good. */
    confirm: z.optional(z.boolean()),
  }),
)

/** The data that the OAuth package stores unencrypted, for the list of grants. */
const grantMetadata = lazy(() =>
  z.extend(terms(), {
    /** The host of the client's metadata document; absent for a client that registered itself. */
    domain: z.optional(z.string()),
    redirect_host: z.string(),
  }),
)

export type GrantProps = z.infer<ReturnType<typeof terms>>
export type GrantMetadata = z.infer<ReturnType<typeof grantMetadata>>

/** The name of a grant's record. */
const grantRecord = (settings: Settings, id: string): string => `grant:${getOwner(settings)}:${id}`

/**
 * The tag of this deployment's grants. It depends on ADMIN_KEY: a new admin key ends every grant and every session. Two
 * deployments that share a namespace by mistake do not see each other's grants.
 */
export const tenantTag = (settings: Settings): Promise<string> =>
  sign(adminKey(settings), 'oauth grant', getOwner(settings))

/** Whether the data of a grant has this tag. */
async function belongsToTenant(settings: Settings, held: unknown): Promise<boolean> {
  const { data } = z.object({ owner: z.string() }).safeParse(held)
  return data !== undefined && isSigned(adminKey(settings), 'oauth grant', getOwner(settings), data.owner)
}

/** The caller of an access token. Undefined for a token that is not valid for /mcp of this origin. */
export async function readGrant(c: Context<AppEnv>, token: string, grantId: string): Promise<Caller | undefined> {
  const id = callerId(grantId)
  const { settings } = c.get('state')
  const server = await oauthServer(c)
  const [valid, record] = await Promise.all([server.validate(token), readStored(settings, grantId)])
  const { data: props } = terms().safeParse(valid?.props)
  if (!valid || !props || !(await belongsToTenant(settings, props))) return undefined
  const { name, label } = props
  // The encrypted copy in the grant has the terms with which it was created.
  const { data: metadata } = grantMetadata().safeParse(member(record, 'metadata'))
  const { accounts, limits, confirm: confirms } = metadata ?? props
  const { groups, read_only: readOnly, payments } = narrowed(props, valid.scope ?? [])
  // One client may serve several people, each with a separate grant.
  const person = label ? ` (${label})` : ''
  return {
    id,
    lineage: `client:${valid.clientId}${person}`,
    name: visibleText(`${name}${person}`),
    groups,
    // The owner allowed payments, or did not. Either way no header has to say that the connected account is meant.
    accounts: withPayment(accounts),
    licence: settings.licence,
    readOnly,
    isNamed: true,
    isGrant: true,
    scopes: getScopes({ groups, read_only: readOnly, payments }),
    expiresAt: valid.expiresAt * 1000,
    // Of the grant, not of the token, so that idempotent work continues after the token is renewed.
    digest: await sha256Hex(id),
    withoutPayments: !payments,
    limits,
    confirms,
  }
}

/** These accounts, and the first one of payments where they name none of these. */
const withPayment = (accounts: readonly Account[] = []): Account[] =>
  accounts.some((account) => productOf(account) === 'payment') ? [...accounts] : [...accounts, 'payment']

/** The record of a grant, as ACCESS stores it. Undefined when it has ended. */
async function readStored(settings: Settings, grantId: string): Promise<unknown> {
  const record = await callObject(settings, ACCESS, (access) => access.readRecord(grantRecord(settings, grantId)))
  return record === null ? undefined : JSON.parse(record)
}

/** A token of the OAuth package: user, grant and 32 random characters. */
const TOKEN = /^owner-[0-9a-f]{64}:([\w-]{16}):[\w-]{32}$/

/** Whether a text has the format of an access token, which differs from that of keys. */
export const isAccessToken = (text: string): boolean => TOKEN.test(text)

/** How long an isolate caches a checked token, in milliseconds: as long as a key. */
const CACHE_MS = 60_000
const MOST_CACHED = 500

const cachedTokens = perIsolateCache(() => new Map<string, { caller: Caller; until: number }>())

/**
 * The caller of an access token for /mcp of this origin. Throws 401 for a token that is unknown, expired, revoked or
 * for another audience, and 429 as for a named key.
 */
export async function authenticateGrant(c: Context<AppEnv>, token: string): Promise<Caller> {
  const { settings, platform } = c.get('state')
  const caller = await findGrant(c, token)
  if ((caller.expiresAt ?? 0) <= platform.now()) throw notValid()
  await checkUse(settings, caller, platform.now())
  return caller
}

async function findGrant(c: Context<AppEnv>, token: string): Promise<Caller> {
  const { settings, platform } = c.get('state')
  const known = cachedTokens(settings)
  const name = `${getResource(new URL(c.req.url).origin)} ${token}`
  const hit = known.get(name)
  if (hit && platform.now() < hit.until) return hit.caller
  known.delete(name)
  const [, grantId = ''] = TOKEN.exec(token) ?? []
  const caller = await readGrant(c, token, grantId)
  if (!caller) throw notValid()
  if (known.size >= MOST_CACHED) known.clear()
  known.set(name, { caller, until: platform.now() + CACHE_MS })
  return caller
}

const notValid = () => unauthorized('the access token is invalid or has expired: request a new one')

/** Removes a grant from the isolate's cache, so that it is refused here at once. */
export function clearGrantCache(settings: Settings, grantId: string): void {
  const known = cachedTokens(settings)
  for (const [name, { caller }] of known) if (caller.id === callerId(grantId)) known.delete(name)
}

/** A listed grant. Times are epoch milliseconds. */
export interface ListedGrant {
  id: string
  terms: GrantMetadata
  createdAt: number
  /** When it expires unless it is used. Undefined until its client has used it. */
  expiresAt: number | undefined
  /** When and why it ended, if the owner did not revoke it. */
  ended?: { at: number; reason: EndedReason }
}

/** All grants of the deployment, newest first, including those that ended in the last 30 days without being revoked. */
export async function listGrants(c: Context<AppEnv>): Promise<ListedGrant[]> {
  const { settings } = c.get('state')
  const { api } = await oauthServer(c)
  const found: ListedGrant[] = []
  // ACCESS lists all records at once, so there is one page.
  const { items } = await stored(api.listUserGrants(getOwner(settings)))
  for (const { id, metadata, createdAt, expiresAt } of items) {
    const { data: terms } = grantMetadata().safeParse(metadata)
    if (!terms || !(await belongsToTenant(settings, terms))) continue
    found.push({
      id,
      terms,
      createdAt: createdAt * 1000,
      expiresAt: expiresAt === undefined ? undefined : expiresAt * 1000,
    })
  }
  return [...found, ...(await listEnded(c))].sort((one, other) => other.createdAt - one.createdAt)
}

async function listEnded(c: Context<AppEnv>): Promise<ListedGrant[]> {
  const { settings } = c.get('state')
  const ended = await callObject(settings, ACCESS, (access) => access.endedGrants.list())
  const listed = await Promise.all(
    ended.map(async ({ id, createdAt, endedAt, reason, metadata }) => {
      const { data: terms } = grantMetadata().safeParse(JSON.parse(metadata))
      if (!terms || !(await belongsToTenant(settings, terms))) return []
      return [{ id, terms, createdAt, expiresAt: undefined, ended: { at: endedAt, reason } }]
    }),
  )
  return listed.flat()
}

/** Changes terms of a grant, here at once, everywhere within a minute. False when there is no such grant. */
export async function changeGrant(c: Context<AppEnv>, id: string, change: GrantChange): Promise<boolean> {
  const { settings } = c.get('state')
  const isChanged = await callObject(settings, ACCESS, (access) =>
    access.changeGrant(grantRecord(settings, id), change),
  )
  clearGrantCache(settings, id)
  return isChanged
}

/**
 * Revokes a grant with its tokens, here at once, everywhere within a minute. Removes one that has ended from the list.
 */
export async function revokeGrant(c: Context<AppEnv>, id: string): Promise<void> {
  const { settings } = c.get('state')
  if (await callObject(settings, ACCESS, (access) => access.endedGrants.remove(id))) return
  const { api } = await oauthServer(c)
  await stored(api.revokeGrant(id, getOwner(settings)))
  clearGrantCache(settings, id)
}
