import type { Known } from './known.ts'

/** Keys that a target knows, by what is special about them. */
export interface Keys {
  pro: string
  basic?: string
  payment?: string
  /** Pro, and for one group alone. */
  scoped?: { key: string; group: string }
  expired?: string
}

/** A running gateway, and what its description cannot tell. */
export interface Target {
  origin: URL
  keys: Keys
  /** Whole sets of headers that say whose account is meant: an operation gets one that has all it requires. */
  accounts: readonly Readonly<Record<string, string>>[]
  known: Known
  /** Whole bodies that an operation takes, beside the one of its description. */
  bodies: Readonly<Record<string, readonly object[]>>
  /** What must stand in no answer and no log line, by a name to print in its place. */
  secrets: ReadonlyMap<string, string>
  /** Whether operations that change data are asked. */
  writes: boolean
  /** An origin that ALLOWED_ORIGINS lists, where that is known. */
  allowedOrigin?: string
  /** Moves the time of the target while nothing is under way; answers the headers of the request that tells it so. */
  tick?: () => Readonly<Record<string, string>>
  /** Takes the log lines since the last time, once there are as many as answers; undefined where the log is out of reach. */
  takeLog?: (answers: number) => Promise<string[]>
  /** Takes what was called out to that no product knows. */
  takeStrays?: () => string[]
  stop: () => Promise<void>
}

/** Fields that keep a wait short: they are always sent, and never spoiled. */
export const PINNED: Readonly<Record<string, unknown>> = { timeout_sec: 5, poll_interval_sec: 2 }

/** Fields that make an operation wait: they are sent now and then. */
export const RARE: readonly string[] = ['image_url', 'video_url', 'reply_to']
