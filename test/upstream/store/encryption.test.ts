import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { Settings } from '../../../src/base/settings.ts'
import { type Encrypted, encryptWithKey } from '../../../src/upstream/cipher.ts'
import { startWithEmptyData } from '../../../src/upstream/data-key.ts'
import { decrypt, encrypt, tryDecrypt } from '../../../src/upstream/store.ts'
import { freshObjects } from '../../support/fresh.ts'
import { BINDINGS } from '../../support/gateway.ts'

/** docs/spec/gateway.md, "The data key": records are AES-GCM under the data key, never in plain text. */

const getKey = (byte: number) => btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)))
const under = (CREDENTIALS_KEY: string, CREDENTIALS_KEY_PREVIOUS = '') =>
  new Settings({ ...BINDINGS, CREDENTIALS_KEY, CREDENTIALS_KEY_PREVIOUS })
const KEY = getKey(1)
beforeAll(freshObjects)
const SETTINGS = under(KEY)
const PLACE = 'credentials/recorder'

const undecryptable = {
  status: 500,
  message: 'a stored credential cannot be decrypted: neither CREDENTIALS_KEY nor CREDENTIALS_KEY_PREVIOUS encrypted it',
}

describe('what is encrypted', () => {
  it('opens again, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (text, place) => {
        expect(await decrypt(SETTINGS, place, await encrypt(SETTINGS, place, text))).toBe(text)
      }),
      { numRuns: 50 },
    )
  })

  it('does not show its text', async () => {
    const { iv, data } = await encrypt(SETTINGS, PLACE, 'test-secret-token')
    expect(atob(data)).not.toContain('test-secret-token')
    expect(atob(iv)).toHaveLength(12)
  })

  it('is another each time', async () => {
    const [one, two] = [await encrypt(SETTINGS, PLACE, 'same'), await encrypt(SETTINGS, PLACE, 'same')]
    expect(one.iv).not.toBe(two.iv)
    expect(one.data).not.toBe(two.data)
  })

  it('is AES-GCM with the location as additional data', async () => {
    const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    const key = await crypto.subtle.importKey('raw', bytes(KEY), 'AES-GCM', false, ['encrypt', 'decrypt'])
    const { iv, data } = await encryptWithKey(key, PLACE, 'plain')
    const algorithm = { name: 'AES-GCM', iv: bytes(iv), additionalData: new TextEncoder().encode(PLACE) }
    expect(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytes(data)))).toBe('plain')
  })

  it('is not encrypted with CREDENTIALS_KEY itself', async () => {
    const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    const key = await crypto.subtle.importKey('raw', bytes(KEY), 'AES-GCM', false, ['decrypt'])
    const { iv, data } = await encrypt(SETTINGS, PLACE, 'plain')
    const algorithm = { name: 'AES-GCM', iv: bytes(iv), additionalData: new TextEncoder().encode(PLACE) }
    await expect(crypto.subtle.decrypt(algorithm, key, bytes(data))).rejects.toThrow()
  })
})

describe('does not open', () => {
  const refused = async (open: (sealed: Encrypted) => Promise<unknown>) =>
    expect(open(await encrypt(SETTINGS, PLACE, 'test-secret-token'))).rejects.toMatchObject(undecryptable)

  it('under another data key: 500 naming CREDENTIALS_KEY', () =>
    refused(async (sealed) => {
      await startWithEmptyData(under(getKey(2)))
      return decrypt(under(getKey(2)), PLACE, sealed)
    }))

  it('in another location', () => refused((sealed) => decrypt(SETTINGS, 'credentials/notes', sealed)))

  it('when a bit of it changed', async () => {
    const { iv, data } = await encrypt(SETTINGS, PLACE, 'test-secret-token')
    const flip = (text: string, at: number) => {
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
      bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ 1
      return btoa(String.fromCharCode(...bytes))
    }
    for (let at = 0; at < atob(data).length; at++) {
      await expect(decrypt(SETTINGS, PLACE, { iv, data: flip(data, at) })).rejects.toMatchObject(undecryptable)
    }
    await expect(decrypt(SETTINGS, PLACE, { iv: flip(iv, 3), data })).rejects.toMatchObject(undecryptable)
  })

  it.each([
    ['no base64', { iv: '***', data: '***' }],
    ['empty', { iv: '', data: '' }],
    ['cut', { iv: 'AAAAAAAAAAAAAAAA', data: 'AAAA' }],
  ])('when it is %s', async (_, sealed) => {
    await expect(decrypt(SETTINGS, PLACE, sealed)).rejects.toMatchObject(undecryptable)
  })
})

describe('CREDENTIALS_KEY', () => {
  it('may come without its padding', async () => {
    expect(await decrypt(SETTINGS, PLACE, await encrypt(under(KEY.replace('=', '')), PLACE, 'text'))).toBe('text')
  })

  it.each(['', undefined])('unset, %j: 500 naming it', async (unset) => {
    const error = { status: 500, message: 'CREDENTIALS_KEY is not set, and stored credentials need it' }
    const settings = new Settings({ ...BINDINGS, CREDENTIALS_KEY: unset as string })
    await expect(encrypt(settings, PLACE, 'text')).rejects.toMatchObject(error)
    await expect(decrypt(settings, PLACE, { iv: '', data: '' })).rejects.toMatchObject(error)
  })

  it('of another form is 500 naming it', async () => {
    for (const [what, key] of [
      ['words', 'a secret of my own making'],
      ['31 bytes', btoa('x'.repeat(31))],
      ['33 bytes', btoa('x'.repeat(33))],
      ['16 bytes', btoa('x'.repeat(16))],
      ['hex', 'ab'.repeat(32)],
      ['base64url', `${'-_'.repeat(21)}-=`],
      ['one character', 'A'],
      ['cut', KEY.slice(0, 41)],
      ['padding in the middle', 'AAAA='],
      ['with a blank', `${KEY} `],
    ] as const) {
      const error = { status: 500, message: 'CREDENTIALS_KEY must be 32 bytes in base64' }
      await expect.soft(encrypt(under(key), PLACE, 'text'), what).rejects.toMatchObject(error)
      await expect.soft(decrypt(under(key), PLACE, { iv: '', data: '' }), what).rejects.toMatchObject(error)
    }
  })
})

describe('CREDENTIALS_KEY_PREVIOUS', () => {
  it('of another form is 500 naming it, once it is needed', async () => {
    const sealed = await encrypt(SETTINGS, PLACE, 'text')
    expect(await decrypt(under(KEY, 'short'), PLACE, sealed)).toBe('text')
    const error = { status: 500, message: 'CREDENTIALS_KEY_PREVIOUS must be 32 bytes in base64' }
    await expect(decrypt(under(getKey(4), 'short'), PLACE, sealed)).rejects.toMatchObject(error)
  })

  it('and CREDENTIALS_KEY both opening another data key, what can be created again is undefined', async () => {
    await startWithEmptyData(under(getKey(5)))
    expect(await tryDecrypt(under(getKey(6), getKey(5)), PLACE, await encrypt(SETTINGS, PLACE, 'text'))).toBeUndefined()
  })
})
