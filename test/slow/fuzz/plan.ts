import { type DescribedOperation, type Description, getOperations } from '../../../scripts/support/openapi.ts'
import { Pool } from './known.ts'
import type { Target } from './target.ts'

/** Everything that the requests of a run are made from. */
export interface Plan {
  readonly target: Target
  readonly seed: number
  readonly pool: Pool
  readonly operations: readonly { operation: DescribedOperation; weight: number }[]
  /** Reads without parameters. They run first, because the others need the ids in their responses. */
  readonly listings: readonly DescribedOperation[]
  /** The fixed segments of all paths. */
  readonly words: readonly string[]
  /** The methods of a path, including HEAD. */
  readonly methods: ReadonlyMap<string, readonly string[]>
}

/** Operations that wait. */
const SLOW = /_and_wait$/
const SLOW_WEIGHT = 0.04

/** @param only the operations to call; all when absent */
export function toPlan(target: Target, description: Description, seed: number, only?: readonly string[]): Plan {
  const all = getOperations(description)
  const unknown = only?.find((id) => !all.some(({ operationId }) => operationId === id))
  if (unknown !== undefined) throw new Error(`there is no operation ${unknown}`)
  const methods = new Map<string, string[]>()
  for (const { path, method } of all) {
    methods.set(path, [...(methods.get(path) ?? []), method, ...(method === 'GET' ? ['HEAD'] : [])])
  }
  return {
    target,
    seed,
    pool: new Pool(target.known),
    operations: all
      .filter(({ operationId }) => !only || only.includes(operationId))
      .map((operation) => ({ operation, weight: SLOW.test(operation.operationId) ? SLOW_WEIGHT : 1 })),
    listings: all.filter(({ method, parameters }) => method === 'GET' && !parameters.some(({ required }) => required)),
    words: [...new Set(all.flatMap(({ path }) => path.split('/').filter((word) => /^[a-z-]+$/.test(word))))],
    methods,
  }
}
