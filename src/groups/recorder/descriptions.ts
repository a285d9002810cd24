/** What a reader of the OpenAPI document is told of an operation beside its summary. The Worker has none of it. */
export const recorderDescriptions: Readonly<Record<string, string>> = {
  recorder_get_user: 'The Plaud account, its plan and the transcription seconds left.',
  recorder_list_files:
    'The `id` of each is what the other operations take; `duration` is in milliseconds. Go on with `next_skip` as `skip`. To find what was said, use recorder_search.',
  recorder_list_webhook_candidates:
    'Remember `fetched_at` of a poll as `since` of the next, and nothing is missed. A recording that is edited comes again.',
  recorder_get_file: 'The id comes from recorder_list_files or recorder_search. Times are epoch milliseconds.',
  recorder_rename_file: 'The id comes from recorder_list_files or recorder_search.',
  recorder_fetch_file:
    'One call instead of several. What is not ready is named in `not_ready` and what failed in `errors`, with 200, unless `strict` asks for a failure.',
  recorder_get_transcript:
    'Times of utterances are milliseconds from the start. 409: there is no transcript yet; recorder_transcribe_file starts one.',
  recorder_get_summary:
    'Links to images live about 15 minutes. 409: there is no summary yet; recorder_transcribe_file starts one.',
  recorder_list_tabs:
    'Notes that the service made of the recording, such as key points. Their `tab_id` is for recorder_get_tab.',
  recorder_get_tab:
    'Give `tab_id` of recorder_list_tabs, or `template`, which is the same across recordings. 409: it is still being made.',
  recorder_get_audio_url: 'The link needs no key and lives about an hour, so do not store it.',
  recorder_get_share: 'Whether it is shared, and the public link. It shares nothing itself.',
  recorder_list_devices: 'Recorders of Plaud that are bound to the account.',
  recorder_search:
    'Searches transcripts and summaries, 20 recordings at most; then names and keywords of the newest 500; then each word by itself (`words`). `hits` show what matched. Check `searched` and `complete` before you conclude that there is nothing.',
  recorder_list_searches: 'What was searched through this gateway, not in the app.',
  recorder_doctor:
    'Probes profile and devices. The same report comes with 401 or 502 when a probe fails; `hint` says what to do.',
  recorder_get_membership: 'As the service answers it, without a schema.',
  recorder_get_config: 'As the service answers it, without a schema.',
  recorder_get_feature_access: 'As the service answers it, without a schema.',
  recorder_list_running_merges: 'Usually empty.',
  recorder_sync:
    'For a copy of the library: newest start first. Go on with `next_before` as `before`, which holds while recordings are removed. What is not ready is named per recording.',
  recorder_trash_files: 'recorder_restore_files undoes it. The ids come from recorder_list_files.',
  recorder_restore_files: 'The ids come from recorder_list_files with `is_trash` 1.',
  recorder_list_tags: 'Their `id` is the `tag_id` of recorder_list_files and recorder_assign_tag.',
  recorder_create_tag: '409: there is a tag of this name.',
  recorder_change_tag: 'The id comes from recorder_list_tags; what is not given stays. 409: another tag has the name.',
  recorder_delete_tag: 'The id comes from recorder_list_tags.',
  recorder_assign_tag:
    'An empty `tag_id` takes them out of theirs. Ids come from recorder_list_tags and recorder_list_files.',
  recorder_organize_files: 'As recorder_assign_tag by the name of the tag, which is made when it is missing.',
  recorder_transcribe_file:
    'Uses seconds of the plan. It returns at once: recorder_list_tasks reports when it is done, or use recorder_transcribe_file_and_wait.',
  recorder_transcribe_file_and_wait:
    'Uses seconds of the plan and waits up to `timeout_sec`. 504: it is still running; read the transcript later and do not start it again.',
  recorder_list_tasks: '`task_status` is 1 when done and 0 while running; anything else has failed.',
  recorder_get_quota: 'Seconds of audio, of the plan of the account.',
  recorder_list_summary_models: 'For `llm` of recorder_transcribe_file.',
}
