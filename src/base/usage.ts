import type { Area } from './groups.ts'
import { endOfKoreanDay, KOREA_MS } from './korean-day.ts'

/** The outcomes of requests: below 400, 4xx, 5xx. */
export interface Outcomes {
  ok: number
  refused: number
  failed: number
}

/** What an isolate counted for one key and area on one day. */
export interface UsageCount extends Outcomes {
  /** The day number of `koreanDay`. */
  day: number
  /** The id of the key. Null for requests without a valid key. */
  key: string | null
  /** The name of the key at that time. */
  name: string | null
  area: Area
  /** When the last of them was answered, in epoch milliseconds. */
  last: number
}

/** The usage of a day, as the API returns it. */
export type UsageRow = Omit<UsageCount, 'last'>

/** The usage of a key, as the API returns it. */
export interface KeyUse {
  key: string
  /** When it was last used, in epoch milliseconds. */
  last: number
  /** Its requests since the given day. */
  requests: number
}

const DAY = 24 * 3_600_000

/** The day in Korea, where the users are, as a number of days since 1970. */
export const koreanDay = (ms: number): number => Math.floor((ms + KOREA_MS) / DAY)

/** The day number as a date, YYYY-MM-DD. */
export const formatDate = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)

/** The last millisecond of a date YYYY-MM-DD in Korea, in epoch milliseconds. NaN for a date that does not exist. */
export const endOfDate = (date: string): number => endOfKoreanDay(date) - 1
