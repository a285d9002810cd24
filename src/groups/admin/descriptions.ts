/** What a reader of the OpenAPI document is told of an operation beside its summary. The Worker has none of it. */
export const adminDescriptions: Readonly<Record<string, string>> = {
  admin_get_overview: 'Whether each setting is there, never its value.',
  admin_get_api_key: 'The key that opens everything: for the owner to copy into a client.',
  admin_list_accounts:
    'Asks no product: admin_test_account does. The name of each account is a part of the paths of the others.',
  admin_test_account: '`state` is the result, and `hint` says what to do.',
  admin_open_link:
    'The token is the fragment of the address that admin_make_link answered. 410: the link was used or has ended.',
  admin_list_keys: 'Their `id` is a part of the paths that change, roll and delete them.',
  admin_change_key: 'The id comes from admin_list_keys.',
  admin_delete_key: 'The id comes from admin_list_keys.',
  admin_roll_key: 'The id comes from admin_list_keys. 409: the key is disabled or has expired.',
  admin_get_usage: 'Days are Korean days. Counts are stored for 35 days.',
  admin_list_audit:
    'Changes, changes of keys and credentials, and failed sign-ins of 90 days, at most 20,000. It holds no credential and no content. The last second may be missing.',
  admin_export_data: 'Credentials and tokens are counted, never shown.',
  admin_erase_data:
    'Named keys, grants, counts and the audit log stay. Idempotency records of payments expire after 24 hours: without them a repeated request could pay twice.',
  admin_list_requests: 'The last 500 failed requests of 7 days. Look up the X-Request-Id of an answer by `request_id`.',
  admin_get_events: 'Their `id` is a part of the paths that test, change and end them.',
  admin_create_subscription: '409: there are 50 subscriptions.',
  admin_list_deliveries: 'Of 30 days. Go on with `next_before` as `before`.',
  admin_test_subscription: '`latchkey.test`, signed as every delivery.',
  admin_delete_subscription: 'What waits is not delivered any more.',
  admin_redeliver_event: 'The id is the `event_id` of admin_list_deliveries.',
}
