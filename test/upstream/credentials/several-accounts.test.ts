import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unwrap } from '../../../src/base/errors.ts'
import {
  ACCOUNT_SECRETS,
  type Account,
  isAccount,
  PRODUCTS,
  type Product,
  productOf,
} from '../../../src/base/groups.ts'
import { platform } from '../../../src/base/platform.ts'
import { getSettings, Settings } from '../../../src/base/settings.ts'
import { connectionBy as connectRecorder } from '../../../src/groups/recorder/connection.ts'
import { connectionBy as connectSocial } from '../../../src/groups/social/threads.ts'
import { UpstreamContext } from '../../../src/upstream/context.ts'
import {
  clearCredentialCache,
  deleteCredentials,
  isConnected,
  readCredentials,
  storeSecrets,
} from '../../../src/upstream/credentials.ts'
import { Clock } from '../../simulators/clock.ts'
import {
  createPlaud,
  EU_ACCOUNT,
  KR_ACCOUNT,
  ownClaims,
  REGIONS,
  readToken,
  recorderToken,
} from '../../simulators/recorder/index.ts'
import { createThreads, SOCIAL_TOKEN as TOKEN } from '../../simulators/social/index.ts'
import { freshDeployment, readsOf, storedNames } from '../../support/fresh.ts'
import { BINDINGS, type Overrides } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { createWorldAt, holdDeadlines, type World } from '../../support/world.ts'

/** Each account has its own credentials, tokens and state (docs/storage.md). */

let world: World
const clock = new Clock()
const threads = createThreads({ clock })

