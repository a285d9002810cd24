import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCESS_NAME } from '../../../src/base/access.ts'
import type { Env } from '../../../src/base/env.ts'
import { unwrap } from '../../../src/base/errors.ts'
import { getDeploymentId } from '../../../src/base/platform.ts'
import { Settings } from '../../../src/base/settings.ts'
import { callbackToken } from '../../../src/gateway/auth/signature.ts'
import {
  countUnrotated,
  dataKey,
  expectDataKeyId,
  findKeyProblem,
  isDataClosed,
  startWithEmptyData,
} from '../../../src/upstream/data-key.ts'
import { decrypt, encrypt } from '../../../src/upstream/store.ts'
import { freshDeployment, freshObjects } from '../../support/fresh.ts'
import { BINDINGS } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { createWorld } from '../../support/world.ts'

/** Docs/storage.md, "The data key". */

const [A, B, C] = [1, 2, 3].map((byte) => btoa(String.fromCharCode(byte).repeat(32))) as [string, string, string]
const { STORE } = BINDINGS

beforeEach(async () => {
  createWorld()
  await freshDeployment()
  freshObjects()
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** A new isolate, which caches nothing yet. */
const isolate = (CREDENTIALS_KEY: string, CREDENTIALS_KEY_PREVIOUS = '', bindings: Partial<Env> = {}) =>
  new Settings({ ...BINDINGS, CREDENTIALS_KEY, CREDENTIALS_KEY_PREVIOUS, ...bindings })
const getId = async (settings: Settings) => (await dataKey(settings)).id

/** STORE that does not show what was written, as for a minute after it was first looked for. */
const BLIND = { STORE: { ...{ put: async () => {}, get: async () => null } } as unknown as KVNamespace }
/** ACCESS that does not respond. */
const broken = async () => Promise.reject(new Error('the object was reset'))
const DEAF = {
  ACCESS: {
    getByName: () => ({ dataKeys: { find: broken, claim: broken, hasAny: broken }, hasEncrypted: broken }),
  } as unknown as Env['ACCESS'],
}

const copyNames = async () => (await STORE.list({ prefix: 'data-keys/' })).keys.map(({ name }) => name).sort()
const wraps = () =>
  runInDurableObject(OBJECTS.ACCESS.getByName(ACCESS_NAME), (_, { storage }) =>
    storage.sql.exec<{ name: string }>('SELECT name FROM data_keys ORDER BY seq').toArray(),
  )
const copied = async (count: number) => vi.waitFor(async () => expect(await copyNames()).toHaveLength(count))
/** STORE has the wrap that the deployments of all other tests have (fresh.ts). */
const SHARED = 1

describe('the data key', () => {
  it('is made once, although several ask at once', async () => {
    const isolates = Array.from({ length: 20 }, () => isolate(A))
    expect(new Set(await Promise.all(isolates.map(getId))).size).toBe(1)
    expect(await wraps()).toHaveLength(1)
  })

  it('is random, and no part of CREDENTIALS_KEY', async () => {
    const sealed = await encrypt(isolate(A), 'place', 'text')
    await copied(SHARED + 1)
    await freshDeployment()
    freshObjects()
    await expect(decrypt(isolate(A), 'place', sealed)).rejects.toMatchObject({ status: 500 })
  })

  it('has the id of its deployment, which an isolate knows before it has opened it', async () => {
    expect(expectDataKeyId(isolate(A))).toBe(getDeploymentId(BINDINGS))
    expect(await getId(isolate(A))).toBe(getDeploymentId(BINDINGS))
  })

  it('is read from STORE by a new isolate, without ACCESS, and once', async () => {
    const id = await getId(isolate(A))
    await copied(SHARED + 1)
    const settings = isolate(A, '', DEAF)
    const get = vi.spyOn(STORE, 'get')
    expect([await getId(settings), await getId(settings)]).toEqual([id, id])
    expect(get).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['missing', async () => {}],
    ['cut', async (name: string) => STORE.put(name, '{"iv":"AAAA","data":"AAAA","hasOlder":false}')],
    ['of another name', async (name: string) => STORE.put(name, (await STORE.get((await copyNames())[0] ?? '')) ?? '')],
  ])('is asked of ACCESS when the copy is %s, and no second one is made', async (_, spoil) => {
    const before = await copyNames()
    const id = await getId(isolate(A))
    await copied(SHARED + 1)
    const name = (await copyNames()).find((one) => !before.includes(one)) ?? expect.unreachable()
    await STORE.delete(name)
    await spoil(name)
    expect(await getId(isolate(A))).toBe(id)
    expect(await getId(isolate(A, '', BLIND))).toBe(id)
    expect(await wraps()).toHaveLength(1)
  })

  it('is 503 when STORE has no copy and ACCESS does not respond, and nothing is made', async () => {
    const unavailable = { status: 503, headers: { 'Retry-After': '5' } }
    await expect(dataKey(isolate(A, '', DEAF))).rejects.toMatchObject(unavailable)
    await expect(dataKey(isolate(B, A, DEAF))).rejects.toMatchObject(unavailable)
    expect(await copyNames()).toHaveLength(SHARED)
  })

  it('never leaves the isolate unwrapped', async () => {
    const { id } = await dataKey(isolate(A))
    await copied(SHARED + 1)
    const stored = await Promise.all((await copyNames()).map((name) => STORE.get(name)))
    const own = stored.find((text) => text?.includes(id)) ?? expect.unreachable()
    expect(Object.keys(JSON.parse(own)).sort()).toEqual(['data', 'hasOlder', 'id', 'iv'])
    expect(atob(JSON.parse(own).data)).not.toContain(id)
    expect([(await dataKey(isolate(A))).records.extractable, (await dataKey(isolate(A))).material.extractable]).toEqual(
      [false, false],
    )
  })
})

describe('another deployment that uses the same STORE by mistake', () => {
  /** Its own objects, and so its own id. */
  const ACCOUNTS = { ...BINDINGS.ACCOUNTS, idFromName: () => 'f'.repeat(64) } as unknown as Env['ACCOUNTS']
  const ACCESS = { getByName: () => OBJECTS.ACCESS.getByName('theirs') } as unknown as Env['ACCESS']

  it('has another data key, even with the same CREDENTIALS_KEY', async () => {
    const ours = await getId(isolate(A))
    const theirs = await getId(isolate(A, '', { ACCOUNTS, ACCESS }))
    expect(theirs).not.toBe(ours)
    await copied(SHARED + 2)
    expect([await getId(isolate(A)), await getId(isolate(A, '', { ACCOUNTS, ACCESS }))]).toEqual([ours, theirs])
    const sealed = await encrypt(isolate(A), 'place', 'text')
    await expect(decrypt(isolate(A, '', { ACCOUNTS, ACCESS }), 'place', sealed)).rejects.toMatchObject({ status: 500 })
  })
})

describe('a new CREDENTIALS_KEY', () => {
  it('with the previous one has the same data key, at once and then alone', async () => {
    const id = await getId(isolate(A))
    const sealed = await encrypt(isolate(A), 'place', 'text')
    const token = await callbackToken(isolate(A), 'purpose', 'bill')
    const rotated = isolate(B, A)
    expect(await getId(rotated)).toBe(id)
    expect(await countUnrotated(rotated)).toBe(0)
    for (const settings of [rotated, isolate(B, A), isolate(B)]) {
      expect(await decrypt(settings, 'place', sealed)).toBe('text')
      expect(await callbackToken(settings, 'purpose', 'bill')).toBe(token)
    }
  })

  it('can be rolled back as long as the previous one is set, and forward again', async () => {
    const id = await getId(isolate(A))
    await getId(isolate(B, A))
    for (const settings of [isolate(A), isolate(A, '', BLIND), isolate(B, A), isolate(B, A, BLIND)])
      expect(await getId(settings)).toBe(id)
    expect(await wraps()).toHaveLength(2)
  })

  it('ends the wrap of the previous one as soon as that is gone, in ACCESS and in STORE', async () => {
    const id = await getId(isolate(A))
    await getId(isolate(B, A))
    await copied(SHARED + 2)
    expect(await getId(isolate(B))).toBe(id)
    expect(await wraps()).toHaveLength(1)
    await copied(SHARED + 1)
    expect(await getId(isolate(B))).toBe(id)
    const again = isolate(B, A, BLIND)
    expect([await getId(again), await countUnrotated(again)]).toEqual([id, 0])
    expect(await wraps()).toHaveLength(1)
    await expect(getId(isolate(A))).rejects.toMatchObject({ status: 500 })
    expect(await getId(isolate(B))).toBe(id)
  })

  it('ends no wrap while the previous one is set', async () => {
    const id = await getId(isolate(A))
    await getId(isolate(B, A))
    for (const settings of [isolate(B, A), isolate(B, A, BLIND)]) await countUnrotated(settings)
    expect(await getId(isolate(A, '', BLIND))).toBe(id)
    expect(await wraps()).toHaveLength(2)
  })

  it('asks ACCESS no more once the wrap of the previous one is gone', async () => {
    const id = await getId(isolate(A))
    await getId(isolate(B, A))
    await copied(SHARED + 2)
    await getId(isolate(B))
    await vi.waitFor(async () => expect(await getId(isolate(B, '', DEAF))).toBe(id))
  })

  it('may follow another one, and the first may come back', async () => {
    const id = await getId(isolate(A))
    await getId(isolate(B, A))
    await getId(isolate(C, B))
    await getId(isolate(C))
    await getId(isolate(A, C))
    expect(await getId(isolate(A))).toBe(id)
    expect(await wraps()).toHaveLength(1)
  })

  it('of many isolates at once, some of which have the previous settings, leads to one data key', async () => {
    const isolates = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? isolate(A) : isolate(B, A)))
    expect(new Set(await Promise.all(isolates.map(getId))).size).toBe(1)
  })

  it('that opens empty data is reported once the previous one is set: each wraps its own', async () => {
    const id = await getId(isolate(A))
    await startWithEmptyData(isolate(B))
    const other = await getId(isolate(B))
    const both = isolate(B, A)
    expect([await getId(both), await countUnrotated(both)]).toEqual([other, 1])
    expect(await getId(isolate(A))).toBe(id)
    expect([await getId(isolate(C, A)), await countUnrotated(isolate(C, A))]).toEqual([id, 0])
  })

  it('survives the end of ACCESS and of the request between its two steps', async () => {
    const id = await getId(isolate(A))
    const access = OBJECTS.ACCESS.getByName(ACCESS_NAME) as unknown as ReturnType<Env['ACCESS']['getByName']>
    let claims = 0
    const failing = {
      dataKeys: {
        find: (name: string) => access.dataKeys.find(name),
        claim: (...claim: Parameters<typeof access.dataKeys.claim>) =>
          ++claims > 1 ? broken() : access.dataKeys.claim(...claim),
      },
    }
    const ACCESS = { getByName: () => failing } as unknown as Env['ACCESS']
    await expect(dataKey(isolate(B, A, { ACCESS }))).rejects.toMatchObject({ status: 503 })
    expect(await getId(isolate(B, A))).toBe(id)
  })
})

