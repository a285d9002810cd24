import { describe, expect, it } from 'vitest'
import { isGroup } from '../../src/base/groups.ts'
import type { RequestParts } from '../../src/client/request.ts'
import { keySubjects, type Subject } from '../contract/subjects.ts'
import { setStage } from './stage.ts'

type Calls = Record<string, (path: string, parts: RequestParts) => Promise<unknown>>

/** The client has the groups of the contract. */
const subjects = keySubjects.filter(({ contract }) => isGroup(contract.group))

describe.each(subjects)('$id', (subject) => {
  const { operation, method, route, row } = subject
  const [, , version, name = '', ...below] = route.split('/')

  it('is a call of its group by method and path, given the values that its query and headers are read as', async () => {
    const { latchkey, sent } = setStage(row.connected)
    // The types of the calls follow from the routers; here it is about what stands behind them.
    const groups: object = latchkey
    const calls = new Map<string, Calls>(Object.entries(groups)).get(version === 'v2' ? `${name}V2` : name)
    const parts = partsOf(subject)
    const answer = await calls?.[method.toLowerCase()]?.(`/${below.join('/')}`, parts)

    expect(sent.map((request) => `${request.method} ${new URL(request.url).pathname}`)).toEqual([
      `${method} ${new URL(row.path, 'https://latchkey.test').pathname}`,
    ])
    const query = Object.fromEntries(new URL(sent[0]?.url ?? '').searchParams)
    expect(operation.input().query?.parse(query)).toEqual(parts.query)
    expect(operation.output?.().parse(answer)).toEqual(answer)
  })
})

/** The parts of a row's request, with the values that the gateway reads in place of its text. */
function partsOf({ operation, route, row }: Subject): RequestParts {
  const { pathname, searchParams } = new URL(row.path, 'https://latchkey.test')
  const values = pathname.split('/')
  const param = route.split('/').flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), values[at]]] : []))
  const { query, header } = operation.input()
  return {
    param: Object.fromEntries(param),
    ...(query && { query: query.parse(Object.fromEntries(searchParams)) }),
    ...(header && { header: header.parse(row.headers ?? {}) }),
    ...(row.body !== undefined && { json: row.body }),
  }
}
