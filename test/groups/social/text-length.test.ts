import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { isLongerThan } from '../../../src/groups/social/post-input.ts'
import { documentedLength } from '../../simulators/social/containers.ts'

/** The length that a text counts for. */
function parseLength(text: string): number {
  let limit = 0
  while (isLongerThan(text, limit)) limit += 1
  return limit
}

describe('the length of a text', () => {
  test('is counted as the product counts it', () => {
    for (const [what, text, length] of [
      ['nothing', '', 0],
      ['Latin letters', 'hello', 5],
      ['Korean syllables', '책방 서울', 5],
      ['a syllable written as its three letters', '책'.normalize('NFD'), 1],
      ['an accent of its own', 'e\u0301', 1],
      ['a curly apostrophe', 'don’t', 5],
      ['digits and signs', '#1*©', 4],
      ['a line break of two characters', 'a\r\nb', 3],
      ['an emoji', '🎉', 4],
      ['a small emoji', '⚡', 3],
      ['an emoji with its selector', '☀️', 6],
      ['a skin tone', '👍🏽', 8],
      ['a flag', '🇰🇷', 8],
      ['a keycap', '1️⃣', 7],
      ['a family', '👨‍👩‍👧', 18],
      ['text around an emoji', '축하해요 🎉!', 10],
    ] as const)
      expect.soft(parseLength(text), what).toBe(length)
  })

  test('is at its limit with 500 syllables or 125 emoji', () => {
    expect(isLongerThan('가'.repeat(500), 500)).toBe(false)
    expect(isLongerThan('가'.repeat(501), 500)).toBe(true)
    expect(isLongerThan('🎉'.repeat(125), 500)).toBe(false)
    expect(isLongerThan('🎉'.repeat(126), 500)).toBe(true)
  })

  test('is never more than the UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(isLongerThan(text, new TextEncoder().encode(text).length)).toBe(false)
      }),
    )
  })

  test('is what the product counts', () => {
    const words = fc.constantFrom('가', 'a', ' ', '🎉', '☀️', '👍🏽', '🇰🇷', '1️⃣', '👨‍👩‍👧', '한글', '©', 'é')
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), (parts) => {
        const text = parts.join('')
        expect(parseLength(text)).toBe(documentedLength(text))
      }),
    )
  })

  test.each([
    ['500 UTF-8 bytes with emoji', '🎉'.repeat(125)],
    ['500 syllables without an emoji', '가'.repeat(500)],
    ['a short text with all kinds of marks', 'don’t “quote” … – 한국어 ☀️'],
  ])('needs no table of Unicode for %s', (_, text) => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    expect(isLongerThan(text, 500)).toBe(false)
    expect(segment).not.toHaveBeenCalled()
    segment.mockRestore()
  })

  test('is the same without the Unicode tables as with them, for every emoji', () => {
    // biome-ignore lint/complexity/useRegexLiterals: a literal is checked at start-up, and that loads tables of Unicode
    const emoji = new RegExp('^\\p{RGI_Emoji}$', 'v')
    const codes = Array.from({ length: 0x1ffff }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff)
    const signs = codes.map((code) => String.fromCodePoint(code))
    const candidates = signs.flatMap((sign) => [sign, `${sign}\ufe0f`])
    const all = candidates.filter((sign) => emoji.test(sign))
    expect(all.length).toBeGreaterThan(1_000)
    const untold = all.filter((sign) => !isLongerThan(sign, new TextEncoder().encode(sign).length - 1))
    expect(untold).toEqual([])
  })

  test('is not read on once the limit is passed', () => {
    let read = 0
    const endless = function* () {
      for (;;) {
        read += 1
        yield { segment: '가', index: read, input: '' }
      }
    }
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    segment.mockReturnValue({ containing: () => undefined, [Symbol.iterator]: endless } as unknown as Intl.Segments)
    expect(isLongerThan('가'.repeat(501), 500)).toBe(true)
    expect(read).toBe(501)
    segment.mockRestore()
  })
})
