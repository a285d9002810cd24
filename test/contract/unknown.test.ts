import { afterEach, describe, expect, it, vi } from 'vitest'
import type * as z from 'zod/mini'
import { isOpen } from '../../src/gateway/http/unknown-fields.ts'
import { type JsonSchema, jsonSchema } from '../../src/openapi/json-schema.ts'
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

/** Values inside of a body that the contract or the product leaves open. */
const OPEN_VALUES = ['properties', 'records.[]', 'filters_map', 'sorts.[]']

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

describe.each(everyWay.filter((subject) => takesBody(subject) && !isOpenAt(subject, 'json')))('$id', (subject) => {
  it('an unknown field in the body, also an empty one: 400, and no call', () =>
    expectUnknown(
      subject,
      [1, null, ''].map((value) => withField(subject, value)),
    ))
})

describe.each(everyWay.filter((subject) => !isOpenAt(subject, 'query')))('$id', (subject) => {
  it('an unknown query parameter, also an empty one: 400, and no call', () =>
    expectUnknown(subject, [{ query: 'zzz_unknown=1' }, { query: 'zzz_unknown=' }]))
})

describe.each(subjects)('$id', (subject) => {
  it('parameters of caches and links are ignored', async () => {
    await expectAccepted(subject, { query: '_=123&utm_source=mail&_t=' })
  })

  it('declares every object of its input, or leaves it open on purpose', () => {
    for (const part of ['query', 'json'] as const) {
      const schema = subject.operation.input()[part]
      if (!schema) continue
      expect([part, isOpen(schema)]).toEqual([part, isOpenAt(subject, part)])
      const open = objectsIn(jsonSchema(schema, 'input')).filter(([, { additionalProperties }]) => additionalProperties)
      expect(open.map(([path]) => path).filter((path) => path !== '' && !OPEN_VALUES.includes(path))).toEqual([])
      const undeclared = undeclaredIn(jsonSchema(schema, 'input'))
      expect(undeclared.map((path) => `${part} ${path}: make this object a z.strictObject`)).toEqual([])
    }
  })
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

/** Paths of objects that say neither that they are strict nor that they are open. */
const undeclaredIn = (schema: JsonSchema) =>
  objectsIn(schema).flatMap(([path, { additionalProperties }]) =>
    typeof additionalProperties === 'boolean' ? [] : [path],
  )

describe.each(subjects.filter((subject) => takesBody(subject) && !subject.operation.input().json))('$id', (subject) => {
  it.each([
    ['{}', 'application/json'],
    ['', 'application/json'],
    ['', 'text/plain'],
    ['', 'application/x-www-form-urlencoded'],
    [' \n', null],
  ])('takes no body, which may be %j of the type %s', async (body, type) => {
    await expectAccepted(subject, { body, headers: { 'Content-Type': type } })
  })
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
