import type { Settings } from '../../../base/settings.ts'
import { readKeyToken } from '../../../upstream/credentials/key-tokens.ts'
import type { KeyRecord } from './key-record.ts'

/**
 * The account headers that a named key provides at /mcp, as a grant does: its own workspace token, and the stored
 * payment account. A header of the caller overrides them. Undefined for a key without any.
 */
export async function readKeyAccounts(
  settings: Settings,
  { id, has_workspace_token, stored_payment }: KeyRecord,
): Promise<Record<string, string> | undefined> {
  const token = has_workspace_token ? await readKeyToken(settings, id) : undefined
  if (token === undefined && !stored_payment) return undefined
  return {
    ...(token !== undefined && { 'X-Workspace-Token': token }),
    ...(stored_payment && { 'X-Payment-Mode': 'true' }),
  }
}
