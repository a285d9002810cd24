import { type FieldPath, quoted, refusal, remark } from '../field-path.ts'
import { OPERATORS, type Operator, operatorAmong, readOperator, readScope, SCOPES, type Scope } from './operators.ts'
import type { Subject } from './subject.ts'

/** An operator and, for a list, its scope. */
interface ResolvedOperator {
  readonly operator: Operator
  readonly scope: Scope | undefined
}

/** The operators that a filter on the subject accepts, as a caller writes them. */
export function offeredOperators(subject: Subject): readonly string[] {
  const offered = OPERATORS.get(subject.type) ?? []
  if (!subject.isList) return offered
  return [...plainOperators(subject), ...SCOPES.flatMap((scope) => offered.map((operator) => `${scope}_${operator}`))]
}

/** Without a scope, emptiness can be checked for every list, even a list of checkboxes. */
function plainOperators({ type, isList }: Subject): readonly Operator[] {
  const offered = OPERATORS.get(type) ?? []
  return isList ? [...new Set<Operator>([...offered, 'is_empty', 'is_not_empty'])] : offered
}

/** Resolves a caller's operator for the subject. Throws 400 when the subject does not offer it. */
export function resolveOperator(word: string, subject: Subject, place: FieldPath): ResolvedOperator {
  const read = readScope(word)
  const offered = read.scope ? (OPERATORS.get(subject.type) ?? []) : plainOperators(subject)
  const operator = read.scope && !subject.isList ? undefined : operatorAmong(offered, read.word)
  if (!operator) {
    const choice = offeredOperators(subject).join(', ')
    throw refusal(place, `${quoted(word)} does not go with ${subject.label}, which takes ${choice}`)
  }
  if (/equal/.test(readOperator(read.word) ?? '') && /contain/.test(operator)) {
    remark(place, `${word} was read as ${operator}`)
  }
  if (subject.isList && !read.scope && operator.startsWith('does_not')) {
    remark(place, `${word} asks for any item that differs; none_${positive(operator)} asks that no item is the value`)
  }
  return { operator, scope: read.scope }
}

const positive = (operator: Operator) => (operator === 'does_not_equal' ? 'equals' : 'contains')

/** The operator when the caller gives none: equality, or the closest operator that the type has. */
export function defaultOperator(subject: Subject): ResolvedOperator {
  const offered = plainOperators(subject)
  const operator = (['equals', 'contains'] as const).find((one) => offered.includes(one)) ?? 'is_not_empty'
  return { operator, scope: undefined }
}
