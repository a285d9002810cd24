import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../support/build.ts'

const run = promisify(execFile)

/** The vitest report of a run. */
interface Report {
  testResults: { assertionResults: { title: string; status: string }[] }[]
}

/** The titles of the passing tests in a file. They contain figures that the suite counts and limits. */
export async function passedTests(file: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-counts-'))
  const outputFile = join(folder, 'report.json')
  const options = ['--project', 'thorough', '--reporter', 'json', '--outputFile', outputFile]
  // If a count differs, the suite fails but still writes the report.
  await run('npx', ['vitest', 'run', file, ...options], { cwd: ROOT }).catch(() => {})
  const { testResults }: Report = JSON.parse(await readFile(outputFile, 'utf8'))
  await rm(folder, { recursive: true })
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed').map(({ title }) => title),
  )
}
