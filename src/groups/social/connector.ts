import type { AccountConnector } from '../../accounts/accounts.ts'
import { click } from './authorization.ts'
import { connectionBy } from './connection.ts'
import { PROFILE_FIELDS, toProfile } from './profile.ts'

export const socialAccount: AccountConnector = {
  account: 'social',
  group: 'social',
  fields: { token: 'SOCIAL_TOKEN' },
  click,
  async probe(upstream) {
    const connection = connectionBy(upstream)
    toProfile(await connection.call({ path: '/me', fields: { fields: PROFILE_FIELDS } }))
    return { expiresAt: await connection.endsAt() }
  },
}
