import { expect, it } from 'vitest'
import { isSource, parseImports } from './imports.ts'

/** What each isolate runs at its start: what src/index.ts imports, without what is loaded on demand. */
function findStartCode(): Map<string, string> {
  const importers = new Map([['src/index.ts', '']])
  for (const [file] of importers)
    for (const { target, isOnDemand } of isSource(file) ? parseImports(file) : [])
      if (!isOnDemand && !importers.has(target)) importers.set(target, file)
  return importers
}

const LATER: readonly (readonly [why: string, names: RegExp])[] = [
  ['a group is loaded with its first request', /^src\/groups\/\w+\/routes\.ts$/],
  ['the accounts of all groups are loaded with them', /^src\/registry\.ts$/],
  ['EVENTS loads its parts, and with them the event sources of all groups', /^src\/objects\/events\/parts\.ts$/],
  ['documents and tools have the schemas of answers', /outputs\.ts$/],
  ['only the schemas of answers need all of Zod', /^zod$/],
  ['a library is loaded where it is used', /^@(?:modelcontextprotocol|simplewebauthn|cloudflare)\//],
]

it('the start of an isolate loads nothing that a later request or alarm can load', () => {
  const code = findStartCode()
  expect([...code.keys()]).toEqual(expect.arrayContaining(['src/app.ts', 'src/objects/events/events.ts', 'zod/mini']))
  const early = [...code].flatMap(([target, file]) =>
    LATER.filter(([, names]) => names.test(target)).map(([why]) => `${file} imports ${target}: ${why}`),
  )
  expect(early).toEqual([])
})
