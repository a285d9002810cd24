import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { beforeEach, expect, it, vi } from 'vitest'
import { ALL_FILES, servedDocument, WHOLE_FILES } from '../../node/openapi-documents.ts'

/** The strictest rules of two independent linters, warnings counted as errors. */

beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))

// As text, because the compiler takes two seconds to check the type of such an object.
const config = await createConfig('extends: [recommended-strict]')

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
ruled.setRuleset({
  extends: [[rulesets.oas as unknown as RulesetDefinition, 'recommended']],
  // Redocly compares the examples with their schemas, too. That takes more than half of the time of each.
  rules: { 'oas3-valid-media-example': 'off' },
})

const spectrally = async (source: string) =>
  (await ruled.run(source)).map(({ code, message, path }) => `${code}: ${message} at ${path.join('/')}`)

it.each(ALL_FILES)('Redocly finds nothing in %s', async (file) => {
  expect(await redocly(await servedDocument(file))).toEqual([])
})

it.each([...WHOLE_FILES, '/openapi.json?groups=shop,payment'])(
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

it('both find 3.1 in a document that says it is 3.0', async () => {
  const source = (await servedDocument('/openapi/video.json')).replace('"3.1.0"', '"3.0.3"')
  expect((await redocly(source)).length).toBeGreaterThan(10)
  expect((await spectrally(source)).length).toBeGreaterThan(10)
})

it('Redocly finds what is wrong', async () => {
  expect((await redocly(BROKEN)).join('\n')).toMatch(/path-parameters-defined/)
})

it('Redocly finds an example that does not fit its schema', async () => {
  const content = {
    'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } }, example: { a: 1 } },
  }
  const paths = { '/a': { get: { responses: { '200': { description: 'A', content } } } } }
  const source = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths })
  expect((await redocly(source)).join('\n')).toMatch(/no-invalid-media-type-examples: .*string/)
})

it('Spectral finds what is wrong', async () => {
  expect((await spectrally(BROKEN)).join('\n')).toMatch(/path-params/)
})
