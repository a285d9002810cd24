import { once } from '../../base/once.ts'

/** Characters of a post, by the product's own count (social facts, section 3). */
export const MAX_TEXT = 500

/** A grapheme with an emoji in it: flags, keycaps, skin tones and joined families are one each. */
// biome-ignore lint/complexity/useRegexLiterals: a literal is checked at start-up, and that loads tables of Unicode for 12 ms
const emoji = once(() => new RegExp('\\p{RGI_Emoji}', 'v'))

/**
 * Whether a text is longer than `limit` as the product counts: a character is what a reader sees as one (a grapheme,
 * so a Korean syllable is 1 whichever way it is composed), and an emoji counts as many as it has UTF-8 bytes.
 * Stops at the limit: a text may be as large as a request.
 */
export function isLongerThan(text: string, limit: number): boolean {
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const utf8 = new TextEncoder()
  let length = 0
  for (const { segment } of graphemes.segment(text)) {
    length += emoji().test(segment) ? utf8.encode(segment).length : 1
    if (length > limit) return true
  }
  return false
}
