import { badGateway, GatewayError, hasStatus, notFound } from '../../base/errors.ts'
import { at, identifier, isObject, items, type JsonObject, list, number, text } from '../../base/json.ts'
import { send } from '../../upstream/client.ts'
import { dedupePerRequest } from '../../upstream/context.ts'
import { requiredFields, toFailure } from '../../upstream/failures.ts'
import { isRecorderHost } from '../hosts.ts'
import type { Connection } from './connection.ts'
import { Unavailable } from './content.ts'
import { type ContentItem, type Detail, forRecording } from './detail.ts'
import type { Library } from './library-type.ts'
import {
  CONFLICT_REASON,
  logUnknownAnswer,
  notOffered,
  optionalList,
  type PlaudBody,
  type PlaudCall,
  plaud,
  string,
} from './plaud.ts'
import { inOrder, type Listing, type ListingQuery, type RecordingRow } from './rows.ts'

const required = requiredFields(
  'recorder',
  'data',
  'data.items',
  'data.items[].file_id',
  'data.objects',
  'data.objects[].content_url',
  'data.node',
  'data.node.node_id',
  'data.node.version_ms',
  'data.url_map',
  'data_devices',
)

/** The library of an account that has moved to Plaud 4.0 (recorder facts, 15). */
export const libraryV4 = (connection: Connection): Library => ({
  fetchListing: (query) => fetchListing(connection, query),
  fetchDetail: async (fileId) => toDetail(fileId, await fetchData(connection, fileId)),
  fetchText: (detail, item) => fetchText(connection, detail, item),
  fetchAudioUrl: (fileId) => fetchAudioUrl(connection, fileId),
  rename: (fileId, filename) => rename(connection, fileId, filename),
  fetchDevices: () =>
    ask(connection, { path: '/device-app/device/list' }, (body, stated) => ({
      status: body.status,
      data_devices: required('data_devices', optionalList(body.data_devices, stated)).filter(isObject),
    })),
})

/** Calls 4.0 and reads its answer. One that is not understood leaves a line in the log. */
async function ask<Result>(
  connection: Connection,
  call: PlaudCall,
  read: (body: PlaudBody, stated: boolean) => Result,
): Promise<Result> {
  let body: PlaudBody | undefined
  try {
    const answer = await connection.call(call)
    body = answer.body
    return read(body, answer.stated)
  } catch (error) {
    if (error instanceof GatewayError && /^(shape|page)\b/.test(error.reason)) logUnknownAnswer(call, body)
    throw error
  }
}

const OLD_ID = /^[0-9a-f]{32}$/i
const PREFIX = 'of_'

/** The id at 4.0. A recording of 3.0 has its digits there behind a prefix. */
const toProductId = (fileId: string): string => (OLD_ID.test(fileId) ? PREFIX + fileId : fileId)

/** The id that callers know: the id of 3.0 for a recording that was moved. */
function toPublicId(fileId: unknown): string | null {
  const id = identifier(fileId)
  const digits = id?.startsWith(PREFIX) ? id.slice(PREFIX.length) : ''
  return OLD_ID.test(digits) ? digits : id
}

const SORTS = { edit_time: 'updated', start_time: 'start_at' } as const
/** Rows per page, as many as the web app asks for. */
export const PAGE_SIZE = 300
/** How long a cursor that was seen is used for the next page, in milliseconds. */
const CURSOR_CACHE_MS = 10 * 60_000

interface ListPage {
  cursor?: string | undefined
  sort_by?: ListingQuery['sort_by']
  is_desc?: boolean
  size?: number
}

export function listPath({ cursor, sort_by = 'edit_time', is_desc = true, size = 1 }: ListPage = {}): string {
  const parameters = new URLSearchParams({
    sort_by: SORTS[sort_by],
    sort_order: is_desc ? 'desc' : 'asc',
    page_size: String(size),
    ...(cursor !== undefined && { cursor }),
  })
  return `/file-app/v4/recordings/all?${parameters}`
}

const fetchPage = (connection: Connection, page: ListPage) =>
  ask(connection, { path: listPath(page) }, (body) => {
    const data = required('data', isObject(body.data) ? body.data : null)
    const rows = required('data.items', Array.isArray(data.items) ? data.items : null)
    const read = rows.map(readItem)
    if (rows.length > 0) required('data.items[].file_id', read.find(Boolean))
    return { status: body.status, items: read, next: text(data.next_cursor) }
  })

