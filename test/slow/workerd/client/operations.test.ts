import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { getOutput } from '../../../../src/openapi/registered.ts'
import { setStage } from '../../../client/stage.ts'
import { keySubjects, type Subject } from '../../../contract/subjects.ts'

type ByPath = (path: string, init: object) => Promise<{ data: unknown }>

/** Every operation by its path: the types come from the document, and this tests what is sent. */
describe.each(keySubjects)('$id', (subject) => {
  const { operation, method, row, route } = subject

  it('is a call by its path', async () => {
    const { latchkey, sent } = setStage(row.connected)
    const call = new Map<string, unknown>(Object.entries(latchkey)).get(method) as ByPath
    const { data } = await call(route.replaceAll(/:(\w+)/g, '{$1}'), toInit(subject))
    const request = `${method} ${new URL(row.path, 'https://latchkey.test').pathname}`
    expect(sent.map((asked) => `${asked.method} ${new URL(asked.url).pathname}`)).toEqual([request])
    expect(await sent[0]?.text()).toBe(row.body === undefined ? '' : JSON.stringify(row.body))
    const output = getOutput(operation)
    if (output) expect(z.parse(output, data)).toEqual(data)
  })
})

/** The parts of a row's request, with parsed values instead of text. */
function toInit({ operation, route, row }: Subject) {
  const { pathname, searchParams } = new URL(row.path, 'https://latchkey.test')
  const values = pathname.split('/')
  const path = route.split('/').flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), values[at]]] : []))
  const { query } = operation.input()
  return {
    params: { path: Object.fromEntries(path), ...(query && { query: Object.fromEntries(searchParams) }) },
    headers: { ...row.headers },
    ...(row.body !== undefined && { body: row.body }),
  }
}
