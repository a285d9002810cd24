import type { RawRequest } from '../../../scripts/support/ask.ts'
import type { DescribedOperation } from '../../../scripts/support/openapi.ts'
import { jsonText } from './json-text.ts'
import { bodyMutations, largeBody } from './mutations.body.ts'
import { headerMutations } from './mutations.headers.ts'
import { methodMutations } from './mutations.method.ts'
import { pathMutations } from './mutations.path.ts'
import { queryMutations } from './mutations.query.ts'
import { asBytes, type Mutation, type Parts } from './parts.ts'
import type { Plan } from './plan.ts'
import { Random } from './random.ts'
import { validParts } from './valid.ts'

/** One request, and what is known about it. */
export interface Trial {
  index: number
  operation: DescribedOperation
  request: RawRequest
  /** The applied mutations. Empty for a valid request. */
  mutations: readonly string[]
  /** The only valid statuses, if they are known. */
  expected: readonly number[] | undefined
}

const KINDS = [pathMutations, queryMutations, headerMutations, methodMutations, bodyMutations]

const VALID_CHANCE = 0.35
const SECOND_CHANCE = 0.2
const LARGE_CHANCE = 0.005

/** Creates the request with an index: the same seed, index and pool create the same request. */
export function toTrial(plan: Plan, index: number): Trial {
  const random = new Random(plan.seed, index)
  const listing = plan.listings[index]
  const operation = listing ?? chooseOperation(plan, random)
  const parts = validParts(plan, operation, random)
  const mutations = listing ? [] : chooseMutations(parts, random)
  const expected = mutations.map(({ apply }) => apply(parts, random))
  addOrigin(parts, random)
  addRequestId(parts, random, `fuzz-${plan.seed}-${index}`)
  return {
    index,
    operation,
    request: toRequest(parts),
    mutations: mutations.map(({ name }) => name),
    expected: mutations.length === 1 ? expected[0] : undefined,
  }
}

function chooseOperation({ operations }: Plan, random: Random): DescribedOperation {
  let left = random.next() * operations.reduce((sum, { weight }) => sum + weight, 0)
  for (const { operation, weight } of operations) {
    left -= weight
    if (left < 0) return operation
  }
  return random.pick(operations).operation
}

function chooseMutations(parts: Parts, random: Random): Mutation[] {
  if (random.chance(VALID_CHANCE)) return []
  if (largeBody.applies(parts) && random.chance(LARGE_CHANCE)) return [largeBody]
  const kinds = KINDS.map((kind) => kind.filter(({ applies }) => applies(parts))).filter((kind) => kind.length > 0)
  const choose = () => random.pick(random.pick(kinds))
  return random.chance(SECOND_CHANCE) ? [choose(), choose()] : [choose()]
}

/** Half of the requests come from a browser. */
function addOrigin({ plan, headers }: Parts, random: Random): void {
  if (headers.Origin !== undefined || random.chance(0.5)) return
  headers.Origin = random.pick([
    plan.target.allowedOrigin ?? 'https://app.example.test',
    'https://elsewhere.example',
    'null',
  ])
}

/** Valid and invalid request ids. */
function addRequestId({ headers }: Parts, random: Random, id: string): void {
  if (random.chance(0.3)) return
  const odd = ['', 'a b', asBytes('요청'), 'x'.repeat(129), '../../..', '<x>', '{"a":1}']
  headers['X-Request-Id'] = random.chance(0.8) ? random.pick([id, id.padEnd(128, '.'), `A_${id}`]) : random.pick(odd)
}

function toRequest({ method, path, query, headers, json, raw, chunked = false }: Parts): RawRequest {
  const text = jsonText(json)
  const body = raw ?? (text === undefined ? undefined : Buffer.from(text))
  const hasBody = body !== undefined && !['HEAD', 'OPTIONS'].includes(method)
  const search = query.map(([name, value]) => `${name}=${value}`).join('&')
  return {
    method,
    target: search ? `${path}?${search}` : path,
    headers: Object.entries(headers),
    ...(hasBody && { body, chunked }),
  }
}
