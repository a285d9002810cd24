import { execFileSync, spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { isObject } from '../../src/base/json.ts'
import { servedDocument, WHOLE_FILES } from './openapi-documents.ts'

/**
 * JSON Schema uses ECMAScript patterns. Generated clients and validators compile them with their language's own engine,
 * so a pattern uses only syntax that all of them share.
 */

const patterns = new Set<string>()

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  for (const file of WHOLE_FILES) collect(JSON.parse(await servedDocument(file)))
  vi.restoreAllMocks()
})

function collect(node: unknown): void {
  if (Array.isArray(node)) node.forEach(collect)
  else if (isObject(node)) {
    if (typeof node.pattern === 'string') patterns.add(node.pattern)
    Object.values(node).forEach(collect)
  }
}

const ESCAPE = String.raw`\\(?:[dDwWsSbB]|x[0-9a-fA-F]{2}|[^A-Za-z0-9])`
/** Java reads `[` within a class as a class, and `&&` as an intersection. */
const CLASS = String.raw`\[\^?(?!\^?\])(?:${ESCAPE}|(?!&&)[^\\\[\]])+\]`
const GROUP = String.raw`\((?:\?:|(?!\?))`
const COMMON = new RegExp(`^(?:${ESCAPE}|${CLASS}|${GROUP}|[^\\\\[(])*$`)

it('every pattern uses only syntax that all engines have', () => {
  expect(patterns.size).toBeGreaterThan(5)
  expect([...patterns].filter((pattern) => !COMMON.test(pattern))).toEqual([])
})

it.each([
  String.raw`^\p{L}$`,
  String.raw`^\P{Cc}*$`,
  '(?<year>a)',
  '(?=a)',
  '[a&&b]',
  '[^]',
  String.raw`\u{1f600}`,
  '[a[b]]',
])('%s is recognized', (pattern) => expect(pattern).not.toMatch(COMMON))

const COMPILING = `
import json, re, sys
def refused(pattern):
    try:
        re.compile(pattern)
    except re.error as error:
        return f"{pattern}: {error}"
print(json.dumps([why for why in map(refused, json.load(sys.stdin)) if why]))
`
const refusedByPython = (list: readonly string[]): unknown =>
  JSON.parse(execFileSync('python3', ['-c', COMPILING], { input: JSON.stringify(list), encoding: 'utf8' }))

describe.skipIf(spawnSync('python3', ['--version']).status !== 0)('Python', () => {
  it('compiles every pattern', () => {
    expect(refusedByPython([...patterns])).toEqual([])
  })

  it('refuses a property of Unicode', () => {
    expect(refusedByPython([String.raw`^\p{L}$`])).toEqual([expect.stringContaining('bad escape')])
  })
})
