import * as answers from './answers.ts'

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  notes_list_notes: answers.noteList,
  notes_get_note: answers.oneNote,
  notes_get_transcript: answers.transcript,
  notes_list_summaries: answers.summaryList,
  notes_list_folders: answers.folderList,
  notes_list_api_keys: answers.apiKeyList,
  notes_create_api_key: answers.createdApiKey,
  notes_delete_api_key: answers.done,
  notes_list_webhooks: answers.webhookList,
  notes_create_webhook: answers.createdWebhook,
  notes_change_webhook: answers.oneWebhook,
  notes_delete_webhook: answers.done,
  notes_list_webhook_event_types: answers.eventTypeList,
}