/** The list has no `skip`: its pages are walked with their cursors, from the nearest one that was seen lately. */
async function fetchListing(connection: Connection, query: ListingQuery): Promise<Listing> {
  const { sort_by, is_desc } = query
  if (query.is_trash === 1 || query.is_trash === 2) {
    // Only an answer of 4.0 proves that the account has moved.
    await fetchPage(connection, { size: 1 })
    throw notOffered()
  }
  const cursors = await readCursors(connection, `${sort_by} ${is_desc}`, query.skip)
  try {
    return await walk(connection, query, cursors)
  } catch (error) {
    // The product may no longer accept a cursor.
    const isAboutCursor = error instanceof GatewayError && /^(code|upstream 4)/.test(error.reason)
    if (cursors.size === 0 || !isAboutCursor || [401, 429].includes(error.status)) throw error
    cursors.clear()
    return walk(connection, query, cursors)
  }
}

/** Reads pages up to the end of the query. @param cursors by the number of rows before them */
async function walk(connection: Connection, query: ListingQuery, cursors: Map<number, string>): Promise<Listing> {
  const { sort_by, is_desc, skip, limit } = query
  const end = skip + limit
  const found: ListItem[] = []
  const sent = new Set<string>()
  let place = Math.max(0, ...[...cursors.keys()].filter((known) => known <= skip))
  for (;;) {
    const cursor = cursors.get(place)
    if (cursor !== undefined) sent.add(cursor)
    const size = Math.min(PAGE_SIZE, Math.max(1, end - place))
    const page = await fetchPage(connection, { cursor, sort_by, is_desc, size })
    for (const [index, item] of page.items.entries()) {
      if (place + index >= skip && place + index < end) found.push(item)
    }
    place += page.items.length
    // A cursor that comes round ends the list.
    const isLast = page.next === null || page.items.length === 0 || sent.has(page.next)
    if (!isLast && page.next !== null) cursors.set(place, page.next)
    if (isLast || place >= end) return toListing(page.status, found, query)
  }
}

const toListing = (status: number, found: readonly ListItem[], query: ListingQuery): Listing => ({
  status,
  total: null,
  rows: inOrder(
    found.map((item) => item?.row ?? null),
    query,
  ),
  folders: new Map(found.flatMap((item) => (item?.folder ? [[item.folder.id, item.folder.name] as const] : []))),
})

/** The cursors of a list. A walk from the start discards them. */
async function readCursors(connection: Connection, list: string, skip: number): Promise<Map<number, string>> {
  const places = await connection.places()
  const now = connection.upstream.platform.now()
  const known = places.get(list)
  if (known && skip > 0 && now - known.readAt < CURSOR_CACHE_MS) return known.cursors
  const cursors = new Map<number, string>()
  places.set(list, { readAt: now, cursors })
  return cursors
}

type ListItem = { row: RecordingRow; folder: Folder | null } | null

interface Folder {
  id: string
  name: string | null
}

/** A folder of the user. Null for one of the product, such as the folder of recordings without a folder. */
function readFolder(folder: unknown): Folder | null {
  const id = identifier(at(folder, 'folder_id'))
  const isOwn = number(at(folder, 'system_folder_type')) === 0
  return id !== null && isOwn ? { id, name: string(at(folder, 'name')) } : null
}

/** Null for anything but a row with the id of a recording. The list does not say what is null here. */
function readItem(item: unknown): ListItem {
  if (!isObject(item)) return null
  const id = toPublicId(item.file_id)
  if (id === null) return null
  const folder = readFolder(item.parent_folder)
  const start_time = number(item.created_at_show_ms)
  const duration = number(item.duration_ms)
  const edited = number(item.updated_at_show_ms)
  const row = {
    id,
    filename: string(item.name),
    keywords: [],
    start_time,
    end_time: start_time === null || duration === null ? null : start_time + duration,
    duration,
    // In seconds, as the list of 3.0 has it: callers multiply it.
    edit_time: edited === null ? null : Math.floor(edited / 1000),
    version_ms: number(item.version_ms),
    edit_from: null,
    // Only active recordings are listed.
    is_trash: false,
    is_trans: null,
    is_summary: null,
    filetag_id_list: folder ? [folder.id] : [],
  }
  return { row, folder }
}

