import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Env } from '../../src/base/env.ts'
import { GatewayError } from '../../src/base/errors.ts'
import { textCount } from '../../src/gateway/http/fields.ts'
import { reply } from '../../src/gateway/http/respond.ts'
import { operations } from '../../src/gateway/operation.ts'
import { basic } from '../../src/gateway/operation-type.ts'
import type { AppEnv } from '../../src/gateway/state.ts'
import { MOST_BYTES } from '../../src/mcp/cut.ts'
import { TOOLS_FILE } from '../../src/openapi/public-files.ts'
import { createProbe, type Probe } from '../gateway/probe.ts'
import type { Answer } from '../support/gateway.ts'
import { TEXTS } from '../support/texts.ts'
import { createWorld, type World } from '../support/world.ts'
import { connect as connectTo } from './clients.ts'
import { send } from './message.ts'

/** What a tool answers for any operation: failures, long answers, and what is passed on. */

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => vi.restoreAllMocks())

const { read, write } = operations<Record<string, () => z.core.$ZodType>>({ group: 'shop', access: basic })
const SECRET = 'token=secret-token'

let seen: Request | undefined

const tool = (name: string) => {
  const definition = { name: `shop_${name}`, description: name, inputSchema: { type: 'object' }, annotations: {} }
  const more = { ...(name === 'rows' && { amounts: ['limit'] }) }
  const where = { name: `shop_${name}`, group: 'shop', path: `/api/v1/shop/${name}`, reads: name !== 'again' }
  return { ...where, definition, isDefault: true as const, found: { line: '', args: '', words: '', more: '' }, ...more }
}

/** The tools of the operations here. */
const ASSETS: Env['ASSETS'] = {
  fetch: async (address) => {
    if (!String(address).endsWith(TOOLS_FILE)) throw new Error(`unexpected ${address}`)
    return Response.json(['rows', 'text', 'broken', 'busy', 'again'].map(tool))
  },
}

const rows = () => ({
  query: z.object({ limit: textCount(20_000).check(z.meta({ description: 'How many', narrows: 'amount' })) }),
})

const probe = createProbe(
  new Hono<AppEnv>()
    .get(
      '/shop/rows',
      read('shop_rows', {
        ...TEXTS,
        input: rows,
        handle: async (c) => ({
          rows: Array.from({ length: c.req.valid('query').limit }, (_, at) => `row ${at}`),
          next: 'after the last',
        }),
      }),
    )
    .get('/shop/text', read('shop_text', { ...TEXTS, handle: async () => ({ text: '가나다 '.repeat(20_000) }) }))
    .get(
      '/shop/broken',
      read('shop_broken', {
        ...TEXTS,
        handle: async () => {
          throw new TypeError(`cannot read ${SECRET} of undefined`)
        },
      }),
    )
    .get(
      '/shop/busy',
      read('shop_busy', {
        ...TEXTS,
        handle: async () => {
          throw new GatewayError(429, 'the shop is busy', { headers: { 'Retry-After': '7' } })
        },
      }),
    )
    .post(
      '/shop/again',
      write('shop_again', {
        ...TEXTS,
        handle: async (c) => {
          seen = c.req.raw
          return reply({ done: true }, 200, { 'Idempotent-Replayed': 'true' })
        },
      }),
    ),
  { ASSETS },
)

const readAnswer = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: text ? JSON.parse(text) : undefined }
}

const toGateway = ({ env, fetch }: Probe) => ({
  env,
  call: async (path: string, init?: RequestInit) => readAnswer(await fetch(path, init)),
})
const connect = (headers = {}) => connectTo(toGateway(probe), { headers })
const bytes = (texts: readonly string[]) => new TextEncoder().encode(texts.join('\n')).byteLength

describe('a long answer', () => {
  it('is cut, keeps its shape, and says which argument returns the rest', async () => {
    const { isError, texts } = await (await connect()).callTool('shop_rows')
    const { rows: kept, next } = JSON.parse(texts[0] ?? '')
    expect({ isError, first: kept[0], next }).toEqual({ isError: false, first: 'row 0', next: 'after the last' })
    expect(bytes(texts)).toBeGreaterThan(MOST_BYTES * 0.9)
    expect(bytes(texts)).toBeLessThanOrEqual(MOST_BYTES)
    expect(texts[1]).toBe(
      `Only ${kept.length} of the 20000 items of rows fit into an answer: call shop_rows again for less at a time, by limit. A text that ends with … is cut.`,
    )
  })

  it('that is one text ends early, at a whole character', async () => {
    const { texts } = await (await connect()).callTool('shop_text')
    expect(JSON.parse(texts[0] ?? '').text).toMatch(/[가나다 ]…$/)
    expect(bytes(texts)).toBeGreaterThan(MOST_BYTES * 0.9)
    expect(bytes(texts)).toBeLessThanOrEqual(MOST_BYTES)
    expect(texts[1]).toBe('A text that ends with … is cut.')
  })

  it('that fits is complete', async () => {
    expect((await (await connect()).callTool('shop_rows', { limit: 2500 })).texts).toHaveLength(1)
  })
})

describe('a failure', () => {
  it('of ours reveals nothing', async () => {
    const answer = await (await connect()).callTool('shop_broken')
    expect(answer).toMatchObject({ isError: true, texts: ['the gateway failed on this request'] })
    expect(JSON.stringify([answer, world.log])).not.toContain(SECRET)
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['shop_busy', {}, 'the shop is busy. Wait 7 s, then call again.'],
    ['shop_rows', { limit: 'many' }, 'limit: must be an integer of at least 0'],
    ['shop_rows', { limit: {} }, 'limit: must be a text, a number, true or false'],
  ])('of %s %j is one sentence: %s', async (name, args, sentence) => {
    expect(await (await connect()).callTool(name, args)).toMatchObject({ isError: true, texts: [sentence] })
  })

  it('outside of an operation reveals nothing', async () => {
    const fetch = () => Promise.reject(new TypeError(`cannot read ${SECRET} of undefined`))
    const answer = await send(toGateway(createProbe(new Hono(), { ASSETS: { fetch } })), 'tools/list')
    expect(answer).toMatchObject({ status: 500, json: { error: 'the gateway failed on this request' } })
    expect(JSON.stringify([answer.text, world.log])).not.toContain(SECRET)
  })
})

describe('a call', () => {
  it('says that it is a replay', async () => {
    const { isError, texts } = await (await connect()).callTool('shop_again')
    expect({ isError, texts }).toEqual({
      isError: false,
      texts: ['{"done":true}', expect.stringContaining('nothing was done again')],
    })
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
