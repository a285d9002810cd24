import { at, items, list, text } from '../../../base/lenient-json.ts'
import { RESOURCE_TYPES, toUri } from './resource-types.ts'

/** A block of a tool's answer that names a text which the client can read (`resources/read`). */
export interface ResourceLink {
  type: 'resource_link'
  uri: string
  name: string
  mimeType: string
}

/** The most links of an answer: each takes about 60 tokens. */
const MOST_LINKS = 5

/** What the searches return, as pairs of an item and the resource type that it has a text of. */
const FOUND: Readonly<Record<string, (body: unknown) => [unknown, string][]>> = {
  recorder_search: (body) =>
    list(at(body, 'files')).flatMap((file) =>
      list(at(file, 'hits')).length > 0 ? [[file, 'recording_transcript']] : [],
    ),
  workspace_search: (body) =>
    list(at(body, 'results')).flatMap((page) => (at(page, 'object') === 'page' ? [[page, 'page']] : [])),
  gateway_search: (body) =>
    list(at(body, 'results')).flatMap((found) => {
      const kind = text(at(found, 'kind'))
      if (kind === 'recording') return at(found, 'snippets') ? [[found, 'recording_transcript']] : []
      if (kind === 'note') return [[found, 'note_transcript']]
      return kind === 'page' ? [[found, 'page']] : []
    }),
}

/**
 * Links to the texts of what a search found, for the first of them.
 *
 * @param canRead whether the address selects a tool
 */
export function resourceLinks(tool: string, body: unknown, canRead: (tool: string) => boolean): ResourceLink[] {
  const links = items(FOUND[tool]?.(body), (pair): ResourceLink | null => {
    const type = RESOURCE_TYPES.find(({ name }) => name === at(pair, 1))
    const id = text(at(pair, 0, 'id'))
    if (!type || id === null || !canRead(type.tool)) return null
    const name = text(at(pair, 0, 'title')) ?? text(at(pair, 0, 'filename')) ?? id
    return { type: 'resource_link', uri: toUri(type, id), name, mimeType: type.mimeType }
  })
  return links.slice(0, MOST_LINKS)
}
