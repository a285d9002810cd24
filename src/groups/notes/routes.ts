import { Hono } from 'hono'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { connect } from './connection.ts'
import { read } from './group.ts'
import { fetchNote, listFolders, listNotes, listSummaries } from './notes.ts'
import * as inputs from './schemas.ts'
import { fetchTranscript } from './transcript.ts'
import { unpublished } from './unpublished.routes.ts'

export const noteRoutes = new Hono<AppEnv>()
  .get(
    '/notes/notes',
    read(
      'notes_list_notes',
      {
        summary: 'List notes, newest first',
        description:
          'Notes of Tiro. The `guid` of each is the `id` of the other operations. Go on with `next_cursor` as `cursor`. A `keyword` searches titles and what was said, best match first; Tiro refuses it (400) to a key of a team only.',
        ko: '회의 노트 목록, 최신순',
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
        input: inputs.noteList,
      },
      async (c) => ({
        ...SUCCESS.notes,
        ...(await listNotes(connect(c), c.req.valid('query'))),
      }),
    ),
  )
  .get(
    '/notes/notes/:id',
    read(
      'notes_get_note',
      {
        summary: 'One note',
        description: 'The id is a `guid` of notes_list_notes. Its words come from notes_get_transcript.',
        ko: '노트 하나',
        title: 'Get a note',
        wanted: 4,
        input: inputs.note,
      },
      async (c) => ({
        ...SUCCESS.notes,
        note: await fetchNote(connect(c), c.req.valid('param').id),
      }),
    ),
  )
  .get(
    '/notes/notes/:id/transcript',
    read(
      'notes_get_transcript',
      {
        summary: 'What was said in a note, as text and by paragraph',
        description:
          'A running recording has what was said so far. `at`, `until`, `speaker` and `around` select a part; `part` says what it covers. Paragraphs that the plan hides are not in `text`. Positions count from the first paragraph.',
        ko: '노트에서 말한 내용: 전체 글과 문단(전사)',
        title: 'Get a transcript',
        wanted: 3,
        search: 'transcription subtitles',
        tool: {
          description: 'What was said in a Tiro note, or a part of it.',
        },
        input: inputs.transcript,
      },
      async (c) => ({
        ...SUCCESS.notes,
        transcript: await fetchTranscript(connect(c), c.req.valid('param').id, c.req.valid('query')),
      }),
    ),
  )
  .get(
    '/notes/notes/:id/summaries',
    read(
      'notes_list_summaries',
      {
        summary: 'The AI summaries of a note',
        description: 'The id is a `guid` of notes_list_notes. They are in Markdown.',
        ko: '노트의 AI 요약',
        title: 'Get the summaries of a note',
        wanted: 2,
        tool: {
          shown: { 'summaries.[]': 'id template? content createdAt' },
        },
        input: inputs.note,
      },
      async (c) => ({
        ...SUCCESS.notes,
        summaries: await listSummaries(connect(c), c.req.valid('param').id),
      }),
    ),
  )
  .get(
    '/notes/folders',
    read(
      'notes_list_folders',
      {
        summary: 'Folders of notes',
        description: 'Folders form a tree by `parentId`.',
        ko: '노트 폴더',
        title: 'Get folders',
        tool: {
          shown: { 'folders.[]': 'id title parentId? createdAt' },
        },
      },
      async (c) => ({
        ...SUCCESS.notes,
        folders: await listFolders(connect(c)),
      }),
    ),
  )

/** The notes operations. */
export const notes = new Hono<AppEnv>().route('/', noteRoutes).route('/', unpublished)
