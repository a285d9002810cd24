import type { Context } from 'hono'
import type { EndedReason, GrantChange } from '../../../base/access.ts'
import type { AppEnv } from '../../state.ts'
import { askAccess } from '../access-store.ts'
import { belongsToTenant, type GrantMetadata, grantMetadata, grantRecord } from './grant.ts'
import { clearGrantCache } from './grant-caller.ts'
import { getOwner } from './names.ts'
import { oauthServer } from './oauth.ts'
import { stored } from './storage-failure.ts'

/** A listed grant. Times are epoch milliseconds. */
export interface ListedGrant {
  id: string
  terms: GrantMetadata
  createdAt: number
  /** When it expires unless it is used. Undefined until its client has used it. */
  expiresAt: number | undefined
  /** When and why it ended, if the owner did not revoke it. */
  ended?: { at: number; reason: EndedReason }
}

/** All grants of the deployment, newest first, including those that ended in the last 30 days without being revoked. */
export async function listGrants(c: Context<AppEnv>): Promise<ListedGrant[]> {
  const { settings } = c.get('state')
  const { api } = await oauthServer(c)
  const found: ListedGrant[] = []
  // ACCESS lists all records at once, so there is one page.
  const { items } = await stored(api.listUserGrants(getOwner(settings)))
  for (const { id, metadata, createdAt, expiresAt } of items) {
    const { data: terms } = grantMetadata().safeParse(metadata)
    if (!terms || !(await belongsToTenant(settings, terms))) continue
    found.push({
      id,
      terms,
      createdAt: createdAt * 1000,
      expiresAt: expiresAt === undefined ? undefined : expiresAt * 1000,
    })
  }
  return [...found, ...(await listEnded(c))].sort((one, other) => other.createdAt - one.createdAt)
}

async function listEnded(c: Context<AppEnv>): Promise<ListedGrant[]> {
  const { settings } = c.get('state')
  const ended = await askAccess(settings, (access) => access.endedGrants())
  const listed = await Promise.all(
    ended.map(async ({ id, createdAt, endedAt, reason, metadata }) => {
      const { data: terms } = grantMetadata().safeParse(JSON.parse(metadata))
      if (!terms || !(await belongsToTenant(settings, terms))) return []
      return [{ id, terms, createdAt, expiresAt: undefined, ended: { at: endedAt, reason } }]
    }),
  )
  return listed.flat()
}

/** Changes terms of a grant, here at once, everywhere within a minute. False when there is no such grant. */
export async function changeGrant(c: Context<AppEnv>, id: string, change: GrantChange): Promise<boolean> {
  const { settings } = c.get('state')
  const isChanged = await askAccess(settings, (access) => access.changeGrant(grantRecord(settings, id), change))
  clearGrantCache(settings, id)
  return isChanged
}

/**
 * Revokes a grant with its tokens, here at once, everywhere within a minute. Removes one that has ended from the list.
 */
export async function revokeGrant(c: Context<AppEnv>, id: string): Promise<void> {
  const { settings } = c.get('state')
  if (await askAccess(settings, (access) => access.dismissEndedGrant(id))) return
  const { api } = await oauthServer(c)
  await stored(api.revokeGrant(id, getOwner(settings)))
  clearGrantCache(settings, id)
}
