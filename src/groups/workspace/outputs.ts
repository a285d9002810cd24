import * as answers from './answers.ts'

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
  workspace_get_page_markdown: answers.pageMarkdown,
  workspace_replace_page_markdown: answers.pageMarkdown,
  workspace_append_page_markdown: answers.pageMarkdown,
  workspace_list_block_children: answers.blockChildren,
  workspace_query_data_source: answers.recordPage,
  workspace_get_schema: answers.schema,
  workspace_query_database: answers.recordPage,
  workspace_invite_member: answers.invitation,
  workspace_insert_records: answers.bulk,
  workspace_delete_pages: answers.bulk,
  workspace_query_all: answers.allRecords,
  workspace_upsert_records: answers.upserted,
}
