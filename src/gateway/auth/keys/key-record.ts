import * as z from 'zod/mini'
import { GROUPS } from '../../../base/groups.ts'
import { lazy } from '../../../base/lazy.ts'
import { LICENCES } from '../../../base/licences.ts'
import { limitsSchema } from './limits.ts'

/** A list returns whole records from metadata of 1,024 bytes at most. With this limit a record has up to about 800. */
export const LONGEST_NAME = 100

/** The record of a named key in STORE (decisions.md section 2). */
export const keyRecord = lazy(() =>
  z.object({
    /** The first digits of the record's original storage name. No rotation of CREDENTIALS_KEY changes it. */
    id: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
    /** The id of the first key of a series of rotations. Absent for a key that no rotation created. */
    lineage: z.optional(z.string()),
    /** The ids of the key that it replaced in a rotation, and of the key that replaced it. */
    replaces: z.optional(z.string()),
    replaced_by: z.optional(z.string()),
    /** The first characters of the key. Absent for keys of earlier versions. */
    prefix: z.optional(z.string()),
    name: z.string().check(z.minLength(1)),
    licence: z.enum(LICENCES),
    groups: z.optional(z.array(z.enum(GROUPS))),
    read_only: z.optional(z.boolean()),
    created_at: z.iso.datetime(),
    expires_at: z.optional(z.iso.datetime()),
    disabled: z.optional(z.boolean()),
    limits: z.optional(limitsSchema()),
    /** Whether the owner must agree to each call that pays, sends, publishes or deletes for good. */
    confirm: z.optional(z.boolean()),
    /** What it brings to /mcp (key-accounts.ts): a workspace token of its own, and the stored payment account. */
    has_workspace_token: z.optional(z.boolean()),
    stored_payment: z.optional(z.boolean()),
  }),
)

export type KeyRecord = z.infer<ReturnType<typeof keyRecord>>

/** The id that a key shares with the keys that replace it. What a key creates belongs to this id. */
export const getLineage = ({ id, lineage }: Pick<KeyRecord, 'id' | 'lineage'>): string => lineage ?? id

/**
 * The key that represents a lineage: the newest that no rotation replaced. The new key of an interrupted rotation does
 * not count while the previous key exists, because nobody has seen it. Undefined when no key is left.
 */
export function standingKey(records: readonly KeyRecord[], lineage: string): KeyRecord | undefined {
  const own = records.filter((record) => getLineage(record) === lineage)
  const find = (id: string | undefined) => (id === undefined ? undefined : own.find((record) => record.id === id))
  const standing = own.filter(({ replaces, replaced_by }) => {
    const before = find(replaces)
    return !find(replaced_by) && (!before || before.replaced_by !== undefined)
  })
  const [newest] = [...standing].sort((one, other) => other.created_at.localeCompare(one.created_at))
  return newest
}
