import * as z from 'zod/mini'
import { GROUPS } from '../../../base/groups.ts'
import { lazy } from '../../../base/lazy.ts'
import type { Settings } from '../../../base/settings.ts'
import { adminKey } from '../admin/admin-key.ts'
import { limitsSchema } from '../keys/limits.ts'
import { getOwner } from './names.ts'
import { isSigned, sign } from './signature.ts'

/** What a client may do, as the owner decided when connecting it. */
const terms = lazy(() =>
  z.object({
    /** Ties the grant to ADMIN_KEY. */
    owner: z.string(),
    /** The name that the client gave itself. */
    name: z.string(),
    /** For whom the owner created it. Absent where the owner entered nothing. */
    label: z.optional(z.string()),
    /** All groups when absent. */
    groups: z.optional(z.array(z.enum(GROUPS))),
    read_only: z.boolean(),
    /** Whether it may make payments. */
    payments: z.boolean(),
    /** How much it may request or pay; no limit when absent. The owner may change this and the next in the metadata. */
    limits: z.optional(limitsSchema()),
    /** Whether the owner must agree to each call that pays, sends, publishes or deletes for good. */
    confirm: z.optional(z.boolean()),
  }),
)

/** The data that the OAuth package encrypts with the token, and returns for a valid token. */
export const grantProps = lazy(() => z.extend(terms(), { workspace_token: z.optional(z.string()) }))

/** The data that the OAuth package stores unencrypted, for the list of grants. */
export const grantMetadata = lazy(() =>
  z.extend(terms(), {
    /** The host of the client's metadata document; absent for a client that registered itself. */
    domain: z.optional(z.string()),
    redirect_host: z.string(),
    has_workspace_token: z.boolean(),
  }),
)

export type GrantProps = z.infer<ReturnType<typeof grantProps>>
export type GrantMetadata = z.infer<ReturnType<typeof grantMetadata>>

/** The name of a grant's record. */
export const grantRecord = (settings: Settings, id: string): string => `grant:${getOwner(settings)}:${id}`

/**
 * The tag of this deployment's grants. It depends on ADMIN_KEY: a new admin key ends every grant and every session. Two
 * deployments that share a namespace by mistake do not see each other's grants.
 */
export const tenantTag = (settings: Settings): Promise<string> =>
  sign(adminKey(settings), 'oauth grant', getOwner(settings))

/** Whether the data of a grant has this tag. */
export async function belongsToTenant(settings: Settings, held: unknown): Promise<boolean> {
  const { data } = z.object({ owner: z.string() }).safeParse(held)
  return data !== undefined && isSigned(adminKey(settings), 'oauth grant', getOwner(settings), data.owner)
}
