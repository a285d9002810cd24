import { Hono, type MiddlewareHandler } from 'hono'
import { detail, hexId, success, unknownFile } from './envelope.ts'
import { parsePlace, REGIONS } from './hosts.ts'
import type { Plaud, PlaudEnv, StoredObject } from './state.ts'
import type { Switches } from './switches.ts'

/** The buckets behind signed links (facts 7): content that is read whole, audio that is read in ranges too. */
export function storage(plaud: Plaud): MiddlewareHandler<PlaudEnv> {
  return async function storage(c, next) {
    const url = new URL(c.req.url)
    const kind = parsePlace(url.hostname)?.kind
    if (url.protocol !== 'https:' || (kind !== 'content' && kind !== 'audio')) return next()
    if (c.req.header('authorization')) {
      return refusal(400, 'InvalidArgument', 'Only one auth mechanism allowed')
    }
    if (c.req.method !== 'GET') return refusal(403, 'SignatureDoesNotMatch', 'The link was signed for GET')
    switch (checkLink(url, plaud.now())) {
      case 'unsigned':
        return refusal(403, 'AccessDenied', 'Access Denied')
      case 'forged':
        return refusal(403, 'SignatureDoesNotMatch', 'The signature does not match')
      case 'expired':
        return refusal(403, 'AccessDenied', 'Request has expired')
      case 'good': {
        const object = plaud.state.objects.get(`${url.hostname}/${objectKey(url)}`)
        if (!object) return refusal(404, 'NoSuchKey', 'The specified key does not exist.')
        return object.gzip ? written(plaud, object) : binary(object, c.req.header('range'))
      }
    }
  }
}

const refusal = (status: number, code: string, message: string) =>
  new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
    { status, headers: { 'content-type': 'application/xml' } },
  )

function written({ switches }: Plaud, { body, type }: StoredObject): Response {
  switch (switches.encoding) {
    case 'header':
      // A body under this header is given decoded: it is what `fetch` hands on, and Miniflare encodes it for the wire.
      return new Response(body, { headers: { 'content-type': type, 'content-encoding': 'gzip' } })
    case 'raw':
      return new Response(new Response(body).body?.pipeThrough(new CompressionStream('gzip')), {
        headers: { 'content-type': 'binary/octet-stream' },
      })
    case 'plain':
      return new Response(body, { headers: { 'content-type': type } })
  }
}

function binary({ body, type }: StoredObject, range: string | undefined): Response {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const [, from, to] = range?.match(/^bytes=(\d+)-(\d*)$/) ?? []
  if (from === undefined) return new Response(bytes, { headers: { 'content-type': type, 'accept-ranges': 'bytes' } })
  const start = Number(from)
  const end = Math.min(to ? Number(to) : bytes.length - 1, bytes.length - 1)
  if (start > end) return refusal(416, 'InvalidRange', 'The requested range is not satisfiable')
  return new Response(bytes.slice(start, end + 1), {
    status: 206,
    headers: { 'content-type': type, 'content-range': `bytes ${start}-${end}/${bytes.length}` },
  })
}

/** Seconds that a link lives (facts 7). */
export const CONTENT_LIFE = 300
const AUDIO_LIFE = 3600

/** `20261121T090000Z`, the form of `X-Amz-Date`. */
const stamp = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '')
const readStamp = (text: string) =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3:$4:$5Z'))

const signature = (host: string, key: string, date: string, life: string) =>
  hexId(`${host} ${key} ${date} ${life}`).repeat(2)

/** Stores an object, or nothing, at its link, and signs the link for GET, for this many seconds. */
export function signedLink(
  { state, now }: Plaud,
  host: string,
  key: string,
  object: StoredObject | undefined,
  life: number,
): string {
  if (object) state.objects.set(`${host}/${key}`, object)
  else state.objects.delete(`${host}/${key}`)
  const date = stamp(now())
  const query = new URLSearchParams({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `test-storage-key/${date.slice(0, 8)}/region/s3/aws4_request`,
    'X-Amz-Date': date,
    'X-Amz-Expires': String(life),
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Signature': signature(host, key, date, String(life)),
  })
  return `https://${host}/${key.split('/').map(encodeURIComponent).join('/')}?${query}`
}

/** Whether a link may be read at this time (epoch ms). */
function checkLink(url: URL, now: number): 'good' | 'unsigned' | 'forged' | 'expired' {
  const given = url.searchParams.get('X-Amz-Signature')
  const date = url.searchParams.get('X-Amz-Date')
  const life = url.searchParams.get('X-Amz-Expires')
  if (!given || !date || !life) return 'unsigned'
  if (given !== signature(url.hostname, objectKey(url), date, life)) return 'forged'
  return now < readStamp(date) + Number(life) * 1000 ? 'good' : 'expired'
}

const objectKey = (url: URL): string => url.pathname.slice(1).split('/').map(decodeURIComponent).join('/')

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
