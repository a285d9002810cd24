import '../../src/base/json.ts'

/** An integer that a double would round, as its original digits. */
interface RawJson {
  rawJSON: string
}

declare global {
  interface JSON {
    rawJSON(text: string): RawJson
    isRawJSON(value: unknown): value is RawJson
  }
}

/**
 * Parses JSON and keeps the digits of long integers, which products use as ids. Throws a SyntaxError for invalid JSON.
 */
export const parseExact = (text: string): unknown =>
  JSON.parse(text, (_key: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? JSON.rawJSON(source) : value,
  )

/** Like parseExact, but undefined for anything but a JSON object or list. */
export function tryParseExact(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return parseExact(text) as object
  } catch {
    return undefined
  }
}