beforeEach(() => {
  world = createWorldAt(clock, threads)
  holdDeadlines()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const deploy = (overrides: Overrides = {}) => new Settings({ ...BINDINGS, ...overrides })
const second = <P extends Product>(product: P) => `${product}:two` as const
const use = (settings: Settings, ...accounts: Account[]) => new UpstreamContext(settings, platform).use(...accounts)
const secretsOf = (account: Account, kind = 'kept') =>
  Object.fromEntries(ACCOUNT_SECRETS[productOf(account)].map((name) => [name, `${kind}-${account}-${name}`]))
const read = (settings: Settings, account: Account) => readCredentials(use(settings, account), productOf(account))

async function connectBoth(settings: Settings): Promise<void> {
  for (const product of PRODUCTS)
    for (const account of [product, second(product)]) await storeSecrets(settings, account, secretsOf(account))
}

describe('the id of an account', () => {
  it.each([...PRODUCTS, 'notes:two', 'workspace:my-shop-2', `social:${'a'.repeat(32)}`, 'shop-seller:1'])(
    '%s',
    (id) => {
      expect(isAccount(id)).toBe(true)
    },
  )

  it.each([
    ...['', 'shop', 'events', 'Notes', 'notes:', ':two', 'notes:Two', 'notes:-two', 'notes:two-', 'notes:two:three'],
    ...[
      'notes:two ',
      'notes:둘',
      `notes:${'a'.repeat(33)}`,
      'notes/two',
      'notes:a/b',
      'toString',
      'notes:a_b',
      'notes:-',
    ],
  ])('is not %j', (id) => {
    expect(isAccount(id)).toBe(false)
  })
})

describe('a request', () => {
  it('uses the first account of each product, and those that were named', () => {
    const upstream = use(deploy(), 'notes:two', 'shop-seller:b')
    const names = PRODUCTS.map((product) => upstream.accountOf(product))
    expect(names).toEqual(
      PRODUCTS.map((each) => ({ notes: 'notes:two', 'shop-seller': 'shop-seller:b' })[String(each)] ?? each),
    )
  })

  it('shares its accounts with its parts, whose choice stays in them', () => {
    const whole = use(deploy(), 'notes:two')
    const part = new UpstreamContext(whole.settings, platform, whole)
    expect([part.accountOf('notes'), part.use('notes').accountOf('notes')]).toEqual(['notes:two', 'notes'])
    expect(whole.accountOf('notes')).toBe('notes:two')
  })
})

describe('credentials', () => {
  it('of each account are its own, by turns and 24 at once, in a warm isolate and in a new one', async () => {
    await connectBoth(deploy())
    for (const settings of [deploy(), deploy()]) {
      const turns = PRODUCTS.flatMap((product) => [product, second(product), product])
      for (const account of turns) expect(await read(settings, account)).toEqual(secretsOf(account))
      const found = await Promise.all(turns.map((account) => read(settings, account)))
      expect(found).toEqual(turns.map((account) => secretsOf(account)))
    }
  })

  it('stay where they are: the first account has the name of its product', async () => {
    await connectBoth(deploy())
    const names = (await storedNames()).map((name) => name.replace(/^[^/]+\//, '')).sort()
    expect(names).toEqual(PRODUCTS.flatMap((each) => [`credentials/${each}`, `credentials/${each}:two`]).sort())
  })

  it('of the deployment belong to first accounts', async () => {
    const own = Object.assign({}, ...PRODUCTS.map((product) => secretsOf(product, 'own')))
    for (const product of PRODUCTS) {
      expect(await read(deploy(own), product)).toEqual(secretsOf(product, 'own'))
      expect(await isConnected(use(deploy(own), second(product)), product)).toBe(false)
    }
  })

  it.each(PRODUCTS)(
    'of an account of %s that is not connected are 401 with its id, and the first one is not used',
    async (product) => {
      await storeSecrets(deploy(), product, secretsOf(product))
      await expect(read(deploy(), second(product))).rejects.toMatchObject({
        status: 401,
        reason: 'account not connected',
        message: `the account ${product}:two is not connected`,
        parameters: { account: `${product}:two` },
      })
    },
  )

  it.each(PRODUCTS)('of %s are read again after a refusal, those of the other account are not', async (product) => {
    const settings = deploy()
    await connectBoth(settings)
    for (const account of [product, second(product)]) await read(settings, account)
    const reads = vi.spyOn(BINDINGS.STORE, 'get')
    clearCredentialCache(use(settings, second(product)), product)
    await read(settings, product)
    expect(readsOf(reads)).toBe(0)
    await read(settings, second(product))
    expect(readsOf(reads)).toBe(1)
  })

  it('of the second account stay when the first one is disconnected, and the other way round', async () => {
    const settings = deploy()
    await connectBoth(settings)
    await deleteCredentials(settings, 'notes')
    await deleteCredentials(settings, 'social:two')
    for (const account of ['notes:two', 'social'] as const)
      expect(await read(deploy(), account)).toEqual(secretsOf(account))
    for (const account of ['notes', 'social:two'] as const)
      await expect(read(deploy(), account)).rejects.toMatchObject({ status: 401 })
  })
})

describe('the token of an account', () => {
  const SETTINGS = getSettings(BINDINGS)
  const objectsOf = async (account: Account) =>
    (await OBJECTS.ACCOUNTS.getByName(`state/${account}`).records.objects()).map((name) =>
      name.replace(/^.*?(?=social|recorder)/, ''),
    )

  /** Lets the time pass until the alarm of an object is due, and rings it. */
  async function ring(name: string): Promise<void> {
    const object = OBJECTS.ACCOUNTS.getByName(name)
    const alarmAt = await runInDurableObject(object, (_, { storage }) => storage.getAlarm())
    clock.advance(Math.max(0, (alarmAt ?? expect.unreachable('no alarm is set')) - clock.now()))
    expect(await runDurableObjectAlarm(object)).toBe(true)
  }

  it('is in an object of its own, which registers with the state of that account', async () => {
    for (const account of ['social', 'social:two'] as const)
      await OBJECTS.ACCOUNTS.getByName(`${account}/mina`).adoptToken(account, 'connected', {
        token: account,
        lookAt: clock.now() + 1e9,
      })
    expect(await objectsOf('social')).toEqual(['social/mina'])
    expect(await objectsOf('social:two')).toEqual(['social:two/mina'])
    for (const account of ['social', 'social:two'] as const) {
      const held = unwrap(await OBJECTS.ACCOUNTS.getByName(`${account}/mina`).token(account, 'connected', {}))
      expect(held.token).toBe(account)
    }
  })

  it('is renewed by the alarm of its object, with the credential of that account', async () => {
    await storeSecrets(SETTINGS, 'social:two', { SOCIAL_TOKEN: TOKEN })
    const upstream = use(SETTINGS, 'social:two')
    await connectSocial(upstream).call({ path: '/me', fields: { fields: 'id' } })
    const [name = ''] = await objectsOf('social:two')
    const before = threads.calls.length
    await ring(name)
    expect(threads.calls.slice(before).map(({ url }) => url.pathname)).toEqual(['/refresh_access_token'])
    expect(await objectsOf('social')).toEqual([])
    expect(world.strays).toEqual([])
  })

  it('of two people at the recorder is renewed with the refresh token of each, and the other stays', async () => {
    const plaud = createPlaud({ clock })
    world = createWorldAt(clock, threads, plaud)
    holdDeadlines()
    const exp = clock.now() / 1000 + 30 * 86_400
    const refreshTokens = {
      recorder: recorderToken({ typ: 'WRT', exp, ...ownClaims(KR_ACCOUNT) }),
      'recorder:two': recorderToken({ typ: 'WRT', exp, ...ownClaims(EU_ACCOUNT) }),
    }
    const names: Record<string, string> = {}
    for (const account of ['recorder', 'recorder:two'] as const) {
      await storeSecrets(SETTINGS, account, { RECORDER_TOKEN: refreshTokens[account] })
      await connectRecorder(use(SETTINGS, account)).call({ path: '/filetag/' })
      names[account] = (await objectsOf(account)).join()
    }
    expect(Object.values(names)).toEqual([
      expect.stringMatching(/^recorder\/[^/]+$/),
      expect.stringMatching(/^recorder:two\/[^/]+$/),
    ])
    /** Whose tokens each call had that renews. */
    const renewals = async (account: keyof typeof refreshTokens) => {
      const before = plaud.calls.length
      await ring(names[account] ?? '')
      return plaud.calls
        .slice(before)
        .map(({ url, headers }) => [
          url.hostname,
          readToken(headers.get('Authorization')?.replace('Bearer ', '') ?? '')?.sub,
        ])
    }
    for (let time = 0; time < 2; time++) {
      expect(await renewals('recorder:two')).toEqual([[REGIONS.euc1.api, EU_ACCOUNT.id]])
      expect(await renewals('recorder')).toEqual([[REGIONS.apne1.api, KR_ACCOUNT.id]])
    }
    for (const account of ['recorder', 'recorder:two'] as const)
      await connectRecorder(use(SETTINGS, account)).call({ path: '/filetag/' })
    expect(world.strays).toEqual([])
  })
})
