import { execFileSync, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import { GROUPS } from '../../src/base/groups.ts'
import { groupFile } from '../../src/openapi/public-files.ts'
import { servedDocument } from './openapi-documents.ts'

/** The editor of GPT Actions takes no larger document (docs/guides/en/importing.md). */
const MOST_OPERATIONS = 30
const MOST_BYTES = 1_000_000

const program = /jq '(.+)'/.exec(await readFile(join(ROOT, 'docs/guides/en/importing.md'), 'utf8'))?.[1] ?? ''

describe.skipIf(spawnSync('jq', ['--version']).status !== 0)('the command of the guide', () => {
  it.each(GROUPS)('makes a document of %s that GPT Actions take', async (group) => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const input = await servedDocument(groupFile(group))
    const { paths, servers } = JSON.parse(execFileSync('jq', [program], { input, encoding: 'utf8' }))
    const operations = Object.values<Record<string, { 'x-read-only': boolean }>>(paths).flatMap(Object.values)
    expect(operations.length).toBeGreaterThan(0)
    expect(operations.length).toBeLessThanOrEqual(MOST_OPERATIONS)
    expect(operations.filter((operation) => !operation['x-read-only'])).toEqual([])
    expect(servers[0].url).toMatch(/^https:/)
    expect(JSON.stringify(JSON.parse(input), null, 2).length).toBeLessThan(MOST_BYTES)
  })
})
