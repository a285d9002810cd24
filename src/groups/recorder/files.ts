import { Hono } from 'hono'
import * as z from 'zod/mini'
import { GatewayError } from '../../base/errors.ts'
import { at, isObject, text } from '../../base/json.ts'
import { choice, clamped, id, instant, textCount, textFlag } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { BudgetSpent } from '../../upstream/context.ts'
import { neverNotFound, requiredFields } from '../../upstream/failures.ts'
import { type Connection, connect } from './connection.ts'
import { recordingMetadata } from './detail.ts'
import * as inputs from './group.ts'
import { file, METADATA, read, TAG, write } from './group.ts'
import { callV3, fetchAudioUrl, fetchDetail, rename as renameRecording } from './library.ts'
import { type Folders, listRecordings, pagesOfRecordings } from './listing.ts'
import { identifiers } from './plaud.ts'
import { readReadiness } from './readiness.ts'
import { editedAtMs, isReady, type ListingQuery, type RecordingRow } from './rows.ts'
import { listTags } from './tags.ts'

/** A recording contains its folder ids. Their names take one more call. */
const tagNames = () =>
  textFlag(false).check(z.meta({ description: 'Add tags, the names beside the ids of filetag_id_list' }))

const recording = () => ({ ...file(), query: z.strictObject({ tag_names: tagNames() }) })

const listing = () => ({
  query: z.strictObject({
    limit: textCount(20).check(z.meta({ description: 'How many recordings', narrows: 'amount' })),
    skip: textCount(0).check(z.meta({ description: 'How many recordings to pass over', narrows: 'position' })),
    is_trash: z
      .pipe(
        z._default(choice(['0', '1', '2']), '0'),
        z.transform((word) => (word === '1' ? 1 : word === '2' ? 2 : 0)),
      )
      .check(
        z.meta({
          description: '0 active, 1 trash, 2 both',
          override: { type: 'integer', enum: [0, 1, 2], default: 0 },
        }),
      ),
    sort_by: z
      ._default(choice(['edit_time', 'start_time']), 'edit_time')
      .check(z.meta({ description: 'The time that orders the list' })),
    is_desc: textFlag(true).check(z.meta({ description: 'Newest first' })),
    tag_id: z.optional(id('Only recordings in this tag')).check(z.meta({ examples: [TAG], narrows: 'amount' })),
    tag_names: tagNames(),
  }),
})

const rename = () => ({
  ...file('c0e4e942ec3ea53a9dc299d870729be8'),
  json: z.strictObject({
    filename: z
      .string()
      .check(z.minLength(1, 'must not be empty'), z.maxLength(255))
      .check(z.meta({ description: 'The new name', examples: ['Standup, 17 November'] })),
  }),
})

const candidates = () => ({
  query: z.strictObject({
    limit: clamped(5, 1, 20).check(z.meta({ description: 'How many recordings, moved into 1..20', narrows: 'amount' })),
    since: z.optional(instant()).check(
      z.meta({
        description:
          'Only recordings edited at this time or later, and of those the ones edited first: send the latest edit_time of the answer before, times 1000, and none is missed. Recordings with exactly this time are returned again',
        examples: ['2026-11-01T00:00:00Z'],
        narrows: 'amount',
      }),
    ),
  }),
})

const required = requiredFields('recorder', 'data')

export interface ShareStates {
  private: Record<string, unknown>
  public: Record<string, unknown>
}

/** Fetches both share states in the product's format. */
export async function fetchShare(connection: Connection, fileId: string): Promise<ShareStates> {
  const [privateShare, publicShare] = await Promise.all([
    fetchShareState(connection, 'private', fileId),
    fetchShareState(connection, 'public', fileId),
  ])
  return { private: privateShare, public: publicShare }
}

async function fetchShareState(connection: Connection, side: 'private' | 'public', fileId: string) {
  // Known clients use two different keys for the id, so both are sent.
  const body = { file_id: fileId, object_id: fileId, object_type: 'file' }
  const answer = await callV3(connection, { method: 'POST', path: `/share/${side}/get`, body, reads: true })
  const { data } = answer.body
  // The response for an unshared recording has a status and no data.
  const isUnshared = answer.stated && (data === undefined || data === null)
  return required('data', isUnshared ? {} : isObject(data) ? data : null)
}

interface TaggedListingQuery extends ListingQuery {
  /** Whether each recording includes the names of its folders, which takes one more call. */
  tag_names: boolean
}

