import type { AuditObject } from './audit.ts'
import type { Area } from './groups.ts'
import type { NewerStore } from './stores.ts'

/** What became of requests: below 400, 4xx, 5xx. */
export interface Outcomes {
  ok: number
  refused: number
  failed: number
}

/** What an isolate counted of one key in one area on one day. */
export interface UsageCount extends Outcomes {
  /** By `koreanDay`. */
  day: number
  /** The id of the key, null where nobody's key was sent. */
  key: string | null
  /** The name of the key at that time. */
  name: string | null
  area: Area
  /** When the last of them was answered, epoch milliseconds. */
  last: number
}

/** What is told of a day. */
export type UsageRow = Omit<UsageCount, 'last'>

/** What is told of a key. */
export interface KeyUse {
  key: string
  /** When it was used last, epoch milliseconds. */
  last: number
  /** Its requests since the day that was asked for. */
  requests: number
}

/** What USAGE does for the deployment (decisions.md sections 11.7 and 11.10): it adds up what all isolates counted. */
export interface UsageObject extends AuditObject {
  /** Adds counts. Those that are handed over twice are counted twice. */
  add(counts: readonly UsageCount[]): Promise<void>
  /** The counts since a day, the newest first. */
  since(day: number): Promise<UsageRow[]>
  /** The last day whose counts are missing in part because there were too many rows; undefined where none is. */
  cutUntil(): Promise<number | undefined>
  /** Every key that was used while it was remembered. */
  keys(since: number): Promise<KeyUse[]>
  /** Remembers a store that newer code has written. */
  noteNewerStore(newer: NewerStore): Promise<void>
  /** The stores that this code is older than, seen in the last 7 days. */
  newerStores(): Promise<NewerStore[]>
}

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
/** Korea has one zone, without summer time. */
const KOREA_AHEAD = 9 * HOUR

/** The day in Korea, where the deployment's people live, as a count of days since 1970. */
export const koreanDay = (ms: number): number => Math.floor((ms + KOREA_AHEAD) / DAY)

/** Such a day as a date, YYYY-MM-DD. */
export const formatDate = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)

/** The last millisecond in Korea of a date YYYY-MM-DD, epoch milliseconds; NaN for a date that does not exist. */
export const endOfDate = (date: string): number => Date.parse(date) - KOREA_AHEAD + DAY - 1
