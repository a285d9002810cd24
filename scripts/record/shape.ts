import { createHash } from 'node:crypto'

/** A time of day or of a recording, which is not personal and is needed to parse a text. */
const TIME = /^\d{1,2}:\d\d(:\d\d)?$/

/**
 * A time, word, number, id or URL: it is replaced by the same text wherever it occurs, alone, in a path or in a text.
 */
const ATOM =
  /(?<![\p{N}:])\d{1,2}:\d\d(?::\d\d)?(?![\p{N}:])|[\p{L}\p{N}\p{Extended_Pictographic}_](?:[\p{L}\p{N}\p{M}_.@+=~-]*[\p{L}\p{N}_=])?/gu

/**
 * Replaces texts by others of the same shape that reveal nothing. Letters become letters of the same script and case,
 * digits become digits (also hexadecimal ones), and everything else stays. A word is replaced by the same word
 * everywhere, so that an id in a list still matches the id in a URL. Another run, with another salt, gives other words.
 */
export class Shapes {
  readonly #salt: string
  readonly #atoms = new Map<string, string>()
  readonly #ids = new Set<string>()
  readonly #kept = new Set<string>()
  readonly #given: ReadonlyMap<string, string>

  /** @param given texts with fixed replacements */
  constructor(salt: string, given: ReadonlyMap<string, string> = new Map()) {
    this.#salt = salt
    this.#given = given
  }

  of(text: string): string {
    return this.#given.get(text) ?? text.replace(ATOM, (atom) => this.#given.get(atom) ?? this.#getAtom(atom))
  }

  /** Like `of`, for a text that is known to be an id: in a URL it is never taken for a fixed segment. */
  ofId(text: string): string {
    this.#ids.add(text)
    return this.of(text)
  }

  isId = (text: string): boolean => this.#given.has(text) || this.#ids.has(text)

  /** Adds words of the product, which are not personal. Text that consists of one of them is never replaced. */
  keep(words: readonly string[]): void {
    for (const word of words) this.#kept.add(word)
  }

  isKept = (text: string): boolean => this.#kept.has(text)

  given = (text: string): string | undefined => this.#given.get(text)

  #getAtom(atom: string): string {
    if (TIME.test(atom)) return atom
    const known = this.#atoms.get(atom)
    if (known !== undefined) return known
    const random = numbersFrom(`${this.#salt} ${atom}`)
    const scripts = HEXADECIMAL.test(atom) ? HEXADECIMAL_SCRIPTS : SCRIPTS
    let shaped = ''
    // The replacement of a short word may be the same word.
    for (let tries = 0; tries < MOST_TRIES && (tries === 0 || shaped === atom); tries++) {
      shaped = [...atom].map((character) => replaced(character, scripts, random)).join('')
      // A number has no leading zero.
      if (/^[1-9]\d*$/.test(atom)) shaped = shaped.replace(/^0/, '1')
    }
    this.#atoms.set(atom, shaped)
    return shaped
  }
}

const MOST_TRIES = 5

/** An id, as opposed to a word that only uses these letters. */
const HEXADECIMAL = /^(?=.*\d)([\da-f-]{8,}|[\dA-F-]{8,})$/

type Scripts = readonly (readonly [first: number, last: number])[]

/** Ranges whose characters may replace each other, because the product's parsers treat them alike. */
const SCRIPTS: Scripts = [
  ['a', 'z'],
  ['A', 'Z'],
  ['0', '9'],
  ['가', '힣'],
  ['ㄱ', 'ㅎ'],
  ['ぁ', 'ん'],
  ['ァ', 'ン'],
  ['一', '鿿'],
  ['à', 'ö'],
  ['А', 'я'],
].map(([from = '', to = '']) => [parseCode(from), parseCode(to)] as const)

const HEXADECIMAL_SCRIPTS: Scripts = [
  [parseCode('a'), parseCode('f')],
  [parseCode('A'), parseCode('F')],
  [parseCode('0'), parseCode('9')],
]

function replaced(character: string, scripts: Scripts, random: () => number): string {
  const code = parseCode(character)
  const script = scripts.find(([from, to]) => code >= from && code <= to)
  if (script) return String.fromCodePoint(script[0] + (random() % (script[1] - script[0] + 1)))
  if (/\p{Extended_Pictographic}/u.test(character)) return '🙂'
  return /\p{L}|\p{N}/u.test(character) ? 'ö' : character
}

function parseCode(character: string): number {
  return character.codePointAt(0) ?? 0
}

/** Pseudo-random numbers derived from a text. */
function numbersFrom(text: string): () => number {
  let block = createHash('sha256').update(text).digest()
  let at = 0
  return () => {
    if (at + 4 > block.length) {
      block = createHash('sha256').update(block).digest()
      at = 0
    }
    at += 4
    return block.readUInt32BE(at - 4)
  }
}