/** Fetches a page of recordings, of all or of one folder. Includes folder names on request. */
async function listTaggedRecordings(connection: Connection, { tag_names, ...query }: TaggedListingQuery) {
  const [folders, page] = await Promise.all([
    tag_names ? fetchFolders(connection) : undefined,
    query.tag_id === undefined ? listRecordings(connection, query) : listFolder(connection, query, query.tag_id),
  ])
  if (!tag_names) return page.answer
  const nameTags = tagNaming(folders ?? page.folders)
  return { ...page.answer, data_file_list: page.answer.data_file_list.map((row) => ({ ...row, tags: nameTags(row) })) }
}

/** Fetches the metadata of a recording. Includes folder names on request. */
async function fetchTaggedMetadata(connection: Connection, fileId: string, tag_names: boolean) {
  const [folders, detail] = await Promise.all([
    tag_names ? fetchFolders(connection) : undefined,
    fetchDetail(connection, fileId),
  ])
  const metadata = recordingMetadata(detail)
  // A detail of 4.0 may not name the owner of its folder.
  return tag_names && Array.isArray(metadata.filetag_id_list)
    ? { ...metadata, tags: tagNaming(folders ?? detail.folders)(metadata) }
    : metadata
}

/** Fetches the folders once. Undefined for an account whose recordings have the names themselves. */
async function fetchFolders(connection: Connection): Promise<Folders> {
  try {
    return new Map((await listTags(connection)).map(({ id, name }) => [id, name]))
  } catch (error) {
    if (error instanceof GatewayError && error.reason === 'not offered') return undefined
    throw error
  }
}

/** The name of an unknown folder is null. */
const tagNaming =
  (folders: Folders) =>
  ({ filetag_id_list }: Record<string, unknown>) =>
    identifiers(filetag_id_list).map((id) => ({ id, name: folders?.get(id) ?? null }))

/** Rows per page when a folder is searched. The product sends up to 99,999. */
const WALK = 1000

/**
 * Only one known client uses the product's folder filter, so it is sent but not relied on. The rows are filtered here
 * as well, and `skip` counts the remaining ones. The total is known only at the end of the folder.
 */
async function listFolder(connection: Connection, query: ListingQuery, folder: string) {
  const { limit, skip, ...filter } = query
  const rows: RecordingRow[] = []
  const folders = new Map<string, string | null>()
  const until = skip + limit
  let status = 0
  let isEnd = false
  const paging = { ...filter, pageSize: WALK, mostPages: Number.POSITIVE_INFINITY }
  for await (const page of pagesOfRecordings(connection, paging)) {
    status = page.status
    isEnd = page.last
    rows.push(...page.rows.filter(({ filetag_id_list }) => filetag_id_list.includes(folder)))
    for (const [id, name] of page.folders ?? []) folders.set(id, name)
    if (rows.length > until) break
  }
  const answer = {
    status,
    data_file_total: isEnd ? rows.length : null,
    data_file_list: rows.slice(skip, until),
    next_skip: rows.length > until ? until : null,
  }
  return { answer, folders }
}

const PAGE_SIZE = 100
/** Without `since`, at most this many pages are searched for ready recordings. */
const MOST_PAGES = 5
/** With `since`, all pages down to that time are read, and pages are larger. */
const CANDIDATE_WALK = { pageSize: 1000, overlap: 50, mostPages: Number.POSITIVE_INFINITY } as const

/**
 * Lists new items for a poll: ready recordings only, most recently edited first.
 *
 * @param since epoch milliseconds. The response contains the recordings edited at that time, and the first `limit` of
 * those edited later. So a poll that continues from the latest edit time misses none, however many changed in between.
 * Recordings with the same edit time are never split between two responses, so a response may contain more than
 * `limit`.
 */
async function listCandidates(connection: Connection, limit: number, since?: number) {
  const ready =
    since === undefined ? await listNewestReady(connection, limit) : await listReadySince(connection, since, limit)
  return {
    files: ready.map(({ id, filename, version_ms, edit_time, edit_from }) => ({
      id,
      filename,
      version_ms,
      edit_time,
      edit_from,
    })),
    fetched_at: new Date(connection.upstream.platform.now()).toISOString(),
  }
}

/** The last edit, in epoch milliseconds. A recording without one is sorted last. */
const getEdit = (row: RecordingRow) => editedAtMs(row) ?? Number.MIN_SAFE_INTEGER

const newestFirst = (a: RecordingRow, b: RecordingRow) =>
  getEdit(b) - getEdit(a) || (b.version_ms ?? 0) - (a.version_ms ?? 0)

