import { Hono } from 'hono'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { connect } from './connection.ts'
import { fetchNote, listFolders, listNotes, listSummaries } from './notes.ts'
import * as inputs from './schemas.ts'
import { fetchTranscript } from './transcript.ts'
import { unpublished } from './unpublished.routes.ts'

const { read } = operations<typeof import('./outputs.ts').outputs>({
  group: 'notes',
  gate: pro,
  synonyms: inputs.SYNONYMS,
})

/** The notes operations. The API keys and webhooks are in the router at the end. */
export const notes = new Hono<AppEnv>()
  .get(
    '/notes/notes',
    read('notes_list_notes', { input: inputs.noteList }, async (c) => ({
      ...SUCCESS.notes,
      ...(await listNotes(connect(c), c.req.valid('query'))),
    })),
  )
  .get(
    '/notes/notes/:id',
    read('notes_get_note', { input: inputs.note }, async (c) => ({
      ...SUCCESS.notes,
      note: await fetchNote(connect(c), c.req.valid('param').id),
    })),
  )
  .get(
    '/notes/notes/:id/transcript',
    read(
      'notes_get_transcript',
      {
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
    read('notes_list_folders', {}, async (c) => ({
      ...SUCCESS.notes,
      folders: await listFolders(connect(c)),
    })),
  )
  .route('/', unpublished)
