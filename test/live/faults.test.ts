import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from '../../scripts/faults/all.ts'
import { faultName, getText, type Outcome } from '../../scripts/faults/cell.ts'
import { readExpected } from '../../scripts/faults/expected.ts'
import { toTable, wrongs } from '../../scripts/faults/judge.ts'
import { type Lab, startLab } from '../../scripts/faults/lab.ts'
import { runMatrix } from '../../scripts/faults/matrix.ts'
import { getSubjects, type Subject } from '../../scripts/faults/subjects.ts'
import { differences } from '../../scripts/faults/table.ts'
import { PRODUCT_GROUPS } from '../../src/base/groups.ts'
import { builtWorker } from './build.ts'

/** A sample of `npm run faults`: a read and a write of each group on a dozen broken products, none of which waits. */

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
  const sample = firstOfEachKind(getSubjects(lab.description))
  outcomes = await runMatrix(
    lab,
    sample,
    faults.filter(({ name }) => FAULTS.includes(name)),
  )
  strays = await lab.readLog(outcomes)
})

afterAll(() => lab.stop())

const toReport = ({ cell, answer, lost }: Outcome) => ({
  id: cell.id,
  answer: answer?.text ?? lost,
  ms: answer?.ms,
  calls: cell.calls.map(({ call }) => getText(call)),
})

const firstOfEachKind = (subjects: readonly Subject[]) =>
  [...Map.groupBy(subjects, ({ contract, operation }) => `${contract.group} ${operation['x-read-only']}`)].flatMap(
    ([, [first]]) => first ?? [],
  )

describe('on broken products', () => {
  it('tests a read of every group, and a write of those that have one', () => {
    const groups = new Set(outcomes.map(({ cell }) => cell.subject.contract.group))
    expect([...groups].sort()).toEqual([...PRODUCT_GROUPS, 'gateway'].sort())
    expect(outcomes.length).toBeGreaterThan(FAULTS.length * 12)
  })

  it('satisfies the invariants whatever a product does', () => {
    expect(wrongs(lab.description, outcomes, strays)).toEqual([])
  })

  it('gives the results in scripts/faults/expected.txt', async () => {
    const found = differences(await readExpected(), toTable(outcomes))
    const different = outcomes.filter(({ cell }) =>
      found.some(({ subject, fault }) => subject === cell.subject.name && fault === faultName(cell)),
    )
    expect(found, JSON.stringify(different.map(toReport), null, 2)).toEqual([])
  })
})
