import { createPlaud, EXPIRED_USER_TOKEN, seedRecordings, seedTags, USER_TOKEN } from '../simulators/recorder/index.ts'
import type { Call } from '../simulators/simulator.ts'
import type { GroupContract, Row, Simulate } from './contract.ts'

const recordings = seedRecordings()
const getId = (name: string) => recordings.find(({ filename }) => filename === name)?.id ?? `no ${name}`
const tagId = seedTags()[0]?.id ?? 'no tag'

const ready = getId('Board call, third quarter')
const untouched = getId('Voice memo, train platform')
const trashed = getId('Old grocery list')

const pro = (path: string, more: Partial<Row> = {}): Row => ({
  path: `/api/v1/recorder/${path}`,
  tier: 'pro',
  ...more,
})

/** The result of `user/me` when the product says that the library is empty. */
const library = (place: string) => ({
  [`${place}.have_files`]: 'an empty listing is an empty account',
  [`${place}.has_transcribed`]: 'an empty listing is an empty account',
})

/** A change of several recordings names only those that the library has. */
const several = (path: string, body: object) =>
  pro(path, { body, verdicts: { data_file_list: 'an empty listing is an empty account, which has no such recording' } })

/** The simulator counts its responses, one less when the user token is used as a fallback. */
const COUNTED = { request_id: 'the number of the answer' }

/** What a bundle reports about an attachment that cannot be read, instead of failing. */
const bundled = (bundle = '') => ({
  [`${bundle}errors`]: 'an attachment that cannot be read is an error of the bundle',
  [`${bundle}not_ready`]: 'an attachment that is not there is not ready',
  [`${bundle}summary.markdown`]: 'an image without a link keeps its path',
  [`${bundle}transcript.text`]: 'a speaker without a name is called as recognised',
})

const noLink = {
  'data.content_list[].data_link': 'content without a link or a text is not ready (recorder facts, 6.4)',
}

/** Usually nothing is being merged. */
const withMerge: Simulate = (clock) => {
  const plaud = createPlaud({ clock })
  plaud.state.combineTasks.push({
    task_id: 'merge-1',
    file_ids: [ready, untouched],
    filename: 'Both',
    status: 'pending',
  })
  return plaud
}

