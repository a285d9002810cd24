import { invalid } from '../errors.ts'
import { page } from '../paging.ts'
import type { Tiro } from '../product.ts'
import { liveParagraphs, noteAt } from '../recording.ts'
import type { Note, Workspace } from '../state.ts'

/**
 * The notes of a workspace, newest first, filtered and paged (facts 3). A keyword searches titles and paragraphs, and
 * never has a next page. Each of its words must occur. Whether the product requires all of them is unknown.
 */
export function listNotes(tiro: Tiro, workspace: Workspace, query: Record<string, string>, maxSize: number) {
  const keyword = fold(query.keyword ?? '').trim()
  const words = keyword.split(/\s+/)
  if (keyword && tiro.switches.keyword === 'refused') throw invalid('keyword', 'requires a user-scoped API key')
  const from = instant('createdAtFrom', query.createdAtFrom) ?? Number.NEGATIVE_INFINITY
  const to = instant('createdAtTo', query.createdAtTo) ?? Number.POSITIVE_INFINITY
  const folder = tiro.state.folders.find(({ id }) => id === query.folderId)

  const notes = tiro.state.notes
    .filter((note) => note.workspaceGuid === workspace.guid)
    .filter((note) => !keyword || words.every((word) => searchable(tiro, note).includes(word)))
    .filter(({ createdAt }) => Date.parse(createdAt) >= from && Date.parse(createdAt) <= to)
    .filter((note) => !query.folderId || folder?.noteGuids.includes(note.guid))
    .sort(newestFirst)
    .map((note) => noteAt(note, tiro.state.live, tiro.clock.now()))

  const found = page(notes, { size: query.size, cursor: keyword ? undefined : query.cursor }, { getKey, maxSize })
  return keyword ? { ...found, nextCursor: null } : found
}

/** The searchable text of a note. */
function searchable(tiro: Tiro, { guid, title, transcribeLocale }: Note): string {
  const { live, paragraphs } = tiro.state
  const spoken =
    guid === live.noteGuid ? liveParagraphs(live, transcribeLocale, tiro.clock.now()) : (paragraphs.get(guid) ?? [])
  const contents = spoken.filter(({ locked }) => !locked).map(({ transcript }) => transcript.content)
  return fold([title, ...contents].join(' '))
}

const getKey = ({ guid }: Note) => guid

const fold = (text: string) => text.normalize('NFC').toLowerCase()

const newestFirst = (a: Note, b: Note) =>
  Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.guid < b.guid ? 1 : -1)

function instant(field: string, text: string | undefined) {
  if (text === undefined) return undefined
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw invalid(field, 'must be an ISO 8601 date-time')
  return at
}
