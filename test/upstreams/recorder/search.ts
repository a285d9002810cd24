import { Hono } from 'hono'
import { detail, success, unprocessable } from './envelope.ts'
import { isObject, jsonBody } from './json-body.ts'
import type { Recording } from './recording.ts'
import type { Plaud, PlaudEnv } from './state.ts'

/** POST /gsearch/v1/search: its path is known from one client, its answer from none (facts 8). */
export function search(plaud: Plaud) {
  return new Hono<PlaudEnv>().post('/gsearch/v1/search', async (c) => {
    const form = plaud.switches.search
    if (form === 'absent') return detail(404, 'Not Found')
    const body = await jsonBody(c.req.raw)
    if (!isObject(body) || typeof body.query !== 'string' || body.query === '') {
      return unprocessable('query', 'text to look for is needed')
    }
    const words = body.query.toLowerCase()
    const found = [...c.var.library.recordings.values()]
      .filter(({ is_trash }) => !is_trash)
      .map((recording) => ({ recording, hits: hits(recording, words) }))
      .filter(({ hits }) => hits.length > 0)
      .map(({ recording: { id, filename, start_time, duration }, hits }) => ({
        file_id: id,
        file_name: filename,
        start_time,
        duration,
        hits,
      }))
    return form === 'list' ? Response.json(found) : success(plaud, { [form]: found })
  })
}

function hits({ filename, transcript }: Recording, words: string) {
  const title = filename.toLowerCase().includes(words) ? [{ source: 'title', text: filename }] : []
  const spoken = (transcript?.utterances ?? [])
    .filter(({ content }) => content.toLowerCase().includes(words))
    .map(({ content, start_time }) => ({ source: 'transcript', text: content, start_time }))
  return [...title, ...spoken]
}
