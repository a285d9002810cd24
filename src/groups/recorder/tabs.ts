import { badInput, notFound } from '../../base/errors.ts'
import { tryParseJson } from '../../base/json.ts'
import type { Connection } from './connection.ts'
import { availability, fetchText, Unavailable } from './content.ts'
import type { ContentItem } from './content-item.ts'
import { type Detail, fetchDetail, getContent } from './detail.ts'
import { linkImages } from './images.ts'
import { getMarkdown, isMarkdown } from './summary.ts'

/** The raw sources, listed only on request. */
const SOURCES: ReadonlySet<string | null> = new Set(['transaction', 'transaction_polish', 'outline'])

/** The note tabs of a recording, including kinds that the gateway does not know. An item without an id has no tab. */
export const noteTabs = (detail: Detail, includeSource: boolean) =>
  getContent(detail).flatMap((item) =>
    item.id === null || (!includeSource && SOURCES.has(item.kind))
      ? []
      : [
          {
            tab_id: item.id,
            tab_type: item.type ?? item.kind,
            tab_name: item.name,
            template: item.template,
            format: getFormat(item),
            ready: availability(detail, item) === 'ready',
          },
        ],
  )

const getFormat = (item: ContentItem) => (isMarkdown(item) ? ('markdown' as const) : ('json' as const))

/**
 * Fetches the content of the tab with this id or template. Exactly one of the two is given. Throws 404 for an unknown
 * tab, and 409 while there is no content.
 */
export async function fetchTab(
  connection: Connection,
  fileId: string,
  { tab_id, template }: { tab_id?: string | undefined; template?: string | undefined },
) {
  if ((tab_id === undefined) === (template === undefined))
    throw badInput('tab_id, template: exactly one of the two is required')
  const detail = await fetchDetail(connection, fileId)
  const item = getContent(detail).find((candidate) =>
    tab_id === undefined ? candidate.template === template : candidate.id === tab_id,
  )
  if (!item) throw notFound('this recording has no such tab')
  const state = availability(detail, item)
  if (state !== 'ready') throw new Unavailable('tab', state)
  const text = await fetchText(connection, detail, item)
  const content = isMarkdown(item)
    ? linkImages(getMarkdown(text), detail.imageLinks).markdown
    : (tryParseJson(text) ?? text)
  return { tab_id: item.id, tab_name: item.name, format: getFormat(item), content }
}
