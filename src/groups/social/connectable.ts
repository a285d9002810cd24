import type { Connectable } from '../../accounts/connectable.ts'
import { click } from './authorization.ts'
import { connectionBy } from './connection.ts'
import { PROFILE_FIELDS, toProfile } from './profile.ts'

export const socialAccount: Connectable = {
  account: 'social',
  group: 'social',
  fields: { token: 'SOCIAL_TOKEN' },
  click,
  async probe(outgoing) {
    const connection = connectionBy(outgoing)
    toProfile(await connection.call({ path: '/me', fields: { fields: PROFILE_FIELDS } }))
    return { expiresAt: await connection.endsAt() }
  },
}
