import type { KeyRecord } from '../../../base/access.ts'
import type { Settings } from '../../../base/settings.ts'
import { decrypt } from '../../../upstream/store.ts'
import { getLineage } from './key-record.ts'

/** The name under which a key's workspace token is encrypted. A key that replaces it in a rotation has the same. */
export const getTokenName = (key: Pick<KeyRecord, 'id' | 'lineage'>): string => `key-tokens/${getLineage(key)}`

/**
 * The account headers that a named key provides at /mcp, as a grant does: its own workspace token, and the stored
 * payment account. A header of the caller overrides them. Undefined for a key without any.
 */
export async function readKeyAccounts(settings: Settings, key: KeyRecord): Promise<Record<string, string> | undefined> {
  const { workspace_token, stored_payment } = key
  if (!workspace_token && !stored_payment) return undefined
  return {
    ...(workspace_token && { 'X-Workspace-Token': await decrypt(settings, getTokenName(key), workspace_token) }),
    ...(stored_payment && { 'X-Payment-Mode': 'true' }),
  }
}
