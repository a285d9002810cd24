import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Miniflare } from 'miniflare'
import { ACCESS_NAME, type NewKey } from '../../src/base/access.ts'
import { getPrefix } from '../../src/gateway/auth/key.ts'

export type LocalKey = Omit<NewKey, 'digest' | 'prefix'>

/**
 * Has a local gateway make a named key with a chosen text, unless it has made it before. Its management app makes only
 * random ones.
 */
export async function keepLocalKey(runtime: Miniflare, gateway: string, key: string, fields: LocalKey): Promise<void> {
  const objects = await runtime.getDurableObjectNamespace('ACCESS', gateway)
  const access = objects.get(objects.idFromName(ACCESS_NAME)) as unknown as { createKey(key: NewKey): Promise<unknown> }
  const digest = createHash('sha256').update(key).digest('hex')
  await access.createKey({ ...fields, digest, prefix: getPrefix(key) })
}

/** Makes a named key, as the management app does. Returns the key. */
export async function makeKey(origin: string, adminKey: string, fields: Partial<LocalKey>): Promise<string> {
  const response = await fetch(`${origin}/api/v1/admin/keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${adminKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  })
  assert.equal(response.status, 201, await response.clone().text())
  return ((await response.json()) as { key: string }).key
}
