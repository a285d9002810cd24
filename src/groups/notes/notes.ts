import { Hono } from 'hono'
import * as z from 'zod/mini'
import { hasStatus } from '../../base/errors.ts'
import { at, flag, identifier, text } from '../../base/json.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { clamped, id } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { transcriptQuery } from '../../renderings/transcript-part.ts'
import { read } from './group.ts'
import { type Connection, connect, fetchAllPages, listPage, type ProductObject, productObject } from './tiro.ts'
import { fetchTranscript } from './transcript.ts'

const note = () => ({
  param: z.object({ id: id('The note').check(z.meta({ examples: ['8f0b6c1e-52d7-4a39-b1c4-7e93d05a2f68'] })) }),
})

const transcript = () => ({ ...note(), query: z.strictObject(transcriptQuery('이준호', '온보딩')) })

const noteList = () => ({
  query: z.strictObject({
    cursor: z
      .optional(z.string().check(z.maxLength(1024)))
      .check(z.meta({ description: '`next_cursor` of the page before', examples: [''], narrows: 'position' })),
    size: clamped(100, 1, 200).check(z.meta({ description: 'How many notes, moved into 1..200', narrows: 'amount' })),
    keyword: z.optional(z.string().check(z.maxLength(200))).check(
      z.meta({
        description: 'Only notes whose title or spoken words match; such a list has one page',
        examples: ['회의'],
      }),
    ),
  }),
})

interface NoteQuery {
  cursor?: string | undefined
  /** 1 to 200, the limit of the product's list. */
  size: number
  keyword?: string | undefined
}

/** One page of the workspace's notes. With a keyword the product has no next page. */
export async function listNotes(connection: Connection, { cursor, size, keyword }: NoteQuery) {
  const path = `/workspaces/${await connection.workspace()}/notes`
  const { items, next } = listPage(await connection.call({ path, query: { cursor, size: String(size), keyword } }))
  return { notes: items, next_cursor: next }
}

/** One note. Throws 404 for an unknown id. */
const fetchNote = async (connection: Connection, id: string) =>
  productObject(await connection.call({ path: `/notes/${id}` }))

/** All summaries of a note, with their texts. One that the list has without its text is fetched by itself. */
export async function listSummaries(connection: Connection, noteId: string) {
  const path = `/notes/${noteId}/summaries`
  const listed = await fetchAllPages((cursor) => connection.call({ path, query: { cursor } }))
  return Promise.all(listed.map((summary) => withText(connection, path, summary)))
}

async function withText(connection: Connection, path: string, summary: ProductObject): Promise<ProductObject> {
  const id = identifier(summary.id)
  if (id === null || hasWholeText(summary)) return summary
  try {
    const single = productObject(await connection.call({ path: `${path}/${encodeURIComponent(id)}` }))
    return { ...summary, ...single }
  } catch (error) {
    // Deleted in the meantime.
    if (hasStatus(error, 404)) return summary
    throw error
  }
}

const hasWholeText = (summary: ProductObject) =>
  text(at(summary.content, 'content')) !== null &&
  ![summary, summary.content].some((each) => flag(at(each, 'truncated')))

async function listFolders(connection: Connection) {
  const path = `/workspaces/${await connection.workspace()}/folders`
  return fetchAllPages((cursor) => connection.call({ path, query: { cursor } }))
}

