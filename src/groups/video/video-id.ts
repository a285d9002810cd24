import { badInput } from '../../base/errors.ts'
import { plainUrl } from './plain-url.ts'

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
  const nested = isVideoHost(url) && url.pathname === '/attribution_link' ? url.searchParams.get('u') : null
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

const isVideoHost = (url: URL) => LONG_HOSTS.test(url.hostname)

/** The target of an attribution link is a path on the same host, or a full URL that is checked like any other. */
const absolute = (target: string, base: URL) => (/^\/(?!\/)/.test(target) ? `${base.origin}${target}` : target)

function idInUrl(url: URL): string {
  const [first = '', second = ''] = url.pathname.split('/').slice(1)
  if (SHORT_HOSTS.has(url.hostname)) return checked(first)
  if (!isVideoHost(url)) throw badInput('video_url: is not on a host of the video service')
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
