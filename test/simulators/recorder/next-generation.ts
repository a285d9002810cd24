import { Hono } from 'hono'
import { isObject, readJson } from '../rest.ts'
import { answer, hexId, shortHex, success, unprocessable } from './envelope.ts'
import { parsePlace, REGIONS } from './hosts.ts'
import type { Note, Piece, Recording, Transcript } from './recording.ts'
import type { Library, Plaud, PlaudEnv, StoredObject } from './state.ts'
import { signedLink } from './storage.ts'

/** The interface of Plaud 4.0 for an account that has moved (facts 15). */

/** Paths that only a moved account may ask. */
export const isNextGeneration = (path: string): boolean => /^\/(file|device)-app\//.test(path)

export const isMoved = ({ state, switches }: Plaud, account: string): boolean =>
  switches.generation === 4 || state.moved.has(account)

const NOT_FOUND = -1_800_311
const VERSION_CONFLICT = -1_800_313

const notFound = (plaud: Plaud) => answer(plaud, NOT_FOUND, 'file not found')

/** A recording of 3.0 keeps its digits behind a prefix. */
const fileId = ({ id }: Recording): string => (/^[0-9a-f]{32}$/.test(id) ? `of_${id}` : id)
const nodeId = ({ id }: Recording): string => `n_${shortHex(`node ${id}`)}`

const find = ({ recordings }: Library, wanted: string): Recording | undefined =>
  [...recordings.values()].find((recording) => fileId(recording) === wanted)

export function nextGeneration(plaud: Plaud) {
  return new Hono<PlaudEnv>()
    .get('/file-app/v4/recordings/all', (c) => list(plaud, c.var.library, c.req.query()))
    .get('/file-app/v4/files/detail/:id', (c) => {
      const recording = find(c.var.library, c.req.param('id'))
      if (!recording) return notFound(plaud)
      return success(plaud, { data: detail(plaud, c.var.library, recording, new URL(c.req.url).hostname) })
    })
    .get('/file-app/v4/files/contents/:id', (c) => {
      const object = findObject(plaud, c.var.library, c.req.param('id'))
      if (!object || object.isLost || plaud.switches.contentsById === 'absent') return notFound(plaud)
      return new Response(object.body, { headers: { 'content-type': object.mime_type } })
    })
    .post('/file-app/v4/files/content/url', async (c) => {
      const body = await readJson(c.req.raw)
      const ids = isObject(body) && Array.isArray(body.content_ids) ? body.content_ids : undefined
      if (!ids) return unprocessable('content_ids', 'a list of ids is needed')
      const links = ids.flatMap((id) => {
        const object = findObject(plaud, c.var.library, String(id))
        if (!object) return []
        const url = linkTo(plaud, new URL(c.req.url).hostname, object)
        return [[String(id), plaud.switches.urlMap === 'object' ? { url } : url] as const]
      })
      return success(plaud, { data: { url_map: Object.fromEntries(links) } })
    })
    .patch('/file-app/v4/nodes/rename/:node', async (c) => {
      const recording = [...c.var.library.recordings.values()].find((each) => nodeId(each) === c.req.param('node'))
      if (!recording) return notFound(plaud)
      const body = await readJson(c.req.raw)
      if (!isObject(body)) return unprocessable('body', 'a JSON object is needed')
      const { name, origin_version } = body
      if (typeof name !== 'string' || name === '') return unprocessable('name', 'a name is needed')
      if (typeof origin_version !== 'number') return unprocessable('origin_version', 'the version is needed')
      if (origin_version !== recording.version_ms) return answer(plaud, VERSION_CONFLICT, 'node version conflict')
      const outcome = { items: [], parent_items: [], failed: [], warnings: [] }
      if (plaud.switches.renameFails)
        return success(plaud, { data: { ...outcome, failed: [{ node_id: nodeId(recording) }] } })
      recording.filename = name
      recording.version_ms = Math.max(plaud.now(), recording.version_ms + 1)
      if (plaud.switches.editTimeMoves) recording.edit_time = plaud.now()
      return success(plaud, { data: { ...outcome, items: [row(c.var.library, recording)] } })
    })
    .get('/device-app/device/list', (c) => success(plaud, { data_devices: c.var.library.devices }))
}

