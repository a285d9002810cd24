import * as z from 'zod'
import { outcomes } from '../../gateway/outputs.ts'
import * as answers from './records.outputs.ts'
import { bulk, comment, recordPage, text } from './records.outputs.ts'
import { parent, plainMap } from './values.outputs.ts'

const upsertResult = () =>
  bulk().shape.results.element.extend({
    outcome: z
      .enum(['created', 'updated', 'unchanged', 'failed'])
      .describe('What became of it; unchanged when its row had every given value already'),
  })

export type UpsertResult = z.output<ReturnType<typeof upsertResult>>

export const upserted = () =>
  bulk().extend({
    created: z.int().describe('Records that created a row'),
    updated: z.int().describe('Records whose row was changed'),
    unchanged: z.int().describe('Records whose row had every given value already'),
    results: outcomes(upsertResult()),
  })

/** Like a page of rows, but with many more. */
export const allRecords = () => recordPage().extend({ results: recordPage().shape.results.meta({ continued: true }) })

const page = () =>
  z
    .object({
      id: z.string().describe('Id of the page'),
      title: text('Its title as plain text'),
      url: text('Its address in the workspace'),
      parent: parent().describe('Where it stands, as the service has it'),
      data_source_id: text('The data source of a row; null for any other page'),
      created_time: text('ISO 8601 moment in UTC'),
      last_edited_time: text('ISO 8601 moment in UTC, to the minute'),
      in_trash: z.boolean().describe('Whether it is in the trash'),
      is_archived: z.boolean().nullable().describe('Whether it is archived, which is not the trash'),
      simple_properties: plainMap().describe('Of a row: property name to plain value; null for any other page'),
      changed_properties: z
        .array(z.string())
        .nullable()
        .describe('Names of the properties that changed, none where the content did; null for a new page'),
      as_of: z.string().describe('When the page was read for this delivery, ISO 8601 in UTC'),
    })
    .meta({ component: 'ChangedPage' })

const commentData = () =>
  comment()
    .omit({ rich_text: true })
    .extend({ page_id: z.string().describe('The page that it is on') })

export const workspaceEvents = {
  'workspace.page.created': () => page().describe('The new page'),
  'workspace.page.updated': () => page().describe('The page after its change'),
  'workspace.page.trashed': () => page().describe('The page in the trash'),
  'workspace.row.created': () => page().describe('The new row'),
  'workspace.row.updated': () => page().describe('The row after its change'),
  'workspace.comment.created': () => commentData().describe('The comment'),
}

/** Output schemas of the workspace group. */
export * from './records.outputs.ts'
export * from './records.outputs.ts'
export * from './records.outputs.ts'

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  workspace_search: answers.searchPage,
  workspace_list_users: answers.userPage,
  workspace_get_me: answers.me,
  workspace_get_property: answers.propertyValue,
  workspace_list_comments: answers.commentPage,
  workspace_create_comment: answers.comment,
  workspace_import_file: answers.fileUpload,
  workspace_get_file: answers.fileUpload,
  workspace_create_page: answers.writtenPage,
  workspace_get_page: answers.page,
  workspace_update_page: answers.writtenPage,
  workspace_move_page: answers.writtenPage,
  workspace_get_page_markdown: answers.pageMarkdown,
  workspace_replace_page_markdown: answers.pageMarkdown,
  workspace_append_page_markdown: answers.pageMarkdown,
  workspace_edit_page_markdown: answers.pageMarkdown,
  workspace_list_block_children: answers.blockChildren,
  workspace_update_block: answers.writtenBlock,
  workspace_delete_block: answers.writtenBlock,
  workspace_query_data_source: answers.recordPage,
  workspace_get_schema: answers.schema,
  workspace_create_database: answers.database,
  workspace_change_columns: answers.changedColumns,
  workspace_delete_column: answers.changedColumns,
  workspace_query_database: answers.recordPage,
  workspace_list_views: answers.viewPage,
  workspace_query_view: answers.recordPage,
  workspace_invite_member: answers.invitation,
  workspace_insert_records: answers.bulk,
  workspace_delete_pages: answers.bulk,
  workspace_query_all: allRecords,
  workspace_upsert_records: upserted,
}
