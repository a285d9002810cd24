import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkScope } from '../../../src/gateway/auth/access.ts'
import type { Caller } from '../../../src/gateway/auth/caller.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway, PRO_KEY } from '../../support/gateway.ts'
import { createWorld, type World } from '../../support/world.ts'
import { MISSING_KEY, nameKey } from './keys/named-keys.ts'
import { KEYED_PATH, knocker, LET_IN } from './try-keys.ts'

const ALONE = 'X-API-KEY is not valid: send only the key, without "Bearer" or quotes'

let world: World

beforeEach(() => {
  world = createWorld()
})

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

it('a client without payments reads bills, and changes none', () => {
  const caller = { readOnly: false, withoutPayments: true } as Caller
  const check = (group: 'payment' | 'shop', reads: boolean) => () => checkScope(caller, { group, reads })
  expect(check('payment', false)).toThrow('this client may not make payments')
  for (const passes of [check('payment', true), check('shop', false)]) expect(passes).not.toThrow()
})

describe('the deployment key', () => {
  it('is let in', async () => {
    expect(await knocker()(PRO_KEY)).toBe(LET_IN)
  })

  it('is needed: anything else is 401', async () => {
    for (const [what, key, error] of [
      ['none', null, MISSING_KEY],
      ['an empty one', '', MISSING_KEY],
      ['a wrong one of the same length', 'test-pro-kez', 'X-API-KEY is not valid'],
      ['its beginning', 'test-pro', 'X-API-KEY is not valid'],
      ['more than it', 'test-pro-key1', 'X-API-KEY is not valid'],
      ['another case', 'TEST-PRO-KEY', 'X-API-KEY is not valid'],
      ['one with Bearer before it', 'Bearer test-pro-key', ALONE],
      ['one in quotes', '"test-pro-key"', ALONE],
    ] as const)
      expect.soft(await knocker()(key), what).toBe(`401 ${error}`)
  })

  it('counts as X-API-KEY only: Authorization is for the MCP endpoint', async () => {
    const answer = await createGateway().call(KEYED_PATH, {
      key: null,
      headers: { Authorization: `Bearer ${PRO_KEY}` },
    })
    expect(answer).toMatchObject({ status: 401, json: { error: MISSING_KEY } })
  })

  it('is compared by digests of one length in constant time', async () => {
    const compare = vi.spyOn(crypto.subtle, 'timingSafeEqual')
    const ask = knocker()
    for (const key of ['x', 'x'.repeat(1000), PRO_KEY]) await ask(key)
    const lengths = compare.mock.calls.map((sides) => sides.map(({ byteLength }) => byteLength))
    expect(lengths).toEqual([
      [32, 32],
      [32, 32],
      [32, 32],
    ])
  })

  it('is not digested again for 60 s', async () => {
    const digest = vi.spyOn(crypto.subtle, 'digest')
    const ask = knocker()
    await ask(PRO_KEY)
    const once = digest.mock.calls.length
    world.clock.advance(59_999)
    await ask(PRO_KEY)
    expect(digest.mock.calls.length).toBe(once)
    world.clock.advance(1)
    await ask(PRO_KEY)
    expect(digest.mock.calls.length).toBe(2 * once)
  })
})

describe('API_KEY and LICENCE', () => {
  it.each([{ API_KEY: '' }, { API_KEY: undefined }])(
    'unset, %o: 500 with its name, with any key or none',
    async (unset) => {
      const named = await nameKey()
      const gateway = createGateway()
      Object.assign(gateway.env, unset)
      for (const key of [PRO_KEY, named, null, '']) {
        const { status, json } = await gateway.call(KEYED_PATH, { key })
        const error = 'API_KEY is not set on this deployment: set it by `npx wrangler secret put API_KEY`'
        expect({ status, json }).toEqual({ status: 500, json: { error } })
      }
    },
  )

  it('unset, it leaves the unkeyed routes and unknown paths as they are', async () => {
    const gateway = createGateway({ API_KEY: '' })
    expect((await gateway.call('/health', { key: null })).status).toBe(200)
    expect((await gateway.call('/api/v1/recorder/nowhere', { key: null })).status).toBe(404)
  })

  it.each(['premium', 'PRO', ' pro', 'pro,basic'])(
    'an unknown LICENCE, %s: 500 naming it, for named keys too',
    async (value) => {
      const ask = knocker({ LICENCE: value })
      for (const key of [PRO_KEY, await nameKey()]) {
        expect(await ask(key)).toBe('500 LICENCE must be one of basic, pro, payment')
      }
    },
  )

  it.each(['', undefined])('LICENCE %o is basic', async (value) => {
    const gateway = createGateway()
    Object.assign(gateway.env, { LICENCE: value })
    const { status, json } = await gateway.call(KEYED_PATH)
    expect({ status, json }).toEqual({ status: 400, json: { error: 'you are not a Latchkey PRO user' } })
  })
})
