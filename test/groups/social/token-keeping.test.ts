import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../src/base/crypto.ts'
import type { Env } from '../../../src/base/env.ts'
import { getSettings, Settings } from '../../../src/base/settings.ts'
import { TokenStore } from '../../../src/objects/accounts/tokens.ts'
import { storeCredentials } from '../../../src/upstream/credentials.ts'
import type { Call } from '../../simulators/simulator.ts'
import { SOCIAL_TOKEN } from '../../simulators/social/index.ts'
import { storedNames } from '../../support/fresh.ts'
import { OBJECTS, SHARED_OBJECTS } from '../../support/objects.ts'
import { type Connected, connected, getToken, isUpkeep, leaveNothingBehind, refreshes } from './connected.ts'

leaveNothingBehind()

const DAY = 86_400_000

const used = ({ threads }: Connected) => threads.calls.filter((call) => !isUpkeep(call)).map(getToken)
const usedLast = (deployment: Connected) => used(deployment).at(-1)

const readObject = async (token = SOCIAL_TOKEN) => OBJECTS.ACCOUNTS.getByName(`social/${await sha256Hex(token)}`)

/** Everything that the object of the account has stored. */
const written = async (): Promise<string> =>
  runInDurableObject(await readObject(), async (_, { storage }) => {
    const tables = storage.sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").toArray()
    const rows = tables
      .filter(({ name }) => !name.startsWith('_cf_'))
      .flatMap(({ name }) => storage.sql.exec(`SELECT * FROM "${name}"`).toArray())
    return JSON.stringify([...(await storage.list()), ...rows])
  })

/** Everything that LEDGER has stored. */
const recorded = async (): Promise<string> => {
  const ids = await listDurableObjectIds(SHARED_OBJECTS.LEDGER)
  const entries = ids.map((id) =>
    runInDurableObject(SHARED_OBJECTS.LEDGER.get(id), (_, { storage }) => [...storage.kv.list()]),
  )
  return JSON.stringify(await Promise.all(entries))
}

describe('what is stored', () => {
  it('is encrypted: neither the old token nor the new one is in storage', async () => {
    const deployment = connected({ tokenDaysLeft: 5 })
    await deployment.get('/me')
    const text = await written()
    expect(text).toContain('"token/')
    for (const secret of [SOCIAL_TOKEN, String(usedLast(deployment))]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(btoa(secret).replaceAll('=', ''))
    }
    expect(usedLast(deployment)).not.toBe(SOCIAL_TOKEN)
    expect(await storedNames()).toEqual([])
  })

  it('of a post are digests, the name of its container and its id', async () => {
    const deployment = connected()
    deployment.threads.switches.preparationMs.VIDEO = 60_000
    const post = { text: '비밀 소식', video_url: 'https://media.example/secret.mp4' }
    await deployment.post(post)
    const [container = ''] = deployment.threads.state.containers.keys()
    expect(await recorded()).toContain(container)
    expect(await recorded()).not.toMatch(/비밀|secret/)
    deployment.world.clock.advance(60_000)
    const { json } = await deployment.post(post)
    expect(await recorded()).toContain(json.post.id)
    expect(await recorded()).not.toMatch(/비밀|secret/)
  })

  it('cannot be stored with an invalid CREDENTIALS_KEY, and then nothing is cached', async () => {
    const deployment = connected()
    const settings = new Settings({ ...deployment.env, CREDENTIALS_KEY: 'short' })
    await runInDurableObject(await readObject(), async (_, { storage }) => {
      const store = new TokenStore<{ token: string }>(storage, settings)
      await expect(store.write(SOCIAL_TOKEN, { token: 'fresh' })).rejects.toMatchObject({
        status: 500,
        message: expect.stringContaining('CREDENTIALS_KEY'),
      })
      expect(await store.read(SOCIAL_TOKEN)).toBeUndefined()
    })
  })
})

it('an invalid CREDENTIALS_KEY is 500 with its name, before anything is refreshed', async () => {
  const deployment = connected({ tokenDaysLeft: 5 })
  const changeKey = async (key: string | undefined) =>
    runInDurableObject(await readObject(), (object) => {
      const { env } = object as unknown as { env: Env }
      const before = env.CREDENTIALS_KEY
      if (key !== undefined) env.CREDENTIALS_KEY = key
      return before
    })
  const right = await changeKey('short')
  try {
    const { status, json } = await deployment.get('/me')
    expect([status, json.error]).toEqual([500, 'CREDENTIALS_KEY must be 32 bytes in base64'])
    expect(deployment.threads.calls).toEqual([])
  } finally {
    await changeKey(right)
  }
  expect((await deployment.get('/me')).status).toBe(200)
})

