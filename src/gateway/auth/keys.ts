import type { Context } from 'hono'
import * as z from 'zod/mini'
import {
  type CreatedCredential,
  type KeyChange,
  type KeyRecord,
  type KeyRoll,
  keyCopy,
  type NewKey,
} from '../../base/access.ts'
import { sha256Hex } from '../../base/crypto.ts'
import type { Stub } from '../../base/env.ts'
import { GatewayError, misconfigured } from '../../base/errors.ts'
import type { OwnersHand } from '../../base/events.ts'
import { GROUPS, LICENCES } from '../../base/groups.ts'
import { lazy } from '../../base/lazy.ts'
import { ACCESS, callObject, type ObjectAddress } from '../../base/objects.ts'
import type { Settings } from '../../base/settings.ts'
import { checkUnencrypted, dataKey } from '../../upstream/data-key.ts'
import { hasEncryptionKey, readRecord } from '../../upstream/store.ts'
import type { OwnedSubscription } from '../events.types.ts'
import { logUnhandledError } from '../http/log.ts'
import type { AppEnv } from '../state.ts'
import { formatKey, getPrefix } from './key.ts'
import { limitsSchema, storedAccounts } from './scopes.ts'

export interface RolledKey {
  record: KeyRecord
  previous: KeyRecord
  subscriptions: OwnedSubscription[]
}

/** What the keys of the lineage of a deleted key have set up. */
export interface DeletedKey {
  /** Absent for one that was deleted before. */
  name: string | undefined
  subscriptions: OwnedSubscription[]
  /** At products, oldest first, without what the gateway deleted since. */
  created: CreatedCredential[]
}

/** The copy of a named key in STORE. */
export const keyRecord = lazy(() =>
  z.object({
    id: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
    lineage: z.optional(z.string()),
    previous_ids: z.optional(z.array(z.string())),
    replaced_by: z.optional(z.string()),
    prefix: z.string(),
    name: z.string().check(z.minLength(1)),
    licence: z.enum(LICENCES),
    groups: z.optional(z.array(z.enum(GROUPS))),
    accounts: z.optional(storedAccounts()),
    read_only: z.optional(z.boolean()),
    created_at: z.iso.datetime(),
    expires_at: z.optional(z.iso.datetime()),
    disabled: z.optional(z.boolean()),
    limits: z.optional(limitsSchema()),
    confirm: z.optional(z.boolean()),
  }),
)

/** The id that a key shares with the keys that replace it. What a key creates belongs to this id. */
export const getLineage = ({ id, lineage }: Pick<KeyRecord, 'id' | 'lineage'>): string => lineage ?? id

/** The key that represents a lineage: the one that no other replaced. Undefined when no key is left. */
export function currentKey(records: readonly KeyRecord[], lineage: string): KeyRecord | undefined {
  const own = records.filter((record) => getLineage(record) === lineage)
  const ids = new Set(own.map(({ id }) => id))
  return own.findLast(({ replaced_by }) => replaced_by === undefined || !ids.has(replaced_by))
}

/**
 * The record of a key, from its copy in STORE. Undefined for an unknown one, and in a deployment that never had
 * CREDENTIALS_KEY. Throws 500 for an invalid record, and with CREDENTIALS_KEY when that is not the right one.
 */
export async function readKey(settings: Settings, digest: string): Promise<KeyRecord | undefined> {
  if (!hasEncryptionKey(settings)) {
    await checkUnencrypted(settings)
    return undefined
  }
  const stored = await readRecord(settings, keyCopy(digest))
  if (stored === undefined) return undefined
  const { success, data } = keyRecord().safeParse(stored)
  if (!success) throw misconfigured('the stored record of this API key is not valid: create the key again')
  return data
}

/** All named keys of the deployment, oldest first. Throws 500 with CREDENTIALS_KEY when that is not the right one. */
export async function listKeys(settings: Settings): Promise<KeyRecord[]> {
  if (!hasEncryptionKey(settings)) {
    await checkUnencrypted(settings)
    return []
  }
  await dataKey(settings)
  return callObject(settings, ACCESS, (access) => access.keys.list())
}

/**
 * Creates a key of 32 random bytes. This and all changes throw 500 with CREDENTIALS_KEY when that is missing, invalid or
 * not the right one, before anything is decided.
 *
 * @param hand who makes it, which the owner is told
 */
export async function createKey(
  settings: Settings,
  fields: Omit<NewKey, 'digest' | 'prefix'>,
  hand?: OwnersHand,
): Promise<{ key: string; record: KeyRecord }> {
  const { key, ...identity } = await newKey()
  return { key, record: await decide(settings, (access) => access.createKey({ ...fields, ...identity }, hand)) }
}

