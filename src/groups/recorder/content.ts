import * as z from 'zod'
import { badGateway, conflict, notFound } from '../../base/errors.ts'
import { send } from '../../upstream/client.ts'
import { failureOf, notFoundAs, unreadable } from '../../upstream/failures.ts'
import { shapeReader } from '../../upstream/shape.ts'
import type { Connection } from './connection.ts'
import { type PlaudCall, plaud } from './plaud.ts'

/** A piece of a recording's content: a transcript, an outline, a summary or a note (recorder facts, 6.4). */
const contentItem = () => {
  const template = z.looseObject({ template_id: z.string().optional().catch(undefined) })
  return z.looseObject({
    data_id: z.string().catch(''),
    data_type: z.string().catch(''),
    /** 1 is ready, 0 is being made, anything else failed. */
    task_status: z.coerce.number().catch(0),
    data_title: z.string().catch(''),
    data_tab_name: z.string().catch(''),
    data_link: z.string().catch(''),
    extra: z
      .looseObject({
        summ_type: z.string().optional().catch(undefined),
        used_template: template.optional().catch(undefined),
      })
      .catch({}),
  })
}
export type ContentItem = z.infer<ReturnType<typeof contentItem>>

/** What is read of a detail; the rest stays as the product sends it. */
const readDetail = shapeReader('recorder', () =>
  z.looseObject({
    file_id: z.string(),
    duration: z.coerce.number().catch(0),
    content_list: z.array(contentItem()).catch([]),
    pre_download_content_list: z
      .array(z.looseObject({ data_id: z.string().catch(''), data_content: z.string().catch('') }))
      .catch([]),
    download_path_mapping: z.record(z.string(), z.string().catch('')).catch({}),
  }),
)
export type Detail = ReturnType<typeof readDetail>

const UNKNOWN = 'there is no recording with this id in the connected account'

/** A call about one recording, whose 404 means that there is none. */
export const callAbout = (connection: Connection, call: PlaudCall) => notFoundAs(connection.call(call), () => UNKNOWN)

/** A recording's detail as the product sends it; an unknown id is 404. */
export async function detailOf(connection: Connection, fileId: string): Promise<Detail> {
  const { body, stated } = await callAbout(connection, { path: `/file/detail/${fileId}` })
  if (stated && (body.data === null || body.data === undefined)) throw notFound(UNKNOWN)
  return readDetail(body.data)
}

/** What the product put into the detail itself, so that nothing needs to be fetched. */
const inlineText = ({ pre_download_content_list }: Detail, { data_id }: ContentItem) =>
  pre_download_content_list.find((entry) => entry.data_id === data_id)?.data_content || undefined

/** Whether an item can be had now: contract section 3, content availability. */
export const isAvailable = (detail: Detail, item: ContentItem) =>
  item.task_status === 1 && (item.data_link !== '' || inlineText(detail, item) !== undefined)

export const stillGenerating = (what: string) => conflict(`the ${what} is still being generated`)

/**
 * The text of an available item, from the detail or from its signed link. A link lives 300 s, so one that is refused is
 * asked for afresh, once (recorder facts, section 7).
 */
export async function textOf(connection: Connection, detail: Detail, item: ContentItem): Promise<string> {
  const inline = inlineText(detail, item)
  if (inline !== undefined) return inline
  const first = await fetchLink(connection, item.data_link)
  if (first.status !== 403) return readContent(connection, first)
  const fresh = (await detailOf(connection, detail.file_id)).content_list.find(
    ({ data_id }) => data_id === item.data_id,
  )
  if (!fresh?.data_link) throw stillGenerating('content')
  return readContent(connection, await fetchLink(connection, fresh.data_link))
}

/** Storage refuses a request with two kinds of authentication, so the account's token stays away from it. */
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
  // Storage's own errors speak of its signature, never of the account or of what the caller sent.
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
    throw badGateway('the recorder service refused its own content link', `upstream ${answer.status}`)
  throw failureOf(outgoing, 'recorder', answer)
}
