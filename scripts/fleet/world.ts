import type { runWrangler } from '../support/wrangler.ts'
import type { buildOnce } from './worker.ts'

/** Customers, and programs that read their secrets, that are worked on at the same time. */
export const AT_ONCE = 4

/** The dependencies of fleet commands. Tests replace them. */
export interface World {
  env: NodeJS.ProcessEnv
  /** Aborts running work after Ctrl-C. */
  signal: AbortSignal
  wrangler: typeof runWrangler
  /** Prints a line for the user. */
  say: (line: string) => void
  /** Prints an error, separate from machine-readable output. */
  warn: (line: string) => void
  about: () => Promise<BuildInfo>
  /** Builds the Worker for all customers into a folder. */
  build: typeof buildOnce
  /** Waits, in milliseconds. Ends at once when the signal aborts. */
  pause: (ms: number) => Promise<void>
}

/** The public build info at /version. `build` is null when a deployment does not return it. */
export interface BuildInfo {
  version: string
  build: string | null
}

/** Ends a command with exit code 1 and a message for its user. No message contains a secret. */
export class FleetError extends Error {
  override name = 'FleetError'
}

/** Undefined for a text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The message of a thrown value. `fetch failed` alone says nothing, so its cause counts. */
export const getMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return (error.cause instanceof Error && error.cause.message) || error.message
}
