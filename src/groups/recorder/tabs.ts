import { badInput, notFound } from '../../base/errors.ts'
import { tryParseJson } from '../../base/json.ts'
import type { Connection } from './connection.ts'
import { fetchText, isAvailable, stillGenerating } from './content.ts'
import { type ContentItem, type Detail, fetchDetail } from './detail.ts'
import { linkImages } from './images.ts'
import { markdownOf } from './summary.ts'

/** The raw sources, listed on request only (contract 2.7). */
const SOURCES: ReadonlySet<string> = new Set(['transaction', 'transaction_polish', 'outline'])
const MARKDOWN_NOTES: ReadonlySet<string> = new Set(['auto_sum_note', 'sum_multi_note', 'consumer_note'])
const MARKS: ReadonlySet<string> = new Set(['mark_memo', 'high_light'])

/** The note tabs of a recording, of the known kinds only (recorder facts, 6.4). */
export function noteTabs(detail: Detail, includeSource: boolean) {
  return detail.content_list
    .filter(
      ({ data_type: type }) => MARKDOWN_NOTES.has(type) || MARKS.has(type) || (includeSource && SOURCES.has(type)),
    )
    .map((item) => ({
      tab_id: item.data_id,
      tab_type: item.data_type,
      tab_name: nameOf(item),
      template: templateOf(item),
      format: formatOf(item),
      ready: isAvailable(detail, item),
    }))
}

const nameOf = ({ data_tab_name, data_title }: ContentItem) => data_tab_name || data_title
const templateOf = ({ extra }: ContentItem) => extra.used_template?.template_id ?? extra.summ_type ?? null
const formatOf = ({ data_type }: ContentItem): 'markdown' | 'json' =>
  MARKDOWN_NOTES.has(data_type) ? 'markdown' : 'json'

/**
 * Fetches the content of the tab with this id or of this template; exactly one of the two is given. Throws 404 for an
 * unknown tab, 409 while it is being generated.
 */
export async function fetchTab(
  connection: Connection,
  fileId: string,
  selector: { tab_id?: string | undefined; template?: string | undefined },
) {
  const { tab_id, template } = selector
  if ((tab_id === undefined) === (template === undefined))
    throw badInput('tab_id, template: exactly one of the two is required')
  const detail = await fetchDetail(connection, fileId)
  const item = detail.content_list.find((candidate) =>
    tab_id === undefined ? templateOf(candidate) === template : candidate.data_id === tab_id,
  )
  if (!item) throw notFound('this recording has no such tab')
  if (!isAvailable(detail, item)) throw stillGenerating('tab')
  const text = await fetchText(connection, detail, item)
  const format = formatOf(item)
  const content =
    format === 'markdown'
      ? linkImages(markdownOf(text), detail.download_path_mapping).markdown
      : (tryParseJson(text) ?? text)
  return { tab_id: item.data_id, tab_name: nameOf(item), format, content }
}
