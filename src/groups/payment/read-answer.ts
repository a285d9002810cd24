import { tryParseJson } from '../../base/json.ts'
import { isObject } from '../../base/json-object.ts'
import { type BillResult, type ResultField, resultFields } from './result-fields.ts'

/** An answer of either generation in one shape. */
export interface ProductAnswer {
  /** `0000` for success; every other code is a refusal, whatever the HTTP status. Undefined where there is none. */
  code: string | undefined
  /** The product's own words, unmasked: not for a caller as they are. */
  message: string
  result: BillResult
}

/** How one generation writes its answers. */
export interface AnswerForm {
  /** Where the fields of the call stand: beside the code, or in an object of their own. */
  fieldsIn: 'top' | 'data'
  getName: (field: ResultField) => string
}

/** Reads the text of an answer; undefined when it is no JSON object. */
export function readAnswer(text: string, { fieldsIn, getName }: AnswerForm): ProductAnswer | undefined {
  const body = tryParseJson(text)
  if (!isObject(body)) return undefined
  // The documents say `msg`, a live host said `message` (payment facts, section 2).
  const message = asText(body.msg) || asText(body.message) || ''
  const fields = fieldsIn === 'top' ? body : body[fieldsIn]
  const result: BillResult = {}
  if (isObject(fields)) {
    for (const field of resultFields) {
      const value = fields[getName(field)]
      const told = WORDS.has(field) ? asWord(value) : asText(value)
      if (told !== undefined) result[field] = told
    }
  }
  return { code: asText(body.code) || undefined, message, result }
}

/** What a number cannot be: an address, or an id, which may begin with zeros. */
const WORDS: ReadonlySet<ResultField> = new Set(['bill_id', 'short_url'])

const asWord = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Text as it came, and the digits of a number; long ones were kept as text by the parser. */
function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}