const SORTED_BY = { created: 'start_time', start_at: 'start_time', updated: 'edit_time' } as const
const isSort = (name: string): name is keyof typeof SORTED_BY => Object.hasOwn(SORTED_BY, name)

/** The list with a cursor, which names the place behind the last row, whether that is still there or not. */
function list(plaud: Plaud, library: Library, query: Record<string, string>): Response {
  const { sort_by = 'created', sort_order = 'desc', page_size = '100', cursor } = query
  if (!isSort(sort_by)) return unprocessable('sort_by', 'unknown column')
  if (sort_order !== 'desc' && sort_order !== 'asc') return unprocessable('sort_order', 'asc or desc is needed')
  const size = Number(page_size)
  if (!Number.isInteger(size) || size < 1 || size > 300) return unprocessable('page_size', '1 to 300 is needed')
  const sign = sort_order === 'desc' ? -1 : 1
  const place = (recording: Recording): readonly [number, string] => [recording[SORTED_BY[sort_by]], recording.id]
  const compare = (a: readonly [number, string], b: readonly [number, string]) =>
    sign * (a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0))
  const after = cursor === undefined ? undefined : readCursor(cursor, sort_by)
  if (cursor !== undefined && !after) return unprocessable('cursor', 'the cursor is not valid')
  const rows = [...library.recordings.values()]
    .filter(({ is_trash }) => !is_trash)
    .sort((a, b) => compare(place(a), place(b)))
    .filter((each) => !after || compare(place(each), after) > 0)
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  const hasMore = rows.length > size && last !== undefined
  return success(plaud, {
    data: {
      items: shown.map((each) => row(library, each)),
      ...nextCursor(plaud, cursor, hasMore && [sort_by, place(last)]),
    },
  })
}

function nextCursor({ switches }: Plaud, asked: string | undefined, next: false | [string, readonly [number, string]]) {
  if (switches.cursor === 'repeating' && asked !== undefined) return { next_cursor: asked }
  if (next) return { next_cursor: btoa(JSON.stringify(next)) }
  const ends = { null: { next_cursor: null }, empty: { next_cursor: '' }, missing: {} }
  return ends[switches.cursorEnd]
}

function readCursor(cursor: string, sort: string): readonly [number, string] | undefined {
  try {
    const [by, place] = JSON.parse(atob(cursor))
    return by === sort ? place : undefined
  } catch {
    return undefined
  }
}

/** What the list says of a recording: nothing about its transcript and its summary (facts 15.3). */
function row({ tags }: Library, recording: Recording) {
  const [folder] = recording.filetag_id_list
  const name = tags.get(folder ?? '')?.name
  return {
    file_id: fileId(recording),
    node_id: nodeId(recording),
    parent_id: 'n_root',
    name: recording.filename,
    duration_ms: recording.duration,
    created_at_show_ms: recording.start_time,
    updated_at_show_ms: recording.edit_time,
    version_ms: recording.version_ms,
    parent_folder:
      folder === undefined
        ? { folder_id: 'fd_recordings', name: 'Recordings', system_folder_type: 1 }
        : { folder_id: folder, name, system_folder_type: 0 },
    status: 0,
    file_task_status: 1,
  }
}

/** A text or an audio of a recording. */
interface Content {
  object_type: string
  mime_type: string
  content_id: string
  body: string | Uint8Array<ArrayBuffer>
  /** Listed, and not to be had any more. */
  isLost: boolean
  /** Listed without a link and without an id, before it is made. */
  isEmpty: boolean
}

function contents(plaud: Plaud, recording: Recording): Content[] {
  const { transcript, polish, outline, notes, audio } = recording
  const found: Content[] = []
  const add = (object_type: string, mime_type: string, piece: Piece | undefined, body: Content['body']) => {
    const isMade = Number(piece?.task_status ?? 1) === 1 && piece?.placement !== 'nowhere'
    if (!isMade && plaud.switches.unmade === 'missing') return
    const content_id = `c_${hexId(`${object_type} ${recording.id}`)}`
    found.push({ object_type, mime_type, content_id, body, isLost: piece?.placement === 'lost', isEmpty: !isMade })
  }
  if (transcript) add('TRANSCRIPT', 'text/vnd.plaud.transcript+json', transcript, spoken(transcript))
  if (polish) add('POLISHED_TRANSCRIPT', 'text/vnd.plaud.polished_transcript+json', polish, spoken(polish))
  if (outline) add('OUTLINE', 'text/vnd.plaud.outline+json', outline, JSON.stringify(outline.chapters))
  for (const note of notes) add(typeOf(note), 'text/vnd.plaud.summary+markdown', note, written(note, recording))
  if (recording.is_markmemo) add('MARK_MEMO', 'application/json', undefined, JSON.stringify(marks(recording)))
  if (audio) add('AUDIO', 'audio/ogg', undefined, new Uint8Array([0x4f, 0x67, 0x67, 0x53]))
  return found
}

