import { Hono } from 'hono'
import { type ContentItem, contentItems, noteBody, summaryId } from './content-items.ts'
import { hexId, success, unknownFile } from './envelope.ts'
import { parsePlace, REGIONS } from './hosts.ts'
import { flag } from './listing.ts'
import type { Recording } from './recording.ts'
import type { Plaud, PlaudEnv, StoredObject } from './state.ts'
import { CONTENT_LIFE, signedLink } from './storage.ts'
import { look } from './tasks.ts'

/** GET /file/detail/{id}, with fresh links to everything that is ready (facts 6.3). */
export function detailRoutes(plaud: Plaud) {
  return new Hono<PlaudEnv>().get('/file/detail/:id', (c) => {
    const recording = c.var.library.recordings.get(c.req.param('id'))
    if (!recording) return unknownFile(plaud)
    look(plaud, recording)
    const region = parsePlace(new URL(c.req.url).hostname)?.region ?? 'us'
    const put: Put = (key, object) => signedLink(plaud, REGIONS[region].content, key, object, CONTENT_LIFE)
    return success(plaud, { data: data(plaud, recording, c.var.account.id, put) })
  })
}

/** A link to the stored object. Without an object, a link to nothing. */
type Put = (key: string, object: StoredObject | undefined) => string

function data(plaud: Plaud, recording: Recording, user: string, put: Put) {
  const { id, start_time, version_ms } = recording
  const items = contentItems(recording).filter(({ piece }) => piece.placement !== 'legacy')
  const inline = items.filter(({ piece }) => ready(piece) && piece.placement.startsWith('inline'))
  return {
    file_id: id,
    file_name: recording.filename,
    file_version: Math.floor(version_ms / 1000),
    duration: recording.duration,
    start_time,
    session_id: Math.floor(start_time / 1000),
    is_trash: flag(plaud, recording.is_trash),
    scene: recording.scene,
    serial_number: recording.serial_number,
    wait_pull: recording.wait_pull,
    filetag_id_list: recording.filetag_id_list,
    has_thought_partner: false,
    content_list: items.map((item) => row(item, `permanent/${user}/${id}`, put)),
    pre_download_content_list: inline.map(({ data_id, data_type, body }) => ({
      data_id,
      data_type,
      data_content: body,
    })),
    download_path_mapping: Object.fromEntries(recording.images.map((path) => [path, put(path, PICTURE)])),
    embeddings: embeddings(recording),
    extra_data: extraData(recording),
    ...legacy(recording),
  }
}

function row({ piece, file, body, ...item }: ContentItem, folder: string, put: Put) {
  const linked = ready(piece) && ['linked', 'inline', 'lost'].includes(piece.placement)
  const failed = Number(piece.task_status) === 2
  const type = file.endsWith('.md.gz') ? 'text/markdown' : 'application/json'
  return {
    ...item,
    data_type: piece.type_word ?? item.data_type,
    task_status: piece.task_status,
    err_code: failed ? '5001' : '',
    err_msg: failed ? 'generation failed' : '',
    data_link: linked
      ? put(`${folder}/${file}`, piece.placement === 'lost' ? undefined : { body, gzip: true, type })
      : '',
  }
}

const ready = ({ task_status }: { task_status: number | string }) => Number(task_status) === 1

/** A one-pixel picture. */
const PICTURE: StoredObject = {
  body: Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='),
    (digit) => digit.charCodeAt(0),
  ),
  gzip: false,
  type: 'image/png',
}

/** 256 numbers for each voice, which nobody needs and which are most of the response. */
function embeddings({ transcript }: Recording): Record<string, number[]> {
  const voices = new Set(transcript?.utterances.map(({ original_speaker }) => original_speaker))
  return Object.fromEntries(
    [...voices].map((voice) => {
      const seed = Number.parseInt(hexId(voice).slice(0, 6), 16)
      return [voice, Array.from({ length: 256 }, (_, at) => Number(Math.sin(seed + at).toFixed(6)))]
    }),
  )
}

function extraData(recording: Recording): Record<string, unknown> {
  const summary = recording.notes.find(({ data_type }) => data_type === 'auto_sum_note')
  return {
    ...(recording.tranConfig && { tranConfig: recording.tranConfig }),
    ...(summary &&
      ready(summary) && {
        aiContentHeader: {
          headline: summary.title,
          category: summary.summ_type.toLowerCase(),
          original_category: summary.summ_type.toLowerCase(),
          industry_category: 'general',
          language_code: recording.language,
          keywords: recording.keywords,
          summary_id: summaryId(summary, recording),
          used_template: summary.template ?? null,
          recommend_questions: [],
        },
      }),
  }
}

/** Old recordings have their content in the detail itself. */
function legacy(recording: Recording): Record<string, unknown> {
  const { transcript, notes } = recording
  const note = notes.find(({ placement }) => placement === 'legacy')
  return {
    ...(transcript?.placement === 'legacy' && { trans_result: transcript.utterances }),
    ...(note && { ai_content: noteBody(note, recording) }),
  }
}
