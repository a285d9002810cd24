import { expect } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { type Answer, PRO_KEY } from '../support/gateway.ts'
import type { Subject } from './subjects.ts'

type ByPath = (path: string, init: object) => Promise<{ data: unknown }>

/** The client sends the row's request, and returns what came back. */
export async function expectClientResult(subject: Subject, { status, headers, text, json }: Answer): Promise<void> {
  const { method, row, route } = subject
  const sent: Request[] = []
  const fetch = async (request: Request) => {
    sent.push(request)
    return new Response(text || null, { status, headers })
  }
  const latchkey = createClient({ baseUrl: 'https://latchkey.test', apiKey: PRO_KEY, fetch })
  const call = new Map<string, unknown>(Object.entries(latchkey)).get(method) as ByPath
  const { data } = await call(route.replaceAll(/:(\w+)/g, '{$1}'), toInit(subject))
  expect(sent.map((request) => [request.method, new URL(request.url).pathname])).toEqual([
    [method, addressOf(row).pathname],
  ])
  const [request = expect.fail('nothing was sent')] = sent
  expect([...new URL(request.url).searchParams]).toEqual([...addressOf(row).searchParams])
  expect(Object.fromEntries(request.headers)).toMatchObject(Object.fromEntries(new Headers(row.headers)))
  expect(await request.text()).toBe(row.body === undefined ? '' : JSON.stringify(row.body))
  expect(data).toEqual(json)
}

const addressOf = ({ path }: Subject['row']) => new URL(path, 'https://latchkey.test')

/** The parts of a row's request, with parsed values instead of text. */
function toInit({ operation, route, row }: Subject) {
  const { pathname, searchParams } = addressOf(row)
  const values = pathname.split('/')
  const path = route.split('/').flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), values[at]]] : []))
  return {
    params: {
      path: Object.fromEntries(path),
      ...(operation.input().query && { query: Object.fromEntries(searchParams) }),
    },
    headers: { ...row.headers },
    ...(row.body !== undefined && { body: row.body }),
  }
}
