/**
 * The most tokens that a text may take: a sum over its characters, because a tokenizer's vocabulary is larger than the
 * Worker. The weights are set so that no text of the products is underestimated for the vocabulary o200k_base (checked
 * by test/slow/workerd/surfaces/mcp/tools/tokens.test.ts). English counts about one and a half times its real tokens. A Korean syllable
 * and a Chinese or Japanese character count as one token each, which other vocabularies need, although this one needs
 * two thirds.
 */
export function tokensIn(text: string): number {
  let sum = 0
  let before: Kind = SPACE
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = getKind(code)
    sum += getCost(kind, before, code)
    before = kind
  }
  return sum
}

/**
 * The end of the longest part of a text that starts at `from` and takes at most `room` tokens as JSON. No character is
 * split.
 */
export function endWithin(text: string, from: number, room: number): number {
  let left = room
  let before: Kind = SPACE
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = getKind(code)
    // JSON writes a line break, a quote and a backslash as two characters, and other control characters as six.
    left -=
      getCost(kind, before, code) + (code < 32 ? 1 + (SHORT.has(code) ? 0 : 4) : code === 34 || code === 92 ? 1 : 0)
    before = kind
    if (left < 0) return isLow(code) ? at - 1 : at
  }
  return text.length
}

/** The most and the fewest tokens per character. */
export const MOST_PER_CHARACTER = 2
export const LEAST_PER_CHARACTER = 0.2

const SHORT: ReadonlySet<number> = new Set([8, 9, 10, 12, 13])

const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff

type Kind = 0 | 1 | 2 | 3 | 4 | 5 | 6
const SPACE = 0
const LOWER = 1
const UPPER = 2
const DIGIT = 3
const MARK = 4
const SYLLABLE = 5
const OTHER = 6

function getKind(code: number): Kind {
  if (code >= 0x80) return isSyllable(code) ? SYLLABLE : OTHER
  if (code >= 97 && code <= 122) return LOWER
  if (code === 32) return SPACE
  if (code >= 48 && code <= 57) return DIGIT
  if (code >= 65 && code <= 90) return UPPER
  return MARK
}

/** Hangul syllables, kana, and the Chinese characters of the first plane. */
const isSyllable = (code: number) =>
  (code >= 0xac00 && code <= 0xd7a3) || (code >= 0x3040 && code <= 0x30ff) || (code >= 0x4e00 && code <= 0x9fff)

/** Continuing a word or a number is cheap. A change in the kind of character starts a new token. */
function getCost(kind: Kind, before: Kind, code: number): number {
  switch (kind) {
    case SPACE:
      return 0.2
    case LOWER:
      return before === LOWER ? 0.24 : before === UPPER ? 0.5 : 0.8
    case UPPER:
      return before === UPPER ? 0.6 : 0.85
    case DIGIT:
      return before === DIGIT ? 0.36 : 0.9
    case MARK:
      return before === MARK ? 0.75 : 0.9
    case SYLLABLE:
      return 1
    case OTHER:
      return code < 0x800 ? 1.2 : 1.7
  }
}