async function listNewestReady(connection: Connection, limit: number): Promise<RecordingRow[]> {
  const ready: RecordingRow[] = []
  const pages = { sort_by: 'edit_time', pageSize: PAGE_SIZE, mostPages: MOST_PAGES } as const
  const hasEnough = (read: readonly RecordingRow[]) => ready.length + read.filter(isReady).length >= limit
  for await (const page of pagesOfRecordings(connection, pages)) {
    const { rows, count } = await readReadiness(connection, page.rows, { isEnough: hasEnough })
    ready.push(...rows.filter(isReady))
    if (ready.length >= limit || count < page.rows.length) break
  }
  return ready.sort(newestFirst).slice(0, limit)
}

async function listReadySince(connection: Connection, since: number, limit: number): Promise<RecordingRow[]> {
  const edited = new Map<string, RecordingRow>()
  for await (const { rows } of pagesOfRecordings(connection, { sort_by: 'edit_time', ...CANDIDATE_WALK })) {
    for (const row of rows) if (getEdit(row) >= since) edited.set(row.id, row)
    if (rows.some((row) => (editedAtMs(row) ?? since) < since)) break
  }
  const newest = (await readReadyFrom(connection, [...edited.values()], since, limit)).sort(newestFirst)
  const later = newest.filter((row) => getEdit(row) > since)
  const end = later.at(-limit) ?? later[0]
  return end ? newest.filter((row) => getEdit(row) <= getEdit(end)) : newest
}

/**
 * The ready ones of these rows. Where each takes a call, the earliest edits come first, because the answer continues
 * with them, and an edit time is never split. Throws 502 when the budget ends before there is any.
 */
async function readReadyFrom(connection: Connection, edited: RecordingRow[], since: number, limit: number) {
  const rows = edited.sort((a, b) => newestFirst(b, a))
  const isEnough = (read: readonly RecordingRow[]) => {
    const later = read.filter((row) => isReady(row) && getEdit(row) > since)
    const [last, next] = [later[limit - 1], later.at(-1)]
    return last !== undefined && next !== undefined && getEdit(next) > getEdit(last)
  }
  const { rows: read, count } = await readReadiness(connection, rows, { isEnough })
  const unread = rows[count]
  const ready = read.filter((row) => isReady(row) && (!unread || getEdit(row) < getEdit(unread)))
  if (unread && ready.length === 0) throw new BudgetSpent()
  return ready
}

/**
 * Calls a route whose path is a guess from similar routes, because no client shows it. A 404 therefore means a wrong
 * guess. It becomes a 502, never an empty list.
 */
const callInferred = async (connection: Connection, path: string) => {
  const { body } = await neverNotFound(
    callV3(connection, { path }),
    'the recorder service does not offer this where it was expected',
  )
  return body
}

/** The objects of a list, which is null when it is empty. Throws 502 without a list, because the guess was wrong. */
const objectsIn = (list: unknown) =>
  required('data', list === null ? [] : Array.isArray(list) ? list : null).filter(isObject)

/** Lists the running merges of recordings. There are usually none. */
async function listRunningMerges(connection: Connection) {
  const { data } = await callInferred(connection, '/file/combine-tasks/running')
  return objectsIn(at(data, 'tasks') === undefined ? data : at(data, 'tasks'))
}

/** Lists the models that can make a summary. */
export async function listSummaryModels(connection: Connection) {
  const { data } = await callInferred(connection, '/summary/models')
  return objectsIn(data).flatMap((model) => {
    const model_name = text(model.model_name)
    return model_name === null ? [] : [{ ...model, model_name }]
  })
}

