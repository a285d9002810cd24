import { expect, it } from 'vitest'
import type { Answer } from '../../support/gateway.ts'
import { calls, connected, leaveNothingBehind, lines } from './connected.ts'

leaveNothingBehind()

/**
 * The routes whose payload is passed through unchanged (docs/spec/gateway.md, "Responses"), and their calls to the
 * product.
 */
const ROUTES = [
  ['/membership/status', '/membership/free-trial/status'],
  ['/config', '/config/init?platform=web&version=1.1.1'],
  ['/user/feature-access', '/user/feature-access'],
] as const

/** The answer of each route when the product sends this body. */
async function answers(body: string) {
  const found: Answer[] = []
  for (const [path, upstream] of ROUTES) {
    const { get, plaud } = connected()
    plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname + url.search === upstream })
    found.push(await get(path))
  }
  return found
}

it('each is one call, whose payload is the answer', async () => {
  for (const [path, upstream] of ROUTES) {
    const deployment = connected()
    const { status, json } = await deployment.get(path)
    expect.soft([status, json], path).toEqual([200, expect.objectContaining({ status: 0, msg: 'success' })])
    expect.soft(json.data, path).toEqual(expect.any(Object))
    expect.soft(lines(calls(deployment)), path).toEqual([`GET ${upstream}`])
  }
})

it('the text that came, to the letter', async () => {
  const body = '{ "status": 0,\n  "price": 1.50, "name": "\\uac00", "data": { "b": 1, "a": null } }'
  expect((await answers(body)).map(({ text }) => text)).toEqual(ROUTES.map(() => body))
})

it('an integer that a double would round leaves as a string', async () => {
  const body = '{"status":0,"data":{"id":9007199254740993,"ids":[-12345678901234567890],"small":9007199254740991}}'
  const data = { id: '9007199254740993', ids: ['-12345678901234567890'], small: 9007199254740991 }
  expect((await answers(body)).map(({ json }) => json.data)).toEqual(ROUTES.map(() => data))
})

it('anything but an envelope is 502', async () => {
  for (const body of ['', '[]', ' [{"status":0}]', '{}', 'null', '"hello"'])
    expect
      .soft(
        (await answers(body)).map(({ status }) => status),
        body,
      )
      .toEqual([502, 502, 502])
})
