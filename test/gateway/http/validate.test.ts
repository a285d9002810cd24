import * as fc from 'fast-check'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  choice,
  clamped,
  clampedNumber,
  id,
  instant,
  jsonFlag,
  textCount,
  textFlag,
} from '../../../src/gateway/http/fields.ts'
import { operations } from '../../../src/gateway/operation.ts'
import { basic } from '../../../src/gateway/operation-type.ts'
import type { AppEnv } from '../../../src/gateway/state.ts'
import { TEXTS } from '../../support/texts.ts'
import { createWorld } from '../../support/world.ts'
import { createProbe } from '../probe.ts'

beforeEach(() => void createWorld())
afterEach(() => vi.restoreAllMocks())

const { read } = operations<Record<string, () => z.core.$ZodType>>({ group: 'notes', access: basic })
const _output = () => z.unknown()

/** Echoes what came through the validation. */
const probe = createProbe(
  new Hono<AppEnv>()
    .get(
      '/probe/query',
      read('notes_probe_query', {
        ...TEXTS,
        input: () => ({
          query: z.object({
            when: z.optional(instant()),
            count: textCount(20),
            clamped: clamped(5, 1, 20),
            flag: textFlag(false),
            choice: z._default(choice(['red', 'green']), 'red'),
            text: z.optional(z.string()),
          }),
        }),
        handle: async (c) => c.req.valid('query'),
      }),
    )
    .get(
      '/probe/needy',
      read('notes_probe_needy', {
        ...TEXTS,
        input: () => ({
          query: z.object({ words: z.string(), colour: choice(['red', 'green']) }),
          header: z.object({ 'x-probe': z.optional(z.string()) }),
        }),
        handle: async (c) => ({ ...c.req.valid('query'), ...c.req.valid('header') }),
      }),
    )
    .get(
      '/probe/:id',
      read('notes_probe_id', {
        ...TEXTS,
        input: () => ({ param: z.object({ id: id('The thing') }) }),
        handle: async (c) => c.req.valid('param'),
      }),
    )
    .post(
      '/probe',
      read('notes_probe_body', {
        ...TEXTS,
        input: () => ({
          json: z
            .object({
              name: z.optional(z.string()),
              flag: jsonFlag(true),
              clamped: clampedNumber(3, 2, 30),
              rows: z.optional(z.array(z.object({ price: z.int().check(z.positive()) }))),
            })
            .check(z.refine(({ name }) => name !== 'odd', 'needs another name')),
        }),
        handle: async (c) => c.req.valid('json'),
      }),
    ),
)

const answer = async (response: Response) => ({ status: response.status, body: await response.json() })
const get = async (path: string, headers: Record<string, string> = {}) =>
  answer(await probe.fetch(`/api/v1/probe/${path}`, { headers }))
const post = async (body: unknown) =>
  answer(await probe.fetch('/api/v1/probe', { method: 'POST', body: JSON.stringify(body), headers: JSON_TYPE }))
const JSON_TYPE = { 'Content-Type': 'application/json' }

const ok = (body: unknown) => ({ status: 200, body })
const refused = (error: string) => ({ status: 400, body: { success: false, error } })
const NO_INSTANT =
  'when: must be epoch milliseconds, such as 1795138920000, or ISO 8601 with an offset, such as 2026-11-20T09:00:00+09:00'
const DEFAULTS = { count: 20, clamped: 5, flag: false, choice: 'red' }

describe('a query', () => {
  it('takes its defaults from the schema', async () => {
    expect(await get('query')).toEqual(ok(DEFAULTS))
  })

  it.each(['when', 'count', 'clamped', 'flag', 'choice', 'text'])('an empty %s counts as absent', async (name) => {
    expect(await get(`query?${name}=`)).toEqual(ok(DEFAULTS))
    expect(await get(`query?${name}`)).toEqual(ok(DEFAULTS))
  })

  it('ignores fields that it does not know', async () => {
    expect(await get('query?colour=blue&__proto__=1&constructor=2')).toEqual(ok(DEFAULTS))
  })

  it('a wrong value is 400 naming the field', async () => {
    for (const [query, error] of [
      ['when=1795138920000.5', NO_INSTANT],
      ['when=1e13', NO_INSTANT],
      ['when=%20', NO_INSTANT],
      ['when=1%0A', NO_INSTANT],
      ['when=9999999999999999', NO_INSTANT],
      ['when=2026-11-01', NO_INSTANT],
      ['when=2026-11-01T00:00', NO_INSTANT],
      ['when=2026-11-01T00:00:00', NO_INSTANT],
      ['when=2026-13-01T00:00:00Z', NO_INSTANT],
      ['when=1795138920', 'when: must be epoch milliseconds, and this looks like seconds: send 1795138920000'],
      ['count=-1', 'count: must be an integer of at least 0'],
      ['count=many', 'count: must be an integer of at least 0'],
      ['clamped=half', 'clamped: must be an integer'],
      ['clamped=2.0', 'clamped: must be an integer'],
      ['flag=yes', 'flag: must be true, false, 1 or 0'],
      ['flag=2', 'flag: must be true, false, 1 or 0'],
      ['choice=blue', 'choice: must be one of red, green'],
      ['choice=Red', 'choice: must be one of red, green'],
    ] as const)
      expect.soft(await get(`query?${query}`), String(query)).toEqual(refused(error))
  })

  it('refuses a field that came twice, by its name', async () => {
    expect(await get('query?count=1&count=2')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^count: /) },
    })
  })

  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('reads the flag %s', async (text, value) => {
    expect(await get(`query?flag=${text}`)).toEqual(ok({ ...DEFAULTS, flag: value }))
  })

  it('clamps numbers outside of the range, and never refuses an integer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (number) => {
        const expected = number < 1 ? 1 : Math.min(number, 20)
        expect(await get(`query?clamped=${number}`)).toEqual(ok({ ...DEFAULTS, clamped: expected }))
      }),
      { numRuns: 50, examples: [[0], [1], [20], [21], [-1]] },
    )
  })

  it('reads a moment in every form', async () => {
    for (const [text, value] of [
      ['0', 0],
      ['-7', -7],
      ['1795138920000', 1795138920000],
      ['2026-11-20T09:00:00%2B09:00', Date.parse('2026-11-20T00:00:00Z')],
      ['2026-11-20T00:00:00.000Z', Date.parse('2026-11-20T00:00:00Z')],
      ['2026-11-20T00:00Z', Date.parse('2026-11-20T00:00:00Z')],
      ['2026-11-20T09:00:00%2B0900', Date.parse('2026-11-20T00:00:00Z')],
    ] as const)
      expect
        .soft(await get(`query?when=${text}&count=0`), String(text))
        .toEqual(ok({ ...DEFAULTS, when: value, count: 0 }))
  })

  it.each([
    ['needy?colour=red', 'words: is required'],
    ['needy?words=&colour=red', 'words: is required'],
    ['needy', 'words: is required; colour: is required'],
    ['needy?colour=blue', 'words: is required; colour: must be one of red, green'],
  ])('%s: every wrong field is named', async (path, error) => {
    expect(await get(path)).toEqual(refused(error))
  })

  it('a required choice is named', async () => {
    expect(await get('needy?words=a')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^colour: /) },
    })
  })

  it('passes words on unchanged', async () => {
    expect(await get('needy?words=a%2Bb+c%20%ED%95%9C&colour=red')).toEqual(ok({ words: 'a+b c 한', colour: 'red' }))
  })
})

