import type { YouTube } from './index.ts'

export const ANDROID = {
  clientName: 'ANDROID',
  clientVersion: '21.26.364',
  androidSdkVersion: 30,
  osName: 'Android',
  osVersion: '11',
}
export const IOS = { clientName: 'IOS', clientVersion: '21.26.4', deviceMake: 'Apple', deviceModel: 'iPhone16,2' }
export const VISIONOS = {
  clientName: 'VISIONOS',
  clientVersion: '1.02',
  deviceMake: 'Apple',
  deviceModel: 'RealityDevice17,1',
}
export const WEB = { clientName: 'WEB', clientVersion: '2.20260708.00.00' }

export interface CaptionTrackShape {
  baseUrl: string
  name: unknown
  vssId: string
  languageCode: string
  kind?: string
}

/** The parts of a player response that the tests use. */
export interface PlayerShape {
  playabilityStatus: {
    status: string
    reason?: string
    desktopLegacyAgeGateReason?: number
    liveStreamability?: unknown
    errorScreen?: { playerErrorMessageRenderer: { subreason?: { simpleText: string } } }
  }
  videoDetails?: {
    videoId: string
    lengthSeconds: string
    isLive?: boolean
    isUpcoming?: boolean
    isPostLiveDvr?: boolean
  }
  captions?: {
    playerCaptionsTracklistRenderer: {
      captionTracks: CaptionTrackShape[]
      audioTracks: { defaultCaptionTrackIndex?: number; hasDefaultTrack: boolean }[]
    }
  }
  microformat?: { playerMicroformatRenderer: { category: string; publishDate: string } }
}

/** Calls the player as a client, the way of video facts section 1, with whatever a test changes about it. */
export const callPlayer = (
  product: YouTube,
  videoId: string,
  client: object = ANDROID,
  { body = {}, ...init }: Omit<RequestInit, 'body'> & { body?: object } = {},
  host = 'www.youtube.com',
): Promise<Response> =>
  product.fetch(
    new Request(`https://${host}/youtubei/v1/player?prettyPrint=false`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      ...init,
      body: JSON.stringify({ context: { client }, videoId, contentCheckOk: true, racyCheckOk: true, ...body }),
    }),
  )

export async function play(product: YouTube, videoId: string, client: object = ANDROID): Promise<PlayerShape> {
  const response = await callPlayer(product, videoId, client)
  if (response.status !== 200) throw new Error(`the player answered ${response.status}`)
  return response.json()
}

export async function readTracks(product: YouTube, videoId: string, client: object = ANDROID) {
  const { captions } = await play(product, videoId, client)
  return captions?.playerCaptionsTracklistRenderer.captionTracks ?? []
}

/** The link of a video's first track, or of the one in a language. */
export async function readLink(
  product: YouTube,
  videoId: string,
  client: object = ANDROID,
  vssId?: string,
): Promise<URL> {
  const tracks = await readTracks(product, videoId, client)
  const track = vssId === undefined ? tracks[0] : tracks.find((candidate) => candidate.vssId === vssId)
  if (!track) throw new Error('no such track')
  return new URL(track.baseUrl)
}

/** Reads captions at a link with some of its parameters changed; null drops one. */
export function read(product: YouTube, link: URL, changes: Record<string, string | null> = {}): Promise<Response> {
  const url = new URL(link)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return product.fetch(new Request(url))
}
