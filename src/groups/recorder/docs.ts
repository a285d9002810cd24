import type { GroupDocs, ShownFields } from '../../gateway/docs.ts'

const METADATA = 'file_id file_name start_time duration'

/** A recording with its attachments, as tools give it by default. */
const BUNDLE: ShownFields = {
  '': 'file summary transcript share audio_url errors? not_ready?',
  file: METADATA,
  transcript: 'text',
  summary: 'markdown',
}

/** The texts of the recorder group's operations. */
export const recorderDocs: GroupDocs = {
  account: 'recorder',
  isForeign: true,
  operations: {
    recorder_get_user: {
      en: {
        summary: 'The connected recorder account',
        description: 'The Plaud account, its plan and the transcription seconds left.',
      },
      ko: '연결된 녹음기 계정',
    },
    recorder_list_files: {
      en: {
        summary: 'List recordings',
        description:
          'The `id` of each is what the other operations take; `duration` is in milliseconds. Go on with `next_skip` as `skip`. To find what was said, use recorder_search.',
      },
      ko: '녹음 목록',
      tool: {
        defaults: { sort_by: 'start_time' },
        shown: {
          '': 'status data_file_total data_file_list next_skip',
          'data_file_list.[]':
            'id filename keywords? start_time duration is_trans is_summary is_trash? filetag_id_list? tags?',
        },
        hidden: ['tag_names'],
      },
    },
    recorder_list_webhook_candidates: {
      en: {
        summary: 'Recordings that are ready, most recently edited first: the polling source for automations',
        description:
          'Remember `fetched_at` of a poll as `since` of the next, and nothing is missed. A recording that is edited comes again.',
      },
      ko: '처리가 끝난 녹음, 최근 편집 순: 자동화가 주기적으로 확인하는 목록',
      search: 'new recordings trigger poll event 새 녹음',
    },
    recorder_get_file: {
      en: {
        summary: 'Metadata of one recording',
        description: 'The id comes from recorder_list_files or recorder_search. Times are epoch milliseconds.',
      },
      ko: '녹음 하나의 정보',
      tool: {
        shown: { data: `${METADATA} filetag_id_list? tags? edit_time? scene? serial_number? is_trash` },
      },
    },
    recorder_rename_file: {
      en: { summary: 'Rename a recording', description: 'The id comes from recorder_list_files or recorder_search.' },
      ko: '녹음 이름 바꾸기',
      search: 'title 제목',
    },
    recorder_fetch_file: {
      en: {
        summary: 'Get a recording with its transcript, summary, share state or audio link',
        description:
          'One call instead of several. What is not ready is named in `not_ready` and what failed in `errors`, with 200, unless `strict` asks for a failure.',
      },
      ko: '녹음과 그 전사, 요약, 공유 상태, 오디오 링크',
      search: 'subtitles download 다운로드',
      tool: {
        hidden: ['strict', 'transcript_format'],
        shown: BUNDLE,
      },
    },
    recorder_get_transcript: {
      en: {
        summary: 'The transcript of a recording',
        description:
          'Times of utterances are milliseconds from the start. `at`, `until`, `speaker` and `around` select a part, and `part` says what it covers; beyond the end it is 400. 409: there is no transcript yet; recorder_transcribe_file starts one.',
      },
      ko: '녹음의 전사(받아쓴 글, 자막)',
      search: 'subtitles captions transcription 받아쓰기',
      tool: {
        description:
          'What was said in a Plaud recording, by speaker and time, or a part of it by at, speaker or around.',
        defaults: { format: 'text' },
      },
    },
    recorder_get_summary: {
      en: {
        summary: 'The AI summary of a recording, in Markdown',
        description:
          'Links to images live about 15 minutes. 409: there is no summary yet; recorder_transcribe_file starts one.',
      },
      ko: '녹음의 AI 요약(Markdown)',
      tool: {
        shown: { '': 'file_id markdown' },
      },
    },
    recorder_list_tabs: {
      en: {
        summary: 'The note tabs of a recording',
        description:
          'Notes that the service made of the recording, such as key points. Their `tab_id` is for recorder_get_tab.',
      },
      ko: '녹음의 노트 탭 목록',
    },
    recorder_get_tab: {
      en: {
        summary: 'The content of one note tab',
        description:
          'Give `tab_id` of recorder_list_tabs, or `template`, which is the same across recordings. 409: it is still being made.',
      },
      ko: '노트 탭 하나의 내용',
    },
    recorder_get_audio_url: {
      en: {
        summary: 'A signed link to the original audio',
        description: 'The link needs no key and lives about an hour, so do not store it.',
      },
      ko: '원본 오디오 다운로드 링크',
      search: 'download mp3 다운로드',
    },
    recorder_get_share: {
      en: {
        summary: 'Private and public share state of a recording',
        description: 'Whether it is shared, and the public link. It shares nothing itself.',
      },
      ko: '녹음의 비공개/공개 공유 상태',
    },
    recorder_list_devices: {
      en: {
        summary: 'Recorders bound to the account',
        description: 'Recorders of Plaud that are bound to the account.',
      },
      ko: '계정에 등록된 녹음기 기기',
    },
    recorder_search: {
      en: {
        summary: 'Search recordings',
        description:
          'Searches transcripts and summaries, 20 recordings at most; then names and keywords of the newest 500; then each word by itself (`words`). `hits` show what matched. Check `searched` and `complete` before you conclude that there is nothing.',
      },
      ko: '녹음 검색',
      search: 'find spoke said words 찾기',
      tool: {
        defaults: { most_hits: 5 },
        hidden: ['from', 'most_hits'],
      },
    },
    recorder_list_searches: {
      en: {
        summary: 'Recent searches with their counts',
        description: 'What was searched through this gateway, not in the app.',
      },
      ko: '최근 검색어와 결과 수',
    },
    recorder_doctor: {
      en: {
        summary: 'Check the connection to the recorder account',
        description:
          'Probes profile and devices. The same report comes with 401 or 502 when a probe fails; `hint` says what to do.',
      },
      ko: '녹음기 계정 연결 점검',
      tool: {
        reports: true,
      },
    },
    recorder_get_membership: {
      en: { summary: 'Membership of the account', description: 'As the service answers it, without a schema.' },
      ko: '계정의 멤버십(구독)',
    },
    recorder_get_config: {
      en: {
        summary: 'Client configuration and feature toggles',
        description: 'As the service answers it, without a schema.',
      },
      ko: '클라이언트 설정과 기능 스위치',
    },
    recorder_list_running_merges: {
      en: { summary: 'Merges of recordings that are running', description: 'Usually empty.' },
      ko: '진행 중인 녹음 합치기',
    },
    recorder_get_feature_access: {
      en: { summary: 'Features that the account may use', description: 'As the service answers it, without a schema.' },
      ko: '계정이 쓸 수 있는 기능',
    },
    recorder_sync: {
      en: {
        summary: 'A page of recordings, each with its attachments',
        description:
          'Newest start first: all of a range of days with `from` and `to`, or a copy of the library. Go on with `next_before` as `before`, which holds while recordings are removed. What is not ready is named per recording. Other parameters are ignored.',
      },
      ko: '첨부(전사, 요약 등)가 함께 오는 녹음 페이지: 동기화',
      tool: {
        description: 'Plaud recordings, newest first, each with name, time and AI summary: one call for a week.',
        defaults: { include: 'summary', limit: 20 },
        hidden: ['since', 'concurrency', 'strict', 'transcript_format'],
        shown: Object.fromEntries(
          Object.entries(BUNDLE).map(([path, names]) => [path ? `files.[].${path}` : 'files.[]', names]),
        ),
      },
    },
    recorder_trash_files: {
      en: {
        summary: 'Move recordings to the trash',
        description:
          'recorder_restore_files undoes it. The ids come from recorder_list_files; `results` says what became of each.',
      },
      ko: '녹음을 휴지통으로 옮기기(삭제)',
      search: 'delete remove',
    },
    recorder_restore_files: {
      en: {
        summary: 'Take recordings out of the trash',
        description: 'The ids come from recorder_list_files with `is_trash` 1; `results` says what became of each.',
      },
      ko: '휴지통에서 녹음 되살리기(복원)',
      search: 'undo delete deletion untrash 취소',
    },
    recorder_list_tags: {
      en: {
        summary: 'List tags, the folders of recordings',
        description: 'Their `id` is the `tag_id` of recorder_list_files and recorder_assign_tag.',
      },
      ko: '태그(녹음 폴더) 목록',
      search: 'folder folders',
    },
    recorder_create_tag: {
      en: { summary: 'Create a tag', description: '409: there is a tag of this name.' },
      ko: '태그(폴더) 만들기',
      search: 'folder',
      tool: { hidden: ['icon'] },
    },
    recorder_change_tag: {
      en: {
        summary: 'Change a tag',
        description: 'The id comes from recorder_list_tags; what is not given stays. 409: another tag has the name.',
      },
      ko: '태그(폴더) 바꾸기',
      search: 'folder rename 이름',
      tool: {
        hidden: ['icon'],
      },
    },
    recorder_delete_tag: {
      en: { summary: 'Delete a tag; its recordings stay', description: 'The id comes from recorder_list_tags.' },
      ko: '태그(폴더) 삭제, 녹음은 남음',
      search: 'folder remove',
    },
    recorder_assign_tag: {
      en: {
        summary: 'Put recordings into a tag, or take them out',
        description:
          'An empty `tag_id` takes them out of theirs. Ids come from recorder_list_tags and recorder_list_files; `results` says what became of each.',
      },
      ko: '녹음을 태그(폴더)에 넣거나 빼기',
      search: 'folder move 이동',
    },
    recorder_organize_files: {
      en: {
        summary: 'Put recordings into the tag of a name',
        description: 'As recorder_assign_tag by the name of the tag, which is made when it is missing.',
      },
      ko: '이름으로 정한 태그(폴더)에 녹음 넣기: 정리',
      search: 'folder move 이동',
      tool: {
        hidden: ['icon', 'color', 'match_mode', 'create_if_missing'],
      },
    },
    recorder_transcribe_file: {
      en: {
        summary: 'Start transcription and summary',
        description:
          'Uses seconds of the plan. It returns at once: recorder_list_tasks reports when it is done, or use recorder_transcribe_file_and_wait. 200 with `hint`: nothing was started; a complete recording needs `is_reload`.',
      },
      ko: '전사와 요약 시작',
      tool: {
        hidden: ['timezone', 'llm', 'summ_type_type', 'check_quota', 'diarization'],
      },
    },
    recorder_transcribe_file_and_wait: {
      en: {
        summary: 'Transcribe and summarize, and wait for the result',
        description:
          'Uses seconds of the plan and waits up to `timeout_sec`. 504: it is still running; read the transcript later and do not start it again.',
      },
      ko: '전사와 요약을 하고 결과 기다리기',
      tool: {
        shown: BUNDLE,
        hidden: ['poll_interval_sec', 'timezone', 'diarization', 'llm', 'summ_type_type', 'is_reload', 'check_quota'],
      },
    },
    recorder_list_tasks: {
      en: {
        summary: 'State of transcription and summary tasks',
        description: '`task_status` is 1 when done and 0 while running; anything else has failed.',
      },
      ko: '전사와 요약 작업의 상태',
    },
    recorder_get_quota: {
      en: {
        summary: 'Transcription seconds in use and left',
        description: 'Seconds of audio, of the plan of the account.',
      },
      ko: '쓰고 있는 전사 시간과 남은 시간',
    },
    recorder_list_summary_models: {
      en: { summary: 'Models that summaries can be made with', description: 'For `llm` of recorder_transcribe_file.' },
      ko: '요약에 쓸 수 있는 모델',
    },
  },
}