export const fileRoutes = new Hono<AppEnv>()
  .get(
    '/recorder/files',
    read('recorder_list_files', {
      summary: 'List recordings',
      description:
        'The `id` of each is what the other operations take; `duration` is in milliseconds. `is_trans` null: not known, so ask for the transcript. Go on with `next_skip` as `skip`. To find what was said, use recorder_search.',
      ko: '녹음 목록',
      search:
        '가장 긴 녹음, my recordings, what did I record, how many recordings, newest recordings, last recording, recordings of today yesterday this week, longest recording, shortest ones, recordings in the trash bin, which recordings have no transcript yet, recordings without text, recordings in a folder, voice memos on my Plaud, 녹음 뭐 있어, 오늘 녹음한 거, 어제 녹음, 최근 녹음, 마지막 녹음, 몇 개 녹음했, 몇 번 녹음, 녹음 파일 목록, 짧은 녹음, 긴 녹음, 휴지통에 있는 녹음, 휴지통 뭐 들어, 아직 전사 안 된 녹음, 폴더 안 녹음',
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
      input: listing,
      handle: (c) => listTaggedRecordings(connect(c), c.req.valid('query')),
    }),
  )
  .get(
    '/recorder/files/webhook-candidates',
    read('recorder_list_webhook_candidates', {
      summary: 'Recordings that are ready, most recently edited first: the polling source for automations',
      description:
        'Remember `fetched_at` of a poll as `since` of the next, and nothing is missed. A recording that is edited comes again.',
      ko: '처리가 끝난 녹음, 최근 편집 순: 자동화가 주기적으로 확인하는 목록',
      title: 'Get recordings that became ready',
      search:
        'recordings that got their text and summary, which recordings are finished processing, newly processed since last time, recordings ready lately, new transcripts since I last asked, 처리 끝난 녹음, 요약까지 다 된 녹음, 새로 전사된 녹음, 최근 완료된 녹음, 준비된 녹음',
      input: candidates,
      handle: (c) => {
        const { limit, since } = c.req.valid('query')
        return listCandidates(connect(c), limit, since)
      },
    }),
  )
  .get(
    '/recorder/files/:id',
    read('recorder_get_file', {
      summary: 'Metadata of one recording',
      description: 'The id comes from recorder_list_files or recorder_search. Times are epoch milliseconds.',
      ko: '녹음 하나의 정보',
      search:
        'details of a recording, how long was the recording, when did it start, when was it recorded, duration length of the recording, which device recorded it, size of the recording, 녹음 길이, 몇 분짜리 녹음, 녹음 몇 초, 언제 녹음된, 어느 기기로 녹음, 녹음 정보, 녹음 시작 시각',
      title: 'Get a recording',
      tool: {
        shown: { data: `${METADATA} filetag_id_list? tags? edit_time? scene? serial_number? is_trash` },
      },
      input: recording,
      handle: async (c) => ({
        status: 0,
        data: await fetchTaggedMetadata(connect(c), c.req.valid('param').id, c.req.valid('query').tag_names),
      }),
    }),
  )
  .patch(
    '/recorder/files/:id',
    write('recorder_rename_file', {
      summary: 'Rename a recording',
      description: 'The id comes from recorder_list_files or recorder_search.',
      ko: '녹음 이름 바꾸기',
      search:
        'rename the recording, give the recording a proper name, change the title of the recording, call the recording something else, the recording is called wrong, title the voice memo, better name for the memo, 녹음 제목 바꿔, 녹음 이름 고쳐, 녹음 제목 달아, 제목 새로 지어, 파일명 변경, 녹음 이름을 으로, 제목이 날짜라',
      idempotent: true,
      input: rename,
      handle: async (c) => {
        await renameRecording(connect(c), c.req.valid('param').id, c.req.valid('json').filename)
      },
      status: 204,
    }),
  )
  .get(
    '/recorder/files/:id/audio-url',
    read('recorder_get_audio_url', {
      summary: 'A signed link to the original audio',
      description: 'The link needs no key and lives about an hour, so do not store it.',
      ko: '원본 오디오 다운로드 링크',
      title: 'Download the audio',
      wanted: 8,
      search:
        'download the audio, listen to the recording, the sound file, mp3 of the recording, original audio, play the recording, hear the voice itself, wav, audio link, export the sound, 녹음 들어 보고, 녹음 듣고 싶어, 음성 파일 받아, 오디오 다운로드, 원본 음성, 원본 파일, mp3로, 소리 들려, 재생',
      input: inputs.file,
      handle: async (c) => {
        const { id } = c.req.valid('param')
        return { file_id: id, audio_url: await fetchAudioUrl(connect(c), id) }
      },
    }),
  )
  .get(
    '/recorder/files/:id/share',
    read('recorder_get_share', {
      summary: 'Private and public share state of a recording',
      description: 'Whether it is shared, and the public link. It shares nothing itself.',
      ko: '녹음의 비공개/공개 공유 상태',
      search:
        'is the recording shared, is it public, who can open the recording by a link, can strangers outsiders see the recording, share link of the recording, public link still on, 녹음 공유돼 있, 공유 상태, 공유 켜져, 공개돼 있, 공유 링크, 남이 볼 수 있, 링크로 열 수',
      title: 'Get the share state of a recording',
      input: inputs.file,
      handle: (c) => fetchShare(connect(c), c.req.valid('param').id),
    }),
  )
  .get(
    '/recorder/combine/running-tasks',
    read('recorder_list_running_merges', {
      summary: 'Merges of recordings that are running',
      description: 'Usually empty.',
      ko: '진행 중인 녹음 합치기',
      search:
        'are recordings still being merged, merge in progress, is combining the recordings done, 녹음 합치는 중, 합치기 진행, 병합 끝났, 합치기 아직',
      title: 'Get running merges',
      handle: async (c) => ({
        tasks: await listRunningMerges(connect(c)),
      }),
    }),
  )
