import type { GroupDocs } from '../../gateway/docs.ts'

/**
 * API keys and webhooks are created in the product's dashboard, which has no published API. The paths and shapes here
 * are our own, for the service that NOTES_PLATFORM_URL names.
 */
const NO_PUBLIC_API =
  "The notes service publishes no API for API keys and webhooks: both are made in its dashboard. This operation calls the address in NOTES_PLATFORM_URL, in shapes of this gateway's own, and answers 502 while that setting is unset."

/**
 * The texts of the notes group's operations. Operations that change API keys and webhooks are no tools: with them, a
 * prompt injection could send all notes to a stranger, or print a key that does not expire.
 */
export const notesDocs: GroupDocs = {
  account: 'notes',
  isForeign: true,
  operations: {
    notes_list_notes: {
      en: {
        summary: 'List notes, newest first',
        description:
          'Notes of Tiro. The `guid` of each is the `id` of the other operations. Go on with `next_cursor` as `cursor`. A `keyword` searches titles and what was said, best match first; Tiro refuses it (400) to a key of a team only.',
      },
      ko: '회의 노트 목록, 최신순',
      tool: {
        description:
          'Tiro meeting notes, newest first. guid is the id for notes_get_transcript and notes_list_summaries.',
        defaults: { size: 20 },
        shown: {
          '': 'success notes next_cursor',
          'notes.[]': 'guid title recordingStartAt|createdAt recordingDurationSeconds?',
        },
      },
    },
    notes_get_note: {
      en: {
        summary: 'One note',
        description: 'The id is a `guid` of notes_list_notes. Its words come from notes_get_transcript.',
      },
      ko: '노트 하나',
    },
    notes_get_transcript: {
      en: {
        summary: 'What was said in a note, as text and by paragraph',
        description:
          'A running recording has what was said so far. `at`, `until`, `speaker` and `around` select a part; `part` says what it covers. Paragraphs that the plan hides are not in `text`. Positions count from the first paragraph.',
      },
      ko: '노트에서 말한 내용: 전체 글과 문단(전사)',
      search: 'transcription subtitles',
      tool: {
        description: 'What was said in a Tiro note, or a part of it.',
      },
    },
    notes_list_summaries: {
      en: {
        summary: 'The AI summaries of a note',
        description: 'The id is a `guid` of notes_list_notes. They are in Markdown.',
      },
      ko: '노트의 AI 요약',
      tool: {
        shown: { 'summaries.[]': 'id template? content createdAt' },
      },
    },
    notes_list_folders: {
      en: { summary: 'Folders of notes', description: 'Folders form a tree by `parentId`.' },
      ko: '노트 폴더',
      tool: {
        shown: { 'folders.[]': 'id title parentId? createdAt' },
      },
    },
    notes_list_api_keys: {
      en: { summary: 'API keys of the notes account', description: NO_PUBLIC_API },
      ko: '노트 계정의 API 키 목록',
    },
    notes_create_api_key: {
      en: { summary: 'Create an API key of the notes account; it is shown once', description: NO_PUBLIC_API },
      ko: '노트 계정의 API 키 만들기, 한 번만 표시됨',
      tool: null,
    },
    notes_delete_api_key: {
      en: { summary: 'Delete an API key of the notes account', description: NO_PUBLIC_API },
      ko: '노트 계정의 API 키 삭제',
      tool: null,
    },
    notes_list_webhooks: {
      en: { summary: 'Webhooks of the notes account', description: NO_PUBLIC_API },
      ko: '노트 계정의 웹훅 목록',
    },
    notes_create_webhook: {
      en: { summary: 'Register a webhook; its secret is shown once', description: NO_PUBLIC_API },
      ko: '웹훅 등록, 비밀 값은 한 번만 표시됨',
      tool: null,
    },
    notes_change_webhook: {
      en: { summary: 'Update a webhook, or pause and resume its deliveries', description: NO_PUBLIC_API },
      ko: '웹훅 바꾸기, 전송 멈추기와 다시 시작',
      tool: null,
    },
    notes_delete_webhook: {
      en: { summary: 'Delete a webhook', description: NO_PUBLIC_API },
      ko: '웹훅 삭제',
      tool: null,
    },
    notes_list_webhook_event_types: {
      en: { summary: 'List webhook event types', description: NO_PUBLIC_API },
      ko: '웹훅이 받을 수 있는 이벤트',
    },
  },
}
