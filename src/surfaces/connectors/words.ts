import type { Json } from '../json-schema.ts'
import type { ListName } from './lists.ts'

/** What a path parameter `id` names, by the segment before it, and the list that offers it. */
export const IDS: Readonly<Record<string, { label: string; list?: ListName }>> = {
  files: { label: 'Recording', list: 'recordings' },
  tags: { label: 'Folder', list: 'folders' },
  notes: { label: 'Note', list: 'notes' },
  posts: { label: 'Post', list: 'posts' },
  replies: { label: 'Reply' },
  'api-keys': { label: 'API Key' },
  webhooks: { label: 'Webhook' },
  subscriptions: { label: 'Subscription' },
  events: { label: 'Event' },
}

/** Fields that are chosen from a list of the account. */
export const CHOSEN: Readonly<Record<string, ListName>> = {
  data_source_id: 'tables',
  page_id: 'pages',
  parent_page_id: 'pages',
  bill_id: 'bills',
  tag_id: 'folders',
  carrier: 'carriers',
}

/** Optional fields that n8n offers with a method of `methods.loadOptions`. */
export const OPTIONS: readonly string[] = ['tag_id', 'carrier']

/** The field of upserts and filters that names a column. */
export const COLUMN_FIELDS: readonly string[] = ['workspace_upsert_records.key', 'filters.key']

/** Optional fields that are so usual that they are shown with the required ones. */
export const PROMINENT: Readonly<Record<string, readonly string[]>> = {
  workspace_create_page: ['data_source_id', 'properties', 'markdown'],
  workspace_update_page: ['properties'],
  workspace_query_data_source: ['filters'],
  workspace_insert_records: ['data_source_id'],
  workspace_search: ['query'],
  workspace_create_comment: ['text'],
  shop_list_flattened_orders: ['orderedFrom', 'orderedTo'],
  recorder_get_transcript: ['format'],
  recorder_get_tab: ['tab_id'],
  video_get_transcript: ['video_url'],
  video_list_languages: ['video_url'],
  video_get_metadata: ['video_url'],
  payment_request_bill: ['confirm_duplicate'],
  payment_request_autopay: ['confirm_duplicate'],
  events_list_events: ['types'],
}

/** Fields that make no sense for a person, or that the node fills in. */
export const OMITTED: Readonly<Record<string, readonly string[]>> = {
  workspace_query_data_source: ['filters_map'],
  workspace_query_all: ['filters_map'],
  workspace_query_database: ['filters_map'],
  recorder_sync: ['concurrency'],
  events_list_events: ['order'],
}

/** Bodies of rows: one field for each column of the table. `row` sends it as a list of one. */
export const ROWS: Readonly<Record<string, 'columns' | 'row'>> = {
  'workspace_create_page.properties': 'columns',
  'workspace_update_page.properties': 'columns',
  'workspace_upsert_records.records': 'row',
}

/** Fields of the node that are not sent. The columns of a page come from its table. */
export const UNSENT: Readonly<Record<string, { name: string; after: string; schema: Json }>> = {
  workspace_update_page: {
    name: 'data_source_id',
    after: 'page_id',
    schema: { type: 'string', description: 'The table of the row. It is only used to show its columns' },
  },
}

/** A field that replaces the pages of a listing by a window. */
export const WINDOWS: Readonly<Record<string, string>> = { shop_list_flattened_orders: 'orderedFrom' }

/** A link in the answer whose file becomes binary data. */
export const FILES: Readonly<Record<string, string>> = { recorder_get_audio_url: 'audio_url' }

/** Labels of fields whose names say too little. */
export const LABELS: Readonly<Record<string, string>> = {
  video_url: 'Video URL',
  video_id: 'Video ID',
  tab_id: 'Note Tab',
  data_source_id: 'Table',
  database_id: 'Database ID',
  page_id: 'Page',
  parent_page_id: 'Parent Page',
  property_id: 'Property Name or ID',
  block_id: 'Page or Block ID',
  file_upload_id: 'Import ID',
  bill_id: 'Bill',
  'payment_request_bill.bill_id': 'Bill ID',
  product_nm: 'Product',
  member_nm: 'Customer',
  expire_dt: 'Due Date',
  price: 'Amount',
  q: 'Search Text',
  query: 'Search Text',
  tag_id: 'Folder',
  tag_name: 'Folder',
  tag_names: 'Add Folder Names',
  file_ids: 'Recordings',
  summ_type: 'Summary Template',
  summ_type_type: 'Kind of Template',
  llm: 'Model',
  is_reload: 'Make Again',
  is_trash: 'State',
  is_desc: 'Newest First',
  diarization: 'Tell Speakers Apart',
  match_mode: 'Match Names',
  createdAtFrom: 'From',
  createdAtTo: 'To',
  orderedFrom: 'First Day',
  orderedTo: 'Last Day',
  page_ids: 'Pages',
  shipment_box_ids: 'Shipment Boxes',
  confirm_duplicate: 'Send Even If Repeated',
  key: 'Column',
}

/** What a boolean means, by field: descriptions of booleans begin with "Whether". */
export const WHETHER: Readonly<Record<string, string>> = {
  is_desc: 'Whether the newest recordings come first',
  tag_names: 'Whether to add the names of the folders',
  include_source: 'Whether to list the raw transcript and the outline as well',
  strict: 'Whether to fail when one of the texts cannot be had',
  diarization: 'Whether to tell the speakers apart',
  is_reload: 'Whether to transcribe and summarize again',
  check_quota: 'Whether to fail when too few seconds are left',
  create_if_missing: 'Whether to create the folder if it does not exist',
  in_trash: 'Whether to return rows in the trash instead of the others',
  is_archived: 'Whether to return archived rows instead of the others',
  'workspace_search.in_trash': 'Whether to search the trash instead of everything else',
  'workspace_update_page.in_trash': 'Whether to move the page to the trash instead of taking it out',
  'workspace_update_page.is_archived': 'Whether to archive the page instead of taking it out of the archive',
  split: 'Whether the box is sent in several parcels',
  hide: 'Whether to hide the reply instead of showing it',
  isActive: 'Whether deliveries are made',
  enabled: 'Whether events are delivered',
  confirm_duplicate:
    'Whether to send the bill even if the same customer got the same product and amount in the last 10 minutes',
}

/** The names of values that say too little. */
export const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  is_trash: { 0: 'Active', 1: 'In Trash', 2: 'Both' },
}
