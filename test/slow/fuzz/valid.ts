import { type DescribedOperation, getGroup, getPatterns, type Schema } from '../../../scripts/support/openapi.ts'
import { idName, type Pool } from './known.ts'
import { asBytes, type Parts, parametersIn } from './parts.ts'
import type { Plan } from './plan.ts'
import type { Random } from './random.ts'
import type { Target } from './target.ts'
import { getBody } from './valid-body.ts'
import { fittingValue, type Maker } from './values.ts'

const OPTIONAL_CHANCE = 0.35
const EXAMPLE_CHANCE = 0.2
const ACCOUNT = 'X-Account'

/** A valid request to an operation, with values that the target knows where possible. */
export function validParts(plan: Plan, operation: DescribedOperation, random: Random): Parts {
  const { target, pool } = plan
  const maker = toMaker(pool, operation, random)
  const asExample = random.chance(EXAMPLE_CHANCE)
  const made = (one: DescribedOperation['parameters'][number]) =>
    String((asExample && one.example) || fittingValue(maker, idName(one.name, operation.path), one.schema))
  // A list may name two accounts of a product, which is refused before everything else.
  const accountOf = (one: DescribedOperation['parameters'][number]) => made(one).split(',')[0] ?? ''
  const isGiven = ({ required }: { required: boolean }) => required || random.chance(OPTIONAL_CHANCE)

  const parameters = new Map(parametersIn(operation, 'path').map((one) => [one.name, encodeURIComponent(made(one))]))
  const query = parametersIn(operation, 'query')
    .filter(isGiven)
    .map((one) => [one.name, encodeURIComponent(made(one))] as const)
  const json = getBody(maker, target, operation, asExample)
  return {
    plan,
    operation,
    method: operation.method,
    path: operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters.get(name) ?? ''),
    parameters: [...parameters.values()],
    query,
    headers: {
      ...(operation['x-tier'] !== 'open' && { 'X-API-KEY': target.keys.pro }),
      ...(json && { 'Content-Type': 'application/json' }),
      ...getAccount(target, operation, random),
      ...Object.fromEntries(
        parametersIn(operation, 'header')
          .filter(({ name }) => !isAccount(target, name) && random.chance(OPTIONAL_CHANCE))
          .map((one) => [one.name, asBytes(one.name === ACCOUNT ? accountOf(one) : made(one))]),
      ),
    },
    json,
  }
}

const toMaker = (pool: Pool, operation: DescribedOperation, random: Random): Maker => ({
  random,
  known: (name, schema) => pool.for(getGroup(operation), name, schema),
})

/** A set of headers that contains all that the operation requires, with valid values. */
function getAccount({ accounts }: Target, operation: DescribedOperation, random: Random): Record<string, string> {
  const wanted = parametersIn(operation, 'header')
  const fitting = accounts
    .map((headers) => wanted.filter(({ name, schema }) => isTaken(schema, headers[name])).map(({ name }) => name))
    .map((names, at) => ({ names, headers: accounts[at] ?? {} }))
    .filter(({ names }) => names.length > 0)
    .filter(({ names }) => wanted.every(({ name, required }) => !required || names.includes(name)))
  if (fitting.length === 0) return {}
  const { names, headers } = random.pick(fitting)
  return Object.fromEntries(names.map((name) => [name, headers[name] ?? '']))
}

const isTaken = (schema: Schema, value: string | undefined) =>
  value !== undefined && getPatterns(schema).every((pattern) => pattern.test(value))

const isAccount = ({ accounts }: Target, name: string) => accounts.some((headers) => name in headers)
