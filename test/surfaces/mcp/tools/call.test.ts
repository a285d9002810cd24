import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Env } from '../../../../src/base/env.ts'
import { GatewayError } from '../../../../src/base/errors.ts'
import { platform } from '../../../../src/base/platform.ts'
import { textCount } from '../../../../src/gateway/http/fields.ts'
import { reply } from '../../../../src/gateway/http/reply.ts'
import { createRequestContext } from '../../../../src/gateway/http/request-context.ts'
import { fail } from '../../../../src/gateway/http/respond.ts'
import { basic } from '../../../../src/gateway/licence.ts'
import { operations } from '../../../../src/gateway/operation.ts'
import type { AppEnv } from '../../../../src/gateway/state.ts'
import { TOOLS_FILE } from '../../../../src/surfaces/generated.ts'
import { mcp } from '../../../../src/surfaces/mcp/mcp.ts'
import type { Router } from '../../../../src/surfaces/mcp/tools/call.ts'
import { tokensIn } from '../../../../src/surfaces/mcp/tools/tokens.ts'
import { MOST_TOKENS } from '../../../../src/surfaces/mcp/tools/truncate.ts'
import { createProbe } from '../../../gateway/probe.ts'
import { type Answer, BINDINGS, PRO_KEY } from '../../../support/gateway.ts'
import { createWorld, type World } from '../../../support/world.ts'
import { connect as connectTo } from '../clients.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => vi.restoreAllMocks())

const { read, write } = operations<Record<string, () => z.core.$ZodType>>({ group: 'shop', gate: basic })
const rows = () => z.object({ rows: z.array(z.string()), next: z.string() })
const _anything = () => z.looseObject({})
const SECRET = 'token=secret-token'

let seen: Request | undefined

/** The generated tools, and those of the operations here. */
const ASSETS: Env['ASSETS'] = {
  fetch: async (address) => {
    const text = await (await BINDINGS.ASSETS.fetch(address)).text()
    if (!String(address).endsWith(TOOLS_FILE)) return new Response(text)
    const names = ['rows', 'text', 'broken', 'busy', 'again', 'unreadable']
    return new Response(text + names.map(toolLine).join(''))
  },
}

function toolLine(name: string): string {
  const access = { group: 'shop', path: `/api/v1/shop/${name}`, reads: name !== 'again', licences: ['basic', 'pro'] }
  const traits = { isDefault: true, ...(name === 'rows' && { amounts: ['limit'] }) }
  const definition = { name: `shop_${name}`, inputSchema: { type: 'object' } }
  return `shop_${name}\t${[access, traits, definition, definition].map((part) => JSON.stringify(part)).join('\t')}\n`
}

const probe = createProbe(
  new Hono<AppEnv>()
    .get(
      '/shop/rows',
      read(
        'shop_rows',
        {
          input: () => ({
            query: z.object({ limit: textCount(20_000).check(z.meta({ description: 'How many', narrows: 'amount' })) }),
          }),
        },
        async (c) => ({
          rows: Array.from({ length: c.req.valid('query').limit }, (_, at) => `row ${at}`),
          next: 'after the last',
        }),
      ),
    )
    .get(
      '/shop/text',
      read('shop_text', {}, async () => ({
        text: '가'.repeat(2 * MOST_TOKENS),
      })),
    )
    .get(
      '/shop/broken',
      read('shop_broken', {}, async () => {
        throw new TypeError(`cannot read ${SECRET} of undefined`)
      }),
    )
    .get(
      '/shop/busy',
      read('shop_busy', {}, async () => {
        throw new GatewayError(429, 'the shop is busy', { headers: { 'Retry-After': '7' } })
      }),
    )
    .post(
      '/shop/again',
      write('shop_again', {}, async (c) => {
        seen = c.req.raw
        return reply({ done: true }, 200, { 'Idempotent-Replayed': 'true' })
      }),
    ),
  { ASSETS },
)

const readAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
  json: undefined,
})

const connect = (headers = {}) =>
  connectTo({ env: probe.env, call: async (path, init) => readAnswer(await probe.fetch(path, init)) }, { headers })

async function ask(app: Hono<AppEnv>, path: string, init: RequestInit = {}, env = probe.env): Promise<Answer> {
  const headers = new Headers(init.headers)
  headers.set('X-API-KEY', PRO_KEY)
  const context = createExecutionContext()
  const answer = readAnswer(
    await app.fetch(new Request(`https://latchkey.test${path}`, { ...init, headers }), env, context),
  )
  await waitOnExecutionContext(context)
  return answer
}

