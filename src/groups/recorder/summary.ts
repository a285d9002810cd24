import { at, isObject, tryParseJson } from '../../base/json.ts'
import type { Connection } from './connection.ts'
import { availability, fetchText, Unavailable } from './content.ts'
import type { ContentItem } from './content-item.ts'
import { type Detail, getContent } from './detail.ts'
import { linkImages } from './images.ts'
import { string } from './product-values.ts'
import { required } from './transcript.ts'

/** The kinds of content that are Markdown. The first is the primary summary. */
export const MARKDOWN_KINDS = ['auto_sum_note', 'sum_multi_note', 'consumer_note'] as const

export const isMarkdown = ({ kind }: ContentItem) => MARKDOWN_KINDS.some((markdown) => markdown === kind)

/** Fetches the summary as Markdown. Throws 409 while there is none. */
export async function fetchSummary(connection: Connection, detail: Detail) {
  const text = await fetchSummaryText(connection, detail)
  return linkImages(getMarkdown(text), detail.imageLinks)
}

/**
 * The primary summary, or that of an old recording, or the first ready note of another kind. While a summary is being
 * generated, no other note is returned, because it would be mistaken for the summary.
 */
async function fetchSummaryText(connection: Connection, detail: Detail): Promise<string> {
  const primary = detail.content?.find(({ kind }) => kind === MARKDOWN_KINDS[0])
  const state = availability(detail, primary)
  if (primary && state === 'ready') return fetchText(connection, detail, primary)
  const legacy = legacyText(detail.data.ai_content)
  if (legacy !== undefined) return legacy
  if (state === 'generating') throw new Unavailable('summary', state)
  const note = getContent(detail).find((item) => isMarkdown(item) && availability(detail, item) === 'ready')
  if (!note) throw new Unavailable('summary', state === 'ready' ? 'missing' : state)
  return fetchText(connection, detail, note)
}

function legacyText(ai_content: unknown): string | undefined {
  if (typeof ai_content === 'string' && ai_content !== '') return ai_content
  return typeof ai_content === 'object' && ai_content ? JSON.stringify(ai_content) : undefined
}

/** The Markdown of a summary: the text itself, or a field of its JSON. */
export function getMarkdown(text: string): string {
  const json = /^\s*[{[]/.test(text) ? tryParseJson(text) : undefined
  if (isObject(json)) return required('ai_content', markdownIn(json))
  if (!Array.isArray(json) || !json.some(isObject)) return text
  const parts = json.flatMap((part) => markdownIn(part) ?? [])
  return required('ai_content', parts.length > 0 ? parts.join('\n\n') : null)
}

const PATHS = [['ai_content'], ['markdown'], ['content', 'markdown'], ['content'], ['summary']]

const markdownIn = (json: unknown) => PATHS.map((path) => string(at(json, ...path))).find((text) => text !== null)
