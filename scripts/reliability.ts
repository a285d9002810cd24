import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FAULTS } from './reliability/faults.ts'
import { ROOT } from './support/build.ts'
import { readCommand } from './support/usage.ts'

/** `npm run reliability`: simulates failures that happen over years of use, and prints the results. */
const { values } = readCommand({
  usage: `npm run reliability -- [--full] [--year]

Plays lost answers, kills, upgrades, full stores and short-lived tokens against simulated products, and prints a table: what
was played, how many tests of it passed, and the figures they measured. Takes a few minutes.

  --full   a thousand posts and 10,000 bills under 25 kills, and a day of 500 orders; half an hour
  --year   also fills the stores as years of use do, and measures them: npm run bench:events`,
  options: { full: { type: 'boolean', default: false }, year: { type: 'boolean', default: false } },
  words: 0,
})

interface Assertion {
  fullName: string
  status: string
  failureMessages?: string[]
  meta?: { figures?: Record<string, number> }
}

interface Report {
  testResults: { name: string; assertionResults: Assertion[] }[]
}

const folder = mkdtempSync(join(tmpdir(), 'latchkey-reliability-'))
const outputFile = join(folder, 'report.json')
try {
  const files = [...new Set(FAULTS.flatMap(({ tests }) => tests.map(({ file }) => file)))]
  const projects = ['workerd', 'thorough', 'node', 'slow'].flatMap((project) => ['--project', project])
  const reporting = ['--reporter=json', `--outputFile=${outputFile}`]
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  spawnSync(process.execPath, [vitest, 'run', ...projects, ...reporting, ...files], {
    ...{ cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] },
    env: { ...process.env, ...(values.full && { KILLS: '25', POSTS: '40', BILLS: '10000', ORDERS: '500' }) },
  })
  const report: Report = JSON.parse(readFileSync(outputFile, 'utf8'))
  console.log('| What fails | What has to hold | Tests that hold | Measured |')
  console.log('|---|---|---:|---|')
  const failed: Assertion[] = []
  for (const { fault, holds, tests } of FAULTS) {
    const played = tests.flatMap(({ file, of }) =>
      getAssertions(report, file).filter(({ fullName }) => of.test(fullName)),
    )
    const passed = played.filter(({ status }) => status === 'passed').length
    if (passed < played.length || played.length === 0) process.exitCode = 1
    failed.push(...played.filter(({ status }) => status !== 'passed'))
    const figures = played.flatMap(({ meta }) => Object.entries(meta?.figures ?? {}))
    const measured = figures.map(([name, figure]) => `${name}: ${figure.toLocaleString('en-US')}`).join(', ')
    console.log(`| ${[fault, holds, `${passed} of ${played.length}`, measured].join(' | ')} |`)
  }
  for (const { fullName, failureMessages } of failed)
    console.error(`\n${fullName}\n${failureMessages?.join('\n') ?? ''}`)
} finally {
  rmSync(folder, { recursive: true })
}

if (values.year) {
  console.log()
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/bench/events.ts')], { stdio: 'inherit' })
  process.exitCode ||= status ?? 1
}

function getAssertions({ testResults }: Report, file: string): Assertion[] {
  return testResults.filter(({ name }) => name.endsWith(file)).flatMap(({ assertionResults }) => assertionResults)
}
