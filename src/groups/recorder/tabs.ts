import { badInput, notFound } from '../../base/errors.ts'
import { tryParseJson } from '../../base/json.ts'
import type { Connection } from './connection.ts'
import { type ContentItem, type Detail, detailOf, isAvailable, stillGenerating, textOf } from './content.ts'
import { linkImages } from './images.ts'
import { markdownOf } from './summary.ts'

/** Raw sources, hidden unless asked for (contract 2.7). */
const SOURCES: ReadonlySet<string> = new Set(['transaction', 'transaction_polish', 'outline'])
const MARKDOWN_NOTES: ReadonlySet<string> = new Set(['auto_sum_note', 'sum_multi_note', 'consumer_note'])
const MARKS: ReadonlySet<string> = new Set(['mark_memo', 'high_light'])

/** The note tabs of a recording; kinds that no client has seen in earnest are left out (recorder facts, 6.4). */
export function tabsOf(detail: Detail, includeSource: boolean) {
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

/** One tab's content, chosen by exactly one of its id and its template; 404 when there is none, 409 while it is made. */
export async function tabContent(
  connection: Connection,
  fileId: string,
  selector: { tab_id?: string | undefined; template?: string | undefined },
) {
  const { tab_id, template } = selector
  if ((tab_id === undefined) === (template === undefined))
    throw badInput('tab_id, template: exactly one of the two is required')
  const detail = await detailOf(connection, fileId)
  const item = detail.content_list.find((candidate) =>
    tab_id === undefined ? templateOf(candidate) === template : candidate.data_id === tab_id,
  )
  if (!item) throw notFound('this recording has no such tab')
  if (!isAvailable(detail, item)) throw stillGenerating('tab')
  const text = await textOf(connection, detail, item)
  const format = formatOf(item)
  const content =
    format === 'markdown'
      ? linkImages(markdownOf(text), detail.download_path_mapping).markdown
      : (tryParseJson(text) ?? text)
  return { tab_id: item.data_id, tab_name: nameOf(item), format, content }
}
