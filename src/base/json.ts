declare global {
  interface JSON {
    /** V8 implements the source-text access proposal: `context.source` contains the original digits. */
    parse(
      text: string,
      reviver: (this: unknown, key: string, value: unknown, context: { source: string }) => unknown,
    ): unknown
  }
}

/**
 * Matches numbers that may be integers a double would round. The smallest is 2^53, which is 9007199254740992. A number
 * is at the start, after `:`, `,` or `[`, or after whitespace. Few strings match: ids, signed links and fractions do
 * not. Each digit is written out, because V8 finds a counted repetition in four times the time.
 */
const PATTERN = String.raw`(?<=^|[:,[\s])-?(?:9${'\\d'.repeat(15)}|${'\\d'.repeat(17)}\d*)(?![\d.eE])`
const LONG_INTEGER = new RegExp(PATTERN)
const LONG_INTEGERS = new RegExp(PATTERN, 'g')

/**
 * Parses JSON. Integers beyond 2^53 - 1 become strings of their digits, because a browser, Make or n8n would round
 * them. Throws a SyntaxError like JSON.parse.
 */
export function parseJson(text: string): unknown {
  let areMembers = true
  const quoted = text.replaceAll(LONG_INTEGERS, (digits, at: number) => {
    if (Number.isSafeInteger(Number(digits))) return digits
    areMembers &&= isAfterName(text, at) && !/^-?0/.test(digits)
    return `"${digits}"`
  })
  if (quoted === text) return JSON.parse(text)
  // A reviver is called for every value, which takes six times as long as a search for the digits.
  return (areMembers ? tryParse(quoted) : undefined) ?? JSON.parse(text, keepDigits)
}

/**
 * Whether a number follows a quote and a colon. Inside of a string it may do so, too: then the quotes around its digits
 * make the text invalid, because a string ends right before a digit.
 */
const isAfterName = (text: string, at: number): boolean => text.slice(Math.max(0, at - 2), at) === '":'

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Like parseJson, but undefined for invalid JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/**
 * The JSON text of a value that parseJson returned, with its long integers as strings. A text without long integers is
 * returned unchanged, because searching it costs less than serializing it again.
 */
export const exactText = (text: string, value: unknown): string =>
  LONG_INTEGER.test(text) ? JSON.stringify(value) : text

function keepDigits(_key: string, value: unknown, { source }: { source: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return /^-?\d+$/.test(source) ? source : value
}
