import { env } from 'cloudflare:workers'
import type { Env } from '../../src/base/env.ts'
import type { Group } from '../../src/base/groups.ts'
import type { Licence } from '../../src/base/licences.ts'
import { formatKey, keyRecordName } from '../../src/gateway/keys.ts'

export interface KeyOptions {
  name?: string
  licence?: Licence
  groups?: Group[]
  /** ISO 8601, UTC. */
  expires_at?: string
}

let made = 0

/** Makes a named key and keeps its record in STORE, as the deployment's own script does. */
export async function nameKey({ name = 'automation', licence = 'pro', ...rest }: KeyOptions = {}): Promise<string> {
  const random = new Uint8Array(32)
  new DataView(random.buffer).setUint32(0, ++made)
  const key = formatKey(random)
  await keepKeyRecord(key, { name, licence, created_at: '2026-11-01T00:00:00.000Z', ...rest })
  return key
}

/** Puts any record in the place of a key's. */
export async function keepKeyRecord(key: string, record: unknown): Promise<void> {
  const { STORE } = env as unknown as Env
  await STORE.put(await keyRecordName(key), JSON.stringify(record))
}

/** What is said of no key, and of a named one that is not whole. */
export const MISSING_KEY = 'X-API-KEY is missing: send the key in this header (only /mcp reads Authorization as well)'
export const CUT_KEY = 'X-API-KEY is not valid: it is mistyped or cut off, a named key has 52 characters'

/** A key of the right form whose checksum is wrong: its last character is another one. */
export const mistyped = (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