describe('which token wins', () => {
  const OTHER = 'test-other-token'
  const THIRD = 'test-third-token'

  const refreshed = async () => {
    const deployment = connected({ tokenDaysLeft: 5 })
    for (const value of [OTHER, THIRD]) deployment.threads.state.tokens.issue('long', { value })
    await deployment.get('/me')
    expect(usedLast(deployment)).not.toBe(SOCIAL_TOKEN)
    return deployment
  }

  it('a changed secret overrides what was stored for the previous one', async () => {
    const deployment = await refreshed()
    await deployment.another({ SOCIAL_TOKEN: OTHER }).get('/me')
    expect(usedLast(deployment)).toBe(OTHER)
  })

  it('the stored token overrides the secret that it replaced', async () => {
    const deployment = await refreshed()
    const kept = usedLast(deployment)
    await deployment.another({ SOCIAL_TOKEN: OTHER }).get('/me')
    await deployment.another().get('/me')
    expect(usedLast(deployment)).toBe(kept)
  })

  it('an account reconnected at run time wins over the secret, and its token is refreshed in turn', async () => {
    const deployment = await refreshed()
    await storeCredentials(getSettings(deployment.env), 'social', { SOCIAL_TOKEN: THIRD })
    await deployment.get('/me')
    expect(usedLast(deployment)).toBe(THIRD)
    deployment.world.clock.advance(55 * DAY)
    await deployment.get('/me')
    expect(refreshes(deployment)).toBe(2)
    expect(usedLast(deployment)).not.toBe(THIRD)
  })

  it('a secret that changes after that wins in turn', async () => {
    const deployment = await refreshed()
    await storeCredentials(getSettings(deployment.env), 'social', { SOCIAL_TOKEN: THIRD })
    await deployment.another({ SOCIAL_TOKEN: OTHER }).get('/me')
    expect(usedLast(deployment)).toBe(OTHER)
  })

  it('an account that is reconnected after a 401 works at once, for the same request', async () => {
    const deployment = connected({ tokenDaysLeft: 40 })
    await deployment.get('/me')
    const token = deployment.threads.state.tokens.all.get(SOCIAL_TOKEN)
    if (token) token.revoked = true
    deployment.threads.state.tokens.issue('long', { value: THIRD })
    await storeCredentials(getSettings(deployment.another().env), 'social', { SOCIAL_TOKEN: THIRD })
    expect((await deployment.get('/me')).status).toBe(200)
    expect(used(deployment)).toEqual([SOCIAL_TOKEN, SOCIAL_TOKEN, THIRD])
  })

  it('an account whose token had expired is seen at once by the next request', async () => {
    const deployment = connected({ tokenDaysLeft: 0 })
    deployment.threads.state.tokens.issue('long', { value: THIRD })
    expect((await deployment.get('/me')).status).toBe(401)
    await storeCredentials(getSettings(deployment.another().env), 'social', { SOCIAL_TOKEN: THIRD })
    expect((await deployment.get('/me')).status).toBe(200)
  })
})

describe('without CREDENTIALS_KEY', () => {
  it('the secret is used as it is, and never refreshed', async () => {
    const deployment = connected({ tokenDaysLeft: 5, settings: { CREDENTIALS_KEY: '' } })
    expect((await deployment.get('/me')).status).toBe(200)
    expect(used(deployment)).toEqual([SOCIAL_TOKEN])
    expect(deployment.threads.calls).toHaveLength(1)
  })

  it('an expired one is 401 and says to reconnect, after one call', async () => {
    const deployment = connected({ tokenDaysLeft: 0, settings: { CREDENTIALS_KEY: '' } })
    const { status, json } = await deployment.get('/me')
    expect([status, json.error]).toEqual([
      401,
      'the social account was rejected by its service: reconnect it at https://latchkey.test/#social',
    ])
    expect(deployment.threads.calls).toHaveLength(1)
  })

  it('a post that is being prepared is stored anyway', async () => {
    const deployment = connected({ settings: { CREDENTIALS_KEY: '' } })
    deployment.threads.switches.preparationMs.IMAGE = 60_000
    const body = { text: '', image_url: 'https://media.example/a.jpg' }
    expect((await deployment.post(body)).status).toBe(409)
    deployment.world.clock.advance(60_000)
    expect((await deployment.post(body)).status).toBe(201)
    expect(deployment.threads.calls.filter(({ url }: Call) => url.pathname === '/v1.0/me/threads')).toHaveLength(1)
  })
})

it('not connected: 401 that says so, and nothing is called', async () => {
  const { threads, another } = connected()
  const { status, json } = await another({ SOCIAL_TOKEN: '' }).get('/me')
  expect([status, json.error]).toEqual([
    401,
    'social account is not connected: connect it at https://latchkey.test/#social',
  ])
  expect(threads.calls).toEqual([])
})
