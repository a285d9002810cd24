import type { GroupTools } from '../../gateway/tool-marks.ts'

/** The recorder group as tools of a model (decisions.md section 13). */
export const recorderTools: GroupTools = {
  account: 'recorder',
  fields: {
    id: 'Recording id',
    file_ids: 'Recording ids',
    tag_id: 'Folder id',
    tag_names: 'Add the names of folders',
    skip: 'next_skip',
    include: 'What to attach',
    color: 'Such as #4c8eff',
    language: 'Such as ko, or auto',
    since: 'Started at this time or later, ISO 8601 with an offset',
  },
  tools: {
    recorder_list_files: {
      title: 'List Plaud recordings',
      description:
        'Plaud recordings, newest start first: name, start, length in ms, whether transcribed and summarized. recorder_search finds by words.',
      isDefault: true,
      defaults: { sort_by: 'start_time' },
      fields: {
        is_trash: '0 active, 1 trash, 2 both',
        sort_by: 'Which time orders the list',
        limit: 'How many',
        tag_id: 'Only this folder: an id of recorder_list_tags',
      },
      hidden: ['tag_names'],
    },
    recorder_search: {
      title: 'Search Plaud recordings',
      description: 'Finds Plaud recordings by what was said, else by name. searched says where it looked.',
      isDefault: true,
      fields: { query: 'A phrase', date_from: 'Earliest start: a day, or ISO 8601', date_to: 'Latest start' },
      hidden: ['from'],
    },
    recorder_get_transcript: {
      title: 'Read a Plaud transcript',
      description:
        'What was said in a Plaud recording, with speakers and times. A long one comes in parts. For the gist use recorder_get_summary.',
      isDefault: true,
      defaults: { format: 'text' },
      fields: { format: 'srt and vtt are subtitles, plain has no times' },
    },
    recorder_get_summary: {
      title: 'Read a Plaud summary',
      description: 'The AI summary of a Plaud recording in Markdown: decisions, tasks, topics.',
      isDefault: true,
      fields: { id: 'Recording id, of recorder_list_files or recorder_search' },
    },
    recorder_list_tags: {
      title: 'List Plaud folders',
      description: 'Plaud folders (tags) with their ids, for recorder_list_files.',
      isDefault: true,
    },
    recorder_transcribe_file_and_wait: {
      title: 'Transcribe a Plaud recording',
      description:
        'Makes transcript and summary of a Plaud recording that has none (is_trans false); costs minutes of the plan. 504: not ready yet, read it later.',
      isDefault: true,
      fields: { timeout_sec: 'Seconds to wait, 50 at most', summ_type: 'Summary template' },
      hidden: ['poll_interval_sec', 'timezone', 'diarization', 'llm', 'summ_type_type', 'is_reload', 'check_quota'],
    },
    recorder_sync: {
      title: 'Read many Plaud recordings',
      description: 'A page of Plaud recordings, newest first, each with its summary or transcript.',
      defaults: { include: 'summary' },
      fields: {
        limit: '1 to 20',
        before: 'next_before, with its next_skip',
      },
      hidden: ['concurrency', 'strict', 'transcript_format'],
    },
    recorder_fetch_file: {
      title: 'Read a Plaud recording whole',
      description: 'Metadata, summary, transcript, share state and audio link of one Plaud recording in one call.',
      hidden: ['strict', 'transcript_format'],
    },
    recorder_get_user: {
      title: 'Plaud account',
      description: 'Whose Plaud account it is, its plan, and the transcription seconds left.',
    },
    recorder_list_webhook_candidates: {
      title: 'Poll for ready Plaud recordings',
      description: 'Plaud recordings with transcript and summary, latest edit first; for automations that poll.',
      fields: { limit: '1 to 20', since: 'Edited at this time or later, ISO 8601 with an offset' },
    },
    recorder_get_file: { title: 'Plaud recording metadata', description: 'Metadata of one Plaud recording.' },
    recorder_rename_file: { title: 'Rename a Plaud recording', description: 'Gives a Plaud recording a new name.' },
    recorder_list_tabs: {
      title: 'List Plaud note tabs',
      description: 'The notes that Plaud made of one recording, by template; read one with recorder_get_tab.',
      fields: { include_source: 'The raw transcript and outline too' },
    },
    recorder_get_tab: {
      title: 'Read a Plaud note tab',
      description: 'One note of a Plaud recording, by tab_id of recorder_list_tabs or by template.',
      fields: { tab_id: 'Of this recording', template: 'Such as MEETING' },
    },
    recorder_get_audio_url: {
      title: 'Plaud audio link',
      description: 'A link to the audio of a Plaud recording, valid for about an hour.',
    },
    recorder_get_share: {
      title: 'Plaud share state',
      description: 'Whether a Plaud recording is shared, and its public link.',
    },
    recorder_list_devices: { title: 'List Plaud devices', description: 'Plaud devices bound to the account.' },
    recorder_list_searches: {
      title: 'Recent Plaud searches',
      description: 'Searches of this gateway.',
      fields: { limit: '1 to 200' },
    },
    recorder_doctor: {
      title: 'Check Plaud',
      description: 'Whether the Plaud account works, in detail; gateway_doctor checks all accounts.',
      reports: true,
    },
    recorder_get_membership: { title: 'Plaud membership', description: 'The Plaud plan, as Plaud reports it.' },
    recorder_get_config: { title: 'Plaud configuration', description: 'Client configuration of Plaud.' },
    recorder_list_running_merges: { title: 'Plaud merges', description: 'Running merges of Plaud recordings.' },
    recorder_get_feature_access: { title: 'Plaud features', description: 'Features that the Plaud account has.' },
    recorder_trash_files: {
      title: 'Trash Plaud recordings',
      description: 'Moves Plaud recordings to the trash; recorder_restore_files undoes it.',
    },
    recorder_restore_files: {
      title: 'Restore Plaud recordings',
      description: 'Takes Plaud recordings out of the trash (recorder_list_files with is_trash 1).',
    },
    recorder_create_tag: { title: 'Create a Plaud folder', description: 'A new Plaud folder.', hidden: ['icon'] },
    recorder_change_tag: {
      title: 'Change a Plaud folder',
      description: 'New name or colour for a Plaud folder.',
      fields: { id: 'Folder id' },
      hidden: ['icon'],
    },
    recorder_delete_tag: {
      title: 'Delete a Plaud folder',
      description: 'Deletes a Plaud folder; its recordings stay.',
      fields: { id: 'Folder id' },
    },
    recorder_assign_tag: {
      title: 'Move Plaud recordings to a folder',
      description: 'Puts Plaud recordings into a folder by its id; an empty tag_id takes them out.',
    },
    recorder_organize_files: {
      title: 'File Plaud recordings by folder name',
      description: 'Puts Plaud recordings into the folder of a name, which is made when missing.',
      fields: { tag_name: 'Name of the folder' },
      hidden: ['icon', 'color', 'match_mode', 'create_if_missing'],
    },
    recorder_transcribe_file: {
      title: 'Start Plaud transcription',
      description: 'Starts transcript and summary of a Plaud recording; recorder_list_tasks reports when it is done.',
      fields: { summ_type: 'Summary template', is_reload: 'Make it again' },
      hidden: ['timezone', 'llm', 'summ_type_type', 'check_quota', 'diarization'],
    },
    recorder_list_tasks: {
      title: 'Plaud tasks',
      description: 'State of Plaud transcriptions: task_status 1 done, 0 running, else failed.',
      fields: { file_ids: 'Recording ids; all when absent' },
    },
    recorder_get_quota: { title: 'Plaud quota', description: 'Plaud transcription seconds in use and left.' },
    recorder_list_summary_models: { title: 'Plaud summary models', description: 'Models for llm of a transcription.' },
  },
}
