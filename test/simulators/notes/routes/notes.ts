import { Hono } from 'hono'
import { needs } from '../guard.ts'
import { page } from '../paging.ts'
import type { KeyedEnv, Tiro } from '../product.ts'
import { noteFor, workspaceFor } from '../reach.ts'
import { liveParagraphs, noteAt } from '../recording.ts'
import { listNotes } from './note-list.ts'

export const noteRoutes = (tiro: Tiro) =>
  new Hono<KeyedEnv>()
    .get('/workspaces/:guid/notes', needs('note:read'), (c) => {
      const workspace = workspaceFor(tiro, c.get('key'), c.req.param('guid'))
      return c.json(listNotes(tiro, workspace, c.req.query(), 200))
    })
    // Deprecated (facts 3), with a wider cap.
    .get('/notes', needs('note:read'), (c) => {
      const workspace = workspaceFor(tiro, c.get('key'), c.req.query('workspaceGuid'))
      return c.json(listNotes(tiro, workspace, c.req.query(), 1000))
    })
    .get('/notes/:guid', needs('note:read'), (c) =>
      c.json(noteAt(noteFor(tiro, c.get('key'), c.req.param('guid')), tiro.state.live, tiro.clock.now())),
    )
    .get('/notes/:guid/paragraphs', needs('note:read'), (c) => {
      const { guid, transcribeLocale } = noteFor(tiro, c.get('key'), c.req.param('guid'))
      const { live, paragraphs } = tiro.state
      const spoken =
        guid === live.noteGuid ? liveParagraphs(live, transcribeLocale, tiro.clock.now()) : (paragraphs.get(guid) ?? [])
      return c.json(page(spoken, c.req.query(), { getKey: ({ uuid }) => uuid, maxSize: 1000 }))
    })
