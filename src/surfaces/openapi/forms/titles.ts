import type { Area } from '../../../base/groups.ts'

export type Group = Exclude<Area, 'admin'>

/** The operations of a group in the words of a person, without the product's name. */
export interface GroupTasks {
  /** The product, as its users call it. */
  readonly product: string
  /** The most wanted operations. Their order is that of importance, so the first is the default. */
  readonly wanted: Readonly<Record<string, string>>
  /** All others. They get a list of their own, so that a person can read the first one. */
  readonly more: Readonly<Record<string, string>>
}

/** What people call the operations (`x-title`), most wanted first (`x-wanted`). At most 45 operations are `wanted`. */
export const TASKS: Readonly<Record<Group, GroupTasks>> = {
  recorder: {
    product: 'Plaud',
    wanted: {
      recorder_list_files: 'Get many recordings',
      recorder_get_transcript: 'Get a transcript',
      recorder_get_summary: 'Get a summary',
      recorder_search: 'Search recordings',
      recorder_fetch_file: 'Get a recording with its texts',
      recorder_transcribe_file_and_wait: 'Transcribe a recording',
      recorder_organize_files: 'Move recordings to a folder',
      recorder_get_audio_url: 'Download the audio',
    },
    more: {
      recorder_get_file: 'Get a recording',
      recorder_rename_file: 'Rename a recording',
      recorder_sync: 'Get many recordings with their texts',
      recorder_list_webhook_candidates: 'Get recordings that became ready',
      recorder_transcribe_file: 'Start a transcription',
      recorder_list_tasks: 'Get running transcriptions',
      recorder_list_tabs: 'Get the note tabs of a recording',
      recorder_get_tab: 'Get a note tab',
      recorder_get_share: 'Get the share state of a recording',
      recorder_trash_files: 'Move recordings to the trash',
      recorder_restore_files: 'Restore recordings from the trash',
      recorder_list_tags: 'Get folders',
      recorder_create_tag: 'Create a folder',
      recorder_change_tag: 'Change a folder',
      recorder_delete_tag: 'Delete a folder',
      recorder_assign_tag: 'Move recordings to a folder by ID',
      recorder_list_running_merges: 'Get running merges',
      recorder_list_summary_models: 'Get models for summaries',
      recorder_get_quota: 'Get the transcription quota',
      recorder_list_searches: 'Get recent searches',
      recorder_list_devices: 'Get devices',
      recorder_get_user: 'Get the account',
      recorder_get_membership: 'Get the membership',
      recorder_get_feature_access: 'Get the features of the account',
      recorder_get_config: 'Get the configuration',
      recorder_doctor: 'Check the connection',
    },
  },
  notes: {
    product: 'Tiro',
    wanted: {
      notes_list_notes: 'Get many notes',
      notes_list_summaries: 'Get the summaries of a note',
      notes_get_transcript: 'Get a transcript',
      notes_get_note: 'Get a note',
    },
    more: {
      notes_list_folders: 'Get folders',
      notes_list_api_keys: 'Get API keys',
      notes_create_api_key: 'Create an API key',
      notes_delete_api_key: 'Delete an API key',
      notes_list_webhooks: 'Get webhooks',
      notes_create_webhook: 'Create a webhook',
      notes_change_webhook: 'Change a webhook',
      notes_delete_webhook: 'Delete a webhook',
      notes_list_webhook_event_types: 'Get event types of webhooks',
    },
  },
  workspace: {
    product: 'Notion',
    wanted: {
      workspace_create_page: 'Create a row or page',
      workspace_query_data_source: 'Get many rows',
      workspace_upsert_records: 'Create or update rows',
      workspace_insert_records: 'Create many rows',
      workspace_update_page: 'Update a row or page',
      workspace_get_page: 'Get a row or page',
      workspace_append_page_markdown: 'Add text to a page',
      workspace_search: 'Search pages and tables',
      workspace_create_comment: 'Create a comment',
    },
    more: {
      workspace_get_schema: 'Get the columns of a table',
      workspace_query_all: 'Get all rows',
      workspace_query_database: 'Get many rows of a database',
      workspace_delete_pages: 'Move pages to the trash',
      workspace_get_page_markdown: 'Get the text of a page',
      workspace_replace_page_markdown: 'Replace the text of a page',
      workspace_get_property: 'Get a property of a page',
      workspace_list_block_children: 'Get the blocks of a page',
      workspace_list_comments: 'Get the comments of a page',
      workspace_import_file: 'Import a file',
      workspace_get_file: 'Get the state of an import',
      workspace_list_users: 'Get people',
      workspace_get_me: 'Get the connection',
      workspace_invite_member: 'Invite a person',
    },
  },
  shop: {
    product: 'Coupang',
    wanted: {
      shop_list_order_sheets: 'Get orders to ship',
      shop_acknowledge_order_sheets: 'Acknowledge orders',
      shop_send_invoices: 'Send invoice numbers',
      shop_list_sales: 'Get sales',
      shop_list_returns: 'Get returns',
      shop_list_flattened_orders: 'Get purchases',
    },
    more: {
      shop_list_exchanges: 'Get exchanges',
      shop_list_carriers: 'Get carriers',
      shop_get_category: 'Get a category',
      shop_list_orders: 'Get purchases as the shop stores them',
    },
  },
  payment: {
    product: 'PaySsam',
    wanted: {
      payment_request_bill: 'Send a bill',
      payment_list_bills: 'Get many bills',
      payment_get_bill: 'Get a bill',
      payment_resend_bill: 'Resend a bill',
      payment_cancel_bill: 'Cancel a paid bill',
      payment_destroy_bill: 'Destroy an unpaid bill',
    },
    more: {
      payment_read_bill: 'Get the state of a bill',
      payment_request_autopay: 'Charge an auto pay method',
      payment_manage_autopay: 'Change an auto pay method',
      payment_format_phone_number: 'Format a phone number',
    },
  },
  video: {
    product: 'YouTube',
    wanted: {
      video_get_transcript: 'Get a transcript',
      video_get_metadata: 'Get facts about a video',
      video_list_languages: 'Get the languages of the captions',
    },
    more: {},
  },
  social: {
    product: 'Threads',
    wanted: {
      social_create_post: 'Publish a post',
      social_list_posts: 'Get many posts',
      social_list_replies: 'Get the replies to a post',
      social_get_post_insights: 'Get the numbers of a post',
      social_list_mentions: 'Get mentions',
    },
    more: {
      social_get_post: 'Get a post',
      social_get_conversation: 'Get the conversation below a post',
      social_hide_reply: 'Hide a reply',
      social_repost: 'Repost a post',
      social_delete_post: 'Delete a post',
      social_search: 'Search public posts',
      social_get_insights: 'Get the numbers of the account',
      social_get_limits: 'Get the publishing limits',
      social_get_user: 'Get the account',
    },
  },
  events: {
    product: 'Latchkey Event',
    wanted: { events_list_events: 'Get many events' },
    more: {
      events_list_types: 'Get event types',
      events_list_subscriptions: 'Get subscriptions',
      events_get_subscription: 'Get a subscription',
      events_create_subscription: 'Create a subscription',
      events_change_subscription: 'Change a subscription',
      events_delete_subscription: 'Delete a subscription',
      events_test_subscription: 'Send a test event',
      events_roll_secret: 'Rotate a signing secret',
      events_list_deliveries: 'Get deliveries',
      events_redeliver_event: 'Redeliver an event',
      events_redeliver_failed: 'Redeliver failed events',
    },
  },
  gateway: {
    product: 'Latchkey',
    wanted: {
      gateway_search: 'Search everything',
      gateway_doctor: 'Check the connected accounts',
    },
    more: {},
  },
}
