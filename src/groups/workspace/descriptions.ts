/** What a reader of the OpenAPI document is told of an operation beside its summary. The Worker has none of it. */
export const workspaceDescriptions: Readonly<Record<string, string>> = {
  workspace_search:
    'Finds pages and tables (data sources) of Notion that are shared with the integration, by words of their titles. Their `id` is what the other operations take.',
  workspace_list_users: 'The `id` or the e-mail address of a member fills a people property.',
  workspace_get_me: 'A cheap way to find out whether a token works.',
  workspace_get_property: 'For values that a row marks as cut: relations, people and rollups of more than 25 items.',
  workspace_list_comments: 'The `discussion_id` of a comment is for an answer to it.',
  workspace_create_comment: 'Give `discussion_id` of workspace_list_comments to answer there.',
  workspace_get_file: 'The id comes from workspace_import_file.',
  workspace_get_schema:
    'Read it before querying or writing: it names the properties, their types and options. The id comes from workspace_search with type data_source.',
  workspace_query_data_source:
    'The id comes from workspace_search with type data_source. `simple_properties` holds plain values. Go on with `next_cursor` as `start_cursor`.',
  workspace_query_database: 'As workspace_query_data_source, for callers that know the id of a database.',
  workspace_insert_records:
    'Each row is a map from property names, as workspace_get_schema lists them, to plain values. The answer has the result of each; send what is left from `next_index` on.',
  workspace_delete_pages:
    'The ids come from a query or from workspace_search. The answer has the result of each; send what is left from `next_index` on.',
  workspace_get_page:
    'The id comes from workspace_search or a query. `simple_properties` holds plain values; `markdown` true brings the content as well.',
  workspace_update_page: 'What is not given stays. Names of properties come from workspace_get_schema.',
  workspace_get_page_markdown: 'The id comes from workspace_search or a query.',
  workspace_append_page_markdown: 'What stands on the page stays.',
  workspace_list_block_children: 'A page id is a block id as well. Go on with `next_cursor` as `start_cursor`.',
}
