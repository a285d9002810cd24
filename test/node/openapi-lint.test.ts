import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it, vi } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import { createApp } from '../../src/app.ts'
import { GROUPS } from '../../src/base/groups.ts'
import { platform } from '../../src/base/platform.ts'

/** The strictest rules of an independent linter, warnings counted as errors. */
const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    // The description of a customer's own deployment: nobody else is given a licence to it.
    'info-license': 'off',
  },
})

const app = createApp(platform)
/** The files as they were printed. */
const ASSETS = {
  fetch: async (url: string) => new Response(await readFile(join(ROOT, 'public', new URL(url).pathname))),
}

const problemsOf = async (source: string) => {
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)
}

it.each(['/openapi.json', ...GROUPS.map((group) => `/openapi/${group}.json`)])(
  '%s is valid and clean',
  async (path) => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const response = await app.request(`https://latchkey.test${path}`, {}, { ASSETS })
    expect(response.status).toBe(200)
    expect(await problemsOf(await response.text())).toEqual([])
  },
)

it('the linter finds what is wrong', async () => {
  const paths = { '/a/{id}': { get: { responses: {} } } }
  const broken = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths }
  expect((await problemsOf(JSON.stringify(broken))).join('\n')).toMatch(/path-parameters-defined/)
})
