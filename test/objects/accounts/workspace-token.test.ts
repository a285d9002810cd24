import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unwrap } from '../../../src/base/errors.ts'
import { Settings } from '../../../src/base/settings.ts'
import { TokenStore } from '../../../src/objects/accounts/tokens.ts'
import { startWithEmptyData } from '../../../src/upstream/data-key.ts'
import { Clock } from '../../simulators/clock.ts'
import {
  createPlaud,
  EU_ACCOUNT,
  EU_USER_TOKEN,
  EXPIRED_USER_TOKEN,
  type PlaudSimulator,
  recorderToken,
  USER_TOKEN,
} from '../../simulators/recorder/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { BINDINGS } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { createWorldAt, expectNothingUnexpected, type World } from '../../support/world.ts'

/**
 * An object is the only one to exchange or refresh its token (docs/storage.md, "ACCOUNTS"): an exchange revokes the
 * token before it.
 */

const DAY = 86_400_000
const OTHER_KEY = { ...BINDINGS, CREDENTIALS_KEY: btoa('x'.repeat(32)) }

let world: World
let plaud: PlaudSimulator

beforeEach(() => {
  const clock = new Clock()
  plaud = createPlaud({ clock })
  world = createWorldAt(clock, plaud)
})
afterEach(async () => {
  expectNothingUnexpected(world)
  vi.restoreAllMocks()
  await freshDeployment()
})

const object = () => OBJECTS.ACCOUNTS.getByName('recorder/mina')
const ask = (refused?: string, userToken = USER_TOKEN) => object().token('recorder', userToken, { refused })

async function readToken(answer: ReturnType<typeof ask>): Promise<string> {
  return unwrap(await answer).token
}

describe('an exchange', () => {
  it('is created at the first request, and not at the next', async () => {
    const first = await readToken(ask())
    expect(await readToken(ask())).toBe(first)
    expect(plaud.state.mints).toBe(1)
  })

  it('is a single one for fifty concurrent requests', async () => {
    const tokens = await Promise.all(Array.from({ length: 50 }, () => readToken(ask())))
    expect(new Set(tokens).size).toBe(1)
    expect(plaud.state.mints).toBe(1)
  })

  it('is created again when the token expired', async () => {
    const first = await readToken(ask())
    world.clock.advance(DAY - 1)
    expect(await readToken(ask())).toBe(first)
    world.clock.advance(1)
    expect(await readToken(ask())).not.toBe(first)
    expect(plaud.state.mints).toBe(2)
  })

  it('is one for fifty that were refused with the same token', async () => {
    const first = await readToken(ask())
    const tokens = await Promise.all(Array.from({ length: 50 }, () => readToken(ask(first))))
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).not.toBe(first)
    expect(plaud.state.mints).toBe(2)
  })

  it('is not created for a late request with an older token', async () => {
    const first = await readToken(ask())
    const second = await readToken(ask(first))
    expect(await readToken(ask(first))).toBe(second)
    expect(plaud.state.mints).toBe(2)
  })

  it('is created at most six times in ten minutes for refused tokens, whatever refuses them', async () => {
    let token = await readToken(ask())
    for (let time = 0; time < 9; time++) token = await readToken(ask(token))
    expect(plaud.state.mints).toBe(7)
    expect(await ask(token)).toMatchObject({ ok: true, value: { token, isFresh: true } })
    world.clock.advance(10 * 60_000)
    expect(await readToken(ask(token))).not.toBe(token)
  })

  it('is created for another user token: the account was connected again', async () => {
    await ask()
    const other = await readToken(ask(undefined, EU_USER_TOKEN))
    expect(other).not.toBe(await readToken(ask()))
  })

  it('returns the origin that responded, and stores it: the next exchange starts there', async () => {
    const stray = recorderToken({ typ: 'UT', sub: EU_ACCOUNT.id, region: 'aws:eu-central-1-local' })
    const eu = { ok: true, value: { origin: 'https://api-euc1.plaud.ai' } }
    expect(await ask(undefined, stray)).toMatchObject(eu)
    const before = plaud.calls.length
    world.clock.advance(DAY)
    expect(await ask(undefined, stray)).toMatchObject(eu)
    expect(new Set(plaud.calls.slice(before).map(({ url }) => url.origin))).toEqual(new Set([eu.value.origin]))
    expect(await object().origin.read()).toBe(eu.value.origin)
  })
})

