import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { RequestParts } from '../../../../src/client/request.ts'
import { getRoot, toMethodName } from '../../../../src/surfaces/client-codegen/names.ts'
import { getOutput } from '../../../../src/surfaces/outputs.ts'
import { setStage } from '../../../client/stage.ts'
import { keySubjects, type Subject } from '../../../contract/subjects.ts'

type ByPath = (path: string, parts: RequestParts) => Promise<unknown>
type ByName = (params: Readonly<Record<string, unknown>>, options: object) => Promise<unknown>

/**
 * A call of a group by name, on an untyped client: the types are derived from the declarations, and this tests their
 * behaviour.
 */
const getCall = (client: object, ...names: string[]): unknown =>
  names.reduce<unknown>((value, name) => new Map(Object.entries(value ?? {})).get(name), client)

/** Expects the row's request, and the operation's declared response. */
async function expectAnswer({ operation, method, row }: Subject, sent: readonly Request[], answer: unknown) {
  const request = `${method} ${new URL(row.path, 'https://latchkey.test').pathname}`
  expect(sent.map((asked) => `${asked.method} ${new URL(asked.url).pathname}`)).toEqual([request])
  const { query } = operation.input()
  const [asked, expected] = [sent[0]?.url ?? '', `https://latchkey.test${row.path}`].map((url) =>
    query?.parse(Object.fromEntries(new URL(url).searchParams)),
  )
  expect(asked).toEqual(expected)
  expect(await sent[0]?.text()).toBe(row.body === undefined ? '' : JSON.stringify(row.body))
  const output = getOutput(operation)
  expect(output && z.parse(output, answer)).toEqual(answer)
}

describe.each(keySubjects)('$id', (subject) => {
  const { operation, row } = subject
  const parts = toParts(subject)

  it('is a call by its name, given all fields in one object', async () => {
    const { latchkey, sent } = setStage(row.connected)
    const names = operation.group === 'gateway' ? [] : [operation.group]
    const call = getCall(latchkey, ...names, toMethodName(operation.id)) as ByName
    const { param, query, json, header } = parts
    await expectAnswer(subject, sent, await call({ ...param, ...query, ...json }, { headers: header }))
  })

  it('has no field of one name in two places of a request', () => {
    const { param, query, json } = operation.input()
    const names = [param, query, json].flatMap((fields) => Object.keys(fields?.shape ?? {}))
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})

/**
 * One operation of each group, method and kind of parameters, because calls by path use the same code as calls by name.
 */
const byPath = [
  ...new Map(
    keySubjects.flatMap((subject) => {
      const place = getRoot({ ...subject, path: subject.route })
      if (!place) return []
      const kinds = Object.keys(subject.operation.input()).sort().join()
      return [[`${place.name} ${subject.method} ${kinds}`, { ...subject, place }] as const]
    }),
  ).values(),
]

it.each(byPath)('$id is a call by its method and path', async ({ place, ...subject }) => {
  const { latchkey, sent } = setStage(subject.row.connected)
  const call = getCall(latchkey, place.name, subject.method.toLowerCase()) as ByPath
  await expectAnswer(subject, sent, await call(place.below, toParts(subject)))
})

/** The parts of a row's request, with parsed values instead of text. */
function toParts({ operation, route, row }: Subject): RequestParts {
  const { pathname, searchParams } = new URL(row.path, 'https://latchkey.test')
  const values = pathname.split('/')
  const param = route.split('/').flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), values[at]]] : []))
  const { query, header } = operation.input()
  return {
    param: Object.fromEntries(param),
    ...(query && { query: query.parse(Object.fromEntries(searchParams)) }),
    ...(header && { header: header.parse(row.headers ?? {}) }),
    ...(row.body !== undefined && { json: row.body as Record<string, unknown> }),
  }
}
