import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readReport } from '../../../src/accounts/events.ts'
import { ACCOUNT_SECRETS, groupOfAccount, type Product, type SecretName } from '../../../src/base/groups.ts'
import { platform } from '../../../src/base/platform.ts'
import { Settings } from '../../../src/base/settings.ts'
import { recorderAccount } from '../../../src/groups/recorder/account.ts'
import { UpstreamContext } from '../../../src/upstream/context.ts'
import {
  deleteCredentials,
  dropCachedCredentials,
  noteStored,
  readCredentials,
  storeCredentials,
} from '../../../src/upstream/credentials.ts'
import { dataKey, startWithEmptyData } from '../../../src/upstream/data-key.ts'
import { readRecord, writeRecord } from '../../../src/upstream/store.ts'
import { freshDeployment, storedNames } from '../../support/fresh.ts'
import { BINDINGS, type Overrides } from '../../support/gateway.ts'
import { createWorld, type World } from '../../support/world.ts'

/**
 * docs/spec/gateway.md, "Credentials of accounts": a credential that was connected through the app is preferred, and a
 * changed secret overrides it.
 */

const { STORE } = BINDINGS
const ACCOUNTS = Object.keys(ACCOUNT_SECRETS) as Product[]

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

/** A deployment. Another one with the same settings has an empty cache. */
const deploy = (overrides: Overrides = {}) => new Settings({ ...BINDINGS, ...overrides })
const read = (settings: Settings, account: Product) => readCredentials(new UpstreamContext(settings, platform), account)

const getSecrets = (account: Product, prefix: string): Record<string, string> =>
  Object.fromEntries(ACCOUNT_SECRETS[account].map((name) => [name, `${prefix}-${name}`]))

/** Where the deployments of these tests store an account. */
const getName = async (account: Product, settings = deploy()) =>
  `${(await dataKey(settings)).id}/credentials/${account}`

const kept = getSecrets('recorder', 'kept')
const own = getSecrets('recorder', 'own')
const keep = (settings: Settings) => storeCredentials(settings, 'recorder', { RECORDER_TOKEN: 'kept-RECORDER_TOKEN' })

describe.each(ACCOUNTS)('%s', (account) => {
  const names: readonly SecretName[] = ACCOUNT_SECRETS[account]
  const secrets = getSecrets(account, 'own')
  const side = { 'shop-seller': ' (seller side)', 'shop-consumer': ' (consumer side)' }[String(account)] ?? ''
  const lacking = (unset = '') => ({
    status: 401,
    reason: 'account not connected',
    message: `${groupOfAccount(account)} account is not connected${side}${unset}`,
  })

  it('is connected by its secrets', async () => {
    expect(await read(deploy(secrets), account)).toEqual(secrets)
  })

  it('without any secret: 401', async () => {
    await expect(read(deploy(), account)).rejects.toMatchObject(lacking())
  })

  it.each(names)('without %s: 401 that names it if there are others, all or nothing', async (name) => {
    const without = deploy({ ...secrets, [name]: '' })
    const unset = names.length > 1 ? `: ${name} is not set` : ''
    await expect(read(without, account)).rejects.toMatchObject(lacking(unset))
  })

  it('hands its secrets to be masked', async () => {
    const upstream = new UpstreamContext(deploy(secrets), platform)
    await readCredentials(upstream, account)
    expect([...upstream.redactor.secrets].sort()).toEqual(Object.values(secrets).sort())
  })
})

