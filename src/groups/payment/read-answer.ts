import { isObject, type JsonObject, tryParseJson } from '../../base/json.ts'
import { type BillResult, type ResultField, resultFields } from './result-fields.ts'

/** A response of either version, in one format. */
export interface ProductAnswer {
  /** `0000` for success. Any other code is a refusal, whatever the HTTP status. Undefined without one. */
  code: string | undefined
  /** The product's own message, unmasked. It must not reach a caller unchanged. */
  message: string
  result: BillResult
}

/** Parses a response. Undefined when it is no JSON object. */
export function readAnswer(text: string): ProductAnswer | undefined {
  const body = tryParseJson(text)
  if (!isObject(body)) return undefined
  // The documents say `msg`, a live host sent `message`.
  const message = asText(body.msg) || asText(body.message) || ''
  return { code: asText(body.code) || undefined, message, result: readFields(body) }
}

/**
 * The fields of a response or report. Version 1 has `appr_state` beside the code, version 2 `apprState` in `data`, and
 * production mixes spellings and nests `data`. So each spelling counts in each place, the outermost first.
 */
export function readFields(body: JsonObject): BillResult {
  const found: BillResult = {}
  for (const [name, value] of placesIn(body).flatMap(Object.entries)) {
    const field = FIELDS.get(spelling(name))
    const returned = field && (WORDS.has(field) ? asWord(value) : asText(value))
    if (field && returned !== undefined) found[field] ||= returned
  }
  return Object.fromEntries(resultFields.flatMap((field) => (field in found ? [[field, found[field]]] : [])))
}

/** The objects in which clients find the fields of a bill, the outermost first. */
function placesIn(body: JsonObject): JsonObject[] {
  const places = [body]
  for (const place of places)
    if (places.length < MOST_PLACES) places.push(...WRAPPERS.map((name) => place[name]).filter(isObject))
  return places
}

const WRAPPERS = ['data', 'result', 'response', 'bill', 'payment']
/** Far more than any response has. */
const MOST_PLACES = 10

/** A name without what differs between spellings: `short_url`, `shortUrl` and `shortURL` are one. */
const spelling = (name: string) => name.replaceAll('_', '').toLowerCase()

const FIELDS: ReadonlyMap<string, ResultField> = new Map(resultFields.map((field) => [spelling(field), field]))

/** Fields that may not be numbers: a URL, and an id, which may start with zeros. */
const WORDS: ReadonlySet<ResultField> = new Set(['bill_id', 'short_url'])

const asWord = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Text unchanged, and the digits of a number. The parser keeps long numbers as text. */
function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}
