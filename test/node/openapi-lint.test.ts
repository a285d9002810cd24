import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it, vi } from 'vitest'
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

const problemsOf = async (source: string) => {
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)
}

it.each(['/openapi.json', ...GROUPS.map((group) => `/openapi/${group}.json`)])(
  '%s is valid and clean',
  async (path) => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const response = await app.request(path, {}, {})
    expect(response.status).toBe(200)
    expect(await problemsOf(await response.text())).toEqual([])
  },
)

it('the linter finds what is wrong', async () => {
  const paths = { '/a/{id}': { get: { responses: {} } } }
  const broken = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths }
  expect((await problemsOf(JSON.stringify(broken))).join('\n')).toMatch(/path-parameters-defined/)
})
