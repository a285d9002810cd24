import type { DescribedOperation } from '../../../scripts/support/openapi.ts'
import { PINNED, RARE, type Target } from './target.ts'
import { getObject, type Maker } from './values.ts'

const RARE_CHANCE = 0.05

/**
 * A body by the description. Undefined when there is none.
 *
 * @param asExample use the description's own example, or a complete body of the target
 */
export function getBody(
  maker: Maker,
  { bodies }: Target,
  { operationId, requestBody }: DescribedOperation,
  asExample: boolean,
): Record<string, unknown> | undefined {
  if (!requestBody) return undefined
  const { schema, example } = requestBody.content['application/json']
  const { random } = maker
  const json = asExample
    ? { ...random.pick([example as object, ...(bodies[operationId] ?? [])]) }
    : usual(maker, getObject(maker, schema))
  const pinned = Object.entries(PINNED).filter(([name]) => name in (schema.properties ?? {}))
  return { ...json, ...Object.fromEntries(pinned) }
}

/** Usually without the fields that make an operation wait. */
const usual = ({ random }: Maker, json: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(json).filter(([name]) => !RARE.includes(name) || random.chance(RARE_CHANCE)))