/** Always the bare array (facts 15.3). */
const spoken = ({ utterances, body }: Transcript) => body ?? JSON.stringify(utterances)

const typeOf = ({ data_type, template, summ_type, tab_name }: Note): string =>
  data_type === 'auto_sum_note'
    ? 'SUMMARY'
    : `SUMMARY_${(template?.template_id ?? (summ_type || tab_name)).toUpperCase().replace(/\W+/g, '_')}`

const imageId = (path: string): string => `c_${hexId(`image ${path}`)}`

/** Plain Markdown. An image has an address with its id. */
const written = ({ markdown, body }: Note, { images }: Recording): string =>
  images.reduce(
    (text, path) => text.replaceAll(path, `https://web.plaud.ai/view?id=${imageId(path)}`),
    body ?? markdown,
  )

const marks = ({ images }: Recording) =>
  images.map((path, index) => ({ timestamp: index * 1000, mark_type: 2, picture_link: imageId(path) }))

function detail(plaud: Plaud, { tags }: Library, recording: Recording, host: string) {
  const [folder] = recording.filetag_id_list
  const region = parsePlace(host)?.region ?? 'us'
  const image = (path: string) =>
    signedLink(
      plaud,
      REGIONS[region].content,
      `image/${imageId(path)}`,
      { body: 'png', gzip: false, type: 'image/png' },
      DAY,
    )
  return {
    node: {
      node_id: nodeId(recording),
      version_ms: recording.version_ms,
      name: recording.filename,
      folder: folder
        ? { folder_id: folder, name: tags.get(folder)?.name }
        : { folder_id: 'fd_recordings', name: 'Recordings' },
    },
    meta: {
      file_id: fileId(recording),
      duration: recording.duration,
      start_time: recording.start_time,
      keywords: recording.keywords,
      scene_source: 888,
    },
    objects: contents(plaud, recording).map((content) => shown(plaud, host, content)),
    embeddings: [{ label: 'Speaker 1', embedding: Array.from({ length: 256 }, () => 0.5) }],
    relation_content_mapping: Object.fromEntries(recording.images.map((path) => [imageId(path), image(path)])),
  }
}

function shown(plaud: Plaud, host: string, content: Content) {
  const { object_type, mime_type, content_id, body, isEmpty } = content
  const object = { object_type, mime_type, object_size: body.length }
  if (isEmpty) return { ...object, content_id: null, content_url: '' }
  const { contentLink } = plaud.switches
  const urls = { missing: {}, empty: { content_url: '' }, null: { content_url: null } }
  if (contentLink in urls) return { ...object, content_id, ...urls[contentLink as keyof typeof urls] }
  return { ...object, content_id, content_url: linkTo(plaud, host, content) }
}

const DAY = 86_400

function linkTo(plaud: Plaud, host: string, { content_id, object_type, mime_type, body, isLost }: Content): string {
  const { contentLink } = plaud.switches
  if (contentLink === 'unknown host') return `https://content-nine.example.test/${content_id}?signature=1`
  const region = parsePlace(host)?.region ?? 'us'
  const isAudio = object_type.startsWith('AUDIO')
  const bucket = REGIONS[region][isAudio ? 'audio' : 'content']
  const object: StoredObject = { body, gzip: !isAudio, type: mime_type }
  const life = contentLink === 'expired' ? 0 : DAY
  return signedLink(plaud, bucket, `v4/${content_id}`, isLost ? undefined : object, life)
}

function findObject(plaud: Plaud, { recordings }: Library, id: string): Content | undefined {
  for (const recording of recordings.values()) {
    const found = contents(plaud, recording).find(({ content_id }) => content_id === id)
    if (found) return found
  }
  return undefined
}
