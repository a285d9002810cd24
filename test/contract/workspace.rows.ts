import {
  BOOKMARK,
  blockId,
  createNotion,
  DATA_SOURCES,
  DATABASES,
  discussionId,
  EMAILS,
  NOTION_SESSIONS,
  NOTION_TOKENS,
  PAGES,
  projectId,
  taskId,
  USERS,
  uploadId,
  viewId,
  WORKSPACES,
} from '../simulators/workspace/index.ts'
import type { Attempt, GroupContract, Row } from './contract.ts'

const isQuery = ({ url }: { url: URL }) => url.pathname.endsWith('/query')

const sent = (token: string | null) => ({ 'X-Workspace-Token': token })

const withToken = (version: 'v1' | 'v2', path: string, more: Partial<Row> = {}): Row => ({
  path: `/api/${version}/workspace/${path}`,
  tier: 'basic',
  headers: { 'X-Workspace-Token': NOTION_TOKENS.full },
  ...more,
})

/** Only the parts of the schema that are used must be known. */
const verdicts = {
  'properties.Stage': 'the type and the options of what is filtered by',
  data_sources: 'a database may have no data source',
}

const told = (why: string) => ({ 'warnings (0 items, now 1)': why })

const simple = (name: string, why: string) => ({ [`results[].simple_properties.${name}`]: why })

/** Values that replace missing ones (the table of workspace facts, section 6). */
const follows = {
  ...told('a value that is not known is told'),
  ...simple('Owners[]', 'a person without a name is told by the id'),
  ...simple('Created by', 'a person without a name is told by the id'),
  ...simple('Edited by', 'a person without a name is told by the id'),
  ...simple('Assignees[][]', 'a person without a name is told by the id'),
  ...simple('Code', 'without a prefix it is a number'),
  ...simple('Office', 'without a name it is told by the address'),
  ...simple('Due', 'without an end it is one date'),
}

const simpleValue = {
  ...told('a value that is not known is told'),
  'simple_value[]': 'a person without a name is told by the id',
}

