import type { GroupDocs, ToolOptions } from '../../gateway/docs.ts'

/** How a model gets the rows of a table. */
const QUERY: ToolOptions = {
  hidden: ['filters_map', 'workspace_filter', 'in_trash', 'is_archived', 'result_type'],
  shown: { 'results.[]': 'id in_trash? is_archived? simple_properties url' },
}

/** The texts of the workspace group's operations. */
export const workspaceDocs: GroupDocs = {
  account: 'workspace',
  isForeign: true,
  accountHeader: 'X-Workspace-Token',
  operations: {
    workspace_query_database: {
      en: {
        summary: "Rows of a database's first data source",
        description: 'As workspace_query_data_source, for callers that know the id of a database.',
      },
      ko: '데이터베이스의 첫 데이터 소스의 행 조회',
      tool: QUERY,
    },
    workspace_invite_member: {
      en: {
        summary: 'Invite someone into the workspace by e-mail address',
        description:
          'Uses unofficial calls of the web app of the service, with the session of a browser; they may stop working any day.',
      },
      ko: '이메일로 워크스페이스에 초대',
      tool: {
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
        hidden: ['database_id'],
        description:
          'Adds up to 100 rows to a Notion table, such as {"Name": "Call Kim", "Due": "2027-03-15"}. workspace_get_schema has its properties.',
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
    },
    workspace_query_data_source: {
      en: {
        summary: 'Rows of a data source, by simple or native filters',
        description:
          'The id comes from workspace_search with type data_source. `simple_properties` holds plain values. Go on with `next_cursor` as `start_cursor`.',
      },
      ko: '데이터 소스의 행 조회: 간단한 필터 또는 원래 필터',
      tool: {
        description:
          'Rows of a Notion table. workspace_search finds tables, workspace_get_schema has their properties.',
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
      search: 'columns table 열 표',
      tool: { shown: { '': 'id title properties operators', 'properties.[]': 'name type options? groups?' } },
    },
    workspace_search: {
      en: {
        summary: 'Find pages and data sources by their titles',
        description:
          'Finds pages and tables (data sources) of Notion that are shared with the connection, by words of their titles. Their `id` is what the other operations take.',
      },
      ko: '제목으로 페이지와 데이터 소스 검색',
      tool: {
        defaults: { page_size: 20 },
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
    },
    workspace_get_me: {
      en: {
        summary: 'Get the owner and the workspace of the token',
        description: 'A cheap way to find out whether a token works.',
      },
      ko: '토큰의 소유자와 워크스페이스',
    },
    workspace_get_property: {
      en: {
        summary: 'The whole value of one property of a page, however long',
        description: 'For values that a row marks as cut: relations, people and rollups of more than 25 items.',
      },
      ko: '페이지 속성 하나의 전체 값',
      tool: {
        hidden: ['start_cursor'],
      },
    },
    workspace_list_comments: {
      en: {
        summary: 'Comments of a page that are not resolved',
        description: 'The `discussion_id` of a comment is for an answer to it.',
      },
      ko: '페이지의 해결되지 않은 댓글',
    },
    workspace_create_comment: {
      en: {
        summary: 'Comment on a page, or answer in a discussion',
        description: 'Give `discussion_id` of workspace_list_comments to answer there.',
      },
      ko: '페이지에 댓글 달기, 토론에 답하기',
    },
    workspace_import_file: {
      en: {
        summary: 'Import a file by its public https address',
        description:
          'Waits for the import up to 20 seconds; what is still pending then continues, see workspace_get_file. A files property takes the id as {"file_upload": id}, within an hour.',
      },
      ko: '공개 https 주소의 파일 가져오기(업로드)',
      search: 'upload attachment image',
    },
    workspace_get_file: {
      en: { summary: 'The state of a file that was imported', description: 'The id comes from workspace_import_file.' },
      ko: '가져온 파일의 상태',
    },
    workspace_query_all: {
      en: {
        summary: 'All rows of a data source, up to 5,000 at once',
        description:
          'Past the row limit of the service where the rows are sorted by created_time, as they are unless sorts are given.',
      },
      ko: '데이터 소스의 모든 행, 한 번에 5,000개까지',
      tool: {
        ...QUERY,
      },
    },
    workspace_upsert_records: {
      en: {
        summary: 'Create or update up to 100 rows of a data source by a key',
        description:
          'A row that has the key is changed where it differs, and one is created where none has it. A key that two rows have fails its record, and so does one that an earlier record of the request has.',
      },
      ko: '키를 기준으로 행을 100개까지 추가하거나 수정',
    },
    workspace_create_page: {
      en: {
        summary: 'Create a row from a simple map, or a page below a page, with Markdown for its content',
        description:
          'With an Idempotency-Key it is created once. Without one it is sent once: where the answer is lost, a second call could make a second page.',
      },
      ko: '행 또는 하위 페이지 만들기, 내용은 Markdown',
      tool: {
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
    },
    workspace_update_page: {
      en: {
        summary: 'Change properties of a page by a simple map, archive it, move it to the trash, or take it out',
        description: 'What is not given stays. Names of properties come from workspace_get_schema.',
      },
      ko: '페이지 속성 바꾸기, 보관하기, 휴지통으로 옮기기와 꺼내기',
      tool: {
        shown: { '': 'success id in_trash? is_archived? simple_properties url warnings?' },
      },
    },
    workspace_get_page_markdown: {
      en: {
        summary: 'The content of a page as Markdown',
        description: 'The id comes from workspace_search or a query.',
      },
      ko: '페이지 내용을 Markdown으로',
      tool: { description: 'A Notion page as Markdown.' },
    },
    workspace_replace_page_markdown: {
      en: {
        summary: 'Replace the whole content of a page by Markdown',
        description:
          'Removes all that stands on the page and is not in the Markdown. Pages below it, and blocks that Markdown cannot write, are lost only with allow_deleting_content. To keep what is there, append instead.',
      },
      ko: '페이지 내용 전체를 Markdown으로 바꾸기',
    },
    workspace_append_page_markdown: {
      en: { summary: 'Add Markdown at the end of a page', description: 'What stands on the page stays.' },
      ko: '페이지 끝에 Markdown 덧붙이기',
    },
    workspace_list_block_children: {
      en: {
        summary: 'The blocks of a page, or those in a block, as the service has them',
        description: 'A page id is a block id as well. Go on with `next_cursor` as `start_cursor`.',
      },
      ko: '페이지나 블록 안의 블록 목록',
    },
  },
}
