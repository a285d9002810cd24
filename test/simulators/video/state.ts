import { seedVideos } from './seed.ts'
import type { SeedVideo } from './seed-video.ts'

/** Units of the data API per key and day (video facts, section 7). */
export const DAILY_UNITS = 10_000

export interface State {
  /** Everything that can be looked up, by id: tests add and change videos here. */
  videos: Map<string, SeedVideo>
  /** Used units of the data API, by day as `YYYY-MM-DD`. */
  unitsUsed: Map<string, number>
  /** How many callers were given `visitorData`. */
  visitors: number
  /** Epoch milliseconds. */
  now: () => number
}

export const initialState = (now: () => number): State => ({
  videos: new Map(seedVideos().map((video) => [video.id, video])),
  unitsUsed: new Map(),
  visitors: 0,
  now,
})
