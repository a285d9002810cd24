import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { simulatedProducts } from '../../scripts/support/products.ts'
import { jsonSchema } from '../../src/openapi/json-schema.ts'
import { getExample } from '../../src/openapi/operation.ts'
import { keySubjects as subjects } from '../contract/subjects.ts'
import { Clock } from '../simulators/clock.ts'
import { expectEach } from '../support/expect-each.ts'
import { freshDeployment } from '../support/fresh.ts'
import { type Answer, createGateway } from '../support/gateway.ts'
import { createWorldAt, expectNothingUnexpected } from '../support/world.ts'
import { type Document, expectAsDocumented, getOperations, readDocument } from './document.ts'
import { sendExample } from './send-example.ts'

/**
 * The examples of the document, sent unchanged and one after another in the page's order, to the products of
 * `npm start`. Each succeeds, on any date.
 */
describe.each(['2026-11-21T09:00:00Z', '2029-06-30T20:00:00Z'])('the examples of the document on %s', (start) => {
  const answers = new Map<string, Answer>()
  let document: Document

  beforeAll(async () => {
    await freshDeployment()
    const clock = new Clock(start)
    const { simulators, settings } = simulatedProducts(clock)
    const world = createWorldAt(clock, ...simulators)
    const gateway = createGateway(settings)
    document = await readDocument()
    for (const operation of getOperations(document)) {
      answers.set(operation.operationId, await sendExample(gateway, operation))
    }
    expectNothingUnexpected(world)
  }, 60_000)
  afterAll(() => vi.restoreAllMocks())

  it('are those of every operation', () => {
    expect([...answers.keys()].sort()).toEqual(subjects.map(({ id }) => id).sort())
  })

  it('succeed, as documented', () =>
    expectEach(subjects, ({ id, operation }) => {
      const answer = answers.get(id) ?? expect.fail('no answer')
      expect(answer.status, answer.text).toBe(operation.status)
      expectAsDocumented(document, id, answer)
    }))
})

it('every field that a body cannot do without has an example', () => {
  const missing = subjects.flatMap(({ id, operation: { group, input } }) => {
    const { json } = input()
    if (!json) return []
    const { required = [] } = jsonSchema(json, 'input')
    const lacking = required.filter((name) => !(name in getExample(json)))
    return lacking.map(
      (name) => `${id}: give ${name} an example with z.meta({ examples: [...] }) in src/groups/${group}`,
    )
  })
  expect(missing).toEqual([])
})