describe('an exchange that fails', () => {
  it('contains its status and message, and no token', async () => {
    const outcome = await ask(undefined, EXPIRED_USER_TOKEN)
    expect(outcome).toMatchObject({
      ok: false,
      status: 401,
      message: 'the recorder account was rejected by its service: reconnect it',
    })
  })

  it.each([
    { kind: 'status', status: 500 },
    { kind: 'network' },
    { kind: 'html' },
    { kind: 'broken' },
    { kind: 'timeout' },
  ] as const)('%j leaves the user token for ten minutes, then the exchange is tried again', async (fault) => {
    plaud.fail(fault)
    expect(await ask()).toMatchObject({ ok: true, value: { token: USER_TOKEN, isStandIn: true } })
    plaud.heal()
    expect(await readToken(ask())).toBe(USER_TOKEN)
    world.clock.advance(10 * 60_000)
    expect(await readToken(ask())).not.toBe(USER_TOKEN)
    expect(plaud.state.mints).toBe(1)
  })

  it.each([
    [{ kind: 'status', status: 401 } as const, 401],
    [{ kind: 'status', status: 429 } as const, 429],
  ])('%j is returned, and the next tries again', async (fault, status) => {
    plaud.fail(fault)
    expect(await ask()).toMatchObject({ ok: false, status })
    plaud.heal()
    expect(await readToken(ask())).not.toBe(USER_TOKEN)
  })

  it('fails for all that wait for it', async () => {
    plaud.fail({ kind: 'status', status: 429 })
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => ask()))
    expect(outcomes.every(({ ok }) => !ok)).toBe(true)
  })

  it('never mints twice for one question', async () => {
    plaud.fail({ kind: 'lost' }, { on: ({ method }) => method === 'POST' })
    expect(await readToken(ask())).toBe(USER_TOKEN)
    expect(plaud.state.mints).toBe(1)
  })

  it('masks the user token that the product echoes', async () => {
    plaud.fail({ kind: 'status', status: 429, body: JSON.stringify({ detail: `no ${USER_TOKEN} here` }) })
    expect(await ask()).toMatchObject({ ok: false, status: 429, message: 'no *** here' })
  })
})

describe('what is stored', () => {
  it('is encrypted: no token is in storage', async () => {
    const token = await readToken(ask())
    const stored = await runInDurableObject(object(), async (_, { storage }) => {
      const tables = storage.sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").toArray()
      const rows = tables
        .filter(({ name }) => !name.startsWith('_cf_'))
        .flatMap(({ name }) => storage.sql.exec(`SELECT * FROM "${name}"`).toArray())
      return JSON.stringify([...(await storage.list()), ...rows])
    })
    expect(stored).toContain('token/')
    for (const secret of [token, USER_TOKEN, ...token.split('.'), ...USER_TOKEN.split('.')]) {
      expect(stored).not.toContain(secret)
    }
  })

  it('is read again after the object was put away', async () => {
    const token = await readToken(ask())
    const read = await runInDurableObject(object(), (_, { storage }) =>
      new TokenStore<{ token: string }>(storage, new Settings(BINDINGS)).read(USER_TOKEN),
    )
    expect(read?.token).toBe(token)
  })

  it('opens for the user token that it was exchanged for, and no other', async () => {
    await ask()
    const read = await runInDurableObject(object(), (_, { storage }) =>
      new TokenStore(storage, new Settings(BINDINGS)).read(EU_USER_TOKEN),
    )
    expect(read).toBeUndefined()
  })

  it('with another CREDENTIALS_KEY counts as none, and stays until there is a new token', async () => {
    await ask()
    await runInDurableObject(object(), async (_, { storage }) => {
      const other = new TokenStore(storage, new Settings(OTHER_KEY))
      await expect(other.read(USER_TOKEN)).rejects.toMatchObject({ status: 500 })
      await startWithEmptyData(new Settings(OTHER_KEY))
      expect(await other.read(USER_TOKEN)).toBeUndefined()
      // Nobody deletes what another data key may open again.
      expect(await other.readable(await other.names())).toEqual([])
      expect((await storage.list({ prefix: 'token/' })).size).toBe(1)
    })
  })

  it('after CREDENTIALS_KEY was rotated is the same', async () => {
    const token = await readToken(ask())
    const next = { ...BINDINGS, CREDENTIALS_KEY: btoa('n'.repeat(32)) }
    const both = new Settings({ ...next, CREDENTIALS_KEY_PREVIOUS: BINDINGS.CREDENTIALS_KEY ?? '' })
    await runInDurableObject(object(), async (_, { storage }) => {
      expect(await new TokenStore<{ token: string }>(storage, both).read(USER_TOKEN)).toMatchObject({ token })
      const alone = new TokenStore<{ token: string }>(storage, new Settings(next))
      expect(await alone.read(USER_TOKEN)).toMatchObject({ token })
    })
  })

  it('with an invalid CREDENTIALS_KEY is 500 with its name, and stays', async () => {
    await ask()
    const broken = new Settings({ ...BINDINGS, CREDENTIALS_KEY: 'short' })
    await runInDurableObject(object(), async (_, { storage }) => {
      await expect(new TokenStore(storage, broken).read(USER_TOKEN)).rejects.toMatchObject({
        status: 500,
        message: 'CREDENTIALS_KEY must be 32 bytes in base64',
      })
      expect((await storage.list({ prefix: 'token/' })).size).toBe(1)
    })
  })

  it('is empty without CREDENTIALS_KEY: the token stays in memory', async () => {
    const bare = new Settings({ ...BINDINGS, CREDENTIALS_KEY: '' })
    await runInDurableObject(object(), async (_, { storage }) => {
      const store = new TokenStore(storage, bare)
      const held = { token: 'test-token', lookAt: 1, origin: 'https://api.plaud.ai' }
      await store.write(USER_TOKEN, held)
      expect(await store.read(USER_TOKEN)).toEqual(held)
      expect((await storage.list({ prefix: 'token/' })).size).toBe(0)
      expect(await new TokenStore(storage, bare).read(USER_TOKEN)).toBeUndefined()
    })
  })
})
