import { readFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseSync } from 'rolldown/utils'
import { beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import { bundleWorker } from '../../scripts/support/bundle.ts'
import { scriptSize } from '../../scripts/support/script-size.ts'

/**
 * Minified and gzipped: the code that runs at the start of the Worker, and all of it. The aim is 190 KiB for the latter
 * (docs/measurements.md).
 */
const MOST_AT_START = 41 * 1024
const MOST_BYTES = 250 * 1024

let worker: string
let map: string

beforeAll(async () => {
  const bundle = await bundleWorker()
  worker = bundle.code
  map = bundle.map
})

it('is within the size limit', () => {
  expect(worker).toContain('recorder_list_files')
  expect(gzipSync(worker).byteLength).toBeLessThanOrEqual(MOST_BYTES)
})

it.each([
  ["zod's maker of JSON Schemas", 'unrepresentable'],
  ['the keywords that it writes', 'additionalProperties'],
  ['the text of an OpenAPI document', 'securitySchemes'],
  ['what a description tells beside the summary', 'As the service answers it, without a schema'],
  ['the texts of the prompts, which are printed', 'meeting-to-tasks'],
  ['the recorded answers of its examples', '책 수선하는 법'],
  ['the MCP package, which stands in for nothing but the tests', 'mcp.ProtocolError'],
])('%s is not part of it', (_, word) => {
  expect(worker).not.toContain(word)
})

it('is within the size limit of a start', async () => {
  const { atStart, whole } = await scriptSize()
  expect(atStart).toBeLessThanOrEqual(MOST_AT_START)
  expect(whole).toBeGreaterThan(atStart)
})

it('has each chunk that is loaded on demand in a function, which V8 parses when it is called', () => {
  const [, load = expect.fail()] = /,\w+=(\w+)\(function\(\)\{/.exec(worker) ?? []
  const loaded = (wrapper: string) => worker.split(`=${load}(${wrapper}{`).length - 1
  expect(loaded('function()')).toBeGreaterThan(100)
  expect(loaded('()=>')).toBe(0)
})

it('has few functions at its top, because V8 creates each of them at every start', () => {
  const { body } = parseSync('index.js', worker).program
  const names = body.flatMap((statement) =>
    statement.type === 'FunctionDeclaration' ? (statement.id?.name ?? []) : [],
  )
  expect(names.length).toBeGreaterThan(100)
  expect(names.length).toBeLessThan(260)
})

it('has one byte per character', () => {
  expect(worker).toMatch(/^[\0-\x7f]+$/)
})

it.each([
  ['runs at the start', 'the gateway failed on this request', 'src/base/errors.ts'],
  ['is loaded on demand', 'the recorder service refused its own content link', 'src/groups/recorder/content.ts'],
])('has a source map to the file of code that %s', async (_, text, path) => {
  const lines = worker.slice(0, worker.indexOf(text)).split('\n')
  const found = new SourceMap(JSON.parse(map)).findEntry(lines.length - 1, lines.at(-1)?.length ?? 0)
  if (!('originalSource' in found)) return expect.fail()
  expect(found.originalSource).toBe(`../../${path}`)
  const original = await readFile(join(ROOT, path), 'utf8')
  expect(original.split('\n')[found.originalLine]).toContain(text)
})

it("has one router: Hono's other ones are left out", () => {
  expect(worker).toContain('TrieRouter')
  expect(worker).not.toMatch(/RegExpRouter|SmartRouter/)
})
