import { Hono } from 'hono'
import { detail, success, unknownFile } from './envelope.ts'
import { parsePlace, REGIONS } from './hosts.ts'
import { AUDIO_LIFE, signedLink } from './signed-links.ts'
import type { Plaud, PlaudEnv } from './state.ts'
import type { Switches } from './switches.ts'

/** GET /file/temp-url/{id}, a link to the audio that lives an hour (facts 6.7). */
export function audio(plaud: Plaud) {
  return new Hono<PlaudEnv>().get('/file/temp-url/:id', (c) => {
    const recording = c.var.library.recordings.get(c.req.param('id'))
    if (!recording) return unknownFile(plaud)
    if (!recording.audio) {
      const { noAudio } = plaud.switches
      if (noAudio === '404') return detail(404, 'audio not found')
      return success(plaud, NO_AUDIO[noAudio])
    }
    const region = parsePlace(new URL(c.req.url).hostname)?.region ?? 'us'
    const link = (name: string) => signedLink(plaud, REGIONS[region].audio, `audiofiles/${name}`, OGG, AUDIO_LIFE)
    const isOpus = plaud.switches.audioFormat === 'opus'
    const { audioPlace } = plaud.switches
    if (audioPlace !== 'temp_url') return success(plaud, placed(audioPlace, link(`${recording.id}.mp3`)))
    return success(plaud, {
      temp_url: isOpus ? null : link(`${recording.id}.mp3`),
      temp_url_opus: isOpus || /^(1|true)$/.test(c.req.query('is_opus') ?? '') ? link(`${recording.id}.opus`) : null,
    })
  })
}

const NO_AUDIO = {
  null: { temp_url: null, temp_url_opus: null },
  empty: { temp_url: '' },
  data: { data: null },
  absent: {},
}

/** The link in another place than the usual one. */
function placed(place: Exclude<Switches['audioPlace'], 'temp_url'>, link: string): Record<string, unknown> {
  switch (place) {
    case 'tempUrl':
    case 'url':
    case 'data':
      return { [place]: link }
    case 'data.temp_url':
      return { temp_url: null, data: { temp_url: link, expires_in: 3600 } }
    case 'data.url':
      return { data: { url: link } }
    case 'data[].downloadUrl':
      return { data: [{ format: 'mp3', downloadUrl: link }] }
    case 'elsewhere':
      return { data: { region: 'sa-east-1', object: { key: 'audiofiles/a.mp3' } } }
  }
}

/** Ogg under an `.mp3` name, as the product often serves it: a header and silence. */
const OGG = {
  body: Uint8Array.from({ length: 4096 }, (_, at) => 'OggS'.charCodeAt(at) || 0),
  gzip: false,
  type: 'binary/octet-stream',
}
