/**
 * How many tokens of a model a text takes, at most: a sum over its characters, since a tokenizer with its table of words is
 * larger than the Worker. The weights are set so that no text which products send is underrated by the vocabulary o200k_base
 * (test/surfaces/mcp.tokens.test.ts holds them against it): English counts about one and a half times what it takes. A
 * syllable of Korean and a character of Chinese or Japanese count as one token each, which other vocabularies need for
 * them, although this one needs two thirds.
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
 * Where the longest part of a text ends that begins at `from` and takes at most `room` tokens, written as JSON: no
 * character is cut through.
 */
export function endWithin(text: string, from: number, room: number): number {
  let left = room
  let before: Kind = SPACE
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = getKind(code)
    // JSON writes a line end, a quote and a backslash as two characters, and other controls as six.
    left -=
      getCost(kind, before, code) + (code < 32 ? 1 + (SHORT.has(code) ? 0 : 4) : code === 34 || code === 92 ? 1 : 0)
    before = kind
    if (left < 0) return isLow(code) ? at - 1 : at
  }
  return text.length
}

/** What a character takes at most and at least. */
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

/** A word or a number goes on cheaply, and what changes the kind of character begins a new token. */
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
