import { env } from 'cloudflare:workers'
import { type KeyRecord, keyCopy, toKeyId } from '../../../../src/base/access.ts'
import { sha256Hex } from '../../../../src/base/crypto.ts'
import type { Env } from '../../../../src/base/env.ts'
import { getSettings } from '../../../../src/base/settings.ts'
import { formatKey, getPrefix } from '../../../../src/gateway/auth/key.ts'
import { deleteRecord, writeRecord } from '../../../../src/upstream/store.ts'

export type KeyOptions = Partial<Omit<KeyRecord, 'id' | 'prefix' | 'created_at'>>

const BOUND = env as unknown as Env

let made = 0

/** A key that does not exist. */
export function freshKey(): string {
  const random = new Uint8Array(32)
  new DataView(random.buffer).setUint32(0, ++made)
  return formatKey(random)
}

/** The id of a key. */
export const getId = async (key: string): Promise<string> => toKeyId(await sha256Hex(key))

/** The copy of a named key in STORE, as ACCESS writes it, for tests of what isolates do with it. ACCESS does not know it. */
export async function nameKey(options: KeyOptions = {}): Promise<string> {
  const key = freshKey()
  await keepKeyRecord(key, await getRecord(key, options))
  return key
}

export async function getRecord(key: string, options: KeyOptions): Promise<KeyRecord> {
  const identity = { id: await getId(key), prefix: getPrefix(key), created_at: '2026-11-01T00:00:00.000Z' }
  return { ...identity, name: 'automation', licence: 'pro', ...options }
}

const recordName = async (key: string) => keyCopy(await sha256Hex(key))

/** Replaces the copy of a key by any value. */
export const keepKeyRecord = async (key: string, record: unknown): Promise<void> =>
  writeRecord(getSettings(BOUND), await recordName(key), JSON.stringify(record))

export const dropKeyRecord = async (key: string): Promise<void> =>
  deleteRecord(getSettings(BOUND), await recordName(key))

/** The errors for a missing key, and for an incomplete named key. */
export const MISSING_KEY =
  'X-API-KEY is missing: send the key in this header (only /mcp takes it in Authorization as well)'
export const CUT_KEY = 'X-API-KEY is not valid: it is mistyped or cut off, a named key has 52 characters'

/** A key in the right format with a wrong checksum: its last character differs. */
export const mistyped = (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