export const noteRoutes = new Hono<AppEnv>()
  .get(
    '/notes/notes',
    read('notes_list_notes', {
      summary: 'List notes, newest first',
      description:
        'Notes of Tiro. The `guid` of each is the `id` of the other operations. Go on with `next_cursor` as `cursor`. A `keyword` searches titles and what was said, best match first; Tiro refuses it (400) to a key of a team only.',
      ko: '회의 노트 목록, 최신순',
      search:
        'meeting about something, my Tiro meetings, meetings of this week, Tiro notes from last week, latest minutes, which meetings did I have, the last meeting, find the Tiro note about, meeting in which something came up, meetings with a customer, how many meetings, titles of my notes, notes in a folder, 이번 주 회의, 최근 회의록, 회의 뭐 있었, 미팅 목록, 티로 노트 제목, 지난주 미팅, 회의 몇 번, 티로에서 찾아, 얘기 나온 회의, 회의 찾아, 어제 회의 뭐, 폴더에 있는 노트들, 마지막 회의',
      title: 'Get many notes',
      wanted: 1,
      tool: {
        description:
          'Tiro meeting notes, newest first. guid is the id for notes_get_transcript and notes_list_summaries.',
        defaults: { size: 20 },
        shown: {
          '': 'success notes next_cursor',
          'notes.[]': 'guid title recordingStartAt|createdAt recordingDurationSeconds?',
        },
      },
      input: noteList,
      handle: async (c) => ({
        ...SUCCESS.notes,
        ...(await listNotes(connect(c), c.req.valid('query'))),
      }),
    }),
  )
  .get(
    '/notes/notes/:id',
    read('notes_get_note', {
      summary: 'One note',
      description: 'The id is a `guid` of notes_list_notes. Its words come from notes_get_transcript.',
      ko: '노트 하나',
      search:
        '회의록 열어, details of the note, who took part in the meeting, participants attendees, when was the meeting, how long was the meeting, which folder is the note in, 참석자 누구, 누가 참석, 회의 언제, 회의 몇 분, 노트 정보, 어느 폴더에 있, 노트 상세',
      title: 'Get a note',
      wanted: 4,
      input: note,
      handle: async (c) => ({
        ...SUCCESS.notes,
        note: await fetchNote(connect(c), c.req.valid('param').id),
      }),
    }),
  )
  .get(
    '/notes/notes/:id/transcript',
    read('notes_get_transcript', {
      summary: 'What was said in a note, as text and by paragraph',
      description:
        'A running recording has what was said so far. `at`, `until`, `speaker` and `around` select a part; `part` says what it covers. Paragraphs that the plan hides are not in `text`. Positions count from the first paragraph.',
      ko: '노트에서 말한 내용: 전체 글과 문단(전사)',
      title: 'Get a transcript',
      wanted: 3,
      search:
        'numbers that were named in the meeting, what was said in the meeting, word for word, exact words of the Tiro call, what did somebody say in the meeting, every sentence of a speaker, who said what, minutes from to of the meeting, the part of the meeting about, transcript of the note, what is being said right now in the running meeting, 회의에서 뭐라고 했, 오간 말, 무슨 얘기 했, 회의 녹취록, 발언 전부, 말 그대로, 회의 대화 전문, 몇 분부터 무슨 얘기, 누가 무슨 말, 한 말만 모아, 나온 부분 앞뒤, 티로 전사',
      tool: {
        description: 'What was said in a Tiro note, or a part of it.',
      },
      input: transcript,
      handle: async (c) => ({
        ...SUCCESS.notes,
        transcript: await fetchTranscript(connect(c), c.req.valid('param').id, c.req.valid('query')),
      }),
    }),
  )
  .get(
    '/notes/notes/:id/summaries',
    read('notes_list_summaries', {
      summary: 'The AI summaries of a note',
      description: 'The id is a `guid` of notes_list_notes. They are in Markdown.',
      ko: '노트의 AI 요약',
      search:
        'summary of the meeting, what did we decide, decisions, action items, to-dos of the meeting, minutes of the meeting, key points of the Tiro note, recap, what Tiro wrote up, short summary and long one, outcome of the meeting, 회의 요약, 회의 정리, 결정 사항, 뭘 정했, 뭐 하기로 했, 액션 아이템, 할 일 뽑아, 회의록 요약, 핵심 내용, 결론, 티로가 정리해 준, 회의 결과, 짧은 요약',
      title: 'Get the summaries of a note',
      wanted: 2,
      tool: {
        shown: { 'summaries.[]': 'id template? content createdAt' },
      },
      input: note,
      handle: async (c) => ({
        ...SUCCESS.notes,
        summaries: await listSummaries(connect(c), c.req.valid('param').id),
      }),
    }),
  )
  .get(
    '/notes/folders',
    read('notes_list_folders', {
      summary: 'Folders of notes',
      description: 'Folders form a tree by `parentId`.',
      ko: '노트 폴더',
      search:
        'which folders are in Tiro, is there a folder in Tiro, how are my notes sorted, folder tree, 티로 폴더, 노트 폴더 목록, 폴더 있었나, 노트 어느 폴더, 티로 폴더 뭐 있',
      title: 'Get folders',
      tool: {
        shown: { 'folders.[]': 'id title parentId? createdAt' },
      },
      handle: async (c) => ({
        ...SUCCESS.notes,
        folders: await listFolders(connect(c)),
      }),
    }),
  )
