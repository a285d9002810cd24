import type { Connectable } from '../../accounts/accounts.ts'
import { connectionBy } from './notion.ts'
import { fetchMe } from './people.ts'

export const workspaceAccount: Connectable = {
  account: 'workspace',
  group: 'workspace',
  fields: { token: 'WORKSPACE_TOKEN' },
  async probe(upstream) {
    const { name, workspace_name } = await fetchMe(await connectionBy(upstream))
    const identity = [workspace_name, name].filter(Boolean).join(', ')
    return identity === '' ? {} : { identity }
  },
}
