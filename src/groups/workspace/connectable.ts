import type { Connectable } from '../../accounts/connectable.ts'
import { connectionBy } from './connection.ts'
import { fetchMe } from './users.ts'

export const workspaceAccount: Connectable = {
  account: 'workspace',
  group: 'workspace',
  fields: { token: 'WORKSPACE_TOKEN' },
  async probe(outgoing) {
    const { name, workspace_name } = await fetchMe(await connectionBy(outgoing))
    const identity = [workspace_name, name].filter(Boolean).join(', ')
    return identity === '' ? {} : { identity }
  },
}
