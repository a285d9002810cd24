import { routeList } from '../../gateway/http/router.ts'
import { basic, pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import * as answers from './answers.ts'
import { createComment, listComments } from './comments.ts'
import { connect } from './connection.ts'
import { fetchUpload } from './file-uploads.ts'
import * as inputs from './finding.schemas.ts'
import { importFile } from './importing.ts'
import { fetchPropertyValue } from './property-value.ts'
import { HEADERS, SYNONYMS } from './schemas.ts'
import { search } from './search.ts'
import { fetchMe, listUsers } from './users.ts'

const { read, write } = operations({ group: 'workspace', gate: basic, headers: HEADERS, synonyms: SYNONYMS })

/** Loaded at the first such request, because few isolates get one. */

/** Search, users, complete property values, comments and files (decisions.md section 5). */
export const workspaceFinding = routeList()
  .post(
    '/workspace/search',
    read(
      {
        id: 'workspace_search',
        input: inputs.search,
        output: answers.searchPage,
      },
      async (c) => search(await connect(c), c.req.valid('json')),
    ),
  )
  .get(
    '/workspace/users',
    read(
      {
        id: 'workspace_list_users',
        input: inputs.users,
        output: answers.userPage,
      },
      async (c) => listUsers(await connect(c), c.req.valid('query')),
    ),
  )
  .get(
    '/workspace/users/me',
    read(
      {
        id: 'workspace_get_me',
        input: inputs.me,
        output: answers.me,
      },
      async (c) => fetchMe(await connect(c)),
    ),
  )
  .get(
    '/workspace/pages/:page_id/properties/:property_id',
    read(
      {
        id: 'workspace_get_property',
        input: inputs.propertyValue,
        output: answers.propertyValue,
      },
      async (c) => {
        const { page_id, property_id } = c.req.valid('param')
        return fetchPropertyValue(await connect(c), page_id, property_id, c.req.valid('query').start_cursor)
      },
    ),
  )
  .get(
    '/workspace/pages/:page_id/comments',
    read(
      {
        id: 'workspace_list_comments',
        input: inputs.comments,
        output: answers.commentPage,
      },
      async (c) => listComments(await connect(c), c.req.valid('param').page_id, c.req.valid('query')),
    ),
  )
  .post(
    '/workspace/pages/:page_id/comments',
    write(
      {
        id: 'workspace_create_comment',
        destructive: false,
        input: inputs.newComment,
        output: answers.comment,
        status: 201,
      },
      async (c) => createComment(await connect(c), c.req.valid('param').page_id, c.req.valid('json')),
    ),
  )
  .post(
    '/workspace/files',
    write(
      {
        id: 'workspace_import_file',
        effect: 'message',
        destructive: false,
        input: inputs.fileImport,
        output: answers.fileUpload,
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
      {
        id: 'workspace_get_file',
        input: inputs.file,
        output: answers.fileUpload,
        gate: pro,
      },
      async (c) => fetchUpload(await connect(c), c.req.valid('param').file_upload_id),
    ),
  )
