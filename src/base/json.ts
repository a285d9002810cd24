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
 * not, so the reviver is rarely called in vain.
 */
const LONG_INTEGER = /(?<=(?:^|[:,[\s])-?)(?:9\d{15}|\d{17,})(?![\d.eE])/

/**
 * Parses JSON. Integers beyond 2^53 - 1 become strings of their digits, because a browser, Make or n8n would round them
 * (decisions.md section 2). Throws a SyntaxError like JSON.parse.
 */
export function parseJson(text: string): unknown {
  return LONG_INTEGER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
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
