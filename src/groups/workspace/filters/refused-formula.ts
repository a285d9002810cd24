import { GatewayError } from '../../../base/errors.ts'
import { isObject, member } from '../../../base/json-object.ts'
import type { FormulaResult, Property } from '../property.ts'
import { groupItems } from './native-filter.ts'

/** `database property number does not match filter string` (facts 4). */
const MISMATCH = /database property (?:formula )?(\w{1,40}) does not match filter (?:formula )?(\w{1,40})/

const RESULTS: ReadonlyMap<string, FormulaResult> = new Map<string, FormulaResult>([
  ['string', 'string'],
  ['text', 'string'],
  ['rich_text', 'string'],
  ['number', 'number'],
  ['boolean', 'checkbox'],
  ['checkbox', 'checkbox'],
  ['date', 'date'],
])

/**
 * The properties with the formula type that the product named in its refusal. Undefined when the message names no type,
 * or when the filter contains more than one formula, because the message does not say which one it means.
 */
export function withNamedResult(
  message: string,
  properties: readonly Property[],
  filter: unknown,
): readonly Property[] | undefined {
  const [, named = '', given = ''] = message.match(MISMATCH) ?? []
  const result = RESULTS.get(named)
  const refused = RESULTS.get(given)
  const meant = new Set(formulasIn(filter).flatMap(({ name, key }) => (key === refused ? [name] : [])))
  if (!result || result === refused || meant.size !== 1) return undefined
  return properties.map((property) => (meant.has(property.name) ? { ...property, result } : property))
}

/** The product's refusal, with advice about formulas whose type the product does not know (facts 4). */
export function formulaRefusal(error: GatewayError, filter: unknown): GatewayError {
  if (!/formula of unknown type/i.test(error.message)) return error
  const names = [...new Set(formulasIn(filter).map(({ name }) => `"${name}"`))].join(', ')
  const advice =
    'filter by the properties that it reads, or make the formula in the app of the service, with one type in every branch'
  return new GatewayError(400, `${error.message.replace(/\.$/, '')}: ${names || 'a formula'}; ${advice}`, {
    reason: error.reason,
  })
}

/** The formulas in a native filter, and the types they are compared as. */
function formulasIn(filter: unknown): { name: string; key: string }[] {
  const items = groupItems(filter, 'and') ?? groupItems(filter, 'or')
  if (items) return items.flatMap(formulasIn)
  const name = member(filter, 'property')
  const formula = member(filter, 'formula')
  return typeof name === 'string' && isObject(formula) ? Object.keys(formula).map((key) => ({ name, key })) : []
}
