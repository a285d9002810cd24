import { refusal, remark, under } from '../place.ts'
import { type Comparison, condition } from './condition.ts'
import { guessKind } from './guess.ts'
import type { NativeFilter } from './native-filter.ts'
import { OPERATORS, operatorAmong } from './operators.ts'

/**
 * A leaf for a formula. The product refuses a filter of another type than the formula's result, and the schema does not
 * tell that type (facts 3): it is guessed from the value, with a warning.
 */
export function formulaLeaf(comparison: Comparison): NativeFilter {
  const { property, place } = comparison
  const guessed = guessKind(comparison.operator, comparison.value)
  const kind = guessed === 'person' ? 'string' : guessed
  const operator = operatorAmong(OPERATORS.get(kind === 'string' ? 'rich_text' : kind) ?? [], comparison.operator)
  if (!operator) throw refusal(under(place, 'operator'), `${comparison.operator} does not go with a ${kind}`)
  remark(place, `the result type of the formula "${property.name}" is not in the schema, compared as ${kind}`)
  return { property: property.name, formula: { [kind]: condition(kind, { ...comparison, operator }) } }
}
