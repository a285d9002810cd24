import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { beforeEach, expect, it, vi } from 'vitest'
import { ALL_FILES, servedDocument, WHOLE_FILES } from '../node/openapi-documents.ts'

/** The strictest rules of two independent linters, warnings counted as errors. */

beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))

const config = await createConfig({ extends: ['recommended-strict'] })

/** `subscriptions` is no id of an event, which begins with `evt_`, and no method stands at both. */
const CLEAR = /^no-ambiguous-paths: .*\/events\/subscriptions\/\{id\}(\/\w+)?` and `\S+\/events\/\{id\}\/redeliver`/

const redocly = async (source: string) => {
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)
    .filter((problem) => !CLEAR.test(problem))
}

const ruled = new spectral.Spectral()
// The two packages describe one ruleset by types that do not meet.
ruled.setRuleset({ extends: [[rulesets.oas as unknown as RulesetDefinition, 'recommended']] })

/** What stands in an example is data: the linter takes one with a `type` and an `example` of its own for a schema. */
const isData = (path: readonly (string | number)[]) => path.slice(0, -1).includes('example')

const spectrally = async (source: string) =>
  (await ruled.run(source))
    .filter(({ path }) => !isData(path))
    .map(({ code, message, path }) => `${code}: ${message} at ${path.join('/')}`)

it.each(ALL_FILES)('Redocly finds nothing in %s', async (file) => {
  expect(await redocly(await servedDocument(file))).toEqual([])
})

it.each(WHOLE_FILES)(
  'Spectral finds nothing in %s',
  async (file) => {
    expect(await spectrally(await servedDocument(file))).toEqual([])
  },
  60_000,
)

const BROKEN = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  paths: { '/a/{id}': { get: { responses: {} } } },
})

it('Redocly finds what is wrong', async () => {
  expect((await redocly(BROKEN)).join('\n')).toMatch(/path-parameters-defined/)
})

it('Spectral finds what is wrong', async () => {
  expect((await spectrally(BROKEN)).join('\n')).toMatch(/path-params/)
})
