import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import type { DescribedOperation } from '../../../scripts/support/openapi.ts'
import { headerMutations } from './mutations.headers.ts'
import type { Parts } from './parts.ts'
import { Random } from './random.ts'

/** The fuzzer expects of each key what the gateway promises. A wrong expectation is a false alarm. */

const { paths } = JSON.parse(await readFile(join(ROOT, 'public/openapi.json'), 'utf8'))
const operations = (Object.values(paths) as Record<string, DescribedOperation>[])
  .flatMap((methods) => Object.values(methods))
  .filter((operation) => operation['x-tier'] !== undefined && operation['x-tier'] !== 'open')

const KEYS = { pro: 'p', payment: 'm', scoped: { key: 's', group: 'video' } }

const idsOf = (some: readonly DescribedOperation[]) => some.map(({ operationId }) => operationId).sort()

it.each([
  ['key of one group', 'video'],
  ['key of the payment licence', 'payment'],
])('a %s opens its group, and what belongs to the gateway itself', (name, group) => {
  const mutation = headerMutations.find((one) => one.name === name) ?? expect.fail(name)
  const opened = operations.filter((operation) => {
    const parts = { operation, headers: {}, plan: { target: { keys: KEYS } } } as unknown as Parts
    return mutation.apply(parts, new Random(1)) === undefined
  })
  expect(idsOf(opened)).toEqual(
    idsOf(operations.filter(({ tags }) => tags.includes(group) || tags.includes('gateway'))),
  )
})
