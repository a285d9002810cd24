declare global {
  interface JSON {
    /** V8 implements the proposal of source-text access: `context.source` holds the digits as they came. */
    parse(
      text: string,
      reviver: (this: unknown, key: string, value: unknown, context: { source: string }) => unknown,
    ): unknown
  }
}

/**
 * Where a number of the text may be an integer that a double rounds. The least is 2^53, which is 9007199254740992, and a
 * number stands at the start, after `:`, `,` or `[`, or after a blank. Of what stands inside a string, few texts match: ids,
 * signed links and fractions do not, for which the reviver would be called on every value in vain.
 */
const LONG_INTEGER = /(?<=(?:^|[:,[\s])-?)(?:9\d{15}|\d{17,})(?![\d.eE])/

/**
 * Parses JSON; integers beyond 2^53 - 1 become strings of their digits, since a browser, Make or n8n would round them
 * (decisions.md section 2). Throws a SyntaxError as JSON.parse does.
 */
export function parseJson(text: string): unknown {
  return LONG_INTEGER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
}

/** As parseJson; undefined for what is no JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/**
 * The JSON text of a value that parseJson read, with its long integers as strings. A text without long integers is
 * returned as it came, because searching it costs less than printing it again.
 */
export const exactText = (text: string, value: unknown): string =>
  LONG_INTEGER.test(text) ? JSON.stringify(value) : text

function keepDigits(_key: string, value: unknown, { source }: { source: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return /^-?\d+$/.test(source) ? source : value
}
