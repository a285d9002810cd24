import * as z from 'zod'
import { GROUPS } from '../../../base/groups.ts'
import { lazy } from '../../../base/lazy.ts'
import { LICENCES } from '../../../base/licences.ts'
import { limitsSchema } from './limits.ts'

/** A list tells whole records, and STORE holds 1,024 bytes beside a name: with this the longest record has about 900. */
export const LONGEST_NAME = 100

/** The record of a named key in STORE (decisions.md section 2). */
export const keyRecord = lazy(() =>
  z.object({
    /** The first digits of the name that the record was made under. It stays, whatever the CREDENTIALS_KEY. */
    id: z.string().regex(/^[0-9a-f]{16}$/),
    /** The id of the first key of a series of rolls; absent for a key that was not made by a roll. */
    lineage: z.string().optional(),
    /** The ids of the key that it replaced by a roll, and of the one that replaced it. */
    replaces: z.string().optional(),
    replaced_by: z.string().optional(),
    name: z.string().min(1),
    licence: z.enum(LICENCES),
    groups: z.array(z.enum(GROUPS)).optional(),
    read_only: z.boolean().optional(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().optional(),
    disabled: z.boolean().optional(),
    limits: limitsSchema().optional(),
  }),
)

export type KeyRecord = z.infer<ReturnType<typeof keyRecord>>

/** The id that a key and the keys that replace it by a roll have in common: what a key set up belongs to it. */
export const getLineage = ({ id, lineage }: Pick<KeyRecord, 'id' | 'lineage'>): string => lineage ?? id
