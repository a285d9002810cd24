import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PRODUCT_GROUPS } from '../../../src/base/groups.ts'
import { builtWorker } from '../../support/build.ts'
import { faults } from './all.ts'
import type { Outcome } from './cell.ts'
import { toTable, wrongs } from './judge.ts'
import { type Lab, startLab } from './lab.ts'
import { runMatrix } from './matrix.ts'
import { getSubjects, type Subject } from './subjects.ts'
import { merged, printTable, readTable } from './table.ts'

/**
 * A read and a write of each group on a dozen broken products, none of which waits. With FAULTS=all, every operation on every
 * broken product (faults/all.ts), which takes two minutes; OPERATION is the id of a single operation. `--update` writes the
 * results into expected.txt.
 */
const { FAULTS: WHICH, OPERATION } = process.env

const HEAD = `# What the gateway answers on a broken product. Below the subjects that behave alike: status/calls and the faults that lead
# there. 502/2x3 is a 502 after two different calls, one of which met the fault three times. 409/3x+ is a 409 after the gateway
# repeated a read until its deadline. /all-calls: the reads before a change fail, too. /later-calls: the first calls succeed.
# test/slow/faults/all.ts has the faults.
# Written by FAULTS=all npx vitest run --project slow test/slow/faults --update; look at each change before you commit it.

`

const FAULTS = [
  '204',
  '401',
  '403',
  '404',
  '500',
  '503-seconds',
  '429-huge',
  'echo',
  'redirect-loop',
  'reset',
  'midchunk',
  'page',
  'list',
  'wrong-fields',
]

let lab: Lab
let outcomes: Outcome[]
let strays: string[]

beforeAll(async () => {
  lab = await startLab(await builtWorker())
  const all = getSubjects(lab.description)
  const subjects = OPERATION
    ? all.filter(({ operation }) => operation.operationId === OPERATION)
    : WHICH === 'all'
      ? all
      : firstOfEachKind(all)
  const chosen = WHICH === 'all' ? faults : faults.filter(({ name }) => FAULTS.includes(name))
  outcomes = await runMatrix(lab, subjects, chosen)
  strays = await lab.readLog(outcomes)
})

afterAll(() => lab.stop())

const firstOfEachKind = (subjects: readonly Subject[]) =>
  [...Map.groupBy(subjects, ({ contract, operation }) => `${contract.group} ${operation['x-read-only']}`)].flatMap(
    ([, [first]]) => first ?? [],
  )

describe('on broken products', () => {
  it.runIf(!OPERATION)('tests a read of every group, and a write of those that have one', () => {
    const groups = new Set(outcomes.map(({ cell }) => cell.subject.contract.group))
    expect([...groups].sort()).toEqual([...PRODUCT_GROUPS, 'gateway'].sort())
    expect(outcomes.length).toBeGreaterThan(FAULTS.length * 12)
  })

  it('satisfies the invariants whatever a product does', () => {
    expect(wrongs(lab.description, outcomes, strays)).toEqual([])
  })

  it('gives the results in expected.txt', async () => {
    const before = await readFile(fileURLToPath(new URL('expected.txt', import.meta.url).href), 'utf8')
    const found = toTable(outcomes)
    const isWhole = WHICH === 'all' && !OPERATION
    const results = printTable(isWhole ? found : merged(readTable(before), found))
    await expect(HEAD + results).toMatchFileSnapshot('expected.txt')
  })
})
