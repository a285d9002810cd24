import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forwardToProduct } from '../../../scripts/record/capture.ts'

/** The way from `npm run record` to a product, tried with one on this machine. */
const heard: { incoming: IncomingMessage; body: string }[] = []
const product = createServer(async (incoming, upstream) => {
  let body = ''
  for await (const chunk of incoming) body += chunk
  heard.push({ incoming, body })
  if (incoming.url === '/moved') upstream.writeHead(302, { Location: '/elsewhere' }).end()
  else
    upstream.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(gzipSync('{"a":1}'))
})
let origin: string

beforeAll(async () => {
  await once(product.listen(0, '127.0.0.1'), 'listening')
  const address = product.address()
  origin = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})

afterAll(() => void product.close())

it('sends method, path, query, headers and body, and returns the decoded response', async () => {
  const headers = { Authorization: 'Bearer secret', 'Content-Type': 'application/json' }
  const answer = await forwardToProduct(
    new Request(`${origin}/a%20b?c=d`, { method: 'POST', headers, body: '{"q":"ü"}' }),
  )
  const [call] = heard.splice(0)
  expect([call?.incoming.method, call?.incoming.url, call?.body]).toEqual(['POST', '/a%20b?c=d', '{"q":"ü"}'])
  expect(call?.incoming.headers).toMatchObject({ authorization: 'Bearer secret', 'content-type': 'application/json' })
  expect([answer.status, await answer.text()]).toEqual([200, '{"a":1}'])
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('content-encoding')).toBeNull()
})

it('leaves a redirect to the gateway', async () => {
  const answer = await forwardToProduct(new Request(`${origin}/moved`))
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/elsewhere'])
})
