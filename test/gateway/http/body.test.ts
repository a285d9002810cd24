import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { operations } from '../../../src/gateway/operation.ts'
import { basic } from '../../../src/gateway/operation-type.ts'
import type { AppEnv } from '../../../src/gateway/state.ts'
import { TEXTS } from '../../support/texts.ts'
import { createWorld } from '../../support/world.ts'
import { createProbe } from '../probe.ts'

/** docs/spec/gateway.md, "Input". */

beforeEach(() => void createWorld())
afterEach(() => vi.restoreAllMocks())

const { read, write } = operations<Record<string, () => z.core.$ZodType>>({ group: 'payment', access: basic })
const input = () => ({ json: z.object({ text: z._default(z.string(), 'absent') }) })
const _output = () => z.object({ length: z.number(), text: z.string() })
const seen = (text: string) => ({ length: text.length, text: text.slice(0, 20) })

const probe = createProbe(
  new Hono<AppEnv>()
    .post('/wide', read('payment_wide', { ...TEXTS, input, handle: async (c) => seen(c.req.valid('json').text) }))
    .post(
      '/narrow',
      write('payment_narrow', { ...TEXTS, input, handle: async (c) => seen(c.req.valid('json').text), maxBody: 1024 }),
    )
    .get('/none', read('payment_none', { ...TEXTS, handle: async () => seen('') })),
)

const MIB = 1024 * 1024
const encode = (text: string) => new TextEncoder().encode(text)
/** A body of exactly this many bytes. */
const sized = (bytes: number) => `{"text":"${'x'.repeat(bytes - 11)}"}`

async function send(path: string, body: BodyInit, type: string | null = 'application/json') {
  const headers = type === null ? {} : { 'Content-Type': type }
  const response = await probe.fetch(`/api/v1/${path}`, { method: 'POST', body, headers })
  return { status: response.status, body: await response.json<Record<string, unknown>>() }
}

const stream = (...pieces: string[]) => new Response(new Blob(pieces)).body?.pipeThrough(new TransformStream()) ?? ''
const refused = (status: number, error: string) => ({ status, body: { success: false, error } })

describe('the size', () => {
  it.each([
    ['wide', MIB],
    ['narrow', 1024],
  ])('%s takes %i bytes and no more, with a length or chunked', async (path, most) => {
    const tooLarge = refused(413, `body: is larger than ${most} bytes`)
    expect(await send(path, sized(most))).toMatchObject({ status: 200, body: { length: most - 11 } })
    expect(await send(path, stream(sized(most)))).toMatchObject({ status: 200, body: { length: most - 11 } })
    expect(await send(path, sized(most + 1))).toEqual(tooLarge)
    expect(await send(path, stream(sized(most), ' '))).toEqual(tooLarge)
  })

  it('is counted in bytes, not characters', async () => {
    expect(await send('narrow', `{"text":"${'한'.repeat(400)}"}`)).toMatchObject({ status: 413 })
    expect(await send('narrow', `{"text":"${'한'.repeat(300)}"}`)).toMatchObject({ status: 200, body: { length: 300 } })
  })

  it('is limited without a Content-Type as well', async () => {
    expect(await send('narrow', stream(sized(1025)), null)).toMatchObject({ status: 413 })
  })

  describe('a body that is larger', () => {
    /** A body in pieces of 64 KiB, and how many of them were read. */
    function inPieces(most: number) {
      const read = { pieces: 0 }
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (read.pieces === most) return controller.close()
          read.pieces += 1
          controller.enqueue(new Uint8Array(65_536).fill(32))
        },
      })
      return { read, body }
    }

    it.each([
      ['with a length', { 'Content-Length': String(7 * MIB) }],
      ['chunked', {}],
    ])('is read to its end, so that its client reads the response: %s', async (_, headers) => {
      const { read, body } = inPieces(7 * 16)
      const request = { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } }
      expect((await probe.fetch('/api/v1/wide', request)).status).toBe(413)
      expect(read.pieces).toBe(7 * 16)
    })

    it('is read no further than eight times the limit', async () => {
      const { read, body } = inPieces(Number.POSITIVE_INFINITY)
      expect(await send('wide', body)).toMatchObject({ status: 413 })
      expect(read.pieces).toBeLessThan(8 * 16 + 4)
    })
  })

  it.each([
    ['chunked', {}],
    ['with a length', { 'Content-Length': '1000' }],
    ['with a length over the limit', { 'Content-Length': String(2 * MIB) }],
  ])('a body whose caller disconnects is no bug: %s', async (_, headers) => {
    const log = vi.spyOn(console, 'log')
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(encode('{"text":'))
        controller.error(new Error('disconnected'))
      },
    })
    const request = { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } }
    const response = await probe.fetch('/api/v1/wide', request)
    const error = 'body: the connection closed before its end'
    expect([response.status, await response.json()]).toEqual([400, { success: false, error }])
    expect(log.mock.calls.map(([line]) => JSON.parse(line).reason)).toEqual(['input'])
  })
})

