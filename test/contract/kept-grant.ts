import type { Stub } from '../../src/base/env.ts'
import type { GrantMetadata } from '../../src/gateway/auth/oauth/grants.ts'
import { sign } from '../../src/gateway/auth/signature.ts'
import { GRANT_CALLBACK, GRANT_CLIENT, GRANT_ID } from './admin.rows.ts'

/** Stores both in ACCESS, in the format of the OAuth package. */
export async function keepGrant(access: Pick<Stub<'ACCESS'>, 'oauthRecords'>, adminKey: string, owner: string) {
  const client = {
    clientId: GRANT_CLIENT,
    clientName: 'Test client',
    redirectUris: [GRANT_CALLBACK],
    grantTypes: ['authorization_code', 'refresh_token'],
    responseTypes: ['code'],
    tokenEndpointAuthMethod: 'none',
    authMethodExplicit: true,
  }
  const metadata: GrantMetadata = {
    owner: await sign(adminKey, 'oauth grant', owner),
    name: 'Test client',
    read_only: true,
    payments: false,
    redirect_host: 'client.example',
  }
  const grant = {
    ...{ id: GRANT_ID, clientId: GRANT_CLIENT, userId: owner, scope: [], metadata, encryptedProps: '' },
    ...{ createdAt: 1_790_000_000, expiresAt: 4_000_000_000, redirectUri: GRANT_CALLBACK },
  }
  await access.oauthRecords.write(`client:${GRANT_CLIENT}`, JSON.stringify(client), undefined)
  await access.oauthRecords.write(`grant:${owner}:${GRANT_ID}`, JSON.stringify(grant), undefined)
}
