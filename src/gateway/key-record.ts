import * as z from 'zod'
import { GROUPS } from '../base/groups.ts'
import { LICENCES } from '../base/licences.ts'
import { once } from '../base/once.ts'

/** The record of a named key in STORE, decisions.md section 2. */
export const keyRecord = once(() =>
  z.object({
    name: z.string().min(1),
    licence: z.enum(LICENCES),
    groups: z.array(z.enum(GROUPS)).optional(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().optional(),
  }),
)
