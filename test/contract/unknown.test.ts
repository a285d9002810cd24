import { afterEach, describe, expect, it, vi } from 'vitest'
import type * as z from 'zod/mini'
import { isOpen } from '../../src/gateway/http/unknown-fields.ts'
import { type JsonSchema, jsonSchema } from '../../src/openapi/json-schema.ts'
import { expectEach } from '../support/expect-each.ts'
import { expectFailure, UNKNOWN } from './expected.ts'
import { setStage, type Variation } from './stage.ts'
import { everyWay, type Subject, subjects } from './subjects.ts'

afterEach(() => vi.restoreAllMocks())

/** What the contract leaves open, and how a field is treated that is not declared (docs/spec/gateway.md, "Input"). */
const OPEN: Readonly<Record<string, 'passed on' | 'ignored'>> = {
  'payment_manage_autopay json': 'passed on',
  'shop_list_order_sheets json': 'ignored',
  'shop_get_category json': 'ignored',
  'recorder_sync query': 'ignored',
}

/** Values inside of a body that the contract, the product or the browser leaves open. */
const OPEN_VALUES = [
  'properties',
  'content',
  'records.[]',
  'filters_map',
  'sorts.[]',
  'response',
  'response.response',
  'response.clientExtensionResults',
]

const isOpenAt = ({ id }: Subject, part: 'query' | 'json') => `${id} ${part}` in OPEN

const asJson = (body: object): Variation => ({
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
})

const withField = ({ row }: Subject, value: unknown = 1) =>
  asJson({ ...(row.body as object | undefined), zzz_unknown: value })

async function expectUnknown(subject: Subject, variations: readonly Variation[]) {
  const stage = setStage(subject)
  for (const variation of variations) expectFailure(subject, await stage.ask(variation), 400, UNKNOWN)
  expect(stage.simulator.calls).toEqual([])
}

async function expectAccepted(subject: Subject, variation: Variation) {
  const stage = setStage(subject)
  const answer = await stage.ask(variation)
  expect(answer.status, answer.text).toBe(subject.operation.status)
  return stage
}

const takesBody = ({ method }: Subject) => method !== 'GET'

/** One request of each group whose input is strict, since all of them are checked by the same code. */
const firstOfEachGroup = (all: readonly Subject[]) =>
  [...Map.groupBy(all, ({ contract }) => contract.group).values()].flatMap(([first]) => first ?? [])

it('every object of an input is strict, or open on purpose', () =>
  expectEach(subjects, (subject) => {
    for (const part of ['query', 'json'] as const) {
      const schema = subject.operation.input()[part]
      if (!schema) continue
      expect(isOpen(schema), `${part} is open`).toBe(isOpenAt(subject, part))
      const objects = objectsIn(jsonSchema(schema, 'input'))
      const open = objects.filter(([path, { additionalProperties }]) => path !== '' && additionalProperties)
      expect(open.map(([path]) => path).filter((path) => !OPEN_VALUES.includes(path))).toEqual([])
      const undeclared = objects.filter(([, { additionalProperties }]) => typeof additionalProperties !== 'boolean')
      expect(undeclared.map(([path]) => `${part} ${path}: make this object a z.strictObject`)).toEqual([])
    }
  }))

const strictBodies = everyWay.filter((subject) => takesBody(subject) && !isOpenAt(subject, 'json'))
const strictQueries = everyWay.filter((subject) => !isOpenAt(subject, 'query'))

it.each(firstOfEachGroup(strictBodies))(
  '$id: an unknown field in the body, also an empty one: 400, and no call',
  (one) =>
    expectUnknown(
      one,
      [1, null, ''].map((value) => withField(one, value)),
    ),
)

it.each(firstOfEachGroup(strictQueries))(
  '$id: an unknown query parameter, also an empty one: 400, and no call',
  (one) => expectUnknown(one, [{ query: 'zzz_unknown=1' }, { query: 'zzz_unknown=' }]),
)

it.each(firstOfEachGroup(subjects))('$id: parameters of caches and links are ignored', async (one) => {
  await expectAccepted(one, { query: '_=123&utm_source=mail&_t=' })
})

/** Every object of a schema by its path. */
function objectsIn(schema: JsonSchema, path = ''): [path: string, schema: JsonSchema][] {
  const { properties = {}, items, anyOf = [] } = schema
  const below = (name: string) => (path ? `${path}.${name}` : name)
  return [
    ...([schema.type].flat().includes('object') ? [[path, schema] as [string, JsonSchema]] : []),
    ...Object.entries(properties).flatMap(([name, field]) => objectsIn(field, below(name))),
    ...(items ? objectsIn(items as JsonSchema, below('[]')) : []),
    ...anyOf.flatMap((one) => objectsIn(one, path)),
  ]
}

const withoutBody = subjects.find((subject) => takesBody(subject) && !subject.operation.input().json)

it.each([
  ['{}', 'application/json'],
  ['', 'application/json'],
  ['', 'text/plain'],
  ['', 'application/x-www-form-urlencoded'],
  [' \n', null],
])('an operation without a body takes %j of the type %s', async (body, type) => {
  await expectAccepted(withoutBody ?? expect.fail(), { body, headers: { 'Content-Type': type } })
})

describe.each(subjects.filter((subject) => isOpenAt(subject, 'json')))('$id', (subject) => {
  it('another field is passed on, or ignored', async () => {
    const stage = await expectAccepted(subject, withField(subject))
    const sent = stage.ownCalls().map(({ url, body }) => `${url} ${body}`)
    const fate = OPEN[`${subject.id} json`]
    expect(sent.some((call) => call.includes('zzz_unknown'))).toBe(fate === 'passed on')
  })
})

describe.each(subjects.filter((subject) => isOpenAt(subject, 'query')))('$id', (subject) => {
  it('another parameter is ignored', async () => {
    const stage = await expectAccepted(subject, { query: 'zzz_unknown=1' })
    expect(stage.ownCalls().filter(({ url }) => String(url).includes('zzz_unknown'))).toEqual([])
  })
})

describe.each(subjects.filter((subject) => isOpenAt(subject, 'json') && Object.keys(shapeOf(subject)).length > 0))(
  '$id',
  (subject) => {
    it('another spelling of a declared field is refused', async () => {
      const [name = ''] = Object.keys(shapeOf(subject))
      const body = { ...(subject.row.body as object), [name.toUpperCase()]: 'x' }
      const stage = setStage(subject)
      const expected = `${name.toUpperCase()}: is not known: did you mean ${name}?`
      expectFailure(subject, await stage.ask(asJson(body)), 400, expected)
      expect(stage.simulator.calls).toEqual([])
    })
  },
)

function shapeOf({ operation }: Subject): z.core.$ZodShape {
  return operation.input().json?.shape ?? {}
}
