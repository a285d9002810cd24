import * as answers from './answers.ts'
import { row } from './answers.ts'

/** The `data` of recorder events. Built at first use. */
export const recorderEvents = {
  'recorder.file.ready': () => row().describe('The recording, as the list gives it'),
  'recorder.file.updated': () => row().describe('The recording after its change, as the list gives it'),
}

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  recorder_trash_files: answers.changedRecordings,
  recorder_restore_files: answers.changedRecordings,
  recorder_list_tags: answers.tagList,
  recorder_create_tag: answers.tag,
  recorder_change_tag: answers.tag,
  recorder_assign_tag: answers.changedRecordings,
  recorder_organize_files: answers.organized,
  recorder_get_user: answers.currentUser,
  recorder_list_files: answers.fileList,
  recorder_list_webhook_candidates: answers.candidates,
  recorder_get_file: answers.file,
  recorder_fetch_file: answers.bundle,
  recorder_get_transcript: answers.transcript,
  recorder_get_summary: answers.summary,
  recorder_list_tabs: answers.tabs,
  recorder_get_tab: answers.tabContent,
  recorder_get_audio_url: answers.audioUrl,
  recorder_get_share: answers.share,
  recorder_list_devices: answers.deviceList,
  recorder_search: answers.searchResult,
  recorder_list_searches: answers.searchHistory,
  recorder_doctor: answers.doctorReport,
  recorder_get_membership: answers.membership,
  recorder_get_config: answers.config,
  recorder_list_running_merges: answers.merges,
  recorder_get_feature_access: answers.featureAccess,
  recorder_sync: answers.sync,
  recorder_transcribe_file: answers.started,
  recorder_transcribe_file_and_wait: answers.bundle,
  recorder_list_tasks: answers.taskList,
  recorder_get_quota: answers.quota,
  recorder_list_summary_models: answers.models,
}