const unknownBlocks = { 'warnings[]': 'it tells how many blocks are unknown' }

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
  roundTrips: {
    // The schema is cached for 60 s.
    workspace_query_data_source: ['2/2', '1/1'],
    // The database's data source is cached for 60 s.
    workspace_query_database: ['2/2', '1/1'],
    // The members and the user in parallel, then two writes in the order of the web app. The second time there is
    // nothing to write.
    workspace_invite_member: ['4/3', '2/1'],
    // The table, then its change. What is there the second time is not sent.
    workspace_change_columns: ['2/2', '1/1'],
    workspace_delete_column: ['2/2', '1/1'],
    // The page as it is, then its change. The block as it is, then its change.
    workspace_edit_page_markdown: ['2/2', '2/2'],
    workspace_update_block: ['2/2', '2/2'],
    workspace_delete_block: ['2/2', '1/1'],
    // The schema, which is cached, then the list of views, then each of them.
    workspace_list_views: ['4/3', '3/2'],
    // The view, then its rows.
    workspace_query_view: ['2/2', '2/2'],
    // Where the page is, then the move; the second time it is there.
    workspace_move_page: ['2/2', '1/1'],
    // The schema, which an insert may change and therefore removes from the cache.
    workspace_insert_records: ['2/2', '2/2'],
    // The start of the import, then one status check.
    workspace_import_file: ['2/2', '2/2'],
    // The schema, which a write may change and therefore removes from the cache, and the rows of all keys; then the
    // write, which is not needed the second time.
    workspace_upsert_records: ['3/3', '2/2'],
    workspace_query_all: ['2/2', '1/1'],
    // The schema is cached for 60 s, unless the page adds an option.
    workspace_create_page: ['2/2', '1/1'],
    // The page and its content at once.
    workspace_get_page: ['2/1', '2/1'],
    // The page names its parent, which has the schema.
    workspace_update_page: ['3/3', '2/2'],
  },
  rows: {
    workspace_query_data_source: withToken('v2', `data-source/${DATA_SOURCES.projects}/query`, {
      body: query,
      verdicts,
      follows,
    }),
    workspace_get_schema: withToken('v2', `data-source/${DATA_SOURCES.projects}/schema`),
    workspace_create_database: withToken('v2', 'database', {
      body: {
        parent_page_id: PAGES.handbook,
        title: 'Articles',
        columns: [
          { name: 'Title', type: 'title' },
          { name: 'Stage', type: 'select', options: ['Idea', 'Draft'] },
        ],
      },
    }),
    workspace_change_columns: withToken('v2', `data-source/${DATA_SOURCES.tasks}/columns`, {
      body: { add: [{ name: 'Words', type: 'number' }] },
    }),
    workspace_delete_column: withToken('v2', `data-source/${DATA_SOURCES.leads2026}/columns/Won`, {
      again: { status: 404, why: 'the column is gone' },
      atOnce: { status: 404, why: 'the column is gone' },
      verdicts: { properties: 'the column is one of them', 'properties.Won': 'the column that is deleted' },
    }),
    workspace_list_views: withToken('v2', `data-source/${DATA_SOURCES.projects}/views`),
    workspace_query_view: withToken('v2', `views/${viewId(1)}/query`, {
      body: { page_size: 2 },
      verdicts: { filter: 'what the view shows', sorts: 'in which order', type: 'a dashboard shows several tables' },
      follows,
    }),
    workspace_query_database: withToken('v1', `database/${DATABASES.projects}/query`, {
      // Filters and rows are parsed like those of a data source.
      body: {
        ...query,
        filters: [],
        workspace_filter: { property: 'Stage', status: { equals: 'In progress' } },
        filter_properties: ['Name', 'Stage', 'Owners'],
      },
      verdicts,
      follows,
    }),
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
      body: { data_source_id: DATA_SOURCES.leads2026, records: [{ Name: 'New', Amount: 1 }] },
      verdicts: {
        'properties.Name': 'the type of what is written',
        'properties.Amount': 'the type of what is written',
      },
      follows: told('a row whose id is not told'),
    }),
    workspace_create_page: withToken('v2', 'pages', {
      body: {
        data_source_id: DATA_SOURCES.leads2026,
        properties: { Name: 'New', Amount: 1 },
        markdown: '## Goal\n- [ ] Call',
      },
      verdicts: {
        'properties.Name': 'the type of what is written',
        'properties.Amount': 'the type of what is written',
      },
      follows: told('a value that is not known is told'),
    }),
    // Values of every type are parsed like those of a query.
    workspace_get_page: withToken('v2', `pages/${PAGES.handbook}?markdown=true`, {
      follows: { ...unknownBlocks, 'warnings (1 items, now 2)': 'a value that is not known is told' },
    }),
    workspace_move_page: withToken('v2', `pages/${projectId(1)}/move`, {
      body: { parent_page_id: PAGES.handbook },
      verdicts: { parent: 'where the page stands, which is not moved there again' },
      follows: told('a property that cannot be read is told'),
    }),
    workspace_update_page: withToken('v2', `pages/${taskId(1)}`, {
      body: { properties: { Hours: 13, State: 'Closed' } },
      verdicts: {
        parent: 'where the page stands tells which properties it has',
        'properties.Hours': 'the type of what is written',
        'properties.State': 'the type and the options of what is written',
      },
      follows: {
        ...told('a value that is not known is told'),
        'simple_properties.Assignee[]': 'a person without a name is told by the id',
      },
    }),
    workspace_get_page_markdown: withToken('v2', `pages/${PAGES.handbook}/markdown`, { follows: unknownBlocks }),
    workspace_replace_page_markdown: withToken('v2', `pages/${PAGES.handbook}/markdown`, {
      body: {
        markdown: `# Rules\n- [ ] Be **kind**\n<unknown url="https://www.notion.so/${BOOKMARK}"/>`,
        allow_deleting_content: true,
      },
      follows: unknownBlocks,
    }),
    workspace_append_page_markdown: withToken('v2', `pages/${PAGES.handbook}/markdown`, {
      body: { markdown: '## Tuesday\nThe printer called.' },
      follows: unknownBlocks,
    }),
    workspace_edit_page_markdown: withToken('v2', `pages/${PAGES.handbook}/markdown`, {
      body: { insert_after: 'Rules', markdown: 'Be on time' },
      follows: unknownBlocks,
      verdicts: { markdown: 'whether the text stands on the page' },
    }),
    workspace_update_block: withToken('v2', `blocks/${blockId(2)}`, {
      body: { text: 'Welcome to the studio' },
      verdicts: { type: 'what can be changed' },
    }),
    workspace_delete_block: withToken('v2', `blocks/${blockId(2)}`, {
      verdicts: { type: 'a page is not deleted as a block', in_trash: 'one that is in the trash stays there' },
    }),
    workspace_list_block_children: withToken('v2', `blocks/${PAGES.handbook}/children`, {
      follows: { 'results[].markdown': 'it is read from all that the block holds' },
    }),
    workspace_delete_pages: withToken('v1', 'bulk-delete', { tier: 'pro', body: { page_ids: [projectId(1)] } }),
    // Values of every type are parsed like those of a query.
    workspace_search: withToken('v2', 'search', {
      body: { query: 'logo', type: 'page' },
      follows: {
        ...told('a value that is not known is told'),
        ...simple('Assignee[]', 'a person without a name is told by the id'),
        ...simple('Due', 'without an end it is one date'),
      },
    }),
    workspace_list_users: withToken('v2', 'users'),
    workspace_get_me: withToken('v2', 'users/me'),
    workspace_get_property: withToken('v2', `pages/${projectId(1)}/properties/ownr`, {
      follows: simpleValue,
    }),
    workspace_list_comments: withToken('v2', `pages/${projectId(1)}/comments`),
    workspace_create_comment: withToken('v2', `pages/${projectId(1)}/comments`, {
      body: { text: 'Done', discussion_id: discussionId(1) },
      empty: ['attachments'],
    }),
    workspace_import_file: withToken('v2', 'files', {
      tier: 'pro',
      body: { url: 'https://cdn.example.com/plan.pdf' },
      follows: {
        ...told('a file of an unknown state may be pending'),
        status: 'where a look cannot be read, what was told before it',
      },
    }),
    workspace_get_file: withToken('v2', `files/${uploadId(1)}`, {
      tier: 'pro',
      follows: told('a file of an unknown state may be pending'),
    }),
    workspace_upsert_records: withToken('v2', `data-source/${DATA_SOURCES.leads2026}/upsert`, {
      tier: 'pro',
      body: { key: 'Name', records: [{ Name: 'New', Amount: 1 }] },
      asks: isQuery,
      // The search for keys is repeated like any read.
      faulted: (call) => call.method !== 'GET' && !isQuery(call),
      verdicts: {
        'properties.Name': 'the type of the key',
        'properties.Amount': 'the type of what is written',
        results: 'whether a row has the key',
      },
      follows: told('a row whose id is not told'),
    }),
    workspace_query_all: withToken('v2', `data-source/${DATA_SOURCES.projects}/query-all`, {
      tier: 'pro',
      body: { filters: query.filters, filter_properties: ['Name', 'Stage', 'Owners'] },
      verdicts,
      follows,
    }),
  },
}

/**
 * The same operations with the connected account, with only an API key. An invitation always needs a browser session.
 */
const { workspace_invite_member: _invitation, ...accountRows } = workspace.rows

export const workspaceAccount: GroupContract = {
  ...workspace,
  connected: { WORKSPACE_TOKEN: NOTION_TOKENS.full },
  missing: { status: 400, error: 'X-Workspace-Token: is required' },
  rejected: { settings: { WORKSPACE_TOKEN: 'ntn_test-revoked' }, error: /the workspace account .* reconnect/ },
  rows: Object.fromEntries(Object.entries(accountRows).map(([id, { headers: _headers, ...row }]) => [id, row])),
}
