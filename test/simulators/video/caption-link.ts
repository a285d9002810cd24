import { hmac } from '../rest.ts'
import type { SeedTrack, SeedVideo } from './seed-video.ts'

/** How long a caption link lives. */
export const LINK_LIFETIME_SECONDS = 6 * 60 * 60

const SIGNED = ['ip', 'ipbits', 'expire', 'v', 'ei', 'caps', 'opi', 'exp', 'xoaf']
const SIGNING_KEY = 'test-caption-signing-key'

interface LinkOptions {
  client: string
  gated: boolean
  web: boolean
  /** Epoch milliseconds. */
  now: number
}

/** A signed `baseUrl` of a track, as the player returns it to a client (video facts, section 3). */
export async function captionLink(video: SeedVideo, track: SeedTrack, options: LinkOptions): Promise<string> {
  const query = new URLSearchParams({
    v: video.id,
    ei: `${options.client}.${video.id}`,
    caps: 'asr',
    opi: '112496729',
    ...(options.gated ? { exp: 'xpe' } : {}),
    xoaf: '5',
    hl: 'en',
    ip: '0.0.0.0',
    ipbits: '0',
    expire: String(Math.floor(options.now / 1000) + LINK_LIFETIME_SECONDS),
  })
  query.set('sparams', SIGNED.filter((name) => query.has(name)).join(','))
  query.set('signature', await readSignature(query))
  query.set('key', 'yt8')
  if (track.automatic) query.set('kind', 'asr')
  query.set('lang', track.language)
  if (!options.web) query.set('fmt', 'srv3')
  return `https://www.youtube.com/api/timedtext?${query}`
}

/** Over the values that `sparams` names, so that `lang`, `fmt` and `tlang` stay free. */
async function readSignature(query: URLSearchParams): Promise<string> {
  const names = (query.get('sparams') ?? '').split(',')
  const signed = names.map((name) => `${name}=${query.get(name) ?? ''}`).join('&')
  const hex = (await hmac(SIGNING_KEY, signed)).toUpperCase()
  return `${hex.slice(0, 32)}.${hex.slice(32)}`
}

/** Whether the product made this link and nothing that it signed has changed. */
export const isGenuine = async (query: URLSearchParams): Promise<boolean> =>
  query.get('signature') === (await readSignature(query))
