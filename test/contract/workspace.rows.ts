import {
  createNotion,
  DATA_SOURCES,
  DATABASES,
  EMAILS,
  NOTION_SESSIONS,
  NOTION_TOKENS,
  projectId,
  USERS,
  WORKSPACES,
} from '../upstreams/workspace/index.ts'
import type { Attempt, GroupContract, Row } from './contract.ts'

const sent = (token: string | null) => ({ 'X-Workspace-Token': token })

const withToken = (version: 'v1' | 'v2', path: string, more: Partial<Row> = {}): Row => ({
  path: `/api/${version}/workspace/${path}`,
  tier: 'basic',
  headers: { 'X-Workspace-Token': NOTION_TOKENS.full },
  ...more,
})

const missing: Attempt = { headers: sent(null), status: 400, error: 'X-Workspace-Token: is required' }

const query = {
  filters: [{ key: 'Stage', operator: '=', value: 'In progress' }],
  sorts: [{ property: 'Budget', direction: 'descending' }],
  page_size: 2,
}

export const workspace: GroupContract = {
  group: 'workspace',
  simulate: (clock) => createNotion({ clock }),
  // The token comes with each request.
  connected: {},
  missing,
  rejected: { headers: sent('ntn_test-revoked') },
  failure: (error) => ({ success: false, error }),
  success: (body) => !('error' in body),
  rows: {
    workspace_query_data_source: withToken('v2', `data-source/${DATA_SOURCES.projects}/query`, { body: query }),
    workspace_get_schema: withToken('v2', `data-source/${DATA_SOURCES.projects}/schema`),
    workspace_query_database: withToken('v1', `database/${DATABASES.projects}/query`, { body: query }),
    workspace_invite_member: withToken('v1', 'workspace-invite', {
      headers: {
        'X-Workspace-Token': NOTION_SESSIONS.owner,
        'X-Workspace-Space-ID': WORKSPACES.haneul,
        'X-Workspace-User-ID': USERS.jiwoo,
      },
      body: { email: EMAILS.outsider },
      asks: ({ url }) => url.pathname.endsWith('/findUser'),
      rejected: { headers: sent(NOTION_SESSIONS.expired) },
    }),
    workspace_insert_records: withToken('v1', 'bulk-insert', {
      tier: 'pro',
      body: { data_source_id: DATA_SOURCES.projects, records: [{ Name: 'New', Budget: 1 }] },
    }),
    workspace_delete_pages: withToken('v1', 'bulk-delete', { tier: 'pro', body: { page_ids: [projectId(1)] } }),
  },
}
