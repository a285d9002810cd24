import { Hono } from 'hono'
import { pro } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { createComment, listComments } from './comments.ts'
import { connect } from './connection.ts'
import { fetchUpload } from './file-uploads.ts'
import * as inputs from './finding.schemas.ts'
import { read, write } from './group.ts'
import { importFile } from './importing.ts'
import { fetchPropertyValue } from './property-value.ts'
import { search } from './search.ts'
import { fetchMe, listUsers } from './users.ts'

export const searchRoutes = new Hono<AppEnv>().post(
  '/workspace/search',
  read(
    'workspace_search',
    {
      summary: 'Find pages and data sources by their titles',
      description:
        'Finds pages and tables (data sources) of Notion that are shared with the connection, by words of their titles. Their `id` is what the other operations take.',
      ko: '제목으로 페이지와 데이터 소스 검색',
      title: 'Search pages and tables',
      wanted: 8,
      tool: {
        defaults: { page_size: 20 },
        hidden: ['sort', 'in_trash'],
        shown: {
          '': 'results next_cursor has_more warnings?',
          'results.[]': 'object id title last_edited_time in_trash? is_archived? parent',
          'results.[].parent': 'data_source_id? page_id?',
        },
      },
      input: inputs.search,
    },
    async (c) => search(await connect(c), c.req.valid('json')),
  ),
)

export const peopleRoutes = new Hono<AppEnv>()
  .get(
    '/workspace/users',
    read(
      'workspace_list_users',
      {
        summary: 'Members and connections of the workspace',
        description: 'The `id` or the e-mail address of a member fills a people property.',
        ko: '워크스페이스의 멤버와 연결',
        title: 'Get people',
        input: inputs.users,
      },
      async (c) => listUsers(await connect(c), c.req.valid('query')),
    ),
  )
  .get(
    '/workspace/users/me',
    read(
      'workspace_get_me',
      {
        summary: 'Get the owner and the workspace of the token',
        description: 'A cheap way to find out whether a token works.',
        ko: '토큰의 소유자와 워크스페이스',
        title: 'Get the connection',
        input: inputs.me,
      },
      async (c) => fetchMe(await connect(c)),
    ),
  )

export const propertyRoutes = new Hono<AppEnv>().get(
  '/workspace/pages/:page_id/properties/:property_id',
  read(
    'workspace_get_property',
    {
      summary: 'The whole value of one property of a page, however long',
      description: 'For values that a row marks as cut: relations, people and rollups of more than 25 items.',
      ko: '페이지 속성 하나의 전체 값',
      title: 'Get a property of a page',
      tool: {
        hidden: ['start_cursor'],
      },
      input: inputs.propertyValue,
    },
    async (c) => {
      const { page_id, property_id } = c.req.valid('param')
      return fetchPropertyValue(await connect(c), page_id, property_id, c.req.valid('query').start_cursor)
    },
  ),
)

export const commentRoutes = new Hono<AppEnv>()
  .get(
    '/workspace/pages/:page_id/comments',
    read(
      'workspace_list_comments',
      {
        summary: 'Comments of a page that are not resolved',
        description: 'The `discussion_id` of a comment is for an answer to it.',
        ko: '페이지의 해결되지 않은 댓글',
        title: 'Get the comments of a page',
        input: inputs.comments,
      },
      async (c) => listComments(await connect(c), c.req.valid('param').page_id, c.req.valid('query')),
    ),
  )
  .post(
    '/workspace/pages/:page_id/comments',
    write(
      'workspace_create_comment',
      {
        summary: 'Comment on a page, or answer in a discussion',
        description: 'Give `discussion_id` of workspace_list_comments to answer there.',
        ko: '페이지에 댓글 달기, 토론에 답하기',
        title: 'Create a comment',
        wanted: 9,
        destructive: false,
        input: inputs.newComment,
        status: 201,
      },
      async (c) => createComment(await connect(c), c.req.valid('param').page_id, c.req.valid('json')),
    ),
  )

export const fileRoutes = new Hono<AppEnv>()
  .post(
    '/workspace/files',
    write(
      'workspace_import_file',
      {
        summary: 'Import a file by its public https address',
        description:
          'Waits for the import up to 20 seconds; what is still pending then continues, see workspace_get_file. A files property takes the id as {"file_upload": id}, within an hour.',
        ko: '공개 https 주소의 파일 가져오기(업로드)',
        title: 'Import a file',
        search: 'upload attachment image',
        effect: 'message',
        destructive: false,
        input: inputs.fileImport,
        status: 201,
        gate: pro,
      },
      async (c) => {
        const { url, filename } = c.req.valid('json')
        return importFile(await connect(c), url, filename)
      },
    ),
  )
  .get(
    '/workspace/files/:file_upload_id',
    read(
      'workspace_get_file',
      {
        summary: 'The state of a file that was imported',
        description: 'The id comes from workspace_import_file.',
        ko: '가져온 파일의 상태',
        title: 'Get the state of an import',
        input: inputs.file,
        gate: pro,
      },
      async (c) => fetchUpload(await connect(c), c.req.valid('param').file_upload_id),
    ),
  )

/** Loaded at the first such request, because few isolates get one. */
