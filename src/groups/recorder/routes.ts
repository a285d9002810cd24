import { type Context, Hono } from 'hono'
import { logUnhandledError } from '../../gateway/http/log.ts'
import { reply, verbatim } from '../../gateway/http/respond.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { selectPart } from '../../renderings/transcript-part.ts'
import { currentUser, devices } from './account.ts'
import type * as answers from './answers.ts'
import { fetchAudioUrl, fetchShare } from './attachments.ts'
import { fetchBundle } from './bundle.ts'
import { listCandidates } from './candidates.ts'
import { connect } from './connection.ts'
import { callForRecording, fetchDetail } from './detail.ts'
import { BUNDLE, METADATA } from './docs.ts'
import { doctor } from './doctor.ts'
import { read, write } from './group.ts'
import { fetchConfig, fetchFeatureAccess, fetchMembership } from './lenient-envelopes.ts'
import { tagRoutes, trashRoutes } from './organizing.routes.ts'
import * as inputs from './schemas.ts'
import { search } from './search.ts'
import { fetchSummary } from './summary.ts'
import { sync, withinDays } from './sync.ts'
import { fetchTab, noteTabs } from './tabs.ts'
import { fetchTaggedMetadata, listTaggedRecordings } from './tagged-listing.ts'
import { aiTasks } from './tasks.routes.ts'
import { fetchTranscript, renderTranscript, toSpoken } from './transcript.ts'
import { listRunningMerges } from './undocumented-api.ts'

/** The owner of the search history. A rotated key keeps its history. */
const getKey = (c: Context<AppEnv>): string => c.get('state').caller?.lineage ?? ''

export const fileRoutes = new Hono<AppEnv>()
  .get(
    '/recorder/files',
    read(
      'recorder_list_files',
      {
        summary: 'List recordings',
        description:
          'The `id` of each is what the other operations take; `duration` is in milliseconds. Go on with `next_skip` as `skip`. To find what was said, use recorder_search.',
        ko: '녹음 목록',
        title: 'Get many recordings',
        wanted: 1,
        tool: {
          defaults: { sort_by: 'start_time' },
          shown: {
            '': 'status data_file_total data_file_list next_skip',
            'data_file_list.[]':
              'id filename keywords? start_time duration is_trans is_summary is_trash? filetag_id_list? tags?',
          },
          hidden: ['tag_names'],
        },
        input: inputs.listing,
      },
      (c) => listTaggedRecordings(connect(c), c.req.valid('query')),
    ),
  )
  .get(
    '/recorder/files/webhook-candidates',
    read(
      'recorder_list_webhook_candidates',
      {
        summary: 'Recordings that are ready, most recently edited first: the polling source for automations',
        description:
          'Remember `fetched_at` of a poll as `since` of the next, and nothing is missed. A recording that is edited comes again.',
        ko: '처리가 끝난 녹음, 최근 편집 순: 자동화가 주기적으로 확인하는 목록',
        title: 'Get recordings that became ready',
        search: 'new recordings trigger poll event 새 녹음',
        input: inputs.candidates,
      },
      (c) => {
        const { limit, since } = c.req.valid('query')
        return listCandidates(connect(c), limit, since)
      },
    ),
  )
  .get(
    '/recorder/files/:id',
    read(
      'recorder_get_file',
      {
        summary: 'Metadata of one recording',
        description: 'The id comes from recorder_list_files or recorder_search. Times are epoch milliseconds.',
        ko: '녹음 하나의 정보',
        title: 'Get a recording',
        tool: {
          shown: { data: `${METADATA} filetag_id_list? tags? edit_time? scene? serial_number? is_trash` },
        },
        input: inputs.recording,
      },
      async (c) => ({
        status: 0,
        data: await fetchTaggedMetadata(connect(c), c.req.valid('param').id, c.req.valid('query').tag_names),
      }),
    ),
  )
  .patch(
    '/recorder/files/:id',
    write(
      'recorder_rename_file',
      {
        summary: 'Rename a recording',
        description: 'The id comes from recorder_list_files or recorder_search.',
        ko: '녹음 이름 바꾸기',
        search: 'title 제목',
        idempotent: true,
        input: inputs.rename,
        status: 204,
      },
      async (c) => {
        const path = `/file/${c.req.valid('param').id}`
        await callForRecording(connect(c), { method: 'PATCH', path, body: c.req.valid('json') })
      },
    ),
  )
  .get(
    '/recorder/files/:id/audio-url',
    read(
      'recorder_get_audio_url',
      {
        summary: 'A signed link to the original audio',
        description: 'The link needs no key and lives about an hour, so do not store it.',
        ko: '원본 오디오 다운로드 링크',
        title: 'Download the audio',
        wanted: 8,
        search: 'download mp3 다운로드',
        input: inputs.file,
      },
      async (c) => {
        const { id } = c.req.valid('param')
        return { file_id: id, audio_url: await fetchAudioUrl(connect(c), id) }
      },
    ),
  )
  .get(
    '/recorder/files/:id/share',
    read(
      'recorder_get_share',
      {
        summary: 'Private and public share state of a recording',
        description: 'Whether it is shared, and the public link. It shares nothing itself.',
        ko: '녹음의 비공개/공개 공유 상태',
        title: 'Get the share state of a recording',
        input: inputs.file,
      },
      (c) => fetchShare(connect(c), c.req.valid('param').id),
    ),
  )
  .get(
    '/recorder/combine/running-tasks',
    read(
      'recorder_list_running_merges',
      {
        summary: 'Merges of recordings that are running',
        description: 'Usually empty.',
        ko: '진행 중인 녹음 합치기',
        title: 'Get running merges',
      },
      async (c) => ({
        tasks: await listRunningMerges(connect(c)),
      }),
    ),
  )

