import type { GroupTools, ToolText } from '../../gateway/tool-marks.ts'

const QUERY: Partial<ToolText> = {
  fields: {
    filters: 'All must hold',
    'filters.key': 'Property',
    'filters.value': 'Plain value; people by e-mail or name; an array: any of them',
    'filters.operator': 'Of workspace_get_schema; absent: equals',
    sorts: '{property or timestamp, direction: ascending or descending}',
    filter_properties: 'Properties to show',
  },
  hidden: ['filters_map', 'workspace_filter', 'in_trash', 'result_type'],
}

/** As that, for who knows it. */
const QUERY_TOO: Partial<ToolText> = {
  ...QUERY,
  fields: { ...QUERY.fields, 'filters.key': '', 'filters.value': '', 'filters.operator': '' },
}

/** The workspace group as tools of a model (decisions.md section 13). */
export const workspaceTools: GroupTools = {
  account: 'workspace',
  accountHeader: 'X-Workspace-Token',
  fields: {
    data_source_id: 'Table id or address',
    database_id: 'Database id or address, instead of data_source_id',
    page_id: 'Page or row: id or address',
    page_size: '1 to 100',
    start_cursor: 'next_cursor',
    markdown: 'Markdown',
  },
  tools: {
    workspace_search: {
      title: 'Search Notion',
      description:
        'Finds Notion pages and tables by words of their titles, with the ids that other tools take. type data_source finds tables.',
      isDefault: true,
      fields: { query: 'Words of the title; absent: all', type: 'Absent: both' },
      hidden: ['sort'],
    },
    workspace_get_page: {
      title: 'Read a Notion page',
      description: 'Properties of a Notion page or row, and its content with markdown true. A long one comes in parts.',
      isDefault: true,
      fields: { markdown: 'The content too' },
    },
    workspace_create_page: {
      title: 'Create a Notion page',
      description:
        'Creates a Notion page below a page (parent_page_id), or a row of a table (data_source_id), with Markdown for its content. For several rows use workspace_insert_records.',
      isDefault: true,
      fields: {
        parent_page_id: 'Parent page',
        properties: 'Such as {"Name": "Notes of 5 May"}',
        markdown: 'Content; its first # heading is the title where no property is',
      },
      hidden: ['database_id'],
    },
    workspace_update_page: {
      title: 'Change a Notion page or row',
      description: 'Changes properties of a Notion page or row, or moves it to the trash.',
      isDefault: true,
      fields: { properties: 'Such as {"Status": "Done"}; null empties', in_trash: 'true: to the trash' },
    },
    workspace_append_page_markdown: {
      title: 'Add to a Notion page',
      description: 'Adds Markdown at the end of a Notion page.',
      isDefault: true,
    },
    workspace_get_page_markdown: { title: 'Content of a Notion page', description: 'A Notion page as Markdown.' },
    workspace_replace_page_markdown: {
      title: 'Rewrite a Notion page',
      description: 'Replaces the whole content of a Notion page.',
      fields: { allow_deleting_content: 'Pages and databases below may be lost' },
    },
    workspace_list_block_children: {
      title: 'Blocks of a Notion page',
      description: 'Blocks of a Notion page or block, each as Markdown, with ids.',
      fields: { block_id: 'Page or block' },
    },
    workspace_upsert_records: {
      title: 'Create or update Notion rows',
      description: 'Up to 100 rows of a Notion table by a key property: changes the row that has it, else adds one.',
      isDefault: true,
      fields: { key: 'Property that identifies rows', records: 'As for workspace_insert_records' },
    },
    workspace_query_all: {
      title: 'All rows of a Notion table',
      description: 'As workspace_query_data_source, up to 5,000 rows; better narrowed by filters.',
      ...QUERY_TOO,
    },
    workspace_list_users: { title: 'People in Notion', description: 'Members of the Notion workspace, with e-mails.' },
    workspace_get_me: { title: 'Notion token', description: 'Whose Notion token it is, and which workspace.' },
    workspace_get_property: {
      title: 'Whole value of a Notion property',
      description: 'A value that a Notion row marks as cut: relations, people, rollups over 25.',
      fields: { property_id: 'Id of workspace_get_schema' },
      hidden: ['start_cursor'],
    },
    workspace_list_comments: { title: 'Comments of a Notion page', description: 'Open comments of a Notion page.' },
    workspace_create_comment: {
      title: 'Comment in Notion',
      description: 'Comments on a Notion page, or answers in a discussion.',
      fields: { text: 'Plain words', discussion_id: 'Discussion to answer in' },
    },
    workspace_import_file: {
      title: 'Import a file into Notion',
      description: 'Imports a file from a public link, for a files property: {"file_upload": id}.',
    },
    workspace_get_file: {
      title: 'State of a Notion import',
      description: 'Whether a file that was imported into Notion is there.',
      fields: { file_upload_id: 'Id of workspace_import_file' },
    },
    workspace_get_schema: {
      title: 'Columns of a Notion table',
      description:
        'Properties of a Notion table (data source) with types, options and filter operators. Call before querying or writing rows.',
      isDefault: true,
    },
    workspace_query_data_source: {
      title: 'Query a Notion table',
      description: 'Rows of a Notion table by simple filters, as plain values.',
      isDefault: true,
      ...QUERY,
    },
    workspace_insert_records: {
      title: 'Add rows to a Notion table',
      description:
        'Adds up to 100 rows to a Notion table from property names and plain values; dates are YYYY-MM-DD, people e-mails or names. Read workspace_get_schema first.',
      isDefault: true,
      fields: { records: 'Such as {"Name": "Call Kim", "Due": "2027-03-15", "Status": "Not started"}' },
    },
    workspace_query_database: {
      title: 'Query a Notion database',
      description: 'As workspace_query_data_source, for the first table of a Notion database.',
      ...QUERY_TOO,
      fields: { ...QUERY_TOO.fields, database_id: 'Database id or address' },
      hidden: [...(QUERY.hidden ?? []), 'sorts', 'filter_properties', 'page_size', 'start_cursor'],
    },
    workspace_invite_member: {
      title: 'Invite to Notion',
      description: 'Invites someone into the Notion workspace by e-mail; unofficial, may stop working.',
      account: null,
      fields: { role: 'member (default), owner or membership_admin' },
    },
    workspace_delete_pages: {
      title: 'Trash Notion pages',
      description: 'Moves up to 100 Notion pages or rows to the trash.',
      fields: { page_ids: 'Ids or addresses' },
    },
  },
}
