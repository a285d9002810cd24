import { expect, it } from 'vitest'
import { isSource, parseImports } from './imports.ts'

/**
 * A module that a Durable Object loads first cannot be loaded again in the same process if the object ends meanwhile: every
 * later import() of it hangs. The files of the tests share a process, so support/clean.ts loads such modules before.
 */
/** The modules that a file loads on demand, itself or through others. */
function findOnDemand(start: string): Set<string> {
  const [found, seen] = [new Set<string>(), new Set<string>()]
  const follow = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const { target, isOnDemand } of parseImports(file)) {
      if (isOnDemand) found.add(target)
      if (isSource(target)) follow(target)
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
