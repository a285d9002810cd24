import type { AccountConnector } from '../../accounts/accounts.ts'
import { devices } from './account.ts'
import { connectionBy } from './connection.ts'

export const recorderAccount: AccountConnector = {
  account: 'recorder',
  group: 'recorder',
  fields: { token: 'RECORDER_TOKEN' },
  // A data route, which needs the workspace token, so that the token exchange is tested as well.
  async probe(upstream) {
    const connection = connectionBy(upstream)
    await devices(connection)
    return { expiresAt: (await connection.tokenStatus()).endsAt }
  },
}
