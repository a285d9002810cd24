import { at, flag, items, list, number, text } from '../../../base/lenient-json.ts'
import { timeIn } from '../tools/times.ts'

/** A recording, note or page, as a list of the product names it. */
export interface Listed {
  id: string
  /** Empty when the product has none. */
  name: string
  /** ISO 8601 with offset. Undefined when the product does not say. */
  time?: string | undefined
  /** The types that it has a text of. Undefined for all types of its source. */
  has?: readonly string[]
}

/** Where the recordings, notes or pages are listed, newest first. */
export interface ResourceSource {
  /** The tool that lists them. */
  tool: string
  /** Its arguments for at most `count` of them. The product looks for the words where it can. */
  args: (count: number, words: string) => Readonly<Record<string, unknown>>
  /** What its answer lists. Times are in `zone`. */
  read: (body: unknown, zone: string) => Listed[]
}

/** Texts that a client can read by their URI. */
export interface ResourceType {
  name: string
  title: string
  description: string
  /** With `{id}`, which is the only variable. */
  template: string
  mimeType: 'text/markdown' | 'text/plain'
  source: ResourceSource
  /** The tool that reads the text, its arguments, and where the text is in its answer. Null for a shape without one. */
  tool: string
  args: (id: string) => Readonly<Record<string, unknown>>
  read: (body: unknown) => string | null
}

const recordings: ResourceSource = {
  tool: 'recorder_list_files',
  args: (limit) => ({ limit }),
  read: (body, zone) =>
    items(at(body, 'data_file_list'), (file) => {
      const id = text(at(file, 'id'))
      if (id === null) return null
      const start = number(at(file, 'start_time'))
      const time = start === null ? null : timeIn(zone)(start, file as Record<string, unknown>)
      const has = [
        ...(flag(at(file, 'is_trans')) ? ['recording_transcript'] : []),
        ...(flag(at(file, 'is_summary')) ? ['recording_summary'] : []),
      ]
      return { id, name: text(at(file, 'filename')) ?? '', time: text(time) ?? undefined, has }
    }),
}

const notes: ResourceSource = {
  tool: 'notes_list_notes',
  args: (size, keyword) => ({ size, ...(keyword && { keyword }) }),
  read: (body) =>
    items(at(body, 'notes'), (note) => {
      const id = text(at(note, 'guid'))
      const time = text(at(note, 'recordingStartAt')) ?? text(at(note, 'createdAt')) ?? undefined
      return id === null ? null : { id, name: text(at(note, 'title')) ?? '', time }
    }),
}

const pages: ResourceSource = {
  tool: 'workspace_search',
  args: (page_size, query) => ({
    page_size,
    type: 'page',
    ...(query ? { query } : { sort: { timestamp: 'last_edited_time', direction: 'descending' } }),
  }),
  read: (body) =>
    items(at(body, 'results'), (page) => {
      const id = text(at(page, 'id'))
      const time = text(at(page, 'last_edited_time')) ?? undefined
      return id === null ? null : { id, name: text(at(page, 'title')) ?? '', time }
    }),
}

export const RESOURCE_TYPES: readonly ResourceType[] = [
  {
    name: 'recording_transcript',
    title: 'Plaud transcript',
    description: 'What was said in a Plaud recording, with speakers and times',
    template: 'latchkey://recorder/{id}/transcript',
    mimeType: 'text/markdown',
    source: recordings,
    tool: 'recorder_get_transcript',
    args: (id) => ({ id, format: 'markdown' }),
    read: (body) => text(at(body, 'text')),
  },
  {
    name: 'recording_summary',
    title: 'Plaud summary',
    description: 'The AI summary of a Plaud recording',
    template: 'latchkey://recorder/{id}/summary',
    mimeType: 'text/markdown',
    source: recordings,
    tool: 'recorder_get_summary',
    args: (id) => ({ id }),
    read: (body) => text(at(body, 'markdown')),
  },
  {
    name: 'note_transcript',
    title: 'Tiro transcript',
    description: 'What was said in a Tiro note',
    template: 'latchkey://notes/{id}/transcript',
    mimeType: 'text/plain',
    source: notes,
    tool: 'notes_get_transcript',
    args: (id) => ({ id }),
    read: (body) => text(at(body, 'transcript', 'text')),
  },
  {
    name: 'note_summary',
    title: 'Tiro summaries',
    description: 'The AI summaries of a Tiro note',
    template: 'latchkey://notes/{id}/summary',
    mimeType: 'text/markdown',
    source: notes,
    tool: 'notes_list_summaries',
    args: (id) => ({ id }),
    read: (body) => text(list(at(body, 'summaries')).flatMap(readSummary).join('\n\n')),
  },
  {
    name: 'page',
    title: 'Notion page',
    description: 'The content of a Notion page',
    template: 'latchkey://workspace/pages/{id}',
    mimeType: 'text/markdown',
    source: pages,
    tool: 'workspace_get_page_markdown',
    args: (page_id) => ({ page_id }),
    read: (body) => text(at(body, 'markdown')),
  },
]

/** The summary under the title of its template. */
function readSummary(summary: unknown): string[] {
  const content = text(at(summary, 'content', 'content'))
  const title = text(at(summary, 'template', 'title'))
  return content === null ? [] : [title === null ? content : `# ${title}\n\n${content}`]
}

/** Separates an optional name from the id, so that a person who picks a completion sees what it is. */
const SEPARATOR = '~'

/** The value of a completion for `{id}`: the name, and the id. */
export const toCompletion = ({ id, name }: Listed): string => {
  const plain = name.replaceAll(/[/?#%~\s\p{C}]+/gu, ' ').trim()
  return plain ? `${plain}${SEPARATOR}${id}` : id
}

/** The id in the value of `{id}`, which may start with a name. */
export const toId = (value: string): string => value.slice(value.lastIndexOf(SEPARATOR) + 1)

export const toUri = ({ template }: ResourceType, id: string): string =>
  template.replace('{id}', encodeURIComponent(id))

/** The type and id of a URI. Undefined for any other text. */
export function parseUri(uri: string): { type: ResourceType; id: string } | undefined {
  for (const type of RESOURCE_TYPES) {
    const [before = '', after = ''] = type.template.split('{id}')
    if (!uri.startsWith(before) || !uri.endsWith(after) || uri.length <= before.length + after.length) continue
    const value = uri.slice(before.length, uri.length - after.length)
    const id = /[/?#]/.test(value) ? undefined : decode(value)
    if (id) return { type, id: toId(id) }
  }
  return undefined
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
