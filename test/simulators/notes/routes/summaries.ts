import { Hono } from 'hono'
import { invalid, missing } from '../errors.ts'
import { needs } from '../guard.ts'
import { page } from '../paging.ts'
import type { KeyedEnv, Tiro } from '../product.ts'
import { noteFor } from '../reach.ts'
import type { Note, Summary } from '../state.ts'

export const summaryRoutes = (tiro: Tiro) =>
  new Hono<KeyedEnv>()
    .get('/notes/:guid/summaries', needs('note_summary:read'), (c) => {
      const note = noteFor(tiro, c.get('key'), c.req.param('guid'))
      const summaries = tiro.state.summaries.filter(({ noteGuid }) => noteGuid === note.guid)
      const listed = page(summaries, c.req.query(), { getKey: ({ id }) => id, maxSize: 200 })
      const shownIn = SHOWN[tiro.switches.summaryList]
      return c.json({ ...listed, content: listed.content.map((one) => shownIn(shown(one, note, 'text/markdown'))) })
    })
    .get('/notes/:guid/summaries/:id', needs('note_summary:read'), (c) => {
      const note = noteFor(tiro, c.get('key'), c.req.param('guid'))
      const { id, format = 'text/markdown' } = { ...c.req.param(), ...c.req.query() }
      if (format !== 'text/markdown' && format !== 'text/plain') {
        throw invalid('format', 'must be text/markdown or text/plain')
      }
      const summary = tiro.state.summaries.find((known) => known.id === id && known.noteGuid === note.guid)
      if (!summary) throw missing('Summary')
      return c.json(shown(summary, note, format))
    })

/** How the list shows a summary. */
const SHOWN = {
  whole: (summary: Shown) => summary,
  'without text': ({ content: _, ...summary }: Shown) => summary,
  truncated: (summary: Shown) => ({
    ...summary,
    content: { ...summary.content, content: summary.content.content.slice(0, 8), truncated: true },
  }),
}
type Shown = ReturnType<typeof shown>

function shown(summary: Summary, { guid, webUrl }: Note, type: 'text/markdown' | 'text/plain') {
  const { id, noteGuid, template, locale, content, createdAt, updatedAt } = summary
  const text = type === 'text/plain' ? plain(content) : content
  return {
    id,
    noteGuid,
    note: { guid, webUrl },
    template,
    locale,
    content: { type, content: text },
    createdAt,
    updatedAt,
  }
}

const plain = (markdown: string) => markdown.replace(/^(#+|-) +/gm, '').replace(/\*\*/g, '')
