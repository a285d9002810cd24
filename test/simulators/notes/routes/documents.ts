import { Hono } from 'hono'
import { needs } from '../guard.ts'
import type { KeyedEnv, Tiro } from '../product.ts'
import { noteFor } from '../reach.ts'

/** The one list that counts instead of paging (facts 2, 3). */
export const documentRoutes = (tiro: Tiro) =>
  new Hono<KeyedEnv>().get('/notes/:guid/documents', needs('note_document:read'), (c) => {
    const { guid } = noteFor(tiro, c.get('key'), c.req.param('guid'))
    const templateId = c.req.query('templateId')
    const content = tiro.state.documents.filter(
      ({ noteGuid, template }) => noteGuid === guid && (!templateId || template.id === templateId),
    )
    return c.json({ content, totalSize: content.length })
  })