export const recorder: GroupContract = {
  group: 'recorder',
  simulate: (clock) => createPlaud({ clock }),
  connected: { RECORDER_TOKEN: USER_TOKEN },
  rejected: { settings: { RECORDER_TOKEN: EXPIRED_USER_TOKEN } },
  failure: (error) => ({ error }),
  isUpkeep: ({ url }) => /^\/(team-app|user-app)\//.test(url.pathname),
  roundTrips: {
    // The profile, and the listing for the flags, at once.
    recorder_get_user: ['4/3', '2/1'],
    // The detail, the share of both sides and the audio at once, then the transcript, which the detail leads to.
    recorder_fetch_file: ['7/4', '5/2'],
    // The detail leads to it.
    recorder_get_transcript: ['4/4', '2/2'],
    // Both sides at once.
    recorder_get_share: ['4/3', '2/1'],
    // The detail and then the transcript of the recording that was found, for the speaker.
    recorder_search: ['5/5', '3/3'],
    recorder_list_searches: ['0/0', '0/0'],
    // The profile, the listing and the devices at once.
    recorder_doctor: ['5/3', '3/1'],
    // The listing, then both details at once. One has a transcript, the other is not ready.
    recorder_sync: ['5/4', '3/2'],
    // The library is read before, for the ids that it does not have.
    recorder_trash_files: ['4/4', '2/2'],
    recorder_restore_files: ['4/4', '2/2'],
    recorder_assign_tag: ['4/4', '2/2'],
    // The id of the folder comes from the list of folders.
    recorder_organize_files: ['5/5', '3/3'],
    // The length and the quota at once, then the start, which they may forbid.
    recorder_transcribe_file: ['5/4', '3/2'],
    // The same, plus polls of the running task, then the detail and the transcript.
    recorder_transcribe_file_and_wait: ['10/9', '5/4'],
  },
  objectCalls: {
    recorder_search: ['recordSearch'],
    recorder_list_searches: ['searches.latest'],
    // Whether the other kinds of calls failed lately.
    recorder_doctor: ['records.read'],
  },
  rows: {
    recorder_get_user: pro('user/me', { follows: library('data_state') }),
    recorder_list_files: pro('files?limit=3'),
    recorder_list_webhook_candidates: pro('files/webhook-candidates?limit=2'),
    recorder_get_file: pro(`files/${ready}`),
    recorder_rename_file: pro(`files/${ready}`, { body: { filename: 'Board call' } }),
    recorder_fetch_file: pro(`files/${ready}/fetch?include=transcript,summary,share,audio_url`, { follows: bundled() }),
    recorder_get_transcript: pro(`files/${ready}/transcript?format=srt`, {
      verdicts: noLink,
      follows: { text: 'a cue without an end is as short as can be, and without a name it has the recognised one' },
    }),
    recorder_get_summary: pro(`files/${ready}/summary`, {
      verdicts: noLink,
      follows: { markdown: 'an image without a link keeps its path' },
    }),
    recorder_list_tabs: pro(`files/${ready}/tabs?include_source=true`, {
      follows: { 'tabs[].ready': 'content without a link or a text is not ready' },
    }),
    recorder_get_tab: pro(`files/${ready}/tabs/content?template=AUTO-SELECT`, {
      verdicts: { ...noLink, 'data.content_list[].extra.summ_type': 'the tab is chosen by it' },
      follows: { content: 'an image without a link keeps its path' },
    }),
    recorder_get_audio_url: pro(`files/${ready}/audio-url`, {
      verdicts: { temp_url: 'no link means no audio (recorder facts, 6.7)' },
    }),
    recorder_get_share: pro(`files/${ready}/share`),
    recorder_list_devices: pro('devices'),
    recorder_search: pro('search?query=harbour&most_hits=5', {
      follows: {
        'files[].hit_count': 'it counts the hits',
        'files[].hits[].speaker': 'a speaker without a name is called as recognised',
      },
      verdicts: {
        'data.list[].id': 'without results that can be read the gateway searches itself',
      },
    }),
    recorder_list_searches: pro('search/history', {
      noUpstream: 'the gateway keeps the history itself',
      after: '/api/v1/recorder/search?query=harbour',
    }),
    recorder_doctor: pro('doctor', {
      failsAsSuccess: 'the report is the body of 401 and 502, too',
      verdicts: { data_file_list: 'an account whose recordings cannot be listed does not work' },
      follows: library('user.data_state'),
    }),
    recorder_get_membership: pro('membership/status', { follows: COUNTED }),
    recorder_get_config: pro('config', { follows: COUNTED }),
    recorder_list_running_merges: pro('combine/running-tasks', { simulate: withMerge }),
    recorder_get_feature_access: pro('user/feature-access', { follows: COUNTED }),
    recorder_sync: pro('sync?limit=2', {
      verdicts: { 'data_file_list[].id': 'a row that names no recording gives its place to the next' },
      follows: {
        ...bundled('files[].'),
        'files[].file': 'its row stands in for a recording that cannot be read',
        'stats.bundle_errors': 'the errors of the bundles',
      },
    }),
    recorder_trash_files: several('files/trash', { file_ids: [untouched] }),
    recorder_restore_files: several('files/restore', { file_ids: [trashed] }),
    recorder_list_tags: pro('tags'),
    recorder_create_tag: pro('tags', {
      body: { name: 'Harbour' },
      again: { status: 409, why: 'the name exists' },
    }),
    recorder_change_tag: pro(`tags/${tagId}`, { body: { name: 'Harbour' } }),
    recorder_delete_tag: pro(`tags/${tagId}`, { again: { status: 404, why: 'the tag is gone' } }),
    recorder_assign_tag: several('files/tags', { file_ids: [untouched], tag_id: tagId }),
    recorder_organize_files: several('files/organize', { file_ids: [untouched], tag_name: 'Interviews' }),
    recorder_transcribe_file: pro(`files/${untouched}/transsumm`, {
      body: { language: 'en' },
      atOnce: { status: 200, why: 'the run of another one is complete' },
    }),
    recorder_transcribe_file_and_wait: pro(`files/${untouched}/transsumm/wait`, {
      body: { timeout_sec: 60 },
      follows: {
        ...bundled(),
        'file.file_version': 'a poll more or less changes the time at which it was made',
        'file.content_list[].data_link': 'a poll more or less changes the time at which it was signed',
      },
    }),
    recorder_list_tasks: pro('ai/status'),
    recorder_get_quota: pro('ai/trans-status'),
    recorder_list_summary_models: pro('summary/models'),
  },
}

/** What is not known of Plaud 4.0: 502 `not_offered` (docs/spec/recorder.md, "Plaud 4.0"). */
export const UNKNOWN_OF_4: readonly string[] = [
  'recorder_get_share',
  'recorder_list_running_merges',
  'recorder_list_summary_models',
  'recorder_list_tasks',
  'recorder_transcribe_file',
  'recorder_transcribe_file_and_wait',
  'recorder_list_tags',
  'recorder_create_tag',
  'recorder_change_tag',
  'recorder_delete_tag',
  'recorder_assign_tag',
  'recorder_organize_files',
  'recorder_trash_files',
  'recorder_restore_files',
]

/** What asks other routes as well, or 3.0 first, which may answer a moved account (recorder facts, 15.1). */
const OF_BOTH = [
  ...['recorder_get_user', 'recorder_get_quota', 'recorder_get_membership', 'recorder_get_config'],
  ...['recorder_get_feature_access', 'recorder_list_devices', 'recorder_doctor', 'recorder_search'],
]
const isOf4 = ({ url }: Call) => /^\/(file|device)-app\//.test(url.pathname)

/** The row of an operation for an account of 4.0. */
export const rowOf4 = (id: string, row: Row): Row => ({
  ...row,
  ...(id === 'recorder_get_tab' && { path: row.path.replace('AUTO-SELECT', 'SUMMARY') }),
  ...(id === 'recorder_fetch_file' && { path: row.path.replace('share,', '') }),
  ...(row.noUpstream === undefined &&
    !OF_BOTH.includes(id) && {
      faulted: (call: Call) => isOf4(call) && (id !== 'recorder_rename_file' || call.method !== 'GET'),
    }),
})

/** The operations that are known of 4.0, of an account that has moved. */
export const recorderMoved: GroupContract = {
  ...recorder,
  simulate: (clock) => createPlaud({ clock, switches: { generation: 4 } }),
  rows: Object.fromEntries(
    Object.entries(recorder.rows)
      .filter(([id]) => !UNKNOWN_OF_4.includes(id))
      .map(([id, { simulate: _, ...row }]) => [id, rowOf4(id, row)]),
  ),
}
