import type { AccountConnector } from '../../accounts/accounts.ts'
import { connectionBy } from './notion.ts'
import { fetchMe } from './people.ts'
import { search } from './search.ts'

export const workspaceAccount: AccountConnector = {
  account: 'workspace',
  group: 'workspace',
  fields: { token: 'WORKSPACE_TOKEN' },
  async probe(upstream) {
    const { name, workspace_id, workspace_name } = await fetchMe(await connectionBy(upstream))
    return { ownId: workspace_id ?? undefined, identity: [workspace_name, name].filter(Boolean).join(', ') }
  },
  async findNewest(upstream) {
    const [hit] = (await search(await connectionBy(upstream), { page_size: 1 })).results
    return hit && { title: hit.title, at: Date.parse(hit.last_edited_time ?? '') || null }
  },
}
