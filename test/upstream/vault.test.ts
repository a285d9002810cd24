import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Sealed, seal, unseal } from '../../src/upstream/vault.ts'

/** Decisions.md section 1: "Records are AES-GCM under CREDENTIALS_KEY, never in the clear". */

const keyOf = (byte: number) => btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)))
const KEY = keyOf(1)
const PLACE = 'credentials/recorder'

const undecryptable = {
  status: 500,
  message: 'a stored credential cannot be decrypted: CREDENTIALS_KEY is not the key it was kept under',
}

describe('what is sealed', () => {
  it('opens again, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (text, place) => {
        expect(await unseal(KEY, place, await seal(KEY, place, text))).toBe(text)
      }),
      { numRuns: 50 },
    )
  })

  it('does not show its text', async () => {
    const { iv, data } = await seal(KEY, PLACE, 'test-secret-token')
    expect(atob(data)).not.toContain('test-secret-token')
    expect(atob(iv)).toHaveLength(12)
  })

  it('is another each time', async () => {
    const [one, two] = [await seal(KEY, PLACE, 'same'), await seal(KEY, PLACE, 'same')]
    expect(one.iv).not.toBe(two.iv)
    expect(one.data).not.toBe(two.data)
  })

  it('is AES-256-GCM with the place as additional data', async () => {
    const { iv, data } = await seal(KEY, PLACE, 'plain')
    const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    const key = await crypto.subtle.importKey('raw', bytes(KEY), 'AES-GCM', false, ['decrypt'])
    const algorithm = { name: 'AES-GCM', iv: bytes(iv), additionalData: new TextEncoder().encode(PLACE) }
    expect(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytes(data)))).toBe('plain')
  })
})

describe('does not open', () => {
  const refused = async (open: (sealed: Sealed) => Promise<string>) =>
    expect(open(await seal(KEY, PLACE, 'test-secret-token'))).rejects.toMatchObject(undecryptable)

  it('under another key: 500 naming CREDENTIALS_KEY', () => refused((sealed) => unseal(keyOf(2), PLACE, sealed)))

  it('in another place', () => refused((sealed) => unseal(KEY, 'credentials/notes', sealed)))

  it('when a bit of it changed', async () => {
    const { iv, data } = await seal(KEY, PLACE, 'test-secret-token')
    const flip = (text: string, at: number) => {
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
      bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ 1
      return btoa(String.fromCharCode(...bytes))
    }
    for (let at = 0; at < atob(data).length; at++) {
      await expect(unseal(KEY, PLACE, { iv, data: flip(data, at) })).rejects.toMatchObject(undecryptable)
    }
    await expect(unseal(KEY, PLACE, { iv: flip(iv, 3), data })).rejects.toMatchObject(undecryptable)
  })

  it.each([
    ['no base64', { iv: '***', data: '***' }],
    ['empty', { iv: '', data: '' }],
    ['cut', { iv: 'AAAAAAAAAAAAAAAA', data: 'AAAA' }],
  ])('when it is %s', async (_, sealed) => {
    await expect(unseal(KEY, PLACE, sealed)).rejects.toMatchObject(undecryptable)
  })
})

describe('CREDENTIALS_KEY', () => {
  it('may come without its padding', async () => {
    expect(await unseal(KEY, PLACE, await seal(KEY.replace('=', ''), PLACE, 'text'))).toBe('text')
  })

  it.each([undefined, ''])('unset, %j: 500 naming it', async (key) => {
    const error = { status: 500, message: 'CREDENTIALS_KEY is not set, and stored credentials need it' }
    await expect(seal(key, PLACE, 'text')).rejects.toMatchObject(error)
    await expect(unseal(key, PLACE, { iv: '', data: '' })).rejects.toMatchObject(error)
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
    await expect(seal(key, PLACE, 'text')).rejects.toMatchObject(error)
    await expect(unseal(key, PLACE, { iv: '', data: '' })).rejects.toMatchObject(error)
  })
})
