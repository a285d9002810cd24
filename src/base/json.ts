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

/** A JSON object, as opposed to an array, null or a scalar. */
export type JsonObject = { readonly [key: string]: unknown }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own member of a value that may be an object. Inherited members are ignored. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** A non-empty string member. Undefined for anything else. */
export function textMember(value: unknown, key: string): string | undefined {
  const found = member(value, key)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** How deep JSON input may be nested. None of the gateway's inputs is close to it, and the stack allows much more. */
export const DEEPEST_JSON = 64

/** Whether the value is nested deeper than this many levels. */
export const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1)))

/**
 * Lenient parsers for the products' responses. Most products guarantee nothing, and a field of an unexpected type
 * counts as absent instead of failing the whole response. Required fields are declared with `requiredFields` in
 * upstream/failures.ts.
 *
 * The value of a JSON text. Undefined for invalid JSON. Unlike `parseJson`, this rounds long integers: it
 * is for responses whose long integers are not used, and whose many long digits would make parseJson six times as slow.
 */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** The value at a path. Undefined when the path does not exist. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = Reflect.get(current, key)
  }
  return current
}

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A non-empty string. Null for anything else. */
export const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** An integer of at least 0, as a number or a string of digits. Null for anything else. */
export function count(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** A finite number, as a number or its decimal digits. Null for anything else. */
export function number(value: unknown): number | null {
  const read = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : null
}

/** A boolean, as such or as 0 or 1. Null for anything else. */
export const flag = (value: unknown): boolean | null =>
  value === true || value === 1 ? true : value === false || value === 0 ? false : null

/** An id as a string, from a non-empty string or an integer. Null for anything else. */
export const identifier = (value: unknown): string | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : text(value)

/** The items of a list that a parser accepts. Items for which it returns undefined or null are left out. */
export function items<Item>(value: unknown, read: (item: unknown) => Item | undefined | null): Item[] {
  const found: Item[] = []
  for (const one of list(value)) {
    const item = read(one)
    if (item !== undefined && item !== null) found.push(item)
  }
  return found
}

/**
 * Control characters, line and paragraph separators, and invisible or bidirectional formatting characters. A name with
 * them can look like another name, or break a line of the log.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** The text with a replacement character for each invisible character, at most `longest` characters. */
export function visibleText(text: string, longest = 100): string {
  const visible = text.replaceAll(INVISIBLE, '\ufffd')
  return visible.length > longest ? `${visible.slice(0, longest - 1)}…` : visible
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

/**
 * Decodes HTML character references: the names in the table above, and numbers. An unknown reference is not changed.
 * Decoding happens only once (`&amp;lt;` becomes `&lt;`).
 */
export const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, reference) : text

function reference(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return NAMED.get(name) ?? whole
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

/** The common form of all spellings of a name: `videoUrl`, `video-url` and `Video_URL` are `videourl`. */
export const toPlainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\d]+/gu, '')