describe('a stored credential', () => {
  it('connects an account without a secret', async () => {
    await keep(deploy())
    expect(await read(deploy(), 'recorder')).toEqual(kept)
  })

  it('is preferred to the secret', async () => {
    await keep(deploy(own))
    expect(await read(deploy(own), 'recorder')).toEqual(kept)
  })

  it('gives way to a secret that changed since', async () => {
    await keep(deploy(own))
    expect(await read(deploy({ RECORDER_TOKEN: 'newer' }), 'recorder')).toEqual({ RECORDER_TOKEN: 'newer' })
  })

  it('gives way to a secret that was set since', async () => {
    await keep(deploy())
    expect(await read(deploy(own), 'recorder')).toEqual(own)
  })

  it('outlives a secret that was taken away', async () => {
    await keep(deploy(own))
    expect(await read(deploy(), 'recorder')).toEqual(kept)
  })

  it('is encrypted: no text of it is in STORE', async () => {
    await keep(deploy(own))
    expect(await storedNames()).toEqual([await getName('recorder')])
    const record = await STORE.get(await getName('recorder'))
    expect(record).not.toMatch(/kept|own|RECORDER_TOKEN/)
    expect(JSON.parse(record ?? '')).toEqual({ iv: expect.any(String), data: expect.any(String) })
    expect(await readRecord(deploy(), 'credentials/recorder')).toEqual({
      secrets: kept,
      replaced: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('needs CREDENTIALS_KEY: without it none can be stored, 500 with its name', async () => {
    const naming = { status: 500, message: expect.stringContaining('CREDENTIALS_KEY') }
    await expect(keep(deploy({ CREDENTIALS_KEY: '' }))).rejects.toMatchObject(naming)
    expect(await STORE.get(await getName('recorder'))).toBeNull()
  })

  it.each([
    ['another one', btoa('x'.repeat(32)), /^CREDENTIALS_KEY is not the key that encrypted the data/],
    ['none', '', /^CREDENTIALS_KEY is not set, and accounts or keys of this deployment are encrypted with it/],
    ['no key', 'typed by hand', /^CREDENTIALS_KEY must be 32 bytes in base64/],
  ])('with %s as CREDENTIALS_KEY is 500 that names it, never the secret of the deployment', async (_, key, message) => {
    await keep(deploy(own))
    const wrong = { CREDENTIALS_KEY: key }
    const naming = { status: 500, reason: 'setting', message: expect.stringMatching(message) }
    for (const settings of [deploy({ ...own, ...wrong }), deploy(wrong)]) {
      for (const account of ACCOUNTS) await expect(read(settings, account)).rejects.toMatchObject(naming)
      await expect(keep(settings)).rejects.toMatchObject({ status: 500 })
      await expect(deleteCredentials(settings, 'recorder')).rejects.toMatchObject({ status: 500 })
    }
    expect(await read(deploy(own), 'recorder')).toEqual(kept)
  })

  it('is not mistaken for one that nobody connected, with none as CREDENTIALS_KEY and nothing encrypted', async () => {
    await dataKey(deploy())
    expect(await read(deploy({ ...own, CREDENTIALS_KEY: '' }), 'recorder')).toEqual(own)
  })

  it('under another data key is not seen, and neither is what was stored there under the first', async () => {
    await keep(deploy(own))
    const other = { CREDENTIALS_KEY: btoa('x'.repeat(32)) }
    await startWithEmptyData(deploy(other))
    expect(await read(deploy({ ...own, ...other }), 'recorder')).toEqual(own)
    await expect(read(deploy(other), 'recorder')).rejects.toMatchObject({ status: 401 })
    await storeCredentials(deploy(other), 'recorder', { RECORDER_TOKEN: 'theirs' })
    await deleteCredentials(deploy(other), 'recorder')
    expect(await read(deploy(own), 'recorder')).toEqual(kept)
  })

  it('is the same once CREDENTIALS_KEY was rotated, and is not written again', async () => {
    await keep(deploy(own))
    const CREDENTIALS_KEY = btoa('n'.repeat(32))
    const rotated = deploy({ ...own, CREDENTIALS_KEY, CREDENTIALS_KEY_PREVIOUS: btoa('\0'.repeat(32)) })
    const name = await getName('recorder')
    const before = await STORE.get(name)
    expect(await read(rotated, 'recorder')).toEqual(kept)
    expect(await read(deploy({ ...own, CREDENTIALS_KEY }), 'recorder')).toEqual(kept)
    expect(await storedNames()).toEqual([name])
    expect(await STORE.get(name)).toBe(before)
  })

  it('that does not open, since it was moved here or changed: 500 naming CREDENTIALS_KEY, no silent fall-back', async () => {
    await keep(deploy(own))
    const record = JSON.parse((await STORE.get(await getName('recorder'))) ?? '')
    await STORE.put(await getName('recorder'), JSON.stringify({ ...record, iv: btoa('\0'.repeat(12)) }))
    const naming = { status: 500, message: expect.stringContaining('CREDENTIALS_KEY') }
    await expect(read(deploy(own), 'recorder')).rejects.toMatchObject(naming)
  })

  it('of one account does not open as another', async () => {
    await keep(deploy())
    await STORE.put(await getName('notes'), (await STORE.get(await getName('recorder'))) ?? '')
    const naming = { status: 500, message: expect.stringContaining('CREDENTIALS_KEY') }
    await expect(read(deploy(), 'notes')).rejects.toMatchObject(naming)
  })

  it.each(['{"iv":"a"}', '[]', '"text"', '{"secrets":{"a":1},"replaced":"b"}'])(
    'whose record is %s: 500 naming the account',
    async (record) => {
      await writeRecord(deploy(), 'credentials/recorder', record)
      const error = { status: 500, message: 'the stored recorder account is not valid: reconnect it' }
      await expect(read(deploy(own), 'recorder')).rejects.toMatchObject(error)
    },
  )

  it('may be longer than a secret of the platform: a whole Cookie header', async () => {
    const cookie = Array.from({ length: 400 }, (_, at) => `name${at}=value-of-the-cookie-${at}`).join('; ')
    await storeCredentials(deploy(), 'shop-consumer', { SHOP_SESSION: cookie })
    expect(await read(deploy(), 'shop-consumer')).toEqual({ SHOP_SESSION: cookie })
  })

  it('of several secrets replaces all of them', async () => {
    const account = 'shop-seller'
    const seller = { SHOP_VENDOR_ID: 'kept-vendor', SHOP_ACCESS_KEY: 'kept-access', SHOP_SECRET_KEY: 'kept-secret' }
    await storeCredentials(deploy(getSecrets(account, 'own')), account, seller)
    expect(await read(deploy(getSecrets(account, 'own')), account)).toEqual(seller)
    const changed = { ...getSecrets(account, 'own'), SHOP_SECRET_KEY: 'newer' }
    expect(await read(deploy(changed), account)).toEqual(changed)
  })
})

describe('an isolate', () => {
  it('caches a credential for 60 s', async () => {
    const settings = deploy()
    await keep(deploy())
    await dataKey(settings)
    const get = vi.spyOn(STORE, 'get')
    await read(settings, 'recorder')
    world.clock.advance(59_999)
    await read(settings, 'recorder')
    expect(get).toHaveBeenCalledTimes(1)
    world.clock.advance(1)
    await read(settings, 'recorder')
    expect(get).toHaveBeenCalledTimes(2)
  })

  it('reads once for all concurrent parts of a request', async () => {
    const upstream = new UpstreamContext(deploy(own), platform)
    const part = new UpstreamContext(upstream.settings, platform, upstream)
    const get = vi.spyOn(STORE, 'get')
    await Promise.all([upstream, upstream, part].map((each) => readCredentials(each, 'recorder')))
    await Promise.all(ACCOUNTS.map((account) => readCredentials(upstream, account).catch(() => {})))
    // The wrap of the data key, and each account.
    expect(get).toHaveBeenCalledTimes(1 + ACCOUNTS.length)
  })

  it('does not await what another request reads', async () => {
    const settings = deploy(own)
    await dataKey(settings)
    const get = vi.spyOn(STORE, 'get')
    await Promise.all([read(settings, 'recorder'), read(settings, 'recorder')])
    expect(get).toHaveBeenCalledTimes(2)
  })

  it('does not cache a read that started before the product rejected the account', async () => {
    const settings = deploy(own)
    const early = read(settings, 'recorder')
    dropCachedCredentials(settings, 'recorder')
    await early
    const get = vi.spyOn(STORE, 'get')
    await read(settings, 'recorder')
    expect(get).toHaveBeenCalledTimes(1)
  })

  it('does not cache an earlier read that ends after a later one', async () => {
    const [settings, other] = [deploy(own), deploy(own)]
    await Promise.all([dataKey(settings), dataKey(other)])
    const { promise: held, resolve } = Promise.withResolvers<void>()
    const get = vi.spyOn(STORE, 'get').mockImplementationOnce((async () => {
      await held
      return null
    }) as unknown as typeof STORE.get)
    const early = read(settings, 'recorder')
    await keep(other)
    expect(await read(settings, 'recorder')).toEqual(kept)
    resolve()
    expect(await early).toEqual(kept)
    expect(await read(settings, 'recorder')).toEqual(kept)
    expect(get).toHaveBeenCalledTimes(2)
  })

  it('does not read STORE when nothing can be stored', async () => {
    const settings = deploy({ ...own, CREDENTIALS_KEY: '' })
    const get = vi.spyOn(STORE, 'get')
    for (let minute = 0; minute < 5; minute++) {
      expect(await read(settings, 'recorder')).toEqual(own)
      world.clock.advance(60_000)
    }
    expect(get).not.toHaveBeenCalled()
  })

  it('sees its own changes at once', async () => {
    const settings = deploy(own)
    expect(await read(settings, 'recorder')).toEqual(own)
    await keep(settings)
    expect(await read(settings, 'recorder')).toEqual(kept)
  })

  it('reads again after the product rejected a credential', async () => {
    const settings = deploy(own)
    await read(settings, 'recorder')
    await keep(deploy(own))
    expect(await read(settings, 'recorder')).toEqual(own)
    dropCachedCredentials(settings, 'recorder')
    expect(await read(settings, 'recorder')).toEqual(kept)
  })
})

describe('the note of a connected account', () => {
  const lost = { status: 500, message: expect.stringMatching(/^the recorder account is connected, but/) }
  const lose = async (account: Product = 'recorder') => STORE.delete(await getName(account))
  const notConnected = { status: 401, reason: 'account not connected' }

  it('makes a lost record 500 that names the account, never a secret of the deployment or "not connected"', async () => {
    await keep(deploy(own))
    await lose()
    await expect(read(deploy(own), 'recorder')).rejects.toMatchObject({ ...lost, parameters: { account: 'recorder' } })
    await expect(read(deploy(), 'recorder')).rejects.toMatchObject(lost)
    await expect(read(deploy(), 'notes')).rejects.toMatchObject(notConnected)
    await keep(deploy(own))
    expect(await read(deploy(own), 'recorder')).toEqual(kept)
  })

  it('is there before STORE has the record, and where it is not seen yet', async () => {
    const put = vi.spyOn(STORE, 'put').mockImplementation(async () => {})
    await keep(deploy(own))
    await expect(read(deploy(own), 'recorder')).rejects.toMatchObject(lost)
    expect(put).toHaveBeenCalled()
  })

  it('ends with the record, at once and where that is still seen', async () => {
    await keep(deploy())
    const record = (await STORE.get(await getName('recorder'))) ?? ''
    await deleteCredentials(deploy(), 'recorder')
    await expect(read(deploy(), 'recorder')).rejects.toMatchObject(notConnected)
    // KV may show it for a minute, and somebody may note what they see.
    await STORE.put(await getName('recorder'), record)
    expect(await read(deploy(), 'recorder')).toEqual(kept)
    await noteStored(deploy(), 'recorder')
    await lose()
    await expect(read(deploy(), 'recorder')).rejects.toMatchObject(notConnected)
  })

  it('says that a secret is ignored until it changes, also when that record is lost', async () => {
    await deleteCredentials(deploy(own), 'recorder')
    await expect(read(deploy(own), 'recorder')).rejects.toMatchObject(notConnected)
    await lose()
    await expect(read(deploy(own), 'recorder')).rejects.toMatchObject(lost)
    await deleteCredentials(deploy(), 'recorder')
    expect(await read(deploy(own), 'recorder')).toEqual(own)
  })

  it('is as before when STORE does not accept a change', async () => {
    const refuse = () => vi.spyOn(STORE, 'put').mockRejectedValueOnce(new Error('the limit of the day'))
    await dataKey(deploy())
    refuse()
    await expect(keep(deploy(own))).rejects.toMatchObject({ status: 503 })
    expect(await read(deploy(own), 'recorder')).toEqual(own)
    await keep(deploy(own))
    refuse()
    await expect(keep(deploy(own))).rejects.toMatchObject({ status: 503 })
    vi.spyOn(STORE, 'delete').mockRejectedValueOnce(new Error('the limit of the day'))
    await expect(deleteCredentials(deploy(), 'recorder')).rejects.toMatchObject({ status: 503 })
    expect(await read(deploy(own), 'recorder')).toEqual(kept)
    await lose()
    await expect(read(deploy(own), 'recorder')).rejects.toMatchObject(lost)
  })

  it('is that of the last change, however changes of two isolates interleave', async () => {
    await keep(deploy())
    const { promise: held, resolve } = Promise.withResolvers<void>()
    vi.spyOn(STORE, 'delete').mockImplementationOnce(async () => held)
    const disconnected = deleteCredentials(deploy(), 'recorder')
    await vi.waitFor(() => expect(STORE.delete).toHaveBeenCalled())
    await keep(deploy())
    resolve()
    await disconnected
    await lose()
    await expect(read(deploy(), 'recorder')).rejects.toMatchObject(lost)
  })

  it('is made for an account whose first write arrived although it failed, once somebody looks at it', async () => {
    await dataKey(deploy())
    const put = STORE.put.bind(STORE)
    vi.spyOn(STORE, 'put').mockImplementationOnce((async (name: string, text: string) => {
      await put(name, text)
      throw new Error('the answer was lost')
    }) as typeof STORE.put)
    await expect(keep(deploy())).rejects.toMatchObject({ status: 503 })
    await readReport(deploy(), recorderAccount, 0)
    await lose()
    expect(await readReport(deploy(), recorderAccount, 0)).toMatchObject({ state: 'misconfigured', source: null })
  })

  it('is asked for once for all parts of a request, and only where STORE has no record', async () => {
    await keep(deploy(own))
    const { ACCESS } = BINDINGS
    const asked = vi.spyOn(ACCESS, 'getByName')
    const upstream = new UpstreamContext(deploy(own), platform)
    await dataKey(upstream.settings)
    asked.mockClear()
    expect(await readCredentials(upstream, 'recorder')).toEqual(kept)
    expect(asked).not.toHaveBeenCalled()
    await Promise.all(ACCOUNTS.map((account) => readCredentials(upstream, account).catch(() => {})))
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('that cannot be asked for is 503: nobody knows whether the secret counts', async () => {
    const settings = deploy(own)
    await dataKey(settings)
    vi.spyOn(BINDINGS.ACCESS, 'getByName').mockReturnValue({
      storedAccounts: { list: async () => Promise.reject(new Error('the object was reset')) },
    } as unknown as ReturnType<typeof BINDINGS.ACCESS.getByName>)
    const unavailable = { status: 503, headers: { 'Retry-After': '5' } }
    await expect(read(settings, 'recorder')).rejects.toMatchObject(unavailable)
  })
})

describe('a credential past its 60 s', () => {
  /** A request, and its background work. */
  const ask = async (settings: Settings, account: Product = 'recorder') => {
    const after: Promise<unknown>[] = []
    const upstream = new UpstreamContext(settings, platform)
    upstream.waitUntil = (work) => void after.push(work)
    const secrets = await readCredentials(upstream, account)
    return { secrets, after: () => Promise.all(after), count: after.length }
  }

  it('is used for 60 s more while it is read again, once, and the next request has the new one', async () => {
    const settings = deploy(own)
    await ask(settings)
    await keep(deploy(own))
    world.clock.advance(119_999)
    const get = vi.spyOn(STORE, 'get')
    const [late, beside] = [await ask(settings), await ask(settings)]
    expect([late.secrets, late.count, beside.secrets, beside.count]).toEqual([own, 1, own, 0])
    await late.after()
    expect((await ask(settings)).secrets).toEqual(kept)
    expect(get).toHaveBeenCalledTimes(1)
  })

  it('is not used after that: the request waits for the new one', async () => {
    const settings = deploy(own)
    await ask(settings)
    await keep(deploy(own))
    world.clock.advance(120_000)
    expect(await ask(settings)).toMatchObject({ secrets: kept, count: 0 })
  })

  it('is not used once the product rejected it', async () => {
    const settings = deploy(own)
    await ask(settings)
    await keep(deploy(own))
    world.clock.advance(60_000)
    dropCachedCredentials(settings, 'recorder')
    expect(await ask(settings)).toMatchObject({ secrets: kept, count: 0 })
  })

  it('that cannot be read again is used until it expires, then the request gets the error', async () => {
    const settings = deploy(own)
    await ask(settings)
    await writeRecord(deploy(), 'credentials/recorder', '[]')
    world.clock.advance(60_000)
    const late = await ask(settings)
    expect(late.secrets).toEqual(own)
    await late.after()
    world.clock.advance(59_999)
    expect((await ask(settings)).secrets).toEqual(own)
    world.clock.advance(1)
    await expect(ask(settings)).rejects.toMatchObject({ status: 500 })
  })

  it('is read at once when the account was not connected', async () => {
    const settings = deploy()
    await expect(ask(settings)).rejects.toMatchObject({ status: 401 })
    await keep(deploy())
    world.clock.advance(60_000)
    expect((await ask(settings)).secrets).toEqual(kept)
  })
})
