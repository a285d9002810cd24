import type { GroupTools, ToolText } from '../../gateway/tool-marks.ts'

/** The product publishes no API for these: they work through a relay alone. */
const relayed = (title: string, description: string, more: Partial<ToolText> = {}): ToolText => ({
  title,
  description,
  setting: 'NOTES_PLATFORM_URL',
  ...more,
})

/** The notes group as tools of a model (decisions.md section 13). */
export const notesTools: GroupTools = {
  account: 'notes',
  fields: { id: 'Note id: guid of notes_list_notes' },
  tools: {
    notes_list_notes: {
      title: 'List Tiro notes',
      description:
        'Tiro meeting notes, newest first, with guid, title and times. Read on with notes_list_summaries or notes_get_transcript.',
      isDefault: true,
      fields: { cursor: 'next_cursor', size: '1 to 200', keyword: 'Words in titles and transcripts' },
      defaults: { size: '20' },
    },
    notes_get_transcript: {
      title: 'Read a Tiro transcript',
      description: 'What was said in a Tiro note. A long one comes in parts.',
      isDefault: true,
    },
    notes_list_summaries: {
      title: 'Read Tiro summaries',
      description: 'The AI summaries of a Tiro note, in Markdown.',
      isDefault: true,
    },
    notes_get_note: { title: 'Tiro note metadata', description: 'Title, times and people of one Tiro note.' },
    notes_list_folders: { title: 'List Tiro folders', description: 'Folders of Tiro notes.' },
    notes_list_api_keys: relayed('List Tiro API keys', 'API keys of the Tiro account.'),
    notes_create_api_key: relayed('Create a Tiro API key', 'A new key, shown once.'),
    notes_delete_api_key: relayed('Delete a Tiro API key', 'Ends a Tiro API key.', {
      fields: { id: 'Id of notes_list_api_keys' },
    }),
    notes_list_webhooks: relayed('List Tiro webhooks', 'Webhooks of the Tiro account.'),
    notes_create_webhook: relayed('Create a Tiro webhook', 'Its secret is shown once.', {
      fields: { eventTypes: 'Of notes_list_webhook_event_types', name: '', url: 'https' },
    }),
    notes_change_webhook: relayed('Change a Tiro webhook', 'Or stops it.', {
      fields: { id: 'Id of notes_list_webhooks', eventTypes: '', name: '', url: '', isActive: '' },
    }),
    notes_delete_webhook: relayed('Delete a Tiro webhook', 'Ends a Tiro webhook.', {
      fields: { id: 'Id of notes_list_webhooks' },
    }),
    notes_list_webhook_event_types: relayed('Tiro webhook events', 'Event types of webhooks.'),
  },
}
