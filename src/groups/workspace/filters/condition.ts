import type { JsonObject } from '../../../base/json.ts'
import { toDateOrWord } from '../convert/date.ts'
import { toOption, toVerification } from '../convert/option.ts'
import { asWord, toFlag, toNumber, toText } from '../convert/scalar.ts'
import { toUniqueNumber } from '../convert/unique-id.ts'
import { toPageId, toPersonOrMe } from '../convert/uuid.ts'
import { type FieldPath, refusal } from '../field-path.ts'
import type { Column } from '../property.ts'
import { isEmptiness, OPERATORS, type Operator, PERIODS } from './operators.ts'
import type { Subject } from './subject.ts'

type Convert = (value: unknown, column: Column, place: FieldPath) => unknown

const date: Convert = (value, _column, place) => toDateOrWord(value, place)
const person: Convert = (value, _column, place) => toPersonOrMe(value, place)

/** The value converter of each type. Types that are not listed compare text. */
const CONVERT: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['number', (value, _column, place) => toNumber(value, place)],
  ['unique_id', toUniqueNumber],
  ['checkbox', (value, _column, place) => toFlag(value, place)],
  ['select', toOption],
  ['status', toOption],
  ['multi_select', toOption],
  ['date', date],
  ['created_time', date],
  ['last_edited_time', date],
  ['people', person],
  ['created_by', person],
  ['last_edited_by', person],
  ['relation', (value, _column, place) => toPageId(value, place)],
  ['verification', (value, _column, place) => toVerification(value, place)],
])

const asText: Convert = (value, _column, place) => toText(value, place)

/** One comparison: the subject, the operator in the product's words, and the caller's value. */
export interface Comparison {
  readonly subject: Subject
  readonly operator: Operator
  readonly value: unknown
  /** The path of the whole filter. */
  readonly place: FieldPath
  readonly valuePlace: FieldPath
}

/**
 * `{operator: value}` in the product's words. The type of the subject must offer the operator. Throws 400 when the
 * value does not fit the type.
 */
export function condition({ subject: { column }, operator, value, valuePlace }: Comparison): JsonObject {
  const { type } = column
  if (isEmptiness(operator)) return { [operator]: true }
  const period = readPeriod(type, operator, value)
  if (period === operator && !isNothing(value)) throw refusal(valuePlace, `${operator} takes no value`)
  if (period) return { [period]: {} }
  if (value === undefined) throw refusal(valuePlace, `is required with ${operator}`)
  // Every text starts with, ends with and contains an empty string: such a filter would match all rows.
  if (value === null || value === '') throw refusal(valuePlace, 'must not be empty')
  // The product uses its own word for equality of this type.
  const word = type === 'verification' && operator === 'equals' ? 'status' : operator
  return { [word]: (CONVERT.get(type) ?? asText)(value, column, valuePlace) }
}

/** A period is an operator, or the value of an equality. */
function readPeriod(type: string, operator: Operator, value: unknown): Operator | undefined {
  if (!OPERATORS.get(type)?.includes('this_week')) return undefined
  const word = operator === 'equals' && typeof value === 'string' ? asWord(value) : operator
  return PERIODS.find((period) => period === word)
}

/** The accepted values for an operator without a value. The product's own is `{}`. */
const isNothing = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === true ||
  (typeof value === 'object' && Object.keys(value).length === 0)
