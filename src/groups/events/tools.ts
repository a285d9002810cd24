import type { GroupTools } from '../../gateway/tool-marks.ts'

/** The events group as tools of a model (decisions.md section 13). */
export const eventsTools: GroupTools = {
  // A model that was talked into it, by a transcript that it reads, would send recordings to a stranger.
  withheld: [
    'events_create_subscription',
    'events_change_subscription',
    'events_delete_subscription',
    'events_test_subscription',
    'events_roll_secret',
    'events_redeliver_event',
  ],
  fields: { id: '', after: 'next_after', before: 'next_before' },
  tools: {
    events_list_types: { title: 'Event types', description: 'Types of events.' },
    events_list_events: {
      title: 'Read events',
      description: 'What happened, oldest first.',
      fields: { types: 'Of events_list_types' },
      hidden: ['limit'],
    },
    events_list_subscriptions: { title: 'Event subscriptions', description: 'Where events are delivered to.' },
    events_get_subscription: { title: 'One event subscription', description: 'How its endpoint is doing.' },
    events_list_deliveries: {
      title: 'Event deliveries',
      description: 'What endpoints answered.',
      hidden: ['limit'],
    },
  },
}
