import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PRODUCT_GROUPS } from '../../../src/base/groups.ts'
import { builtWorker } from '../../support/build.ts'
import { faults } from './all.ts'
import type { Outcome } from './cell.ts'
import type { Fault } from './exchange.ts'
import { toTable, wrongs } from './judge.ts'
import { type Lab, startLab } from './lab.ts'
import { runMatrix } from './matrix.ts'
import { getSubjects, type Subject } from './subjects.ts'
import { merged, printTable, readTable, type Table } from './table.ts'

/**
 * Every operation on a product that fails, that breaks the connection and that answers nonsense, and a read and a write of each
 * group on a dozen more broken products, none of which waits. With FAULTS=all, every operation on every broken product
 * (faults/all.ts), which takes five minutes; OPERATION is the id of a single operation. `--update` writes the results into
 * expected.txt.
 */
const { FAULTS: WHICH, OPERATION } = process.env

const HEAD = `# What the gateway answers on a broken product. Below the subjects that behave alike: status/calls and the faults that lead
# there. 502/2x3 is a 502 after two different calls, one of which met the fault three times. 409/3x+ is a 409 after the gateway
# repeated a read until its deadline. 504/4+ is a 504 after more than four calls. /all-calls: the reads before a change fail, too.
# /later-calls: the first calls succeed.
# test/slow/faults/all.ts has the faults.
# Written by FAULTS=all npx vitest run --project slow test/slow/faults --update; look at each change before you commit it.

`

/** The faults of every operation. */
const FEW = ['500', 'reset', 'wrong-fields']
/** The faults of a read and a write of each group. */
const MORE = [
  ...FEW,
  ...['204', '401', '403', '404', '503-seconds', '429-huge', 'echo', 'redirect-loop', 'midchunk', 'page', 'list'],
]

/** All of it takes minutes of two processors. */
const PATIENCE_MS = WHICH === 'all' ? 1_200_000 : 300_000

let lab: Lab
let outcomes: Outcome[]
let strays: string[]
/** What is expected, with the results of this run. */
let table: Table

beforeAll(async () => {
  lab = await startLab(await builtWorker())
  const all = getSubjects(lab.description)
  const subjects = all.filter(({ operation }) => !OPERATION || operation.operationId === OPERATION)
  const sample = firstOfEachKind(all)
  const isPlayed = ({ operation }: Subject, { name }: Fault) =>
    WHICH === 'all' || (sample.has(operation.operationId) ? MORE : FEW).includes(name)
  outcomes = await runMatrix(lab, subjects, faults, isPlayed)
  strays = await lab.readLog(outcomes)
  const expected = readTable(await readFile(fileURLToPath(new URL('expected.txt', import.meta.url).href), 'utf8'))
  table = WHICH === 'all' && !OPERATION ? toTable(outcomes) : merged(expected, toTable(outcomes))
}, PATIENCE_MS)

afterAll(() => lab.stop())

/** The ids of a read and a write of each group. */
const firstOfEachKind = (subjects: readonly Subject[]) =>
  new Set(
    [...Map.groupBy(subjects, ({ contract, operation }) => `${contract.group} ${operation['x-read-only']}`)].flatMap(
      ([, [first]]) => first?.operation.operationId ?? [],
    ),
  )

describe('on broken products', () => {
  it.runIf(!OPERATION)('tests every operation that calls a product', () => {
    const groups = new Set(outcomes.map(({ cell }) => cell.subject.contract.group))
    expect([...groups].sort()).toEqual([...PRODUCT_GROUPS, 'gateway'].sort())
    const tested = new Set(outcomes.map(({ cell }) => cell.subject.name))
    expect(getSubjects(lab.description).filter(({ name }) => !tested.has(name))).toEqual([])
    expect([...table.keys()].filter((name) => !tested.has(name))).toEqual([])
  })

  it('has a result of every operation on every broken product', () => {
    const names = faults.map(({ name }) => name)
    const incomplete = [...table].flatMap(([subject, results]) => {
      const missing = names.filter((name) => !results.has(name))
      return missing.length > 0 ? [`${subject}: ${missing.join(' ')}`] : []
    })
    expect(incomplete, 'FAULTS=all OPERATION=<id> with --update writes them into expected.txt').toEqual([])
  })

  it('satisfies the invariants whatever a product does', () => {
    expect(wrongs(lab.description, outcomes, strays)).toEqual([])
  })

  it('gives the results in expected.txt', async () => {
    await expect(HEAD + printTable(table)).toMatchFileSnapshot('expected.txt')
  })
})
