import type { GroupDocs, ToolText } from '../../gateway/docs.ts'

const QUERY: Partial<ToolText> = {
  fields: {
    filters: 'All must hold',
    'filters.key': 'Property',
    'filters.value': 'Plain value; people by e-mail or name; an array: any of them',
    'filters.operator': 'Of workspace_get_schema; absent: equals',
    sorts: '{property or timestamp, direction: ascending or descending}',
    filter_properties: 'Properties to show',
  },
  hidden: ['filters_map', 'workspace_filter', 'in_trash', 'is_archived', 'result_type'],
  shown: { 'results.[]': 'id in_trash? is_archived? simple_properties url' },
}

/** For tools whose description refers to workspace_query_data_source. */
const QUERY_TOO: Partial<ToolText> = {
  ...QUERY,
  fields: { filters: '' },
  hidden: [
    ...(QUERY.hidden ?? []),
    ...['filters.key', 'filters.value', 'filters.operator', 'sorts', 'filter_properties', 'start_cursor'],
  ],
}

/** The texts of the workspace group's operations. */
export const workspaceDocs: GroupDocs = {
  account: 'workspace',
  isForeign: true,
  accountHeader: 'X-Workspace-Token',
  fields: {
    data_source_id: 'Table id or address',
    database_id: 'Database id or address, instead of data_source_id',
    page_id: 'Page or row: id or address',
    page_size: '1 to 100',
    start_cursor: 'next_cursor',
    markdown: 'Markdown',
  },
  operations: {
    workspace_query_database: {
      en: {
        summary: "Rows of a database's first data source",
        description: 'As workspace_query_data_source, for callers that know the id of a database.',
      },
      ko: '데이터베이스의 첫 데이터 소스의 행 조회',
      tool: {
        title: 'Query a Notion database',
        description: 'As workspace_query_data_source, for the first table of a Notion database.',
        ...QUERY_TOO,
        fields: { ...QUERY_TOO.fields, database_id: 'Database id or address' },
        hidden: [...(QUERY_TOO.hidden ?? []), 'page_size'],
      },
    },
    workspace_invite_member: {
      en: {
        summary: 'Invite someone into the workspace by e-mail address',
        description:
          'Uses unofficial calls of the web app of the service, with the session of a browser; they may stop working any day.',
      },
      ko: '이메일로 워크스페이스에 초대',
      tool: {
        title: 'Invite to Notion',
        fields: { email: '' },
        description: 'Invites someone into the Notion workspace as a member; unofficial, may stop working.',
        account: null,
        withheld: ['role'],
      },
    },
    workspace_insert_records: {
      en: {
        summary: 'Insert up to 100 rows from simple maps',
        description:
          'Each row is a map from property names, as workspace_get_schema lists them, to plain values. The answer has the result of each; send what is left from `next_index` on.',
      },
      ko: '간단한 형식으로 행을 100개까지 추가',
      search: 'create rows 행 만들기',
      tool: {
        title: 'Add rows to a Notion table',
        description:
          'Adds up to 100 rows to a Notion table from property names and plain values; dates are YYYY-MM-DD, people e-mails or names. Read workspace_get_schema first.',
        isDefault: true,
        fields: { records: 'Such as {"Name": "Call Kim", "Due": "2027-03-15", "Status": "Not started"}' },
      },
    },
    workspace_delete_pages: {
      en: {
        summary: 'Move up to 100 pages to the trash',
        description:
          'The ids come from a query or from workspace_search. The answer has the result of each; send what is left from `next_index` on.',
      },
      ko: '페이지를 100개까지 휴지통으로 옮기기(삭제)',
      search: 'remove archive',
      tool: {
        title: 'Trash Notion pages',
        description: 'Moves up to 100 Notion pages or rows to the trash.',
        fields: { page_ids: 'Ids or addresses' },
      },
    },
    workspace_query_data_source: {
      en: {
        summary: 'Rows of a data source, by simple or native filters',
        description:
          'The id comes from workspace_search with type data_source. `simple_properties` holds plain values. Go on with `next_cursor` as `start_cursor`.',
      },
      ko: '데이터 소스의 행 조회: 간단한 필터 또는 원래 필터',
      tool: {
        title: 'Query a Notion table',
        description: 'Rows of a Notion table by simple filters, as plain values.',
        isDefault: true,
        ...QUERY,
      },
    },
    workspace_get_schema: {
      en: {
        summary: 'Properties of a data source, with the operators and options that filters may use',
        description:
          'Read it before querying or writing: it names the properties, their types and options. The id comes from workspace_search with type data_source.',
      },
      ko: '데이터 소스의 속성, 필터에 쓸 수 있는 연산자와 옵션',
      tool: {
        title: 'Columns of a Notion table',
        description:
          'Properties of a Notion table (data source) with types, options and filter operators. Call before querying or writing rows.',
        isDefault: true,
      },
    },
    workspace_search: {
      en: {
        summary: 'Find pages and data sources by their titles',
        description:
          'Finds pages and tables (data sources) of Notion that are shared with the connection, by words of their titles. Their `id` is what the other operations take.',
      },
      ko: '제목으로 페이지와 데이터 소스 검색',
      tool: {
        title: 'Search Notion',
        description:
          'Finds Notion pages and tables by words of their titles, with the ids that other tools take. type data_source finds tables.',
        isDefault: true,
        defaults: { page_size: 20 },
        fields: { query: 'Words of the title; absent: all', type: 'Absent: both' },
        hidden: ['sort', 'in_trash'],
        shown: {
          '': 'results next_cursor has_more warnings?',
          'results.[]': 'object id title last_edited_time in_trash? is_archived? parent',
          'results.[].parent': 'data_source_id? page_id?',
        },
      },
    },
    workspace_list_users: {
      en: {
        summary: 'Members and connections of the workspace',
        description: 'The `id` or the e-mail address of a member fills a people property.',
      },
      ko: '워크스페이스의 멤버와 연결',
      tool: { title: 'People in Notion', description: 'Members of the Notion workspace, with e-mails.' },
    },
    workspace_get_me: {
      en: {
        summary: 'Get the owner and the workspace of the token',
        description: 'A cheap way to find out whether a token works.',
      },
      ko: '토큰의 소유자와 워크스페이스',
      tool: { title: 'Notion token', description: 'Whose Notion token it is, and which workspace.' },
    },
    workspace_get_property: {
      en: {
        summary: 'The whole value of one property of a page, however long',
        description: 'For values that a row marks as cut: relations, people and rollups of more than 25 items.',
      },
      ko: '페이지 속성 하나의 전체 값',
      tool: {
        title: 'Whole value of a Notion property',
        description: 'A value that a Notion row marks as cut: relations, people, rollups over 25.',
        fields: { property_id: 'Id of workspace_get_schema' },
        hidden: ['start_cursor'],
      },
    },
    workspace_list_comments: {
      en: {
        summary: 'Comments of a page that are not resolved',
        description: 'The `discussion_id` of a comment is for an answer to it.',
      },
      ko: '페이지의 해결되지 않은 댓글',
      tool: { title: 'Comments of a Notion page', description: 'Open comments of a Notion page.' },
    },
    workspace_create_comment: {
      en: {
        summary: 'Comment on a page, or answer in a discussion',
        description: 'Give `discussion_id` of workspace_list_comments to answer there.',
      },
      ko: '페이지에 댓글 달기, 토론에 답하기',
      tool: {
        title: 'Comment in Notion',
        description: 'Comments on a Notion page, or answers in a discussion.',
        fields: { text: 'Plain words', discussion_id: '' },
      },
    },
    workspace_import_file: {
      en: {
        summary: 'Import a file by its public https address',
        description:
          'Waits for the import up to 20 seconds; what is still pending then continues, see workspace_get_file. A files property takes the id as {"file_upload": id}, within an hour.',
      },
      ko: '공개 https 주소의 파일 가져오기(업로드)',
      search: 'upload attachment image',
      tool: {
        title: 'Import a file into Notion',
        description: 'Imports a file from a public link, for a files property: {"file_upload": id}.',
        fields: { url: 'https', filename: 'With its extension' },
      },
    },
    workspace_get_file: {
      en: { summary: 'The state of a file that was imported', description: 'The id comes from workspace_import_file.' },
      ko: '가져온 파일의 상태',
      tool: {
        title: 'State of a Notion import',
        description: 'Whether a file that was imported into Notion is there.',
        fields: { file_upload_id: 'Id of workspace_import_file' },
      },
    },
    workspace_query_all: {
      en: {
        summary: 'All rows of a data source, up to 5,000 at once',
        description:
          'Past the row limit of the service where the rows are sorted by created_time, as they are unless sorts are given.',
      },
      ko: '데이터 소스의 모든 행, 한 번에 5,000개까지',
      tool: {
        title: 'All rows of a Notion table',
        description: 'As workspace_query_data_source, up to 5,000 rows.',
        ...QUERY_TOO,
      },
    },
    workspace_upsert_records: {
      en: {
        summary: 'Create or update up to 100 rows of a data source by a key',
        description:
          'A row that has the key is changed where it differs, and one is created where none has it. A key that two rows have fails its record, and so does one that an earlier record of the request has.',
      },
      ko: '키를 기준으로 행을 100개까지 추가하거나 수정',
      tool: {
        title: 'Create or update Notion rows',
        description: 'Up to 100 rows of a Notion table by a key property: changes the row that has it, else adds one.',
        isDefault: true,
        fields: { key: 'Property that identifies rows', records: 'As for workspace_insert_records' },
      },
    },
    workspace_create_page: {
      en: {
        summary: 'Create a row from a simple map, or a page below a page, with Markdown for its content',
        description:
          'Sent once: where the answer is lost, the failure says that the outcome is not known, and a second call could make a second page.',
      },
      ko: '행 또는 하위 페이지 만들기, 내용은 Markdown',
      tool: {
        title: 'Create a Notion page',
        description:
          'Creates a Notion page below a page (parent_page_id), or a row of a table (data_source_id), with Markdown for its content.',
        isDefault: true,
        fields: {
          parent_page_id: 'Parent page',
          properties: 'Such as {"Name": "Notes of 5 May"}',
          markdown: 'Content; its first # heading is the title where no property is',
        },
        hidden: ['database_id'],
        shown: { '': 'success id simple_properties url warnings?' },
      },
    },
    workspace_get_page: {
      en: {
        summary: 'One page with its properties, and its content as Markdown if wanted',
        description:
          'The id comes from workspace_search or a query. `simple_properties` holds plain values; `markdown` true brings the content as well.',
      },
      ko: '페이지 하나와 그 속성, 원하면 Markdown 내용',
      tool: {
        title: 'Read a Notion page',
        description:
          'Properties of a Notion page or row, and its content with markdown true. A long one comes in parts.',
        isDefault: true,
        fields: { markdown: 'The content too' },
      },
    },
    workspace_update_page: {
      en: {
        summary: 'Change properties of a page by a simple map, archive it, move it to the trash, or take it out',
        description: 'What is not given stays. Names of properties come from workspace_get_schema.',
      },
      ko: '페이지 속성 바꾸기, 보관하기, 휴지통으로 옮기기와 꺼내기',
      tool: {
        title: 'Change a Notion page or row',
        description: 'Changes properties of a Notion page or row, archives it, or moves it to the trash.',
        isDefault: true,
        fields: {
          properties: 'Such as {"Status": "Done"}; null empties',
          in_trash: 'true: to the trash',
          is_archived: 'true: archived, not trash',
        },
        shown: { '': 'success id in_trash? is_archived? simple_properties url warnings?' },
      },
    },
    workspace_get_page_markdown: {
      en: {
        summary: 'The content of a page as Markdown',
        description: 'The id comes from workspace_search or a query.',
      },
      ko: '페이지 내용을 Markdown으로',
      tool: { title: 'Content of a Notion page', description: 'A Notion page as Markdown.' },
    },
    workspace_replace_page_markdown: {
      en: {
        summary: 'Replace the whole content of a page by Markdown',
        description:
          'Removes all that stands on the page and is not in the Markdown. Pages below it, and blocks that Markdown cannot write, are lost only with allow_deleting_content. To keep what is there, append instead.',
      },
      ko: '페이지 내용 전체를 Markdown으로 바꾸기',
      tool: {
        title: 'Rewrite a Notion page',
        description: 'Replaces the whole content of a Notion page.',
        fields: { allow_deleting_content: 'Pages and databases below may be lost' },
      },
    },
    workspace_append_page_markdown: {
      en: { summary: 'Add Markdown at the end of a page', description: 'What stands on the page stays.' },
      ko: '페이지 끝에 Markdown 덧붙이기',
      tool: {
        title: 'Add to a Notion page',
        description: 'Adds Markdown at the end of a Notion page.',
        isDefault: true,
      },
    },
    workspace_list_block_children: {
      en: {
        summary: 'The blocks of a page, or those in a block, as the service has them',
        description: 'A page id is a block id as well. Go on with `next_cursor` as `start_cursor`.',
      },
      ko: '페이지나 블록 안의 블록 목록',
      tool: {
        title: 'Blocks of a Notion page',
        description: 'Blocks of a Notion page or block, with ids. workspace_get_page_markdown is shorter.',
        fields: { block_id: 'Page or block' },
      },
    },
  },
}
