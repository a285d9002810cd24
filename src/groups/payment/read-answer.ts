import { tryParseJson } from '../../base/json.ts'
import { isObject } from '../../base/json-object.ts'
import { type BillResult, type ResultField, resultFields } from './result-fields.ts'

/** A response of either version, in one format. */
export interface ProductAnswer {
  /** `0000` for success. Any other code is a refusal, whatever the HTTP status. Undefined without one. */
  code: string | undefined
  /** The product's own message, unmasked. It must not reach a caller unchanged. */
  message: string
  result: BillResult
}

/** The response format of one API version. */
export interface AnswerForm {
  /** Where the fields of the call are: next to the code, or in their own object. */
  fieldsIn: 'top' | 'data'
  getName: (field: ResultField) => string
}

/** Parses a response. Undefined when it is no JSON object. */
export function readAnswer(text: string, { fieldsIn, getName }: AnswerForm): ProductAnswer | undefined {
  const body = tryParseJson(text)
  if (!isObject(body)) return undefined
  // The documents say `msg`, a live host sent `message` (payment facts, section 2).
  const message = asText(body.msg) || asText(body.message) || ''
  const fields = fieldsIn === 'top' ? body : body[fieldsIn]
  const result: BillResult = {}
  if (isObject(fields)) {
    for (const field of resultFields) {
      const value = fields[getName(field)]
      const returned = WORDS.has(field) ? asWord(value) : asText(value)
      if (returned !== undefined) result[field] = returned
    }
  }
  return { code: asText(body.code) || undefined, message, result }
}

/** Fields that may not be numbers: a URL, and an id, which may start with zeros. */
const WORDS: ReadonlySet<ResultField> = new Set(['bill_id', 'short_url'])

const asWord = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Text unchanged, and the digits of a number. The parser keeps long numbers as text. */
function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}
