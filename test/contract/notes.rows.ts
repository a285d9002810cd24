import { createTiro, TIRO_KEYS, TIRO_PLATFORM_HOST } from '../simulators/notes/index.ts'
import type { GroupContract, Row } from './contract.ts'

/** Without it, keys and webhooks are 502 whatever the credential (docs/spec/notes.md). */
const PLATFORM = { NOTES_PLATFORM_URL: `https://${TIRO_PLATFORM_HOST}` }

const pro = (path: string, more: Partial<Row> = {}): Row => ({ path: `/api/v1/notes/${path}`, tier: 'pro', ...more })

const deletion: Partial<Row> = {
  again: { status: 404, why: 'it is gone' },
}

const FROM_THE_FIRST = 'seconds count from the first paragraph: without its time they count from the next one'
const NAMELESS = 'a speaker without a name goes by the label of the product'

const hook = { name: 'Ticket bot', url: 'https://bot.example.com/in', eventTypes: ['note.ended'] }

export const notes: GroupContract = {
  group: 'notes',
  simulate: (clock) => createTiro({ clock }),
  connected: { NOTES_TOKEN: TIRO_KEYS.full, ...PLATFORM },
  missing: { settings: PLATFORM },
  rejected: { settings: { NOTES_TOKEN: TIRO_KEYS.expired, ...PLATFORM } },
  failure: (error) => ({ success: false, error }),
  success: ({ success }) => success === true,
  roundTrips: {
    // A cold isolate reads the workspace of the key first.
    notes_list_notes: ['2/2', '1/1'],
    notes_list_folders: ['2/2', '1/1'],
  },
  rows: {
    notes_list_notes: pro('notes?size=3'),
    notes_get_note: pro('notes/note-0002'),
    notes_get_transcript: pro('notes/note-0002/transcript', {
      follows: {
        'transcript.paragraphs[].start_seconds': FROM_THE_FIRST,
        'transcript.paragraphs[].end_seconds': FROM_THE_FIRST,
        'transcript.paragraphs[].speaker': NAMELESS,
        'transcript.paragraphs[].text': NAMELESS,
        'transcript.text': NAMELESS,
      },
    }),
    notes_list_summaries: pro('notes/note-0002/summaries'),
    notes_list_folders: pro('folders'),
    notes_list_api_keys: pro('api-keys'),
    notes_create_api_key: pro('api-keys', { body: { name: 'CI', description: 'Build notices' } }),
    notes_delete_api_key: pro('api-keys/key-read', deletion),
    notes_list_webhooks: pro('webhooks'),
    notes_create_webhook: pro('webhooks', { body: hook }),
    notes_change_webhook: pro('webhooks/webhook-0001', { body: { isActive: false } }),
    notes_delete_webhook: pro('webhooks/webhook-0001', deletion),
    notes_list_webhook_event_types: pro('webhook-event-types'),
  },
}