describe('the type', () => {
  it('of these types is JSON', async () => {
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
      'Application/JSON',
      'application/json ; charset=utf-8',
      'application/vnd.api+json',
      'application/problem+json; x=1',
    ])
      expect
        .soft(await send('wide', '{"text":"heard"}', type), String(type))
        .toMatchObject({ status: 200, body: { text: 'heard' } })
  })

  it('of another type is 415', async () => {
    for (const type of [
      'text/plain',
      'text/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/+json',
      'application/jsonp',
      'application/json-seq',
      'text/plain; application/json',
      'xapplication/json',
    ])
      expect
        .soft(await send('wide', '{"text":"heard"}', type), String(type))
        .toEqual(
          refused(
            415,
            'Content-Type: must be application/json: add the header Content-Type: application/json, and send JSON',
          ),
        )
  })

  it('without a content type is parsed as JSON', async () => {
    expect(await send('wide', encode('{"text":"heard"}'), null)).toMatchObject({ status: 200, body: { text: 'heard' } })
    expect(await send('wide', stream('{"text":', '"heard"}'), null)).toMatchObject({ body: { text: 'heard' } })
    expect(await send('wide', encode('{"text":'), null)).toEqual(refused(400, 'body: is not valid JSON'))
  })
})

describe('the text', () => {
  it.each(['', ' ', '\r\n\t'])('%j is {}', async (text) => {
    expect(await send('wide', text)).toMatchObject({ status: 200, body: { text: 'absent' } })
    expect(await send('wide', encode(text), null)).toMatchObject({ status: 200, body: { text: 'absent' } })
    expect(await send('wide', stream(text))).toMatchObject({ status: 200, body: { text: 'absent' } })
  })

  it('may be missing altogether', async () => {
    const response = await probe.fetch('/api/v1/wide', { method: 'POST' })
    expect(await response.json()).toEqual({ length: 6, text: 'absent' })
  })

  it('that is no JSON is 400, and says why', async () => {
    for (const [text, more] of [
      ['{', ', from character 2 on'],
      ["{'text':'a'}", ', from character 2 on'],
      ['{"text":"a"},', ', from character 13 on'],
      ['{"text":"a"', ', from character 12 on'],
      ['{"text":', ''],
      ["'{text:a}'", ': Windows wants double quotes around it, and \\" inside'],
      ['NaN', ''],
      ['\u0000', ''],
    ] as const)
      expect
        .soft(await send('wide', text), JSON.stringify(text))
        .toEqual(refused(400, `body: is not valid JSON${more}`))
  })

  it('may contain any character', async () => {
    expect(await send('wide', JSON.stringify({ text: '회의 🙂\u2028"\\' }))).toMatchObject({
      body: { text: '회의 🙂\u2028"\\' },
    })
    expect(await send('wide', '\uFEFF{"text":"marked"}')).toMatchObject({ body: { text: 'marked' } })
  })
})

it('an operation without a body does not read one', async () => {
  const response = await probe.fetch('/api/v1/none', { headers: { 'Content-Type': 'text/plain' } })
  expect(response.status).toBe(200)
})
