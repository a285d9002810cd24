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
}

let made = 0

/** The settings of a deployment by which its records are named and kept. */
const getSettings = (overrides: Overrides = {}) => new Settings({ ...(env as unknown as Env), ...overrides })

/** A key that nobody has made. */
export function freshKey(): string {
  const random = new Uint8Array(32)
  new DataView(random.buffer).setUint32(0, ++made)
  return formatKey(random)
}

/** Makes a named key and keeps its record in STORE, as the management app does. */
export async function nameKey(
  { name = 'automation', licence = 'pro', ...rest }: KeyOptions = {},
  overrides: Overrides = {},
): Promise<string> {
  const key = freshKey()
  const id = await getId(getSettings(overrides), key)
  await keepKeyRecord(key, { id, name, licence, created_at: '2026-11-01T00:00:00.000Z', ...rest }, overrides)
  return key
}

/** Puts any record in the place of a key's. */
export const keepKeyRecord = (key: string, record: unknown, overrides: Overrides = {}): Promise<void> =>
  keepKey(getSettings(overrides), key, record as KeyRecord)

/** Takes the record of a key away: it is the only one whose name begins with the key's id. */
export async function dropKeyRecord(key: string): Promise<void> {
  const { STORE } = env as unknown as Env
  const id = await getId(getSettings(), key)
  const { keys } = await STORE.list()
  for (const { name } of keys) if (name.includes(`/keys/${id}`)) await STORE.delete(name)
}

/** What is said of no key, and of a named one that is not whole. */
export const MISSING_KEY = 'X-API-KEY is missing: send the key in this header (only /mcp reads Authorization as well)'
export const CUT_KEY = 'X-API-KEY is not valid: it is mistyped or cut off, a named key has 52 characters'

/** A key of the right form whose checksum is wrong: its last character is another one. */
export const mistyped = (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
