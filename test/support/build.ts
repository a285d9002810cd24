import { readFile } from 'node:fs/promises'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the built Worker, from test/support/build-once.ts. */
    worker: string
  }
}

/** The Worker as `npm run deploy` uploads it, built once for all files of a run. */
export const builtWorker = (): Promise<string> => readFile(inject('worker'), 'utf8')
