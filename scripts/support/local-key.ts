import type { KeyRecord } from '../../src/gateway/auth/keys/key-record.ts'
import { deriveNamespace, secretName } from '../../src/upstream/store/key-namespace.ts'

/** The part of a local namespace that stores a record. */
export interface LocalStore {
  put(name: string, value: string, options?: { metadata?: unknown }): Promise<void>
}

/** The fields of a stored key. */
export type LocalKey = Omit<KeyRecord, 'id' | 'created_at'> & Partial<Pick<KeyRecord, 'id'>>

/**
 * Stores a named key in the STORE of a local gateway, like its management app.
 *
 * @param credentialsKey CREDENTIALS_KEY of the gateway
 */
export async function keepLocalKey(store: LocalStore, credentialsKey: string, key: string, fields: LocalKey) {
  const space = await deriveNamespace(Uint8Array.from(Buffer.from(credentialsKey, 'base64')))
  const name = await secretName(space, key)
  const record: KeyRecord = { id: name.slice(0, 16), created_at: '2026-11-01T00:00:00.000Z', ...fields }
  await store.put(`${space.label}/keys/${name}`, JSON.stringify(record), { metadata: record })
}
