import type { JsonObject } from '../../../base/json-object.ts'
import { refusal, remark, under } from '../place.ts'
import type { Property } from '../property.ts'
import { type Comparison, condition } from './condition.ts'
import { guessKind, type Kind } from './guess.ts'
import type { NativeFilter } from './native-filter.ts'
import { OPERATORS, type Operator, operatorAmong } from './operators.ts'

const LISTS = new Set(['show_original', 'show_unique'])
const DATES = new Set(['earliest_date', 'latest_date', 'date_range'])

/** The key that an item of a listing rollup is compared by. */
const ITEM_KEY: Record<Kind, string> = {
  string: 'rich_text',
  number: 'number',
  checkbox: 'checkbox',
  date: 'date',
  person: 'people',
}

/** A list is not so when none of its items is. */
const NONE: ReadonlyMap<Operator, Operator> = new Map<Operator, Operator>([
  ['does_not_equal', 'equals'],
  ['does_not_contain', 'contains'],
  ['is_empty', 'is_not_empty'],
])

/** Whether a rollup gives one number, one date or a list; undefined when the schema does not say. */
function resultKind({ function: name }: Property): 'number' | 'date' | 'list' | undefined {
  if (name === undefined) return undefined
  return LISTS.has(name) ? 'list' : DATES.has(name) ? 'date' : 'number'
}

/** The operators that make sense for what the rollup gives. */
export function rollupOperators(property: Property): readonly Operator[] {
  return OPERATORS.get(resultKind(property) ?? 'rollup') ?? OPERATORS.get('rollup') ?? []
}

/** A leaf for a rollup: its one number or date, or any of its items, whose type is guessed from the value with a warning. */
export function rollupLeaf(comparison: Comparison): NativeFilter {
  const { property, operator, place } = comparison
  const guessed = guessKind(operator, comparison.value)
  const result = resultKind(property) ?? (guessed === 'number' || guessed === 'date' ? guessed : 'list')
  if (result !== 'list') return { property: property.name, rollup: { [result]: compare(result, comparison) } }

  const key = ITEM_KEY[guessed]
  const positive = NONE.get(operator)
  remark(place, `the item type of the rollup "${property.name}" is not in the schema, compared as ${key}`)
  const compared = compare(key, { ...comparison, operator: positive ?? operator })
  return { property: property.name, rollup: { [positive ? 'none' : 'any']: { [key]: compared } } }
}

function compare(type: string, comparison: Comparison): JsonObject {
  const operator = operatorAmong(OPERATORS.get(type) ?? [], comparison.operator)
  if (!operator) {
    const message = `${comparison.operator} does not go with the rollup "${comparison.property.name}", compared as ${type}`
    throw refusal(under(comparison.place, 'operator'), message)
  }
  return condition(type, { ...comparison, operator })
}
