import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../support/build.ts'

const run = promisify(execFile)

/** The report of vitest about a run. */
interface Report {
  testResults: { assertionResults: { title: string; status: string }[] }[]
}

/** The titles of the tests of a file that pass: figures that a suite counts, and holds to a bound. */
export async function passedTests(file: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-counts-'))
  const outputFile = join(folder, 'report.json')
  const options = ['--project', 'thorough', '--reporter', 'json', '--outputFile', outputFile]
  // The suite ends with an error where a count differs, and reports all the same.
  await run('npx', ['vitest', 'run', file, ...options], { cwd: ROOT }).catch(() => {})
  const { testResults }: Report = JSON.parse(await readFile(outputFile, 'utf8'))
  await rm(folder, { recursive: true })
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed').map(({ title }) => title),
  )
}