const detailsOfRequest = dedupePerRequest<JsonObject>()

/** Parts of a request that need the same detail at the same time share it. */
const fetchData = (connection: Connection, fileId: string): Promise<JsonObject> =>
  detailsOfRequest(connection.upstream, fileId, () => {
    const path = `/file-app/v4/files/detail/${toProductId(fileId)}`
    return forRecording(
      ask(connection, { path }, ({ data }) => {
        const known = required('data', isObject(data) ? data : null)
        required('data.objects', Array.isArray(known.objects) ? known.objects : null)
        return known
      }),
    )
  })

/** The detail in the form of 3.0. What 4.0 does not say is null. */
function toDetail(fileId: string, data: JsonObject): Detail {
  const { node, meta } = data
  const duration = number(at(meta, 'duration'))
  const version_ms = number(at(node, 'version_ms'))
  const content = items(data.objects, readObject)
  const imageLinks = readLinks(data.relation_content_mapping)
  const folder = readFolder(at(node, 'folder'))
  // It names the owner of a folder only where it has the type of the list.
  const isTyped = number(at(node, 'folder', 'system_folder_type')) !== null
  return {
    fileId,
    duration,
    content,
    imageLinks,
    folders: new Map(folder ? [[folder.id, folder.name]] : []),
    data: {
      file_id: fileId,
      file_name: string(at(node, 'name')),
      file_version: version_ms === null ? null : Math.floor(version_ms / 1000),
      version_ms,
      duration,
      start_time: number(at(meta, 'start_time')),
      is_trash: null,
      scene: null,
      serial_number: null,
      filetag_id_list: !isTyped ? null : folder ? [folder.id] : [],
      content_list: content.map(toContent),
      download_path_mapping: imageLinks,
      extra_data: {
        aiContentHeader: { keywords: list(at(meta, 'keywords')).filter((word) => typeof word === 'string') },
      },
    },
  }
}

const toContent = ({ id, kind, state, name, template, link }: ContentItem) => ({
  data_id: id,
  data_type: kind,
  task_status: state === 'ready' ? 1 : 0,
  data_title: name,
  data_tab_name: name,
  data_link: link ?? '',
  extra: { summ_type: template },
})