describe('headers', () => {
  it('are read whatever their case', async () => {
    const { body } = await get('needy?words=a&colour=red', { 'X-PROBE': 'seen' })
    expect(body).toMatchObject({ 'x-probe': 'seen' })
  })
})

describe('a path id', () => {
  const error = 'id: must be 1 to 128 of A-Z, a-z, 0-9, _ and -'

  it('is 1 to 128 of A-Z, a-z, 0-9, _ and -', async () => {
    const good = fc.string({ unit: fc.constantFrom(...'azAZ09_-'), minLength: 1, maxLength: 128 })
    await fc.assert(
      fc.asyncProperty(good, async (text) => void expect(await get(text)).toEqual(ok({ id: text }))),
      { numRuns: 50, examples: [['a'.repeat(128)]] },
    )
  })

  it('is 400 when it is anything else, and is not used in a path', async () => {
    const bad = fc
      .string({ minLength: 1 })
      .filter((text) => !/^[A-Za-z0-9_-]{1,128}$/.test(text) && !/^\.{1,2}$/.test(text))
    await fc.assert(
      fc.asyncProperty(bad, async (text) => {
        expect(await get(encodeURIComponent(text))).toEqual(refused(error))
      }),
      {
        examples: [['a'.repeat(129)], ['../files'], ['a/b'], ['a?b'], ['a#b'], ['한'], ['a%2fb'], ['..;'], ['a\u0000']],
      },
    )
  })
})

describe('a JSON body', () => {
  it.each([{ name: null }, { name: '' }, { flag: null, clamped: '' }, { rows: '' }])(
    '%j: an empty optional field counts as absent',
    async (body) => {
      expect(await post(body)).toEqual(ok({ flag: true, clamped: 3 }))
    },
  )

  it('ignores fields that it does not know', async () => {
    expect(await post({ name: 'a', colour: 'blue' })).toEqual(ok({ name: 'a', flag: true, clamped: 3 }))
  })

  it('another value is 400 naming the field', async () => {
    for (const [body, error] of [
      [{ name: 7 }, /^name: must be text$/],
      [{ flag: 'true' }, /^flag: must be true, false, 1 or 0$/],
      [{ flag: 2 }, /^flag: must be true, false, 1 or 0$/],
      [{ clamped: '4' }, /^clamped: must be an integer: send a number without quotes, not text$/],
      [{ clamped: 4.5 }, /^clamped: must be an integer$/],
      [{ rows: {} }, /^rows: must be a list$/],
      [
        { name: 7, flag: 2, rows: [{ price: 0 }, {}] },
        /^name: .+; flag: .+; rows\[0\]\.price: .+; rows\[1\]\.price: is required$/,
      ],
      [{ rows: Array(12).fill({}) }, /rows\[9\]\.price: is required; and 2 more$/],
      [{ rows: [{ price: 1 }, { price: -1 }] }, /^rows\[1\]\.price: /],
      [{ rows: [{}] }, /^rows\[0\]\.price: is required$/],
      [{ name: 'odd' }, /^body: needs another name$/],
      [[], /^body: must be a JSON object, and was a list$/],
      [null, /^body: must be a JSON object, and was null$/],
      ['{"name":"a"}', /^body: must be a JSON object, and was text: it may be encoded twice$/],
      [7, /^body: must be a JSON object, and was a number$/],
    ] as const)
      expect.soft(await post(body), JSON.stringify(body)).toEqual(refused(expect.stringMatching(error) as string))
  })

  it.each([
    [true, true],
    [1, true],
    [false, false],
    [0, false],
  ])('reads the flag %j', async (sent, value) => {
    expect(await post({ flag: sent })).toEqual(ok({ flag: value, clamped: 3 }))
  })

  it.each([
    [1, 2],
    [2, 2],
    [30, 30],
    [31, 30],
    [-5, 2],
  ])('clamps %i to %i', async (sent, clamped) => {
    expect(await post({ clamped: sent })).toEqual(ok({ flag: true, clamped }))
  })
})
