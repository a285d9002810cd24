import type { Known } from './known.ts'

/** The keys of a target, by kind. */
export interface Keys {
  pro: string
  basic?: string
  payment?: string
  /** A pro key that is limited to one group. */
  scoped?: { key: string; group: string }
  expired?: string
}

/** A running gateway, and what its description does not contain. */
export interface Target {
  origin: URL
  keys: Keys
  /** Complete sets of account headers. An operation gets a set that has all headers that it requires. */
  accounts: readonly Readonly<Record<string, string>>[]
  known: Known
  /** Complete bodies for operations, in addition to the examples in the description. */
  bodies: Readonly<Record<string, readonly object[]>>
  /** Values that must not occur in responses and log lines, by a name that is printed instead. */
  secrets: ReadonlyMap<string, string>
  /** An origin in ALLOWED_ORIGINS, if known. */
  allowedOrigin?: string
  /** Moves the clock of the target while no request is running. Returns the headers of the request that sets it. */
  tick?: () => Readonly<Record<string, string>>
  /**
   * Takes the log lines since the last call, once there are as many as responses. Undefined when the log is
   * unavailable.
   */
  takeLog?: (answers: number) => Promise<string[]>
  /** Takes the calls to hosts that no product has. */
  takeStrays?: () => string[]
  stop: () => Promise<void>
}

/** Fields that keep waits short. They are always sent and never spoiled. */
export const PINNED: Readonly<Record<string, unknown>> = { timeout_sec: 5, poll_interval_sec: 2 }

/** Fields that make an operation wait. They are rarely sent. */
export const RARE: readonly string[] = ['image_url', 'video_url', 'reply_to']