describe('a long response', () => {
  it('is cut, keeps its shape, and says which argument returns the rest', async () => {
    const client = await connect()
    await client.listTools()
    const { isError, texts } = await client.callTool('shop_rows')
    const { rows: kept, next } = JSON.parse(texts[0] ?? '') as z.output<ReturnType<typeof rows>>
    expect(isError).toBe(false)
    expect(tokensIn(texts.join('\n'))).toBeGreaterThan(MOST_TOKENS * 0.9)
    expect(tokensIn(texts.join('\n'))).toBeLessThanOrEqual(MOST_TOKENS)
    expect({ first: kept[0], next }).toEqual({ first: 'row 0', next: 'after the last' })
    expect(texts[1]).toBe(
      `Only ${kept.length} of the 20000 items of rows fit into an answer: call shop_rows again with limit: ${kept.length - (kept.length % 10)}. A text that ends with … is cut.`,
    )
  })

  it('requested as the note says, is complete', async () => {
    const client = await connect()
    const { texts } = await client.callTool('shop_rows')
    const limit = Number(/limit: (\d+)/.exec(texts[1] ?? '')?.[1])
    expect((await client.callTool('shop_rows', { limit })).texts).toHaveLength(1)
  })

  it('that no argument makes smaller ends early', async () => {
    const { texts } = await (await connect()).callTool('shop_text')
    expect(texts[1]).toBe('A text that ends with … is cut.')
  })

  it('that exactly fits is complete', async () => {
    const { texts } = await (await connect()).callTool('shop_rows', { limit: 3000 })
    expect(texts).toHaveLength(1)
  })
})

describe('a failure', () => {
  it('of ours reveals nothing', async () => {
    const answer = await (await connect()).callTool('shop_broken')
    expect(answer).toMatchObject({
      isError: true,
      texts: [
        '{"status":"error","error":"the gateway failed on this request","result":null}',
        'HTTP 500, X-Error-Code: internal_error',
      ],
    })
    expect(JSON.stringify([answer, world.log])).not.toContain(SECRET)
  })

  it('says when to try again', async () => {
    expect(await (await connect()).callTool('shop_busy')).toMatchObject({
      isError: true,
      texts: [
        '{"status":"error","error":"the shop is busy","result":null}',
        'HTTP 429, X-Error-Code: too_many_requests, Retry-After: 7. Wait 7 s, then call again.',
      ],
    })
  })

  it('of an argument is the same as over HTTP', async () => {
    const overHttp = await probe.fetch('/api/v1/shop/rows?limit=many')
    expect(await (await connect()).callTool('shop_rows', { limit: 'many' })).toMatchObject({
      isError: true,
      texts: [await overHttp.text(), 'HTTP 400, X-Error-Code: invalid_input'],
    })
  })

  it('of an argument that no request can contain has the envelope of the group', async () => {
    expect(await (await connect()).callTool('shop_rows', { limit: {} })).toMatchObject({
      isError: true,
      texts: [
        '{"status":"error","error":"limit: must be a text, a number, true or false","result":null}',
        'HTTP 400, X-Error-Code: invalid_input',
      ],
    })
  })
})

describe('an internal error outside of the operation', () => {
  const fault = new TypeError(`cannot read ${SECRET} of undefined`)
  const broken = new Hono<AppEnv>().get(
    '/api/v1/shop/unreadable',
    read('shop_unreadable', {}, async () => ({})),
  )

  /** Only the surface, with a router of the test. */
  const connectWith = async (router: Router, env = probe.env) => {
    const app = new Hono<AppEnv>()
      .use(createRequestContext(platform, { routes: [], allRoutes: async () => [] }))
      .route('/', mcp(router))
    app.onError((error, c) => fail(c, error))
    return connectTo({ env, call: (path, init) => ask(app, path, init, env) })
  }

  it('reveals nothing in the response to a call', async () => {
    const client = await connectWith({ loadedRoutes: async () => broken.routes, fetch: () => Promise.reject(fault) })
    expect(await client.callTool('shop_unreadable')).toMatchObject({
      isError: true,
      texts: [
        '{"status":"error","error":"the gateway failed on this request","result":null}',
        'HTTP 500, X-Error-Code: internal_error',
      ],
    })
  })

  it('reveals nothing in the response to a list', async () => {
    const env = { ...probe.env, ASSETS: { fetch: () => Promise.reject(fault) } }
    // The handshake lists the tools as well, because it describes the groups that have any.
    const error = expect.objectContaining({
      code: -32603,
      message: expect.stringMatching(/the gateway failed on this request$/),
    })
    await expect(connectWith({ loadedRoutes: async () => broken.routes, fetch: broken.fetch }, env)).rejects.toEqual(
      error,
    )
  })
})

describe('a call', () => {
  it("passes on the text of the router's response, unparsed", async () => {
    const client = await connect()
    const parse = vi.spyOn(JSON, 'parse')
    expect(await client.callTool('shop_again')).toMatchObject({ texts: ['{"done":true}', expect.any(String)] })
    expect(parse.mock.calls.map(([text]) => text)).not.toContain('{"done":true}')
  })

  it('says that it is a replay', async () => {
    const { isError, texts } = await (await connect()).callTool('shop_again')
    expect({ isError, texts }).toEqual({ isError: false, texts: ['{"done":true}', 'Idempotent-Replayed: true'] })
  })

  it('passes on the request id, and neither the key nor a header that its operation does not have', async () => {
    const headers = {
      'X-Workspace-Token': 'ntn_test',
      'Idempotency-Key': 'k',
      Authorization: 'Bearer x',
      Cookie: 'a=b',
    }
    await (await connect(headers)).callTool('shop_again')
    expect([...(seen?.headers.keys() ?? [])].sort()).toEqual(['x-request-id'])
  })

  it('goes to this deployment, whatever the arguments', async () => {
    await (await connect()).callTool('shop_again', { url: 'https://evil.example.test', host: 'evil.example.test' })
    expect(seen?.url).toBe('https://latchkey.test/api/v1/shop/again')
  })
})
