import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROUND_TRIPS } from '../../test/upstream/round-trips.ts'
import { ROOT } from '../support/build.ts'
import { count, type Figure } from './figure.ts'

const run = promisify(execFile)

/** What vitest tells of a run. */
interface Report {
  testResults: { assertionResults: { title: string; status: string }[] }[]
}

/**
 * The calls to products that each operation makes, and the longest chain of them, counted by the suite that holds them to
 * the least that the products allow (test/upstream/round-trips.ts).
 */
export async function benchCalls(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-calls-'))
  const outputFile = join(folder, 'report.json')
  const options = ['--project', 'thorough', '--reporter', 'json', '--outputFile', outputFile]
  // The suite ends with an error where a count differs, and reports all the same.
  await run('npx', ['vitest', 'run', 'test/upstream/round-trips.test.ts', ...options], { cwd: ROOT }).catch(() => {})
  const { testResults }: Report = JSON.parse(await readFile(outputFile, 'utf8'))
  await rm(folder, { recursive: true })
  const held = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ title, status }) => title in ROUND_TRIPS && status === 'passed'),
  )
  const trips = Object.values(ROUND_TRIPS)
  const sum = (pick: (trip: readonly [string, string]) => string) =>
    trips.reduce((total, trip) => total + Number(pick(trip)), 0) / trips.length
  const print = (value: number) => value.toFixed(2)
  const all = trips.length
  return [
    {
      what: 'operations whose calls and depth are the least possible',
      print: count,
      anchor: [all],
      latchkey: [held.length],
      limits: [{ least: all }],
    },
    { what: 'calls of an operation, warm, on average', print, latchkey: [sum(([, warm]) => warm.split('/')[0] ?? '')] },
    { what: 'depth of the same', print, latchkey: [sum(([, warm]) => warm.split('/')[1] ?? '')] },
    { what: 'calls of an operation, cold, on average', print, latchkey: [sum(([cold]) => cold.split('/')[0] ?? '')] },
    { what: 'depth of the same', print, latchkey: [sum(([cold]) => cold.split('/')[1] ?? '')] },
  ]
}