export const bundleRoutes = new Hono<AppEnv>().get(
  '/recorder/files/:id/fetch',
  read(
    'recorder_fetch_file',
    {
      summary: 'Get a recording with its transcript, summary, share state or audio link',
      description:
        'One call instead of several. What is not ready is named in `not_ready` and what failed in `errors`, with 200, unless `strict` asks for a failure.',
      ko: '녹음과 그 전사, 요약, 공유 상태, 오디오 링크',
      title: 'Get a recording with its texts',
      wanted: 5,
      search: 'subtitles download 다운로드',
      tool: {
        hidden: ['strict', 'transcript_format'],
        shown: BUNDLE,
      },
      input: inputs.bundle,
    },
    (c) => fetchBundle(connect(c), c.req.valid('param').id, c.req.valid('query')),
  ),
)

export const transcriptRoutes = new Hono<AppEnv>()
  .get(
    '/recorder/files/:id/transcript',
    read(
      'recorder_get_transcript',
      {
        summary: 'The transcript of a recording',
        description:
          'Times of utterances are milliseconds from the start. `at`, `until`, `speaker` and `around` select a part, and `part` says what it covers; beyond the end it is 400. 409: there is no transcript yet; recorder_transcribe_file starts one.',
        ko: '녹음의 전사(받아쓴 글, 자막)',
        title: 'Get a transcript',
        wanted: 2,
        search: 'subtitles captions transcription 받아쓰기',
        tool: {
          description:
            'What was said in a Plaud recording, by speaker and time, or a part of it by at, speaker or around.',
          defaults: { format: 'text' },
        },
        input: inputs.transcript,
      },
      async (c) => {
        const { id } = c.req.valid('param')
        const { format, ...query } = c.req.valid('query')
        const connection = connect(c)
        const whole = await fetchTranscript(connection, await fetchDetail(connection, id))
        const selected = selectPart(whole, toSpoken, query)
        const content = selected?.content ?? whole
        return {
          file_id: id,
          ...(selected && { part: selected.part }),
          content,
          ...(format && renderTranscript(content, format)),
        }
      },
    ),
  )
  .get(
    '/recorder/files/:id/summary',
    read(
      'recorder_get_summary',
      {
        summary: 'The AI summary of a recording, in Markdown',
        description:
          'Links to images live about 15 minutes. 409: there is no summary yet; recorder_transcribe_file starts one.',
        ko: '녹음의 AI 요약(Markdown)',
        title: 'Get a summary',
        wanted: 3,
        tool: {
          shown: { '': 'file_id markdown' },
        },
        input: inputs.file,
      },
      async (c) => {
        const { id } = c.req.valid('param')
        const connection = connect(c)
        return { file_id: id, ...(await fetchSummary(connection, await fetchDetail(connection, id))) }
      },
    ),
  )

export const tabRoutes = new Hono<AppEnv>()
  .get(
    '/recorder/files/:id/tabs',
    read(
      'recorder_list_tabs',
      {
        summary: 'The note tabs of a recording',
        description:
          'Notes that the service made of the recording, such as key points. Their `tab_id` is for recorder_get_tab.',
        ko: '녹음의 노트 탭 목록',
        title: 'Get the note tabs of a recording',
        input: inputs.tabs,
      },
      async (c) => {
        const { id } = c.req.valid('param')
        return { file_id: id, tabs: noteTabs(await fetchDetail(connect(c), id), c.req.valid('query').include_source) }
      },
    ),
  )
  .get(
    '/recorder/files/:id/tabs/content',
    read(
      'recorder_get_tab',
      {
        summary: 'The content of one note tab',
        description:
          'Give `tab_id` of recorder_list_tabs, or `template`, which is the same across recordings. 409: it is still being made.',
        ko: '노트 탭 하나의 내용',
        title: 'Get a note tab',
        input: inputs.tabContent,
      },
      (c) => fetchTab(connect(c), c.req.valid('param').id, c.req.valid('query')),
    ),
  )

