import { SUCCESS } from '../../gateway/http/envelope.ts'
import { routeList } from '../../gateway/http/router.ts'
import { pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import * as answers from './answers.ts'
import { connect } from './connection.ts'
import { fetchNote, listFolders, listNotes, listSummaries } from './notes.ts'
import * as inputs from './schemas.ts'
import { fetchTranscript } from './transcript.ts'
import { unpublished } from './unpublished.routes.ts'

const { read } = operations({ group: 'notes', gate: pro, synonyms: inputs.SYNONYMS })

/**
 * The notes operations (decisions.md section 4). The API keys and webhooks of contract 4.2 are in the router at the
 * end.
 */
export const notes = routeList()
  .get(
    '/notes/notes',
    read({ id: 'notes_list_notes', input: inputs.noteList, output: answers.noteList }, async (c) => ({
      ...SUCCESS.notes,
      ...(await listNotes(connect(c), c.req.valid('query'))),
    })),
  )
  .get(
    '/notes/notes/:id',
    read({ id: 'notes_get_note', input: inputs.note, output: answers.oneNote }, async (c) => ({
      ...SUCCESS.notes,
      note: await fetchNote(connect(c), c.req.valid('param').id),
    })),
  )
  .get(
    '/notes/notes/:id/transcript',
    read(
      {
        id: 'notes_get_transcript',
        input: inputs.transcript,
        output: answers.transcript,
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
      {
        id: 'notes_list_summaries',
        input: inputs.note,
        output: answers.summaryList,
      },
      async (c) => ({
        ...SUCCESS.notes,
        summaries: await listSummaries(connect(c), c.req.valid('param').id),
      }),
    ),
  )
  .get(
    '/notes/folders',
    read({ id: 'notes_list_folders', output: answers.folderList }, async (c) => ({
      ...SUCCESS.notes,
      folders: await listFolders(connect(c)),
    })),
  )
  .route('/', unpublished)
