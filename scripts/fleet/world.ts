import type { Ended, WranglerCall } from '../support/wrangler.ts'
import type { WorkerConfig } from './worker-config.ts'

/** The dependencies of fleet commands. Tests replace them. */
export interface World {
  env: NodeJS.ProcessEnv
  /** Aborts running work after Ctrl-C. */
  signal: AbortSignal
  wrangler: (args: readonly string[], call?: WranglerCall) => Promise<Ended>
  /** Prints a line for the user. */
  say: (line: string) => void
  /** Prints an error, separate from machine-readable output. */
  warn: (line: string) => void
  /** The build info of this checkout. */
  about: () => Promise<BuildInfo>
  /** Builds the Worker for all customers into a folder. */
  build: (folder: string) => Promise<Build>
  /** Waits, in milliseconds. Ends at once when the signal aborts. */
  pause: (ms: number) => Promise<void>
}

/** The Worker, built once for all customers, and its build info. */
export interface Build {
  /** The path of its module. */
  main: string
  about: BuildInfo
  /** The project's configuration, which each customer's is based on. */
  config: WorkerConfig
}

/** The public build info at /version. */
export interface BuildInfo {
  version: string
  /** The id of the build. Null when a deployment does not return it. */
  build: string | null
}