/** Replaces a key by a new one of 32 random bytes. @param hand as for `createKey` */
export async function rollKey(
  settings: Settings,
  id: string,
  roll: Omit<KeyRoll, 'digest' | 'prefix'>,
  hand?: OwnersHand,
): Promise<RolledKey & { key: string }> {
  const { key, ...identity } = await newKey()
  return { key, ...(await decide(settings, (access) => access.rollKey(id, { ...roll, ...identity }, hand))) }
}

export const changeKey = (settings: Settings, id: string, change: KeyChange): Promise<KeyRecord> =>
  decide(settings, (access) => access.changeKey(id, change))

export const deleteKey = (settings: Settings, id: string): Promise<DeletedKey> =>
  decide(settings, (access) => access.deleteKey(id))

/** Writes the copies of keys again that STORE has lost. Returns how many. */
export const restoreKeys = (settings: Settings): Promise<number> => decide(settings, (access) => access.restoreKeys())

/** Whether STORE has lost the copy of one of the newest keys. False while that is unknown. */
export async function hasLostKeys(settings: Settings): Promise<boolean> {
  if (!hasEncryptionKey(settings)) return false
  return decide(settings, (access) => access.keys.hasLostCopies()).catch((error: unknown) => {
    if (error instanceof GatewayError) return false
    throw error
  })
}

async function newKey(): Promise<{ key: string; digest: string; prefix: string }> {
  const key = formatKey(crypto.getRandomValues(new Uint8Array(32)))
  return { key, digest: await sha256Hex(key), prefix: getPrefix(key) }
}

const DECIDING: ObjectAddress<'ACCESS'> = {
  ...ACCESS,
  unavailable:
    'the keys of this gateway did not answer, and it is not known whether the change was made: look at the list of keys before you try again',
}

/** Has ACCESS decide a change. Throws what it refuses, and 503 when it does not respond. */
async function decide<Result>(settings: Settings, change: (access: Stub<'ACCESS'>) => Promise<Result>) {
  await dataKey(settings)
  return callObject(settings, DECIDING, change)
}

/**
 * What named keys create at products and what outlives them: API keys and webhooks. The owner reads it when a key is
 * deleted.
 */

/** Records that the operation of this request created something. Never throws: its secret is only in this response. */
export async function noteCreated(c: Context<AppEnv>, target: string): Promise<void> {
  const state = c.get('state')
  const { caller, operation, platform } = state
  state.target = target
  if (!caller?.isNamed || !operation) return
  const credential = { operation: operation.id, target, at: platform.now() }
  await callObject(state.settings, ACCESS, (access) =>
    access.createdCredentials.note(caller.lineage, credential),
  ).catch((error) => logUnhandledError(state.id, error))
}

/** Records that what an operation created was deleted. */
export async function noteDeleted(c: Context<AppEnv>, operation: string, target: string): Promise<void> {
  const { settings, id } = c.get('state')
  await callObject(settings, ACCESS, (access) => access.createdCredentials.forget(operation, target)).catch((error) =>
    logUnhandledError(id, error),
  )
}

export const toCreatedResponse = ({ at, ...credential }: CreatedCredential) => ({
  ...credential,
  at: new Date(at).toISOString(),
})

const OWN_KEYS = ['ADMIN_KEY', 'API_KEY', 'CREDENTIALS_KEY', 'CREDENTIALS_KEY_PREVIOUS', 'RELAY_TOKEN'] as const

/** A shorter key is compared with the whole text only, because it occurs in other texts by chance. */
const SHORTEST_WITHIN = 8

/** The key of the deployment itself that a text holds, which no product may get. */
export function findOwnKey({ env }: Settings, text: string): (typeof OWN_KEYS)[number] | undefined {
  // Base64 is copied with and without its padding.
  const keys = OWN_KEYS.map((name) => (env[name] ?? '').replace(/(?<!=)=+$/, ''))
  const found = keys.map((key) =>
    key.length < SHORTEST_WITHIN ? key.length === text.length && holds(text, key) : holds(text, key),
  )
  return OWN_KEYS[found.indexOf(true)]
}

/** Compares at each place, and every character, so that the duration shows nothing of the key but its length. */
function holds(text: string, key: string): boolean {
  let count = 0
  for (let start = 0; start + key.length <= text.length; start++) {
    let difference = 0
    for (let at = 0; at < key.length; at++) difference |= text.charCodeAt(start + at) ^ key.charCodeAt(at)
    count += Number(difference === 0)
  }
  return key !== '' && count > 0
}
