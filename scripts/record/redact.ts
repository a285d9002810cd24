import { tryParseExact } from './exact-json.ts'
import { redactedMarkup } from './redact-markup.ts'
import { isSensitive, isStamp, isTime } from './sensitive.ts'
import type { Shapes } from './shape.ts'

/** Fields whose words belong to the product, not to the person. They are needed to understand a recording. */
const OF_THE_PRODUCT =
  /(^|_)(type|typ|status|format|kind|object|role|state|code|color|icon|lang|language|mode|unit|operator|version|mime|model|engine|region|license|tier|scheme|include|fields|metrics?)$|(Type|Status|Code|State|Language|Mode)$/i
const ASKS_BY_NAME = /^(fields|metrics?|breakdown)$/
/** Fields whose numbers are ids, although they may look like times. */
const OF_AN_ID = /(^|_)(id|guid|uuid|uid)$|(Id|Guid|Uuid)$/
/** Fields whose numbers are personal, whatever they look like. */
const OF_A_PERSON = /phone|tel$|mobile|account|addr|post_?code|zip|birth|serial|num(ber)?$/i
/** Maps whose keys were chosen by a person. */
const NAMED_BY_A_PERSON = /^properties$/
const WORDS = /^[A-Za-z][\w.:/+-]{0,47}(, ?[A-Za-z][\w.:/+-]{0,47})*$/
const DATE = /^\d{4}-\d\d(-\d\d)?(Z|[+-]\d\d:\d\d)?([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/
const DURATION = /^P(?=.)(\d+[YMWD])*(T(\d+[HMS])+)?$/
const SHORT_NUMBER = /^-?\d{1,8}(\.\d{1,6})?$/
/** A field name, as opposed to a key that is an id, a path or a personal word. */
const FIELD = /^[A-Za-z_$][A-Za-z_$-]{0,47}(?:V\d[a-z]?|\d{0,2})$/
/** Further items of a list show nothing new. */
const MOST_ITEMS = 12

/** The body of a product's call, with everything personal replaced by text of the same shape. */
export function redactedBody(text: string, shapes: Shapes): string {
  const value = tryParseExact(text)
  if (value !== undefined) return JSON.stringify(redactedValue(value, '', shapes))
  if (/^[\w.-]+=[^\s]*$/.test(text)) return redactedQuery(new URLSearchParams(text), shapes).toString()
  return redactedMarkup(text, shapes, (attribute, name) => redactedText(attribute, name, shapes))
}

/** @param name the field of the value */
export function redactedValue(value: unknown, name: string, shapes: Shapes): unknown {
  if (JSON.isRawJSON(value)) return JSON.rawJSON(shapes.of(value.rawJSON))
  if (Array.isArray(value)) {
    const own = NAMED_BY_A_PERSON.test(name) ? '' : name
    return value.slice(0, MOST_ITEMS).map((item) => redactedValue(item, own, shapes))
  }
  if (typeof value === 'object' && value !== null) {
    const isField = (key: string) => FIELD.test(key) && !NAMED_BY_A_PERSON.test(name) && !isSensitive(key)
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        isField(key) ? key : redactedText(key, '', shapes),
        redactedValue(member, key, shapes),
      ]),
    )
  }
  if (typeof value === 'number') return redactedNumber(value, name, shapes)
  return typeof value === 'string' ? redactedText(value, name, shapes) : value
}

const isNamed = (field: string) => OF_AN_ID.test(field) || OF_A_PERSON.test(field)
const isWhen = (digits: string) => isStamp(digits) || isTime(Number(digits))

/** Times and amounts stay. Numbers long enough to be a phone or account number are replaced. */
function redactedNumber(value: number, name: string, shapes: Shapes): number {
  const whole = Math.trunc(value)
  if (Math.abs(whole) < 1e8 || (isTime(whole) && !isNamed(name))) return value
  return Number(shapes.of(String(whole)))
}

/** @param name the field of the text */
export function redactedText(value: string, name: string, shapes: Shapes): string {
  const given = shapes.given(value)
  if (given !== undefined) return given
  if (value === '' || DATE.test(value) || DURATION.test(value) || /^(true|false)$/.test(value)) return value
  if (SHORT_NUMBER.test(value) && !OF_A_PERSON.test(name)) return value
  if (/^\d+$/.test(value)) return isWhen(value) && !isNamed(name) ? value : shapes.of(value)
  if (shapes.isKept(value)) return value
  if (OF_THE_PRODUCT.test(name) && WORDS.test(value) && !isSensitive(value)) return value
  // The state of what a seller sells, in the words of the product.
  if (/^statusName$/.test(name) && /^[가-힣]{2,10}$/.test(value)) return value
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return redactedUrl(new URL(value), shapes).href
  if (/^\s*[{[<]/.test(value)) return redactedBody(value, shapes)
  return OF_AN_ID.test(name) ? shapes.ofId(value) : shapes.of(value)
}

/**
 * A URL with its host, the words of its path and the names of its query. Ids, signatures and everything else are
 * replaced.
 */
export function redactedUrl(url: URL, shapes: Shapes): URL {
  const copy = new URL(url.origin)
  copy.pathname = redactedPath(url.pathname, shapes)
  copy.search = redactedQuery(url.searchParams, shapes).toString()
  return copy
}

/** An id may consist only of letters. */
const isPathWord = (segment: string, shapes: Shapes) =>
  /^[A-Za-z][A-Za-z_.-]{0,31}$|^v\d+(\.\d+)?$/.test(segment) && !shapes.isId(segment)

export const redactedPath = (path: string, shapes: Shapes): string =>
  path
    .split('/')
    .map((segment) => (segment === '' || isPathWord(segment, shapes) ? segment : redactedSegment(segment, shapes)))
    .join('/')

function redactedSegment(segment: string, shapes: Shapes): string {
  try {
    return encodeURIComponent(redactedText(decodeURIComponent(segment), 'id', shapes))
  } catch {
    return shapes.of(segment)
  }
}

/** Names of fields and metrics that the gateway requests are also words of the product in responses. */
export function keepAskedWords(query: URLSearchParams, shapes: Shapes): void {
  for (const [name, value] of query) if (ASKS_BY_NAME.test(name)) shapes.keep(value.split(','))
}

export const redactedQuery = (query: URLSearchParams, shapes: Shapes): URLSearchParams =>
  new URLSearchParams([...query].map(([name, value]) => [name, redactedText(value, name, shapes)]))