const readLinks = (mapping: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isObject(mapping) ? mapping : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** The kinds of 3.0 by the types of 4.0. */
const KINDS: Readonly<Record<string, string>> = {
  TRANSCRIPT: 'transaction',
  POLISHED_TRANSCRIPT: 'transaction_polish',
  OUTLINE: 'outline',
  SUMMARY: 'auto_sum_note',
  MARK_MEMO: 'mark_memo',
}
const FURTHER_SUMMARY = /^SUMMARY_(.+)$/
const AUDIO = ['AUDIO', 'AUDIO_TRANSCODED']

/** Null for anything but a text of the recording. */
function readObject(object: unknown): ContentItem | null {
  const type = text(at(object, 'object_type'))
  if (type === null || AUDIO.includes(type)) return null
  const [, further] = FURTHER_SUMMARY.exec(type) ?? []
  const id = identifier(at(object, 'content_id'))
  const link = text(at(object, 'content_url'))
  return {
    id,
    kind: further === undefined ? (KINDS[type] ?? type) : 'sum_multi_note',
    type,
    // A part that was not generated yet has neither.
    state: id === null && link === null ? 'missing' : 'ready',
    name: further === undefined ? null : further.toLowerCase().replaceAll('_', ' '),
    template: type.startsWith('SUMMARY') ? type : null,
    link,
  }
}

/** By its link without the account's token. Where there is none that can be used, by its id from the product's own API. */
async function fetchText(connection: Connection, { imageLinks }: Detail, item: ContentItem): Promise<string> {
  const markdown = withImageIds(imageLinks)
  const linked = await fetchLink(connection, item.link)
  if (linked !== undefined) return markdown(linked)
  if (item.id === null) throw refusedLink()
  try {
    const { text } = await connection.call({ path: `/file-app/v4/files/contents/${item.id}`, isText: true })
    return markdown(text)
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
    throw item.link === null ? new Unavailable('content', 'missing') : refusedLink()
  }
}

const refusedLink = () => badGateway('the recorder service refused its own content link', 'upstream 404')

/** Undefined for a link to an unknown host, and for one that storage refuses. */
async function fetchLink({ upstream }: Connection, link: string | null): Promise<string | undefined> {
  const url = link !== null && URL.canParse(link) ? new URL(link) : undefined
  if (url?.protocol !== 'https:' || url.port || url.username || !isRecorderHost(url.hostname)) return undefined
  const answer = await send(upstream, plaud, { url, maybeGzip: true })
  if (answer.status === 200) return answer.text
  if (answer.status === 429 || answer.status >= 500) throw toFailure(upstream, 'recorder', answer)
  return undefined
}

const CONTENT_ID = /c_[0-9a-f]{32}/g
/** The longest part of an image in Markdown on either side of its id. */
const LONGEST_TARGET = 1000

/**
 * Makes each link or image whose address has the id of a picture an image of that id. Undefined pictures stay. Only the
 * text around an id is looked at, so that the time does not grow faster than the text.
 */
const withImageIds =
  (pictures: Readonly<Record<string, string>>) =>
  (markdown: string): string => {
    let changed = ''
    let written = 0
    for (const { 0: id, index } of markdown.matchAll(CONTENT_ID)) {
      if (index < written || !Object.hasOwn(pictures, id)) continue
      const before = markdown.slice(Math.max(written, index - LONGEST_TARGET), index)
      const after = markdown.slice(index, index + LONGEST_TARGET)
      const target = before.lastIndexOf('](')
      const alt = before.lastIndexOf('[', target)
      const end = after.search(/[\s()]/)
      if (target < 0 || alt < 0 || after[end] !== ')' || /[\s()]/.test(before.slice(target + 2))) continue
      const start = index - before.length + (before[alt - 1] === '!' ? alt - 1 : alt)
      changed += `${markdown.slice(written, start)}![${before.slice(alt + 1, target)}](${id})`
      written = index + end + 1
    }
    return changed + markdown.slice(written)
  }

async function fetchAudioUrl(connection: Connection, fileId: string): Promise<string> {
  const objects = list((await fetchData(connection, fileId)).objects)
  const audio = AUDIO.map((type) => objects.find((object) => at(object, 'object_type') === type)).find(Boolean)
  if (!audio) throw notFound('this recording has no audio')
  const link = text(at(audio, 'content_url')) ?? (await signLink(connection, identifier(at(audio, 'content_id'))))
  if (!/^https:\/\/[^/]+\/./.test(link))
    throw badGateway('the recorder service answered with an unsafe link', 'foreign address')
  return link
}

const signLink = (connection: Connection, contentId: string | null): Promise<string> => {
  const id = required('data.objects[].content_url', contentId)
  const path = '/file-app/v4/files/content/url'
  return ask(connection, { method: 'POST', path, body: { content_ids: [id] }, reads: true }, ({ data }) => {
    const entry = at(data, 'url_map', id)
    return required('data.url_map', text(entry) ?? text(at(entry, 'url')))
  })
}

/** Names the version of the node that it changes. If that has changed since, it is read again, and sent once more. */
async function rename(connection: Connection, fileId: string, name: string, isRepeated = false): Promise<void> {
  const { node } = await fetchData(connection, fileId)
  const known = required('data.node', isObject(node) ? node : null)
  const id = required('data.node.node_id', identifier(known.node_id))
  const origin_version = required('data.node.version_ms', number(known.version_ms))
  const path = `/file-app/v4/nodes/rename/${encodeURIComponent(id)}`
  try {
    const { body } = await forRecording(connection.call({ method: 'PATCH', path, body: { name, origin_version } }))
    if (list(at(body, 'data', 'failed')).length > 0) throw badGateway('the recorder service did not rename it')
  } catch (error) {
    if (!(error instanceof GatewayError) || error.reason !== CONFLICT_REASON) throw error
    if (isRepeated) throw badGateway('this recording is being changed at its service: send it again', CONFLICT_REASON)
    await rename(connection, fileId, name, true)
  }
}
