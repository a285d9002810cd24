import { Hono } from 'hono'
import { getWorkspaces, type KeyedEnv, needs, noteFor, reach, workspaceFor } from './access.ts'
import { invalid, missing, page } from './errors.ts'
import { noteNow, paragraphsOf } from './recording.ts'
import type { Folder, Note, Summary, Tiro, Workspace } from './state.ts'

const shownWorkspace = ({ guid, name, isWikiEnabled }: Workspace) => ({ guid, name, isWikiEnabled })
const shownFolder = ({ noteGuids: _, ...folder }: Folder) => folder

/** The published API (facts 3). */
export const externalApi = (tiro: Tiro) =>
  new Hono<KeyedEnv>()
    .get('/workspaces', (c) => c.json({ [tiro.switches.workspacesKey]: getWorkspaces(c).map(shownWorkspace) }))
    // 404 for a key that is bound to no workspace.
    .get('/workspaces/me', (c) => {
      if (c.var.key.workspaceGuid === null) throw missing('Workspace')
      return c.json(shownWorkspace(workspaceFor(c, c.var.key.workspaceGuid)))
    })
    .get('/workspaces/:guid/notes', needs('note:read'), (c) =>
      c.json(listNotes(tiro, workspaceFor(c, c.req.param('guid')), c.req.query(), 200)),
    )
    // Deprecated, with a wider cap.
    .get('/notes', needs('note:read'), (c) => c.json(listNotes(tiro, workspaceFor(c), c.req.query(), 1000)))
    .get('/notes/:guid', needs('note:read'), (c) => c.json(noteNow(tiro, noteFor(c))))
    .get('/notes/:guid/paragraphs', needs('note:read'), (c) =>
      c.json(page(paragraphsOf(tiro, noteFor(c)), c.req.query(), ({ uuid }) => uuid, 1000)),
    )
    .get('/notes/:guid/summaries', needs('note_summary:read'), (c) => {
      const note = noteFor(c)
      const summaries = tiro.state.summaries.filter(({ noteGuid }) => noteGuid === note.guid)
      const listed = page(summaries, c.req.query(), ({ id }) => id)
      const shownIn = SHOWN[tiro.switches.summaryList]
      return c.json({ ...listed, content: listed.content.map((one) => shownIn(shown(one, note, 'text/markdown'))) })
    })
    .get('/notes/:guid/summaries/:id', needs('note_summary:read'), (c) => {
      const note = noteFor(c)
      const { format = 'text/markdown' } = c.req.query()
      if (format !== 'text/markdown' && format !== 'text/plain') {
        throw invalid('format', 'must be text/markdown or text/plain')
      }
      const summary = tiro.state.summaries.find(
        ({ id, noteGuid }) => id === c.req.param('id') && noteGuid === note.guid,
      )
      if (!summary) throw missing('Summary')
      return c.json(shown(summary, note, format))
    })
    // A bare array (facts 2).
    .get('/workspaces/:guid/folders', needs('folder:read'), (c) => {
      const { guid } = workspaceFor(c, c.req.param('guid'))
      return c.json(tiro.state.folders.filter(({ workspaceGuid }) => workspaceGuid === guid).map(shownFolder))
    })
    .get('/folders/:id', needs('folder:read'), (c) => {
      const folder = tiro.state.folders.find(({ id }) => id === c.req.param('id'))
      return c.json(shownFolder(reach(c, 'Folder', folder)))
    })

/**
 * The notes of a workspace, newest first, filtered and paged. A keyword searches titles and paragraphs, and never has a
 * next page. Each of its words must occur. Whether the product requires all of them is unknown.
 */
function listNotes(tiro: Tiro, workspace: Workspace, query: Record<string, string>, maxSize: number) {
  const { cursor, createdAtFrom, createdAtTo, folderId, ...rest } = query
  const words = fold(query.keyword ?? '')
    .split(/\s+/)
    .filter(Boolean)
  if (words.length > 0 && tiro.switches.keyword === 'refused')
    throw invalid('keyword', 'requires a user-scoped API key')
  const from = instant('createdAtFrom', createdAtFrom) ?? Number.NEGATIVE_INFINITY
  const to = instant('createdAtTo', createdAtTo) ?? Number.POSITIVE_INFINITY
  const folder = tiro.state.folders.find(({ id }) => id === folderId)
  const notes = tiro.state.notes
    .filter(({ workspaceGuid }) => workspaceGuid === workspace.guid)
    .filter((note) => words.length === 0 || words.every((word) => searchable(tiro, note).includes(word)))
    .filter(({ createdAt }) => Date.parse(createdAt) >= from && Date.parse(createdAt) <= to)
    .filter(({ guid }) => !folderId || folder?.noteGuids.includes(guid))
    .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.guid < b.guid ? 1 : -1))
    .map((note) => noteNow(tiro, note))
  const getGuid = ({ guid }: Note) => guid
  return words.length === 0
    ? page(notes, query, getGuid, maxSize)
    : { ...page(notes, rest, getGuid, maxSize), nextCursor: null }
}

function searchable(tiro: Tiro, note: Note): string {
  const spoken = paragraphsOf(tiro, note).filter(({ locked }) => !locked)
  return fold([note.title, ...spoken.map(({ transcript }) => transcript.content)].join(' '))
}

const fold = (text: string) => text.normalize('NFC').toLowerCase()

function instant(field: string, text: string | undefined) {
  if (text === undefined) return undefined
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw invalid(field, 'must be an ISO 8601 date-time')
  return at
}

/** How the list shows a summary. */
const SHOWN = {
  whole: (summary: Shown) => summary,
  'without text': ({ content: _, ...summary }: Shown) => summary,
  truncated: ({ content, ...summary }: Shown) => ({
    ...summary,
    content: { ...content, content: content.content.slice(0, 8), truncated: true },
  }),
}
type Shown = ReturnType<typeof shown>

function shown({ content, ...summary }: Summary, { guid, webUrl }: Note, type: 'text/markdown' | 'text/plain') {
  const text = type === 'text/plain' ? content.replace(/^(#+|-) +/gm, '').replace(/\*\*/g, '') : content
  return { ...summary, note: { guid, webUrl }, content: { type, content: text } }
}
