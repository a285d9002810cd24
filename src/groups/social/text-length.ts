import { lazy } from '../../base/lazy.ts'

/** The most characters of a post, as the product counts them. */
export const MAX_TEXT = 500

/** A grapheme with an emoji in it. Flags, keycaps, skin tones and joined families are one each. */
// biome-ignore lint/complexity/useRegexLiterals: a literal is checked at start-up, and that loads tables of Unicode for 12 ms
const emoji = lazy(() => new RegExp('\\p{RGI_Emoji}', 'v'))

/** A part of every emoji: the emoji variation selector, half of a surrogate pair, or a character of these blocks. */
const PART_OF_EMOJI = /\ufe0f|[\u231a-\u2bff\ud800-\udfff]/

/**
 * Whether a text is longer than `limit` as the product counts it. A character is what a reader sees as one (a grapheme,
 * so a Korean syllable is 1 in any composition). An emoji counts as its number of UTF-8 bytes. Stops at the limit,
 * because a text may be as large as a request.
 */
export function isLongerThan(text: string, limit: number): boolean {
  if (isSurelyWithin(text, limit)) return false
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const utf8 = new TextEncoder()
  let length = 0
  for (const { segment } of graphemes.segment(text)) {
    length += emoji().test(segment) ? utf8.encode(segment).length : 1
    if (length > limit) return true
  }
  return false
}

/**
 * A quick check that suffices for most posts. It avoids the Unicode tables, which cost an isolate 25 ms. A text counts
 * at most its UTF-8 bytes and, without an emoji, at most its UTF-16 units.
 */
const isSurelyWithin = (text: string, limit: number): boolean =>
  new TextEncoder().encodeInto(text, new Uint8Array(limit)).read === text.length ||
  (text.length <= limit && !PART_OF_EMOJI.test(text))
