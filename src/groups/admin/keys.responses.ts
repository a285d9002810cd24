import type { KeyRecord } from '../../base/access.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import type { KeyUse } from '../../base/usage.ts'
import { getLineage } from '../../gateway/auth/keys.ts'
import { limitsResponse } from '../../gateway/auth/scopes.ts'
import { readKeyUse } from '../../gateway/usage.ts'

/** Records of keys with their usage. Without usage when the counts cannot be read. */
export async function keysResponse(settings: Settings, platform: Platform, records: readonly KeyRecord[]) {
  const uses = settings.env.USAGE ? await readKeyUse(settings, platform) : new Map<string, KeyUse>()
  return records.map((record) => toKeyResponse(record, uses?.get(record.id), uses !== undefined))
}

/** A key that was just created, so it has no usage. */
export const newKeyResponse = (record: KeyRecord) => toKeyResponse(record, undefined, true)

function toKeyResponse(record: KeyRecord, use: KeyUse | undefined, isKnown: boolean) {
  const { id, name, licence, groups = null, created_at, expires_at = null } = record
  const { read_only = false, disabled = false, confirm = false } = record
  const { workspace_token, stored_payment = false } = record
  return {
    id,
    prefix: record.prefix,
    lineage: getLineage(record),
    name,
    licence,
    groups,
    read_only,
    created_at,
    expires_at,
    disabled,
    limits: limitsResponse(record.limits),
    confirm,
    has_workspace_token: workspace_token !== undefined,
    stored_payment,
    last_used_at: use ? new Date(use.last).toISOString() : null,
    requests_30d: use?.requests ?? (isKnown ? 0 : null),
  }
}
