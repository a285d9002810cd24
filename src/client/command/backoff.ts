import { setTimeout } from 'node:timers/promises'

const FIRST_MS = 1000
const LONGEST_MS = 60_000

/** The wait after the first, second, third failure in a row and so on. */
export const getWait = (failures: number): number => Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS)

export interface Repeated {
  signal: AbortSignal
  /** Told before each wait. */
  onFailure(message: string, waitMs: number): void
}

/**
 * Repeats until the attempt succeeds. It ends with the error that `signal` causes.
 *
 * @param attempt resolves, or throws Passing for a failure that may pass
 */
export async function repeat<Result>(attempt: () => Promise<Result>, { signal, onFailure }: Repeated): Promise<Result> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Passing) || signal.aborted) throw error
      const wait = Math.max(getWait(failures), error.leastWaitMs)
      onFailure(error.message, wait)
      await setTimeout(wait, undefined, { signal })
    }
  }
}

/** A failure that may pass. */
export class Passing extends Error {
  readonly leastWaitMs: number

  constructor(message: string, leastWaitMs = 0) {
    super(message)
    this.leastWaitMs = leastWaitMs
  }
}
