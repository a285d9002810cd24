import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'

/**
 * A module that a Durable Object loads first cannot be loaded again in the same process if the object ends meanwhile: every
 * later import() of it hangs. The files of the tests share a process, so support/clean.ts loads such modules before.
 */
const IMPORT = /(?:((?:import|export)\s+type\s[^'"=;]*?from|typeof\s+import\()|\b(import\()|from|import)\s*'([^']+)'/g

interface Import {
  target: string
  isOnDemand: boolean
}

function parseImports(file: string): Import[] {
  return [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)]
    .filter(([, typed]) => !typed)
    .map(([, , onDemand, path = '']) => ({
      target: path.startsWith('.') ? normalize(join(dirname(file), path)) : path,
      isOnDemand: Boolean(onDemand),
    }))
}

/** The modules that a file loads on demand, itself or through others. */
function findOnDemand(start: string): Set<string> {
  const [found, seen] = [new Set<string>(), new Set<string>()]
  const follow = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const { target, isOnDemand } of parseImports(file)) {
      if (isOnDemand) found.add(target)
      if (target.endsWith('.ts') && target.startsWith('src/')) follow(target)
    }
  }
  follow(start)
  return found
}

it('what objects load on demand is loaded before the tests', () => {
  const objects = parseImports('src/index.ts').filter(({ target }) => target.startsWith('src/objects/'))
  const onDemand = objects.flatMap(({ target }) => [...findOnDemand(target)])
  expect(onDemand).toContain('src/objects/access/token-endpoint.ts')
  const loaded = new Set(parseImports('test/support/clean.ts').map(({ target }) => target))
  expect([...new Set(onDemand)].filter((file) => !loaded.has(file))).toEqual([])
})
