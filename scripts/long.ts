import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './support/build.ts'
import { installTools } from './support/tools.ts'
import { readCommand } from './support/usage.ts'

/** `npm run test:long`: everything that `npm test` leaves out for its time. */
readCommand({
  usage: `npm run test:long

Runs the tests that npm test leaves out for their time: the projects thorough, slow and pages of vitest.config.ts, and
npm run test:day. First installs what test/tools needs, if anything is missing.`,
  options: {},
})

const VITEST = ['node_modules/vitest/vitest.mjs', 'run']

const { PRIORITY_NORMAL, PRIORITY_BELOW_NORMAL } = constants.priority

/** Runs a script. Returns whether it succeeded. Its processes have the same priority. */
const run = ([script = '', ...words]: readonly string[], priority = PRIORITY_NORMAL) =>
  new Promise<boolean>((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, script), ...words], { cwd: ROOT, stdio: 'inherit' })
    if (child.pid !== undefined) setPriority(child.pid, priority)
    child.on('close', (code) => resolve(code === 0))
  })

/** One process that computes all the time, and then a short run. */
async function runThorough(): Promise<boolean> {
  const isThorough = await run([...VITEST, '--project', 'thorough', '--maxWorkers', '1'])
  return (await run(['scripts/another-day.ts'])) && isThorough
}

/** Many processes, which wait for browsers and gateways. With the same priority they would take both cores. */
const runSlow = () =>
  run([...VITEST, '--project', 'slow', '--project', 'pages', '--maxWorkers', '5'], PRIORITY_BELOW_NORMAL)

await installTools()
const isTyped = await run(['node_modules/typescript/bin/tsc', '-p', 'test/tools'])
const results = await Promise.all([runThorough(), runSlow()])
process.exitCode = isTyped && results.every(Boolean) ? 0 : 1
