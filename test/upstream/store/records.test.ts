import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { platform } from '../../../src/base/platform.ts'
import { Settings } from '../../../src/base/settings.ts'
import { UpstreamContext } from '../../../src/upstream/context.ts'
import { readCredentials, storeCredentials } from '../../../src/upstream/credentials.ts'
import { dataKey, startWithEmptyData } from '../../../src/upstream/data-key.ts'
import { deleteRecord, readRecord, writeRecord } from '../../../src/upstream/store.ts'
import { freshDeployment, freshObjects, storedNames } from '../../support/fresh.ts'
import { BINDINGS } from '../../support/gateway.ts'
import { createWorld } from '../../support/world.ts'

/** Docs/storage.md, "STORE": how an isolate reads a record of the deployment's data key. */

const [A, B] = [1, 2].map((byte) => btoa(String.fromCharCode(byte).repeat(32))) as [string, string]
const NAME = 'credentials/notes'
const WRONG = { status: 500, message: expect.stringMatching(/^CREDENTIALS_KEY is not the key/) }

beforeEach(async () => {
  createWorld()
  await freshDeployment()
  freshObjects()
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** STORE answers nothing until so many reads have begun. */
function afterReads(count: number) {
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  let reads = 0
  return async () => {
    reads += 1
    if (reads === count) resolve()
    await begun
  }
}

/** A new isolate, which caches nothing yet, and what it reads of STORE. */
function isolate(CREDENTIALS_KEY: string, reading: (name: string) => Promise<void> = async () => {}) {
  const names: string[] = []
  const get = async (name: string, type: 'json') => {
    names.push(name)
    await reading(name)
    return BINDINGS.STORE.get(name, type)
  }
  const STORE = {
    get,
    put: (name: string, text: string) => BINDINGS.STORE.put(name, text),
    delete: (name: string) => BINDINGS.STORE.delete(name),
  } as unknown as KVNamespace
  const settings = new Settings({ ...BINDINGS, CREDENTIALS_KEY, CREDENTIALS_KEY_PREVIOUS: '', STORE })
  return { settings, names, records: () => names.filter((name) => name.endsWith(NAME)) }
}

describe('a record', () => {
  beforeEach(() => writeRecord(isolate(A).settings, NAME, '"first"'))

  it('is read by a new isolate while it reads the data key', async () => {
    const { settings, names } = isolate(A, afterReads(2))
    expect(await readRecord(settings, NAME)).toBe('first')
    expect(names).toHaveLength(2)
  })

  it('is read once by an isolate that has opened the data key', async () => {
    const { settings, names } = isolate(A)
    await dataKey(settings)
    expect(await readRecord(settings, NAME)).toBe('first')
    expect(names).toHaveLength(2)
  })

  it('is not read with a wrong CREDENTIALS_KEY, and that is told although STORE fails as well', async () => {
    await expect(readRecord(isolate(B).settings, NAME)).rejects.toMatchObject(WRONG)
    const failing = isolate(B, async (name) => {
      if (name.endsWith(NAME)) throw new Error('STORE failed')
    })
    await expect(readRecord(failing.settings, NAME)).rejects.toMatchObject(WRONG)
  })

  it('that STORE does not return fails like any read', async () => {
    const { settings } = isolate(A, async (name) => {
      if (name.endsWith(NAME)) throw new Error('STORE failed')
    })
    await expect(readRecord(settings, NAME)).rejects.toThrow('STORE failed')
  })
})

it('the first request of an isolate reads the data key once, and its accounts at the same time', async () => {
  await storeCredentials(isolate(A).settings, 'notes', { NOTES_TOKEN: 'stored-notes' })
  await storeCredentials(isolate(A).settings, 'video', { VIDEO_API_KEY: 'stored-video' })
  const { settings, names } = isolate(A, afterReads(3))
  const upstream = new UpstreamContext(settings, platform)
  const read = [
    readCredentials(upstream, 'notes'),
    readCredentials(new UpstreamContext(settings, platform, upstream), 'video'),
  ]
  expect(await Promise.all(read)).toEqual([{ NOTES_TOKEN: 'stored-notes' }, { VIDEO_API_KEY: 'stored-video' }])
  expect(names).toHaveLength(3)
})

describe('with empty data, which the owner has started', () => {
  beforeEach(async () => {
    await writeRecord(isolate(A).settings, NAME, '"first"')
    await startWithEmptyData(isolate(B).settings)
  })

  it('a record of the first data key is absent, and a new one replaces nothing', async () => {
    expect(await readRecord(isolate(B).settings, NAME)).toBeUndefined()
    await deleteRecord(isolate(B).settings, NAME)
    await writeRecord(isolate(B).settings, NAME, '"second"')
    expect(await storedNames()).toHaveLength(2)
    expect(await readRecord(isolate(B).settings, NAME)).toBe('second')
    expect(await readRecord(isolate(A).settings, NAME)).toBe('first')
  })

  it('an isolate looks for the first data key once at most', async () => {
    const { settings, records } = isolate(B)
    await readRecord(settings, NAME)
    expect(new Set(records()).size).toBe(2)
    await readRecord(settings, NAME)
    expect(records()).toHaveLength(3)
  })
})
