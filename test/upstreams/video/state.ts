import { seedVideos } from './seed.ts'
import type { SeedVideo } from './seed-video.ts'

/** Units of the data API that a key may use in a day (video facts, section 7). */
export const DAILY_UNITS = 10_000

export interface State {
  /** Everything that can be looked up, by id: tests add and change videos here. */
  videos: Map<string, SeedVideo>
  /** Units of the data API used, by the day they were used on, as `YYYY-MM-DD`. */
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
