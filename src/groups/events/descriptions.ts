/** What a reader of the OpenAPI document is told of an operation beside its summary. The Worker has none of it. */
export const eventsDescriptions: Readonly<Record<string, string>> = {
  events_list_types: "The types that the connected accounts of the key's groups provide.",
  events_create_subscription:
    'With events_delete_subscription the pair that triggers of Zapier, n8n and Make call. 409: the key has 10 subscriptions, or there are 50 in all.',
  events_list_subscriptions:
    'All fields of the subscriptions that the key created. Of others in its groups, only id, types, host, state and time. Read-only keys and models do not see URLs.',
  events_get_subscription: 'The id comes from events_list_subscriptions.',
  events_change_subscription:
    'The id comes from events_list_subscriptions. `enabled: true` after an outage delivers what was not delivered since.',
  events_delete_subscription: 'The id comes from events_list_subscriptions. What waits is not delivered any more.',
  events_test_subscription: '`latchkey.test`, signed as every delivery; it does not wait behind others.',
  events_roll_secret: 'The id comes from events_list_subscriptions.',
  events_list_deliveries: 'Of 30 days. Go on with `next_before` as `before`.',
  events_list_events:
    'Of 30 days, 20,000 at most. Go on with `next_after` as `after`, and keep it while `has_more` is false. A type that is named in `types` is watched for a day.',
  events_redeliver_event: 'The id comes from events_list_events or events_list_deliveries.',
}