describe('a wrong CREDENTIALS_KEY', () => {
  const WRONG = /^CREDENTIALS_KEY is not the key that encrypted the data of this deployment/
  const refused = { status: 500, reason: 'setting', message: expect.stringMatching(WRONG) }
  let id: string
  beforeEach(async () => {
    id = await getId(isolate(A))
    await copied(SHARED + 1)
  })
  /** Nothing was made, and the right key opens its data. */
  const isUnharmed = async () => {
    expect(await wraps()).toHaveLength(1)
    expect(await getId(isolate(A))).toBe(id)
  }

  it.each([
    ['alone', B, ''],
    ['with a wrong CREDENTIALS_KEY_PREVIOUS', B, C],
    ['with itself as CREDENTIALS_KEY_PREVIOUS', B, B],
  ])('%s is 500 that names it, and makes no data key', async (_, key, previous) => {
    const isolates = Array.from({ length: 10 }, () => isolate(key, previous))
    for (const result of await Promise.allSettled(isolates.map(getId)))
      expect(result).toMatchObject({ status: 'rejected', reason: refused })
    for (const settings of isolates.slice(0, 2)) {
      expect(await isDataClosed(settings)).toBe(true)
      expect(await findKeyProblem(settings)).toMatch(WRONG)
    }
    await isUnharmed()
  })

  it('beside the right one is none: a wrong CREDENTIALS_KEY_PREVIOUS changes nothing', async () => {
    const settings = isolate(A, B)
    expect([await getId(settings), await countUnrotated(settings)]).toEqual([id, 0])
    await isUnharmed()
  })

  it.each([
    ['cut off', A.slice(0, 40), /^CREDENTIALS_KEY must be 32 bytes in base64/],
    ['new, and the previous one is cut off', [B, A.slice(0, 40)], /^CREDENTIALS_KEY_PREVIOUS must be 32 bytes/],
  ])('%s is told once data is encrypted, and closes it', async (_, keys, message) => {
    const [key = '', previous] = [keys].flat()
    expect(await isDataClosed(isolate(key, previous))).toBe(true)
    expect(await findKeyProblem(isolate(key, previous))).toMatch(message)
    await isUnharmed()
  })

  it('is not told where nothing was encrypted yet', async () => {
    freshObjects()
    expect(await findKeyProblem(isolate('no key'))).toBeUndefined()
    expect(await isDataClosed(isolate('no key'))).toBe(true)
    expect(await isDataClosed(isolate(B))).toBe(false)
  })

  it('is not told while ACCESS does not respond: then nobody knows', async () => {
    const settings = isolate(B, '', { ...DEAF, ...BLIND })
    await expect(isDataClosed(settings)).rejects.toMatchObject({ status: 503 })
    expect(await findKeyProblem(settings)).toBeUndefined()
  })

  it('that is missing closes the data once an account or a key is stored with it', async () => {
    expect(await isDataClosed(isolate(''))).toBe(false)
    const access = BINDINGS.ACCESS.getByName(ACCESS_NAME)
    const begun = unwrap(await access.storedAccounts.startChange(id, 'notes'))
    const settings = isolate('')
    for (let time = 0; time < 2; time++) {
      expect(await isDataClosed(settings)).toBe(true)
      expect(await findKeyProblem(settings)).toMatch(/^CREDENTIALS_KEY is not set, and accounts or keys/)
    }
    await access.storedAccounts.endChange(id, 'notes', begun, false)
    expect(await isDataClosed(settings)).toBe(false)
  })

  it('opens empty data once the owner wants that, and the former key its own', async () => {
    await Promise.all([startWithEmptyData(isolate(B)), startWithEmptyData(isolate(B))])
    const other = await getId(isolate(B))
    expect(other).not.toBe(id)
    expect([await getId(isolate(A)), await getId(isolate(B)), await getId(isolate(A))]).toEqual([id, other, id])
    expect(await wraps()).toHaveLength(2)
    await expect(getId(isolate(C))).rejects.toMatchObject(refused)
    expect(await getId(isolate(C, B))).toBe(other)
  })

  it.each([
    ['opens the data', A, ''],
    ['is a new one with the previous one', B, A],
  ])('is needed to start with empty data: 409 for one that %s', async (_, key, previous) => {
    await expect(startWithEmptyData(isolate(key, previous))).rejects.toMatchObject({ status: 409 })
    expect(await getId(isolate(A))).toBe(id)
  })

  it.each(['', 'no key'])('%j starts no empty data: 500 that names it', async (key) => {
    await expect(startWithEmptyData(isolate(key))).rejects.toMatchObject({
      status: 500,
      message: expect.stringMatching(/^CREDENTIALS_KEY /),
    })
    await isUnharmed()
  })
})
