import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decrypt, type Encrypted, encrypt, tryDecrypt } from '../../../src/upstream/store/encryption.ts'

/** Decisions.md section 1: "Records are AES-GCM under CREDENTIALS_KEY, never in the clear". */

const getKey = (byte: number) => btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)))
const keys = (CREDENTIALS_KEY: string, CREDENTIALS_KEY_PREVIOUS = '') => ({ CREDENTIALS_KEY, CREDENTIALS_KEY_PREVIOUS })
const KEY = getKey(1)
const KEYS = keys(KEY)
const PLACE = 'credentials/recorder'

const undecryptable = {
  status: 500,
  message: 'a stored credential cannot be decrypted: neither CREDENTIALS_KEY nor CREDENTIALS_KEY_PREVIOUS encrypted it',
}

describe('what is encrypted', () => {
  it('opens again, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (text, place) => {
        expect(await decrypt(KEYS, place, await encrypt(KEYS, place, text))).toEqual({ text, isOld: false })
      }),
      { numRuns: 50 },
    )
  })

  it('does not show its text', async () => {
    const { iv, data } = await encrypt(KEYS, PLACE, 'test-secret-token')
    expect(atob(data)).not.toContain('test-secret-token')
    expect(atob(iv)).toHaveLength(12)
  })

  it('is another each time', async () => {
    const [one, two] = [await encrypt(KEYS, PLACE, 'same'), await encrypt(KEYS, PLACE, 'same')]
    expect(one.iv).not.toBe(two.iv)
    expect(one.data).not.toBe(two.data)
  })

  it('is AES-256-GCM with the location as additional data', async () => {
    const { iv, data } = await encrypt(KEYS, PLACE, 'plain')
    const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    const key = await crypto.subtle.importKey('raw', bytes(KEY), 'AES-GCM', false, ['decrypt'])
    const algorithm = { name: 'AES-GCM', iv: bytes(iv), additionalData: new TextEncoder().encode(PLACE) }
    expect(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytes(data)))).toBe('plain')
  })
})

describe('does not open', () => {
  const refused = async (open: (sealed: Encrypted) => Promise<unknown>) =>
    expect(open(await encrypt(KEYS, PLACE, 'test-secret-token'))).rejects.toMatchObject(undecryptable)

  it('under another key: 500 naming CREDENTIALS_KEY', () =>
    refused((sealed) => decrypt(keys(getKey(2)), PLACE, sealed)))

  it('in another location', () => refused((sealed) => decrypt(KEYS, 'credentials/notes', sealed)))

  it('when a bit of it changed', async () => {
    const { iv, data } = await encrypt(KEYS, PLACE, 'test-secret-token')
    const flip = (text: string, at: number) => {
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
      bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ 1
      return btoa(String.fromCharCode(...bytes))
    }
    for (let at = 0; at < atob(data).length; at++) {
      await expect(decrypt(KEYS, PLACE, { iv, data: flip(data, at) })).rejects.toMatchObject(undecryptable)
    }
    await expect(decrypt(KEYS, PLACE, { iv: flip(iv, 3), data })).rejects.toMatchObject(undecryptable)
  })

  it.each([
    ['no base64', { iv: '***', data: '***' }],
    ['empty', { iv: '', data: '' }],
    ['cut', { iv: 'AAAAAAAAAAAAAAAA', data: 'AAAA' }],
  ])('when it is %s', async (_, sealed) => {
    await expect(decrypt(KEYS, PLACE, sealed)).rejects.toMatchObject(undecryptable)
  })
})

describe('CREDENTIALS_KEY', () => {
  it('may come without its padding', async () => {
    expect(await decrypt(KEYS, PLACE, await encrypt(keys(KEY.replace('=', '')), PLACE, 'text'))).toMatchObject({
      text: 'text',
    })
  })

  it.each([{}, keys('')])('unset, %j: 500 naming it', async (unset) => {
    const error = { status: 500, message: 'CREDENTIALS_KEY is not set, and stored credentials need it' }
    await expect(encrypt(unset, PLACE, 'text')).rejects.toMatchObject(error)
    await expect(decrypt(unset, PLACE, { iv: '', data: '' })).rejects.toMatchObject(error)
  })

  it.each([
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
  ])('of another form, %s: 500 naming it', async (_, key) => {
    const error = { status: 500, message: 'CREDENTIALS_KEY must be 32 bytes in base64' }
    await expect(encrypt(keys(key), PLACE, 'text')).rejects.toMatchObject(error)
    await expect(decrypt(keys(key), PLACE, { iv: '', data: '' })).rejects.toMatchObject(error)
  })
})

describe('CREDENTIALS_KEY_PREVIOUS', () => {
  it('decrypts what it encrypted, and says that it is old', async () => {
    const sealed = await encrypt(KEYS, PLACE, 'text')
    expect(await decrypt(keys(getKey(2), KEY), PLACE, sealed)).toEqual({ text: 'text', isOld: true })
  })

  it('encrypts nothing', async () => {
    const sealed = await encrypt(keys(getKey(2), KEY), PLACE, 'text')
    expect(await decrypt(keys(getKey(2)), PLACE, sealed)).toEqual({ text: 'text', isOld: false })
    await expect(decrypt(KEYS, PLACE, sealed)).rejects.toMatchObject(undecryptable)
  })

  it('of another form is 500 naming it, once it is needed', async () => {
    const sealed = await encrypt(KEYS, PLACE, 'text')
    expect(await decrypt(keys(KEY, 'short'), PLACE, sealed)).toMatchObject({ text: 'text' })
    const error = { status: 500, message: 'CREDENTIALS_KEY_PREVIOUS must be 32 bytes in base64' }
    await expect(decrypt(keys(getKey(2), 'short'), PLACE, sealed)).rejects.toMatchObject(error)
  })

  it('and CREDENTIALS_KEY both being others, what can be created again is undefined', async () => {
    expect(await tryDecrypt(keys(getKey(2), getKey(3)), PLACE, await encrypt(KEYS, PLACE, 'text'))).toBeUndefined()
  })
})
