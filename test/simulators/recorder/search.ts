import { Hono } from 'hono'
import { isObject, readJson } from '../rest.ts'
import { detail, success, unprocessable } from './envelope.ts'
import type { Recording } from './recording.ts'
import type { Plaud, PlaudEnv } from './state.ts'

/**
 * POST /gsearch/v1/search. Its response is that of one client, `chunks`. The other forms are guesses for older clients
 * (facts 8).
 */
export function search(plaud: Plaud) {
  return new Hono<PlaudEnv>().post('/gsearch/v1/search', async (c) => {
    const form = plaud.switches.search
    if (form === 'absent') return detail(404, 'Not Found')
    const body = await readJson(c.req.raw)
    if (!isObject(body) || typeof body.query !== 'string' || body.query === '') {
      return unprocessable('query', 'text to look for is needed')
    }
    const words = body.query.toLowerCase()
    if (form === 'chunks') return success(plaud, { data: chunks([...c.var.library.recordings.values()], words) })
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

/** At most twenty recordings, each with one part of its transcript or of a summary. Names are not searched. */
function chunks(recordings: readonly Recording[], words: string) {
  const list = recordings
    .filter(({ is_trash }) => !is_trash)
    .flatMap((recording): object[] => {
      const { id, filename: title, start_time } = recording
      const spoken = recording.transcript?.utterances.find(({ content }) => content.toLowerCase().includes(words))
      if (spoken) {
        const chunk = { content: spoken.content, offset: 0, speakers: [{ start_time: spoken.start_time }] }
        return [{ id, title, start_time, trans_chunks: [chunk], notes: [] }]
      }
      const written = recording.notes.find(({ markdown }) => markdown.toLowerCase().includes(words))
      if (!written) return []
      const chunk = { content: written.markdown, offset: 0 }
      return [{ id, title, start_time, trans_chunks: [], notes: [{ chunks: [chunk] }] }]
    })
  return { keywords: words.split(' '), list: list.slice(0, 20) }
}

function hits({ filename, transcript }: Recording, words: string) {
  const title = filename.toLowerCase().includes(words) ? [{ source: 'title', text: filename }] : []
  const spoken = (transcript?.utterances ?? [])
    .filter(({ content }) => content.toLowerCase().includes(words))
    .map(({ content, start_time }) => ({ source: 'transcript', text: content, start_time }))
  return [...title, ...spoken]
}
