import { expect, it } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { isPaged } from '../../src/gateway/narrowing.ts'
import { registered } from '../contract/subjects.ts'

/** Any parameter of a path has the same value. */
const VALUE = 'value'
const input = { param: new Proxy<Record<string, string>>({}, { get: () => VALUE }) }

type Each = (parts: typeof input) => AsyncGenerator

/** The `each...` of the client with the method and path of the request that each makes first. */
async function listings(): Promise<{ name: string; request: string }[]> {
  let request = ''
  const fetch = (sent: Request) => {
    request = `${sent.method} ${new URL(sent.url).pathname}`
    return Response.error()
  }
  const found: { name: string; request: string }[] = []
  const client: Record<string, Record<string, unknown>> = createClient({
    baseUrl: 'https://latchkey.test',
    apiKey: 'test-key',
    fetch,
  })
  for (const [group, calls] of Object.entries(client)) {
    for (const [name, each] of Object.entries(calls)) {
      if (!name.startsWith('each')) continue
      await (each as Each)(input)
        .next()
        .catch(() => {})
      found.push({ name: `${group}.${name}`, request })
    }
  }
  return found
}

const paged = registered.flatMap(({ method, route, operation }) =>
  isPaged(operation.input()) ? [{ operation, request: `${method} ${route.replace(/:\w+/g, VALUE)}` }] : [],
)

it('every paged listing has an each... in the typed client', async () => {
  const requests = (await listings()).map(({ request }) => request)
  const missing = paged.flatMap(({ operation: { id, group }, request }) =>
    requests.includes(request)
      ? []
      : [`${id} answers in pages, and the typed client has no each... for it: add one to src/client/${group}.ts`],
  )
  expect(missing).toEqual([])
})

it('every each... of the typed client goes through a paged listing', async () => {
  const requests = paged.map(({ request }) => request)
  const wrong = (await listings()).flatMap(({ name, request }) =>
    requests.includes(request)
      ? []
      : [`${name} asks ${request}, none of whose fields says which page: add .meta({ narrows: 'position' }) to one`],
  )
  expect(wrong).toEqual([])
})
