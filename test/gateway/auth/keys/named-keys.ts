import { env } from 'cloudflare:workers'
import type { Env } from '../../../../src/base/env.ts'
import type { Group } from '../../../../src/base/groups.ts'
import type { Licence } from '../../../../src/base/licences.ts'
import { Settings } from '../../../../src/base/settings.ts'
import type { KeyRecord } from '../../../../src/gateway/auth/keys/key-record.ts'
import { formatKey } from '../../../../src/gateway/auth/keys/keys.ts'
import { getId, keepKey } from '../../../../src/gateway/auth/keys/named-keys.ts'
import type { Overrides } from '../../../support/gateway.ts'

export interface KeyOptions {
  name?: string
  licence?: Licence
  groups?: Group[]
  read_only?: boolean
  /** ISO 8601, UTC. */
  expires_at?: string
  disabled?: boolean
  limits?: KeyRecord['limits']
  confirm?: boolean
}

let made = 0

/** The settings of a deployment, which determine the names and encryption of its records. */
const getSettings = (overrides: Overrides = {}) => new Settings({ ...(env as unknown as Env), ...overrides })

/** A key that does not exist. */
export function freshKey(): string {
  const random = new Uint8Array(32)
  new DataView(random.buffer).setUint32(0, ++made)
  return formatKey(random)
}

/** Creates a named key and stores its record in STORE, like the management app. */
export async function nameKey(
  { name = 'automation', licence = 'pro', ...rest }: KeyOptions = {},
  overrides: Overrides = {},
): Promise<string> {
  const key = freshKey()
  const id = await getId(getSettings(overrides), key)
  await keepKeyRecord(key, { id, name, licence, created_at: '2026-11-01T00:00:00.000Z', ...rest }, overrides)
  return key
}

/** Replaces the record of a key by any value. */
export const keepKeyRecord = (key: string, record: unknown, overrides: Overrides = {}): Promise<void> =>
  keepKey(getSettings(overrides), key, record as KeyRecord)

/** Deletes the record of a key, the only one whose name starts with the key's id. */
export async function dropKeyRecord(key: string): Promise<void> {
  const { STORE } = env as unknown as Env
  const id = await getId(getSettings(), key)
  const { keys } = await STORE.list()
  for (const { name } of keys) if (name.includes(`/keys/${id}`)) await STORE.delete(name)
}

/** The errors for a missing key, and for an incomplete named key. */
export const MISSING_KEY = 'X-API-KEY is missing: send the key in this header (only /mcp reads Authorization as well)'
export const CUT_KEY = 'X-API-KEY is not valid: it is mistyped or cut off, a named key has 52 characters'

/** A key in the right format with a wrong checksum: its last character differs. */
export const mistyped = (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
