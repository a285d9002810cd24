import { crc32 } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatKey, isNamedKey } from '../../../../src/gateway/auth/key.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
const key = bytes.map(formatKey)
const parseNumber = (base62: string) =>
  [...base62].reduce((sum, digit) => sum * 62n + BigInt(ALPHABET.indexOf(digit)), 0n)

describe('formatKey', () => {
  it('gives lk_, 43 base62 digits and a checksum of 6', () => {
    fc.assert(fc.property(key, (text) => void expect(text).toMatch(/^lk_[0-9A-Za-z]{49}$/)))
  })

  it('contains all of the 32 bytes', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const hex = [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')
        expect(parseNumber(formatKey(random).slice(3, 46))).toBe(BigInt(`0x${hex}`))
      }),
    )
  })

  it('has room for the largest number', () => {
    expect(formatKey(new Uint8Array(32).fill(255))).toHaveLength(52)
    expect(formatKey(new Uint8Array(32))).toHaveLength(52)
  })

  it('ends with the CRC-32 of the characters in between', () => {
    fc.assert(
      fc.property(key, (text) => void expect(parseNumber(text.slice(46))).toBe(BigInt(crc32(text.slice(3, 46))))),
    )
  })
})

describe('isNamedKey', () => {
  it('accepts every generated key', () => {
    fc.assert(fc.property(key, (text) => void expect(isNamedKey(text)).toBe(true)))
  })

  it('detects any one character that became another', () => {
    const change = fc.tuple(key, fc.nat(51), fc.constantFrom(...ALPHABET, '-', '_', ' ', 'é'))
    fc.assert(
      fc.property(change, ([text, at, character]) => {
        fc.pre(text[at] !== character)
        expect(isNamedKey(text.slice(0, at) + character + text.slice(at + 1))).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })

  it('detects a lost, a doubled and a swapped character', () => {
    fc.assert(
      fc.property(key, fc.nat(50), (text, at) => {
        const [one = '', two = ''] = [text[at], text[at + 1]]
        expect(isNamedKey(text.slice(0, at) + text.slice(at + 1))).toBe(false)
        expect(isNamedKey(text.slice(0, at) + one + text.slice(at))).toBe(false)
        fc.pre(one !== two)
        expect(isNamedKey(text.slice(0, at) + two + one + text.slice(at + 2))).toBe(false)
      }),
    )
  })

  it('refuses any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => void expect(isNamedKey(text)).toBe(false)))
    fc.assert(fc.property(key, (text) => void expect(isNamedKey(`${text}\n`)).toBe(false)))
  })
})
