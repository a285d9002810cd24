import { Hono } from 'hono'
import { basic, pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { createComment, listComments } from './comments.ts'
import { connect } from './connection.ts'
import { fetchUpload } from './file-uploads.ts'
import * as inputs from './finding.schemas.ts'
import { importFile } from './importing.ts'
import { fetchPropertyValue } from './property-value.ts'
import { HEADERS, SYNONYMS } from './schemas.ts'
import { search } from './search.ts'
import { fetchMe, listUsers } from './users.ts'

const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'workspace',
  gate: basic,
  headers: HEADERS,
  synonyms: SYNONYMS,
})

/** Loaded at the first such request, because few isolates get one. */

/** Search, users, complete property values, comments and files. */
export const workspaceFinding = new Hono<AppEnv>()
  .post(
    '/workspace/search',
    read(
      'workspace_search',
      {
        input: inputs.search,
      },
      async (c) => search(await connect(c), c.req.valid('json')),
    ),
  )
  .get(
    '/workspace/users',
    read(
      'workspace_list_users',
      {
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
        input: inputs.me,
      },
      async (c) => fetchMe(await connect(c)),
    ),
  )
  .get(
    '/workspace/pages/:page_id/properties/:property_id',
    read(
      'workspace_get_property',
      {
        input: inputs.propertyValue,
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
      'workspace_list_comments',
      {
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
        destructive: false,
        input: inputs.newComment,
        status: 201,
      },
      async (c) => createComment(await connect(c), c.req.valid('param').page_id, c.req.valid('json')),
    ),
  )
  .post(
    '/workspace/files',
    write(
      'workspace_import_file',
      {
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
        input: inputs.file,
        gate: pro,
      },
      async (c) => fetchUpload(await connect(c), c.req.valid('param').file_upload_id),
    ),
  )
