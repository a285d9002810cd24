import { badGateway, foreignReason, notFound } from '../../base/errors.ts'
import { at, identifier, isObject, items, list, number, text } from '../../base/json.ts'
import { send } from '../../upstream/client.ts'
import { noteKind, type UpstreamContext } from '../../upstream/context.ts'
import { requiredFields, toFailure } from '../../upstream/failures.ts'
import { isRecorderHost } from '../hosts.ts'
import type { Connection } from './connection.ts'
import { newStorage, Unavailable } from './content.ts'
import { type ContentItem, type Detail, forRecording, getContent } from './detail.ts'
import type { Library } from './library-type.ts'
import { optionalList, plaud } from './plaud.ts'
import { inOrder, type Listing, type ListingQuery, readRow } from './rows.ts'

const required = requiredFields(
  'recorder',
  'data',
  'data.content_list[].data_link',
  'data_file_list',
  'data_file_list[].id',
  'temp_url',
  'data_devices',
)

/** The library of an account of Plaud 3.0 (recorder facts, 6 and 7). */
export const libraryV3 = (connection: Connection): Library => ({
  fetchListing: (query) => fetchListing(connection, query),
  fetchDetail: (fileId) => fetchDetail(connection, fileId),
  fetchText: (detail, item) => fetchText(connection, detail, item),
  fetchAudioUrl: (fileId) => fetchAudioUrl(connection, fileId),
  async rename(fileId, filename) {
    await forRecording(connection.call({ method: 'PATCH', path: `/file/${fileId}`, body: { filename } }))
  },
  async fetchDevices() {
    const { body, stated } = await connection.call({ path: '/device/list' })
    const known = required('data_devices', stated || body.data_devices !== undefined ? body : undefined)
    return { status: body.status, data_devices: list(known.data_devices).filter(isObject) }
  },
})

async function fetchListing(connection: Connection, query: ListingQuery): Promise<Listing> {
  const { limit, skip, is_trash, sort_by, is_desc, tag_id } = query
  const parameters = new URLSearchParams({
    skip: String(skip),
    limit: String(limit),
    is_trash: String(is_trash === 'listed' ? 2 : is_trash),
    sort_by,
    is_desc: String(is_desc),
    ...(tag_id !== undefined && { filetag_id: tag_id }),
  })
  const { body, stated } = await connection.call({ path: `/file/simple/web?${parameters}` })
  const rows = required('data_file_list', optionalList(body.data_file_list, stated)).map(readRow)
  if (rows.length > 0) required('data_file_list[].id', rows.find(Boolean))
  return { status: body.status, total: number(body.data_file_total), rows: inOrder(rows, query) }
}

async function fetchDetail(connection: Connection, fileId: string): Promise<Detail> {
  const { body } = await forRecording(connection.call({ path: `/file/detail/${fileId}` }))
  const data = required('data', isObject(body.data) ? body.data : null)
  const inlineTexts = new Map(list(data.pre_download_content_list).flatMap(readInlineText))
  const { content_list } = data
  return {
    fileId,
    data,
    duration: number(data.duration),
    content:
      content_list === null || Array.isArray(content_list)
        ? items(content_list, (item) => readContentItem(item, inlineTexts))
        : null,
    imageLinks: readLinks(data.download_path_mapping),
  }
}

function readInlineText(entry: unknown): [string, string][] {
  const id = identifier(at(entry, 'data_id'))
  const content = text(at(entry, 'data_content'))
  return id === null || content === null ? [] : [[id, content]]
}

