import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { DAY_OPTIONS, shiftClock } from './support/another-day.ts'
import { buildWorker, ROOT } from './support/build.ts'
import { installTools } from './support/tools.ts'
import { readCommand } from './support/usage.ts'

/** `npm run test:long`: everything that `npm test` leaves out for its time, on another day. */
const { values } = readCommand({
  usage: `npm run test:long -- [--days 400] [--zone America/New_York]

Runs the tests that npm test leaves out for their time: the projects thorough, slow, tools and pages of vitest.config.ts. On
Linux the clock of every process is shifted by that many days, in that time zone (the variable TZ, if it is set), so that a
test that depends on the date fails. A clock that a preloaded library shifts stays.
First installs what test/tools needs, if anything is missing. Ends with the tests that failed.`,
  options: DAY_OPTIONS,
})

// A library that is preloaded already may shift the clock itself.
const clock = process.platform === 'linux' && !process.env.LD_PRELOAD ? shiftClock(values) : {}

const folder = await mkdtemp(join(tmpdir(), 'latchkey-long-'))
const worker = join(folder, 'worker.js')

/**
 * Runs a script. Returns whether it succeeded.
 *
 * @param niceness is added to that of this process, up to 19. With each step, a process gets about a fifth less time beside others
 */
const run = ([script = '', ...words]: readonly string[], niceness = 0) =>
  new Promise<boolean>((resolve) => {
    const env = { ...process.env, ...clock, BUILT_WORKER: worker }
    const child = spawn(process.execPath, [join(ROOT, script), ...words], { cwd: ROOT, stdio: 'inherit', env })
    if (child.pid !== undefined && niceness > 0) setPriority(child.pid, Math.min(getPriority() + niceness, 19))
    child.on('close', (code) => resolve(code === 0))
  })

const failures: string[] = []

interface Report {
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

/** Runs tests, and collects what failed, because the runs print at the same time and the last one hides the others. */
async function runTests(name: string, words: readonly string[], niceness?: number): Promise<void> {
  const report = join(folder, name)
  const script = ['node_modules/vitest/vitest.mjs', 'run', ...words]
  const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile', report]
  const isGreen = await run([...script, ...reporters], niceness)
  const before = failures.length
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report
  for (const { name: path, message, assertionResults } of testResults) {
    const file = relative(ROOT, path)
    if (message) failures.push(`${file}\n${message}`)
    for (const { fullName, status, failureMessages = [] } of assertionResults)
      if (status === 'failed') failures.push(`${file}: ${fullName}\n${failureMessages.join('\n')}`)
  }
  // An error outside of any test fails the run as well.
  if (!isGreen && failures.length === before) failures.push(`the ${name} tests`)
}

/** One process, because a second one would load all modules again. */
const runThorough = () => runTests('thorough', ['--project', 'thorough', '--maxWorkers', '1'])

/*
 * The thorough tests and the tests of tools use one core each. The slow tests and the tests of pages get the time that these leave,
 * and both cores at the end.
 */

/**
 * Three processes, because these tests mostly wait for timers and for other processes. They come before the tests of pages, so that
 * they do not wait alone at the end.
 */
const runSlow = () => runTests('slow', ['--project', 'slow', '--maxWorkers', '3'], 6)

/** One process with one browser. */
const runPages = () => runTests('pages', ['--project', 'pages'], 12)

/** The tests of tools and connectors, with their types. */
async function runTools(): Promise<void> {
  await installTools()
  // One thread, as in scripts/check.ts.
  const types = await run(['node_modules/typescript/bin/tsc', '--singleThreaded', '-p', 'test/tools'])
  if (!types) failures.push('the types of test/tools')
  await runTests('tools', ['--project', 'tools', '--maxWorkers', '1'])
}

// All runs test the same build.
await writeFile(worker, await buildWorker())
await Promise.all([runThorough(), runTools(), runSlow(), runPages()])
await rm(folder, { recursive: true })
for (const failure of failures) console.error(`\nFAILED ${failure}`)
console.log(failures.length > 0 ? `\n${failures.length} failures.` : '\nAll long tests passed.')
process.exitCode = failures.length > 0 ? 1 : 0
