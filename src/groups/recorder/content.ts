import { badGateway, conflict } from '../../base/errors.ts'
import { send } from '../../upstream/client.ts'
import { failureOf, unreadable } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'
import { type ContentItem, type Detail, fetchDetail } from './detail.ts'
import { plaud } from './plaud.ts'

/** The text of an item where the detail itself holds it: nothing needs to be fetched then. */
const inlineText = ({ pre_download_content_list }: Detail, { data_id }: ContentItem) =>
  pre_download_content_list.find((entry) => entry.data_id === data_id)?.data_content || undefined

/** Whether the text of an item can be read now (contract section 3, content availability). */
export const isAvailable = (detail: Detail, item: ContentItem) =>
  item.task_status === 1 && (item.data_link !== '' || inlineText(detail, item) !== undefined)

export const stillGenerating = (what: string) => conflict(`the ${what} is still being generated`)

/**
 * The text of an available item, from the detail or from its signed link. A link lives 300 s: where storage refuses it,
 * the detail is fetched once more for a fresh one (recorder facts, section 7).
 */
export async function fetchText(connection: Connection, detail: Detail, item: ContentItem): Promise<string> {
  const inline = inlineText(detail, item)
  if (inline !== undefined) return inline
  const first = await fetchLink(connection, item.data_link)
  if (first.status !== 403) return readContent(connection, first)
  const fresh = (await fetchDetail(connection, detail.file_id)).content_list.find(
    ({ data_id }) => data_id === item.data_id,
  )
  if (!fresh?.data_link) throw stillGenerating('content')
  return readContent(connection, await fetchLink(connection, fresh.data_link))
}

/** The account's token is not sent: storage refuses a request that is signed and authorized at once. */
async function fetchLink({ outgoing }: Connection, link: string) {
  if (!URL.canParse(link)) throw unreadable('recorder')
  return send(outgoing, plaud, {
    url: new URL(link),
    override: outgoing.settings.url('RECORDER_API_URL'),
    maybeGzip: true,
  })
}

function readContent({ outgoing }: Connection, answer: Awaited<ReturnType<typeof fetchLink>>): string {
  if (answer.status === 200) return answer.text
  // A 4xx of storage is about the link's signature, never about the account or the caller's input.
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
    throw badGateway('the recorder service refused its own content link', `upstream ${answer.status}`)
  throw failureOf(outgoing, 'recorder', answer)
}