const readLinks = (mapping: unknown) =>
  Object.fromEntries(
    Object.entries(isObject(mapping) ? mapping : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** The known kinds and the prefixes of their items' ids. The product's names of kinds change. */
const KINDS: Readonly<Record<string, string>> = {
  transaction: 'source_transaction',
  transaction_polish: 'source_transaction_polish',
  outline: 'source_outline',
  auto_sum_note: 'auto_sum',
  sum_multi_note: 'sum_multi',
  consumer_note: 'note',
  mark_memo: 'mark_memo',
  high_light: 'high_light',
}

/** Null for anything but an object. */
function readContentItem(item: unknown, inlineTexts: ReadonlyMap<string, string>): ContentItem | null {
  if (typeof item !== 'object' || item === null) return null
  const id = identifier(at(item, 'data_id'))
  const type = text(at(item, 'data_type'))
  const link = text(at(item, 'data_link'))
  const inline = id === null ? undefined : inlineTexts.get(id)
  return {
    id,
    kind: parseKind(type, id),
    type,
    state: readState(number(at(item, 'task_status')), link !== null || inline !== undefined),
    name: text(at(item, 'data_tab_name')) ?? text(at(item, 'data_title')),
    template: text(at(item, 'extra', 'used_template', 'template_id')) ?? text(at(item, 'extra', 'summ_type')),
    link,
    inline,
  }
}

/** @param status 1 ready, 0 being generated, any other number failed. Null when the product omits it. */
function readState(status: number | null, hasText: boolean): ContentItem['state'] {
  if (status === 0) return 'generating'
  if (status !== null && status !== 1) return 'failed'
  return hasText ? 'ready' : 'missing'
}

function parseKind(type: string | null, id: string | null): string | null {
  if (type !== null && Object.hasOwn(KINDS, type)) return type
  const prefix = id?.split(':')[0]
  return Object.keys(KINDS).find((kind) => KINDS[kind] === prefix) ?? type
}

/** A URL is valid for 300 s. When storage refuses it, the detail is fetched again for a new one. */
async function fetchText(connection: Connection, detail: Detail, item: ContentItem): Promise<string> {
  if (item.inline !== undefined) return item.inline
  const first = await fetchLink(connection, item.link)
  if (first.status !== 403) return readContent(connection, first)
  const later = await fetchDetail(connection, detail.fileId)
  const fresh = getContent(later).find(({ id, type }) => id === item.id && type === item.type)
  if (fresh?.state !== 'ready') throw new Unavailable('content', fresh?.state ?? 'missing')
  return fresh.inline ?? readContent(connection, await fetchLink(connection, fresh.link))
}

/** Fetches a signed URL without the account's token: storage refuses a request that is both signed and authorized. */
const fetchLink = ({ upstream }: Connection, link: string | null) =>
  noteKind(upstream, 'content', fetchStored(upstream, link))

async function fetchStored(upstream: UpstreamContext, link: string | null) {
  const url = required('data.content_list[].data_link', link === null ? null : URL.parse(link))
  const override = upstream.settings.url('RECORDER_API_URL')
  if (!isRecorderHost(url.hostname) && url.origin !== override?.origin) throw newStorage(url)
  return send(upstream, plaud, { url, override, maybeGzip: true })
}

function readContent({ upstream }: Connection, answer: Awaited<ReturnType<typeof fetchLink>>): string {
  if (answer.status === 200) return answer.text
  // A 4xx of storage is about the URL's signature, never about the account or the caller's input.
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
    throw badGateway('the recorder service refused its own content link', `upstream ${answer.status}`)
  throw toFailure(upstream, 'recorder', answer)
}

/** Prefers the usual format. Throws 404 only when a known place says that there is no audio. */
async function fetchAudioUrl(connection: Connection, fileId: string): Promise<string> {
  const { body, stated } = await connection.call({ path: `/file/temp-url/${fileId}` })
  const places = [...linkPlaces(body)].sort((a, b) => Number(isOpus(a)) - Number(isOpus(b)))
  const links = places.flatMap(({ value }) => text(value) ?? [])
  // Without a path it is the address of a region.
  const url = links.find((link) => /^https:\/\/[^/]+\/./.test(link))
  if (url !== undefined) return url
  if (links.length > 0)
    throw badGateway('the recorder service answered with an unsafe link', foreignReason(URL.parse(links[0] ?? '')))
  // A value of another type, or an answer without a status, says nothing about the audio.
  const saysNone = stated && places.length > 0 && places.every(({ value }) => value === '' || value === null)
  if (!saysNone) return required<string | null>('temp_url', null)
  throw notFound('this recording has no audio')
}

interface LinkPlace {
  name: string
  value: unknown
}

/**
 * The names under which clients found the link, without `_`: `temp_url`, `tempUrl`, `url`, `downloadUrl`, and `data`
 * itself.
 */
const LINK_NAME = /^(data|(temp|download|audio|file|original|signed|presigned)?(url|link|mp3|opus|ogg|wav|m4a){1,2})$/i
/** The answers of all regions are flat, or have one or two levels. */
const DEEPEST_LINK = 4

function* linkPlaces(answer: unknown, name: string = '', level: number = 0): Generator<LinkPlace> {
  if (typeof answer === 'object' && answer !== null) {
    const inner = Array.isArray(answer) ? answer.map((item) => [name, item] as const) : Object.entries(answer)
    if (level < DEEPEST_LINK) for (const [key, value] of inner) yield* linkPlaces(value, key, level + 1)
  } else if (LINK_NAME.test(name.replaceAll('_', ''))) yield { name, value: answer }
}

const isOpus = ({ name }: LinkPlace) => /opus/i.test(name)
