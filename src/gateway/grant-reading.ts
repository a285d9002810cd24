import type { Context } from 'hono'
import { sha256Hex } from '../base/digest.ts'
import { visibleText } from '../base/visible-text.ts'
import type { Caller } from './access.ts'
import { grantProps, isOwned } from './grant.ts'
import { oauthServer } from './oauth.ts'
import { narrowed, scopesOf } from './scopes.ts'
import type { Gateway } from './state.ts'

/** The caller that an access token stands for, undefined for a token that is not valid for /mcp of this origin. */
export async function readGrant(c: Context<Gateway>, token: string, id: string): Promise<Caller | undefined> {
  const { settings } = c.get('state')
  const valid = await (await oauthServer(c)).validate(token)
  const { data: props } = grantProps().safeParse(valid?.props)
  if (!valid || !props || !(await isOwned(settings, props))) return undefined
  const { name, label, limits, workspace_token } = props
  const { groups, read_only: readOnly, payments } = narrowed(props, valid.scope ?? [])
  // One client may serve several people, each with a grant of their own.
  const person = label ? ` (${label})` : ''
  return {
    ...{ id, lineage: `client:${valid.clientId}${person}`, name: visibleText(`${name}${person}`), groups },
    ...{ licence: settings.licence, readOnly, isNamed: true, isGrant: true },
    scopes: scopesOf({ groups, read_only: readOnly, payments }),
    expiresAt: valid.expiresAt * 1000,
    // Of the grant, not of the token: what a client began goes on when its token is renewed.
    digest: await sha256Hex(id),
    withoutPayments: !payments,
    limits,
    accountHeaders: {
      ...(workspace_token !== undefined && { 'X-Workspace-Token': workspace_token }),
      'X-Payment-Mode': 'true',
    },
  }
}
