/** A line, a word run or a window definition of a json3 caption file (video facts, section 3). */
export interface CaptionEvent {
  tStartMs: number
  dDurationMs?: number
  id?: number
  wpWinPosId?: number
  wsWinStyleId?: number
  wWinId?: number
  aAppend?: 1
  segs?: { utf8: string; tOffsetMs?: number; acAsrConf?: number }[]
}

export interface SeedTrack {
  language: string
  label: string
  automatic?: boolean
  events: CaptionEvent[]
}

export type VideoState =
  | 'ok'
  | 'private'
  | 'age-restricted'
  | 'age-verification'
  | 'sensitive'
  | 'members-only'
  | 'region-blocked'
  | 'removed'
  | 'upcoming'
  | 'premiere'
  | 'live'
  | 'post-live'
  | 'kids'
  | 'not-on-android'

export interface SeedVideo {
  id: string
  state: VideoState
  title: string
  description: string
  channel: { id: string; name: string; handle: string }
  lengthSeconds: number
  views: number
  likes: number
  /** Whether a web page shows them; it does unless said. */
  likesShown?: boolean
  /** ISO 8601, UTC. */
  published: string
  category: { id: string; name: string }
  keywords: string[]
  embeddable: boolean
  tracks: SeedTrack[]
  /** Index in `tracks` of the audio's default track. */
  defaultTrack?: number
  /** The language of the audio, if its id contains it. */
  spoken?: string
  /** The ids of the audio of a video with dubs: `.4` is the voice that was recorded (video facts, section 3). */
  voices?: string[]
  /** Index in `voices` of the one that plays by default. */
  defaultVoice?: number
}
