import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { ROOT } from '../../scripts/support/build.ts'

const IMPORT = /(?:((?:import|export)\s+type\s[^'"=;]*?from|typeof\s+import\()|\b(import\()|from|import)\s*'([^']+)'/g

interface Import {
  /** A file of the project, or the name of a package. */
  target: string
  isOnDemand: boolean
}

/** What a file imports, without types. */
export function parseImports(file: string): Import[] {
  return [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)]
    .filter(([, typed]) => !typed)
    .map(([, , onDemand, path = '']) => ({
      target: path.startsWith('.') ? normalize(join(dirname(file), path)) : path,
      isOnDemand: Boolean(onDemand),
    }))
}

export const isSource = (target: string): boolean => target.startsWith('src/') && target.endsWith('.ts')
