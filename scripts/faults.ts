import { faults } from './faults/all.ts'
import { readExpected, writeExpected } from './faults/expected.ts'
import { toTable, wrongs } from './faults/judge.ts'
import { startLab } from './faults/lab.ts'
import { runMatrix } from './faults/matrix.ts'
import { getSubjects } from './faults/subjects.ts'
import { differences, merged, missing } from './faults/table.ts'
import { buildWorker } from './support/build.ts'
import { fail, readCommand } from './support/usage.ts'

/**
 * `npm run faults`: runs every operation on every broken product and compares the results with faults/expected.txt.
 * Exits with 1 when a result differs, or when an invariant does not hold.
 */
const { values } = readCommand({
  usage: `npm run faults -- [--operation ID] [--fault NAME] [--update]

  --operation  only this operation
  --fault      only this fault: ${faults.map(({ name }) => name).join(', ')}
  --update     writes the results into scripts/faults/expected.txt`,
  options: {
    operation: { type: 'string' },
    fault: { type: 'string' },
    update: { type: 'boolean', default: false },
  },
})
const isWanted = (name: string, wanted: string | undefined) => wanted === undefined || wanted === name
const isWhole = values.operation === undefined && values.fault === undefined

const chosen = faults.filter(({ name }) => isWanted(name, values.fault))
if (chosen.length === 0) fail(`--fault is one of ${faults.map(({ name }) => name).join(', ')}`)
const lab = await startLab(await buildWorker())
try {
  const all = getSubjects(lab.description)
  const subjects = all.filter(({ operation }) => isWanted(operation.operationId, values.operation))
  if (subjects.length === 0) throw new Error(`--operation: no operation ${values.operation} calls a product`)

  const outcomes = await runMatrix(lab, subjects, chosen, console.log)
  const wrong = wrongs(lab.description, outcomes, await lab.readLog(outcomes))
  const found = toTable(outcomes)
  const expected = await readExpected()
  const other = [...differences(expected, found), ...(isWhole ? missing(expected, found) : [])]

  console.log(`\n${outcomes.length} cells, ${found.size} subjects, ${chosen.length} faults`)
  console.log(['', `must always hold, and did not: ${wrong.length}`, ...wrong].join('\n  '))
  const lines = other.map((cell) => `${cell.subject} ${cell.fault}: ${cell.found}, expected ${cell.expected}`)
  console.log(['', `cells that came out otherwise: ${other.length}`, ...lines].join('\n  '))
  if (values.update) await writeExpected(isWhole ? found : merged(expected, found))
  process.exitCode = wrong.length > 0 || (other.length > 0 && !values.update) ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await lab.stop()
}
