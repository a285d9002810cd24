import { Hono } from 'hono'
import { detail, success, unknownFile } from './envelope.ts'
import { parsePlace, REGIONS } from './hosts.ts'
import { AUDIO_LIFE, signedLink } from './signed-links.ts'
import type { Plaud, PlaudEnv } from './state.ts'

/** GET /file/temp-url/{id}, a link to the audio that lives an hour (facts 6.7). */
export function audio(plaud: Plaud) {
  return new Hono<PlaudEnv>().get('/file/temp-url/:id', (c) => {
    const recording = c.var.library.recordings.get(c.req.param('id'))
    if (!recording) return unknownFile(plaud)
    if (!recording.audio) {
      const { noAudio } = plaud.switches
      if (noAudio === '404') return detail(404, 'audio not found')
      return success(plaud, noAudio === 'null' ? { temp_url: null, temp_url_opus: null } : {})
    }
    const region = parsePlace(new URL(c.req.url).hostname)?.region ?? 'us'
    const link = (name: string) => signedLink(plaud, REGIONS[region].audio, `audiofiles/${name}`, OGG, AUDIO_LIFE)
    const isOpus = plaud.switches.audioFormat === 'opus'
    return success(plaud, {
      temp_url: isOpus ? null : link(`${recording.id}.mp3`),
      temp_url_opus: isOpus || /^(1|true)$/.test(c.req.query('is_opus') ?? '') ? link(`${recording.id}.opus`) : null,
    })
  })
}

/** Ogg under an `.mp3` name, as the product often serves it: a header and silence. */
const OGG = {
  body: Uint8Array.from({ length: 4096 }, (_, at) => 'OggS'.charCodeAt(at) || 0),
  gzip: false,
  type: 'binary/octet-stream',
}
