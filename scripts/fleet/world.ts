import type { Ended, WranglerCall } from '../support/wrangler.ts'
import type { WorkerConfig } from './worker-config.ts'

/** What a command of the fleet works with; tests put others in place of it. */
export interface World {
  env: NodeJS.ProcessEnv
  /** Ends what is under way: somebody pressed Ctrl-C. */
  signal: AbortSignal
  wrangler: (args: readonly string[], call?: WranglerCall) => Promise<Ended>
  /** Prints a line for the person who started the command. */
  say: (line: string) => void
  /** Prints what went wrong, apart from what a program reads. */
  warn: (line: string) => void
  /** What a build of this checkout says of itself. */
  about: () => Promise<BuildInfo>
  /** The Worker that every customer gets, built into a folder. */
  build: (folder: string) => Promise<Build>
  /** Waits, in milliseconds; ends at once when the signal says so. */
  pause: (ms: number) => Promise<void>
}

/** The Worker, built once for all customers, and what its /version says. */
export interface Build {
  /** The path of its module. */
  main: string
  about: BuildInfo
  /** The configuration of the project, from which each customer's is made. */
  config: WorkerConfig
}

/** What /version tells everybody. */
export interface BuildInfo {
  version: string
  /** The id of the build; null where a deployment does not tell it. */
  build: string | null
}
