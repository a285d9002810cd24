import { beforeAll, expect, it } from 'vitest'
import { buildWorker } from '../../scripts/support/build.ts'
import { createApp } from '../../src/app.ts'
import { platform } from '../../src/base/platform.ts'
import { adminDocs } from '../../src/groups/admin/docs.ts'
import { DOCS } from '../../src/surfaces/docs.ts'
import { jsonSchema } from '../../src/surfaces/json-schema.ts'
import { registered } from '../../src/surfaces/registered.ts'

/**
 * The Worker contains no output schemas: src/base/no-answers.cjs replaces them. test/live/operations.test.ts checks
 * that every operation keeps its status, by running them all on the built Worker.
 */

const operations = registered(await createApp(platform).allRoutes()).map(({ operation }) => operation)
const inputs = operations.flatMap(({ input }) => Object.values(input()).map((schema) => jsonSchema(schema, 'input')))
const outputs = operations.flatMap(({ output }) => (output ? [jsonSchema(output(), 'output')] : []))

/** Descriptions that a bundler writes unchanged, and that no code contains by chance. */
const descriptions = new Set(
  [...JSON.stringify(outputs).matchAll(/"description":"([\w .,:;()/-]{20,})"/g)].map(([, text = '']) => text),
)

let worker: string

beforeAll(async () => {
  worker = await buildWorker()
}, 60_000)

it('contains no description of an output field', () => {
  const told = JSON.stringify(inputs)
  const held = [...descriptions].filter((text) => worker.includes(text) && !told.includes(text))
  expect(descriptions.size).toBeGreaterThan(300)
  expect(held.map((text) => `"${text}": routes take the schemas of answers from ./answers.ts alone`)).toEqual([])
})

it('contains no text of an operation', () => {
  const docs = [...Object.values(DOCS), adminDocs].flatMap(({ operations }) => Object.values(operations))
  const texts = docs.flatMap(({ en }) => [en.summary, en.description ?? '']).filter((text) => text.length >= 30)
  expect(texts.length).toBeGreaterThan(150)
  const held = texts.filter((text) => worker.includes(text))
  expect(held.map((text) => `"${text}": nothing in the Worker imports the docs.ts of a group`)).toEqual([])
})
