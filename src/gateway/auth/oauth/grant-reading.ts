import type { Context } from 'hono'
import { sha256Hex } from '../../../base/crypto.ts'
import { member, visibleText } from '../../../base/json.ts'
import type { Settings } from '../../../base/settings.ts'
import type { AppEnv } from '../../state.ts'
import type { Caller } from '../access.ts'
import { askAccess } from '../access-store.ts'
import { getScopes, narrowed } from '../keys/scopes.ts'
import { belongsToTenant, grantMetadata, grantProps, grantRecord } from './grant.ts'
import { callerId } from './names.ts'
import { oauthServer } from './oauth.ts'

/** The caller of an access token. Undefined for a token that is not valid for /mcp of this origin. */
export async function readGrant(c: Context<AppEnv>, token: string, grantId: string): Promise<Caller | undefined> {
  const id = callerId(grantId)
  const { settings } = c.get('state')
  const server = await oauthServer(c)
  const [valid, record] = await Promise.all([server.validate(token), readStored(settings, grantId)])
  const { data: props } = grantProps().safeParse(valid?.props)
  if (!valid || !props || !(await belongsToTenant(settings, props))) return undefined
  const { name, label, workspace_token } = props
  // The encrypted copy in the grant has the terms with which it was created.
  const { limits, confirm: confirms } = grantMetadata().safeParse(member(record, 'metadata')).data ?? props
  const { groups, read_only: readOnly, payments } = narrowed(props, valid.scope ?? [])
  // One client may serve several people, each with a separate grant.
  const person = label ? ` (${label})` : ''
  return {
    id,
    lineage: `client:${valid.clientId}${person}`,
    name: visibleText(`${name}${person}`),
    groups,
    licence: settings.licence,
    readOnly,
    isNamed: true,
    isGrant: true,
    scopes: getScopes({ groups, read_only: readOnly, payments }),
    expiresAt: valid.expiresAt * 1000,
    // Of the grant, not of the token, so that idempotent work continues after the token is renewed.
    digest: await sha256Hex(id),
    withoutPayments: !payments,
    limits,
    confirms,
    accountHeaders: {
      ...(workspace_token !== undefined && { 'X-Workspace-Token': workspace_token }),
      'X-Payment-Mode': 'true',
    },
  }
}

/** The record of a grant, as ACCESS stores it. Undefined when it has ended. */
async function readStored(settings: Settings, grantId: string): Promise<unknown> {
  const record = await askAccess(settings, (access) => access.readRecord(grantRecord(settings, grantId)))
  return record === null ? undefined : JSON.parse(record)
}