export const profileRoutes = new Hono<AppEnv>()
  .get(
    '/recorder/user/me',
    read(
      'recorder_get_user',
      {
        summary: 'The connected recorder account',
        description: 'The Plaud account, its plan and the transcription seconds left.',
        ko: '연결된 녹음기 계정',
        title: 'Get the account',
      },
      (c) => currentUser(connect(c)),
    ),
  )
  .get(
    '/recorder/devices',
    read(
      'recorder_list_devices',
      {
        summary: 'Recorders bound to the account',
        description: 'Recorders of Plaud that are bound to the account.',
        ko: '계정에 등록된 녹음기 기기',
        title: 'Get devices',
      },
      (c) => devices(connect(c)),
    ),
  )
  .get(
    '/recorder/doctor',
    read(
      'recorder_doctor',
      {
        summary: 'Check the connection to the recorder account',
        description:
          'Probes profile and devices. The same report comes with 401 or 502 when a probe fails; `hint` says what to do.',
        ko: '녹음기 계정 연결 점검',
        title: 'Check the connection',
        tool: {
          reports: true,
        },
      },
      async (c) => {
        const { report, status, reason } = await doctor(connect(c))
        return reply(report, status, {}, reason)
      },
    ),
  )
  .get(
    '/recorder/membership/status',
    read(
      'recorder_get_membership',
      {
        summary: 'Membership of the account',
        description: 'As the service answers it, without a schema.',
        ko: '계정의 멤버십(구독)',
        title: 'Get the membership',
      },
      (c) => fetchMembership(connect(c)),
    ),
  )
  .get(
    '/recorder/config',
    read(
      'recorder_get_config',
      {
        summary: 'Client configuration and feature toggles',
        description: 'As the service answers it, without a schema.',
        ko: '클라이언트 설정과 기능 스위치',
        title: 'Get the configuration',
      },
      (c) => fetchConfig(connect(c)),
    ),
  )
  .get(
    '/recorder/user/feature-access',
    read(
      'recorder_get_feature_access',
      {
        summary: 'Features that the account may use',
        description: 'As the service answers it, without a schema.',
        ko: '계정이 쓸 수 있는 기능',
        title: 'Get the features of the account',
      },
      (c) => fetchFeatureAccess(connect(c)),
    ),
  )

export const searchRoutes = new Hono<AppEnv>()
  .get(
    '/recorder/search',
    read(
      'recorder_search',
      {
        summary: 'Search recordings',
        description:
          'Searches transcripts and summaries, 20 recordings at most; then names and keywords of the newest 500; then each word by itself (`words`). `hits` show what matched. Check `searched` and `complete` before you conclude that there is nothing.',
        ko: '녹음 검색',
        wanted: 4,
        search: 'find spoke said words 찾기',
        tool: {
          defaults: { most_hits: 5 },
          hidden: ['from', 'most_hits'],
        },
        input: inputs.search,
      },
      async (c) => {
        const query = c.req.valid('query')
        const connection = connect(c)
        const result = await search(connection, query)
        const object = await connection.object()
        // The caller who has the response finds the query in the history and in an export.
        const recorded = object
          .recordSearch(getKey(c), query.query)
          .catch((error: unknown) => logUnhandledError(c.get('state').id, error))
        c.executionCtx.waitUntil(recorded)
        await connection.upstream.deadline.race(recorded)
        return result
      },
    ),
  )
  .get(
    '/recorder/search/history',
    read(
      'recorder_list_searches',
      {
        summary: 'Recent searches with their counts',
        description: 'What was searched through this gateway, not in the app.',
        ko: '최근 검색어와 결과 수',
        title: 'Get recent searches',
        input: inputs.searchHistory,
      },
      async (c) => ({
        history: await (await connect(c).object()).searchHistory(getKey(c), c.req.valid('query').limit),
      }),
    ),
  )

export const syncRoutes = new Hono<AppEnv>().get(
  '/recorder/sync',
  read(
    'recorder_sync',
    {
      summary: 'A page of recordings, each with its attachments',
      description:
        'Newest start first: all of a range of days with `from` and `to`, or a copy of the library. Go on with `next_before` as `before`, which holds while recordings are removed. What is not ready is named per recording. Other parameters are ignored.',
      ko: '첨부(전사, 요약 등)가 함께 오는 녹음 페이지: 동기화',
      title: 'Get many recordings with their texts',
      tool: {
        description: 'Plaud recordings, newest first, each with name, time and AI summary: one call for a week.',
        defaults: { include: 'summary', limit: 20 },
        hidden: ['since', 'concurrency', 'strict', 'transcript_format'],
        shown: Object.fromEntries(
          Object.entries(BUNDLE).map(([path, names]) => [path ? `files.[].${path}` : 'files.[]', names]),
        ),
      },
      input: inputs.sync,
    },
    async (c) => {
      const { timeZone } = c.get('state').settings
      return verbatim<answers.SyncAnswer>(await sync(connect(c), withinDays(c.req.valid('query'), timeZone)))
    },
  ),
)

export const recorder = new Hono<AppEnv>()
  .route('/', fileRoutes)
  .route('/', bundleRoutes)
  .route('/', transcriptRoutes)
  .route('/', tabRoutes)
  .route('/', profileRoutes)
  .route('/', searchRoutes)
  .route('/', syncRoutes)
  .route('/', trashRoutes)
  .route('/', tagRoutes)
  .route('/', aiTasks)
