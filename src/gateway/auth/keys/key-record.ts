import * as z from 'zod/mini'
import type { KeyRecord } from '../../../base/access.ts'
import { GROUPS, LICENCES } from '../../../base/groups.ts'
import { lazy } from '../../../base/lazy.ts'
import { limitsSchema } from './limits.ts'

/** The copy of a named key in STORE. */
export const keyRecord = lazy(() =>
  z.object({
    id: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
    lineage: z.optional(z.string()),
    replaced_by: z.optional(z.string()),
    prefix: z.string(),
    name: z.string().check(z.minLength(1)),
    licence: z.enum(LICENCES),
    groups: z.optional(z.array(z.enum(GROUPS))),
    read_only: z.optional(z.boolean()),
    created_at: z.iso.datetime(),
    expires_at: z.optional(z.iso.datetime()),
    disabled: z.optional(z.boolean()),
    limits: z.optional(limitsSchema()),
    confirm: z.optional(z.boolean()),
    workspace_token: z.optional(z.object({ iv: z.string(), data: z.string() })),
    stored_payment: z.optional(z.boolean()),
  }),
)

/** The id that a key shares with the keys that replace it. What a key creates belongs to this id. */
export const getLineage = ({ id, lineage }: Pick<KeyRecord, 'id' | 'lineage'>): string => lineage ?? id

/** The key that represents a lineage: the one that no other replaced. Undefined when no key is left. */
export function standingKey(records: readonly KeyRecord[], lineage: string): KeyRecord | undefined {
  const own = records.filter((record) => getLineage(record) === lineage)
  const ids = new Set(own.map(({ id }) => id))
  return own.findLast(({ replaced_by }) => replaced_by === undefined || !ids.has(replaced_by))
}
