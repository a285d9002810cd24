import { type FieldPath, quoted, refusal, remark } from '../field-path.ts'
import { OPERATORS, type Operator, operatorAmong, readOperator } from './operators.ts'
import type { Subject } from './subject.ts'

/** The operators that a filter on the subject accepts, as a caller writes them. */
export const offeredOperators = ({ column }: Subject): readonly Operator[] => OPERATORS.get(column.type) ?? []

/** Resolves a caller's operator for the subject. Throws 400 when the subject does not offer it. */
export function resolveOperator(word: string, subject: Subject, place: FieldPath): Operator {
  const offered = offeredOperators(subject)
  const operator = operatorAmong(offered, word)
  if (!operator) {
    throw refusal(place, `${quoted(word)} does not go with ${subject.label}, which takes ${offered.join(', ')}`)
  }
  if (/equal/.test(readOperator(word) ?? '') && /contain/.test(operator)) {
    remark(place, `${word} was read as ${operator}`)
  }
  return operator
}

/** The operator when the caller gives none: equality, or the closest operator that the type has. */
export function defaultOperator(subject: Subject): Operator {
  const offered = offeredOperators(subject)
  return (['equals', 'contains'] as const).find((one) => offered.includes(one)) ?? 'is_not_empty'
}
