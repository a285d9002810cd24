import type { JsonObject } from '../../../base/json-object.ts'
import { toDateOrWord } from '../convert/date.ts'
import { toOption, toVerification } from '../convert/option.ts'
import { asWord, toFlag, toNumber, toText } from '../convert/scalar.ts'
import { toUniqueNumber } from '../convert/unique-id.ts'
import { toPageId, toPersonOrMe } from '../convert/uuid.ts'
import { type FieldPath, refusal } from '../field-path.ts'
import type { Column } from '../property.ts'
import { isEmptiness, OPERATORS, type Operator, PERIODS, type Scope } from './operators.ts'
import type { Subject } from './subject.ts'

type Convert = (value: unknown, column: Column, place: FieldPath) => unknown

const date: Convert = (value, _column, place) => toDateOrWord(value, place)
const person: Convert = (value, _column, place) => toPersonOrMe(value, place)

/** What the product compares each type with (facts 4); text is what is not listed. */
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

/** One comparison: what is compared, the operator in the product's words, the value as it came. */
export interface Comparison {
  readonly subject: Subject
  readonly operator: Operator
  /** Of a list, when the operator names one. */
  readonly scope: Scope | undefined
  readonly value: unknown
  /** Of the whole filter. */
  readonly place: FieldPath
  readonly valuePlace: FieldPath
}

/**
 * `{operator: value}` in the product's words for the type of the subject, which offers the operator. 400 when the value
 * cannot be what the type is compared with.
 */
export function condition({ subject: { type, column }, operator, value, valuePlace }: Comparison): JsonObject {
  if (isEmptiness(operator)) return { [operator]: true }
  const period = readPeriod(type, operator, value)
  if (period === operator && !isNothing(value)) throw refusal(valuePlace, `${operator} takes no value`)
  if (period) return { [period]: {} }
  if (value === undefined) throw refusal(valuePlace, `is required with ${operator}`)
  // Every text begins with, ends with and contains the empty one: such a filter would let all rows through.
  if (value === null || value === '') throw refusal(valuePlace, 'must not be empty')
  // The product's own word for equality of this one type (facts 4).
  const word = type === 'verification' && operator === 'equals' ? 'status' : operator
  return { [word]: (CONVERT.get(type) ?? asText)(value, column, valuePlace) }
}

/** A period is an operator, or stands as the value of an equality. */
function readPeriod(type: string, operator: Operator, value: unknown): Operator | undefined {
  if (!OPERATORS.get(type)?.includes('this_week')) return undefined
  const word = operator === 'equals' && typeof value === 'string' ? asWord(value) : operator
  return PERIODS.find((period) => period === word)
}

/** What comes with an operator that takes no value; the product's own is `{}`. */
const isNothing = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === true ||
  (typeof value === 'object' && Object.keys(value).length === 0)
