import { Hono } from 'hono'
import { isObject, readJson } from '../rest.ts'
import { changed, isStringArray, unknownFile, unprocessable } from './envelope.ts'
import type { Recording, Utterance } from './recording.ts'
import { transcript } from './recording.ts'
import type { Library, Plaud, PlaudEnv } from './state.ts'

/** Changes to recordings: PATCH /file/{id} (facts 6.6), trash and removal for good (6.8). */
export function changes(plaud: Plaud) {
  return new Hono<PlaudEnv>()
    .patch('/file/:id', async (c) => {
      const recording = c.var.library.recordings.get(c.req.param('id'))
      if (!recording) return unknownFile(plaud)
      const body = await readJson(c.req.raw)
      if (!isObject(body)) return unprocessable('body', 'a JSON object is needed')
      const wrong = apply(recording, body)
      if (wrong) return unprocessable(wrong, 'the value has another type')
      touch(plaud, recording, c.req.header('edit-from'))
      return changed(plaud)
    })
    .post('/file/trash/', async (c) => move(plaud, c.var.library, c.req.raw, true))
    .post('/file/untrash/', async (c) => move(plaud, c.var.library, c.req.raw, false))
    .delete('/file/', async (c) => {
      const { recordings } = c.var.library
      const ids = await readJson(c.req.raw)
      if (!isStringArray(ids)) return unprocessable('body', 'an array of ids is needed')
      if (!ids.some((id) => recordings.has(id))) return unknownFile(plaud)
      for (const id of ids) recordings.delete(id)
      return changed(plaud)
    })
}

/** Ids that are not there are passed over, unless none is there. */
async function move(plaud: Plaud, { recordings }: Library, request: Request, is_trash: boolean): Promise<Response> {
  const ids = await readJson(request)
  if (!isStringArray(ids)) return unprocessable('body', 'an array of ids is needed')
  const found = ids.flatMap((id) => recordings.get(id) ?? [])
  if (found.length === 0) return unknownFile(plaud)
  for (const recording of found) {
    recording.is_trash = is_trash
    touch(plaud, recording, request.headers.get('edit-from') ?? undefined)
  }
  return changed(plaud)
}

/** An edit moves `edit_time`; that it also moves `version_ms` was never seen (facts 6.1). */
export function touch({ now, switches }: Plaud, recording: Recording, from = 'web'): void {
  if (switches.editTimeMoves) recording.edit_time = now()
  recording.edit_from = from
}

/** Makes the change, or says which field has a wrong value and makes none. */
function apply(recording: Recording, body: Record<string, unknown>): string | undefined {
  const { filename, filetag_id_list, is_trash, trans_result, extra_data } = body
  if (filename !== undefined && (typeof filename !== 'string' || filename === '')) return 'filename'
  if (filetag_id_list !== undefined && !isStringArray(filetag_id_list)) return 'filetag_id_list'
  if (is_trash !== undefined && typeof is_trash !== 'boolean') return 'is_trash'
  if (trans_result !== undefined && !isUtterances(trans_result)) return 'trans_result'
  if (extra_data !== undefined && !isObject(extra_data)) return 'extra_data'
  if (filename !== undefined) recording.filename = filename
  if (filetag_id_list !== undefined) recording.filetag_id_list = filetag_id_list
  if (is_trash !== undefined) recording.is_trash = is_trash
  if (trans_result !== undefined) {
    recording.transcript = transcript(trans_result, { ...recording.transcript, utterances: trans_result })
  }
  if (isObject(extra_data?.tranConfig)) recording.tranConfig = extra_data.tranConfig
  return undefined
}

const isUtterances = (value: unknown): value is Utterance[] =>
  Array.isArray(value) &&
  value.every(
    (each) =>
      isObject(each) &&
      [each.content, each.speaker, each.original_speaker].every((text) => typeof text === 'string') &&
      [each.start_time, each.end_time].every((time) => typeof time === 'number'),
  )
