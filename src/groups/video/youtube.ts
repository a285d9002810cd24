import type { Context } from 'hono'
import { badInput } from '../../base/errors.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { baseUrl, type Product, send, type UpstreamAnswer } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { findCredentials } from '../../upstream/credentials.ts'
import { isVideoHost, YOUTUBE_ORIGINS } from '../hosts.ts'

/** The product behind the video group: the private API of YouTube's own players, and its public data API. */
const youtube: Product = {
  group: 'video',
  hosts: isVideoHost,
  relayedAs: 'video',
}

interface YouTubeCall {
  /** The path with its query, from the root of the address. */
  path: string
  headers?: Record<string, string>
  /** Makes the call a POST, which changes nothing at the product either. */
  body?: string
}

/** Makes one call and returns the response, whatever its status. */
function callYouTube(
  upstream: UpstreamContext,
  setting: keyof typeof YOUTUBE_ORIGINS,
  { path, headers = {}, body }: YouTubeCall,
): Promise<UpstreamAnswer> {
  const override = upstream.settings.url(setting)
  return send(upstream, youtube, {
    ...(body !== undefined && { method: 'POST', body }),
    url: new URL(baseUrl(override, YOUTUBE_ORIGINS[setting]) + path),
    headers,
    reads: true,
    override,
  })
}

/** A connection to the product without an account, for one request. Responses are returned whatever their status. */
export interface Connection {
  /** Calls the player, captions and oEmbed. */
  call(call: YouTubeCall): Promise<UpstreamAnswer>
  /** The data API. Undefined without a key. Throws 500 for a key that cannot be in a header. */
  dataApi(): Promise<DataApi | undefined>
  readonly upstream: UpstreamContext
}

/** The official data API with the deployment's key. */
export interface DataApi {
  call(path: string): Promise<UpstreamAnswer>
  readonly upstream: UpstreamContext
}

export const connect = (c: Context<AppEnv>): Connection => connectionBy(c.get('state').upstream)

/** Like `connect`, for work outside of a request. */
export function connectionBy(upstream: UpstreamContext): Connection {
  return {
    upstream,
    call: (call) => callYouTube(upstream, 'VIDEO_URL', call),
    async dataApi() {
      const secrets = await findCredentials(upstream, 'video')
      if (!secrets) return undefined
      // In a header, because URLs are logged along the way.
      const headers = { 'x-goog-api-key': secrets.VIDEO_API_KEY }
      return { upstream, call: (path) => callYouTube(upstream, 'VIDEO_DATA_URL', { path, headers }) }
    },
  }
}

const MAX_LENGTH = 2048

/**
 * Parses a URL that a person copied from a browser: http or https, with or without the scheme, and a plain ASCII host.
 * Throws 400 with `video_url` for anything that can disguise a URL: credentials, a port, an IP address, or a host that
 * a URL parser would change.
 */
function plainUrl(written: string): URL {
  // The URL standard drops line breaks and reads a backslash as a slash.
  if (written.length > MAX_LENGTH || /[\s\p{Cc}\\]/u.test(written)) throw badInput('video_url: is not a URL')
  const whole = withScheme(written)
  if (!URL.canParse(whole)) throw badInput('video_url: is not a URL')
  const url = new URL(whole)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw badInput('video_url: must be an http or https URL')

  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(whole)?.[1] ?? ''
  if (authority.includes('@')) throw badInput('video_url: must not hold a user name or password')
  if (/^\[|^[\d.]+$/.test(url.hostname)) throw badInput('video_url: must name a host, not an IP address')
  if (authority.includes(':')) throw badInput('video_url: must not name a port')
  if (authority.toLowerCase() !== url.hostname) throw badInput('video_url: is not on a host of the video service')
  return url
}

function withScheme(written: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(written)) return written
  return written.startsWith('//') ? `https:${written}` : `https://${written}`
}

/** 11 characters. */
export const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/

const SHORT_HOSTS = new Set(['youtu.be', 'www.youtu.be'])

const LONG_HOSTS = /^((.+\.)?youtube\.com|(www\.)?youtube-nocookie\.com|(www\.)?youtubekids\.com)$/

/** Path prefixes that are followed by the id. */
const ID_FOLDERS = new Set(['shorts', 'live', 'embed', 'v', 'e'])

/** Pages with the id as `v` in the query or the hash. */
const WATCH_PAGES = new Set(['', 'watch', 'watch_popup'])

/** Segments of embed links that are as long as an id but are none. */
const PLAYERS_WITHOUT_ID = new Set(['videoseries', 'live_stream'])

const CHANNEL_FOLDERS = new Set(['channel', 'c', 'user'])

/** The id in any of the product's URL forms, or a bare id. Throws 400 that says what is wrong with `video_url`. */
export function parseVideoId(videoUrl: string): string {
  const trimmed = videoUrl.trim()
  if (VIDEO_ID.test(trimmed) && !PLAYERS_WITHOUT_ID.has(trimmed)) return trimmed
  const url = plainUrl(trimmed)
  const nested = isVideoAddressHost(url) && url.pathname === '/attribution_link' ? url.searchParams.get('u') : null
  return idInUrl(nested === null ? url : plainUrl(absolute(nested, url)))
}

/**
 * The requested video, from `video_url` or `video_id`, one of which is there. Throws 400 when they name different
 * videos, or when the URL contains no video.
 */
export function requestedVideo(body: { video_url?: string | undefined; video_id?: string | undefined }): string {
  const { video_url: url = '', video_id: id } = body
  if (url === '' && id !== undefined) return id
  const named = parseVideoId(url)
  if (id !== undefined && id !== named) throw badInput('video_url: names another video than video_id')
  return named
}

const isVideoAddressHost = (url: URL) => LONG_HOSTS.test(url.hostname)

/** The target of an attribution link is a path on the same host, or a full URL that is checked like any other. */
const absolute = (target: string, base: URL) => (/^\/(?!\/)/.test(target) ? `${base.origin}${target}` : target)

function idInUrl(url: URL): string {
  const [first = '', second = ''] = url.pathname.split('/').slice(1)
  if (SHORT_HOSTS.has(url.hostname)) return checked(first)
  if (!isVideoAddressHost(url)) throw badInput('video_url: is not on a host of the video service')
  if (ID_FOLDERS.has(first)) return checked(second)
  if (CHANNEL_FOLDERS.has(first) || first.startsWith('@')) throw badInput('video_url: is a channel, not a video')

  const inHash = /^#!/.test(url.hash) ? new URLSearchParams(url.hash.slice(2)).get('v') : null
  const id = WATCH_PAGES.has(first) ? (url.searchParams.get('v') ?? inHash) : null
  if (id === null && url.searchParams.has('list')) throw badInput('video_url: is a playlist, not a video')
  return checked(id ?? '')
}

function checked(id: string): string {
  if (id === '' || PLAYERS_WITHOUT_ID.has(id)) throw badInput('video_url: holds no video id')
  if (!VIDEO_ID.test(id)) throw badInput('video_url: its video id is not 11 of A-Z, a-z, 0-9, _ and -')
  return id
}
