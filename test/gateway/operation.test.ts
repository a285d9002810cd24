import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { reply, verbatim } from '../../src/gateway/http/respond.ts'
import { operations } from '../../src/gateway/operation.ts'
import { basic, getOperation, pro, proVideo } from '../../src/gateway/operation-type.ts'
import type { AppEnv } from '../../src/gateway/state.ts'
import { TEXTS } from '../support/texts.ts'
import { createWorld } from '../support/world.ts'
import { createProbe } from './probe.ts'

beforeEach(() => void createWorld())
afterEach(() => vi.restoreAllMocks())

const { read, write } = operations<Record<string, () => z.core.$ZodType>>({ group: 'video', access: pro })
/** Operations without a body. */
const empty = operations({ group: 'video', access: pro })

/** Registers one handler and calls it. */
const answer = async (handler: ReturnType<typeof read>) => {
  const probe = createProbe(new Hono<AppEnv>().get('/video/probe', handler))
  const response = await probe.fetch('/api/v1/video/probe')
  return { status: response.status, text: await response.text(), headers: response.headers }
}

describe('a declaration', () => {
  it('is found behind its handler, with the defaults of its group', () => {
    expect(getOperation(read('video_a', { ...TEXTS, handle: async () => ({}) }))).toMatchObject({
      id: 'video_a',
      group: 'video',
      access: pro,
      reads: true,
      status: 200,
    })
  })

  it('has its own flags when it writes, has its own policy or status, or returns nothing', () => {
    const declared = [
      write('video_b', { ...TEXTS, access: proVideo, status: 202, handle: async () => ({}) }),
      empty.write('video_c', { ...TEXTS, access: 'open', status: 204, handle: async () => {} }),
    ].map(getOperation)
    expect(declared).toMatchObject([
      { access: proVideo, reads: false, status: 202 },
      { access: 'open', reads: false, status: 204 },
    ])
  })

  it('is not behind a handler of another kind', () => {
    expect(getOperation(() => {})).toBeUndefined()
  })

  it('builds its schemas at the first use, and once', async () => {
    const input = vi.fn(() => ({ query: z.object({ a: z.optional(z.string()) }) }))
    const handler = read('video_lazy', { ...TEXTS, input, handle: async () => ({}) })
    const probe = createProbe(new Hono<AppEnv>().get('/video/lazy', handler))
    expect(input).not.toHaveBeenCalled()
    for (const _ of [1, 2]) await probe.fetch('/api/v1/video/lazy')
    getOperation(handler)?.input()
    expect(input).toHaveBeenCalledTimes(1)
  })

  it('that is open checks no key and has no caller', async () => {
    const handler = read('video_open', {
      ...TEXTS,
      access: 'open',
      handle: async (c) => {
        expect(c.get('state').caller).toBeUndefined()
        return {}
      },
    })
    const probe = createProbe(new Hono<AppEnv>().get('/video/open', handler), { API_KEY: '' })
    expect((await probe.fetch('/api/v1/video/open')).status).toBe(200)
  })
})

describe('what a handler returns', () => {
  const _output = () => z.record(z.string(), z.unknown())

  it('is the body, as JSON', async () => {
    const data = { 한: '글', list: [1, null, { a: true }] }
    const { status, text } = await answer(read('video_d', { ...TEXTS, handle: async () => data }))
    expect({ status, text }).toEqual({ status: 200, text: '{"한":"글","list":[1,null,{"a":true}]}' })
  })

  it('goes out with the status of the operation', async () => {
    const handler = read('video_e', { ...TEXTS, status: 201, handle: async () => ({}) })
    expect(await answer(handler)).toMatchObject({ status: 201, text: '{}' })
  })

  it('may have its own status and headers', async () => {
    const handler = read('video_f', { ...TEXTS, handle: async () => reply({ a: 1 }, 502, { 'Retry-After': '5' }) })
    const { status, text, headers } = await answer(handler)
    expect({ status, text, after: headers.get('Retry-After') }).toEqual({ status: 502, text: '{"a":1}', after: '5' })
  })

  it('may be text that goes out as it came', async () => {
    const text = '{ "b" : 1.0,\n"a":9007199254740993 }'
    const handler = read('video_g', { ...TEXTS, status: 202, handle: async () => verbatim(text) })
    expect(await answer(handler)).toMatchObject({ status: 202, text })
  })

  it('is nothing for an operation without an output', async () => {
    expect(await answer(empty.write('video_h', { ...TEXTS, status: 204, handle: async () => {} }))).toMatchObject({
      status: 204,
      text: '',
    })
  })
})

describe('gates', () => {
  it('are those of the operation, else of its group', async () => {
    const routes = new Hono<AppEnv>()
      .get('/video/pro', empty.write('video_pro', { ...TEXTS, status: 204, handle: async () => {} }))
      .get('/video/basic', empty.write('video_basic', { ...TEXTS, access: basic, status: 204, handle: async () => {} }))
    const probe = createProbe(routes, { LICENCE: 'basic' })
    expect((await probe.fetch('/api/v1/video/pro')).status).toBe(400)
    expect((await probe.fetch('/api/v1/video/basic')).status).toBe(204)
  })
})
