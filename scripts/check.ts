import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './support/build.ts'
import { generate } from './support/generate.ts'
import { fail, readCommand } from './support/usage.ts'

/**
 * `npm run check`: what can be known in half a minute on two free cores, while one works. Both projects of the types, the
 * style, and the tests that start in no time: those of the way in, the way out and the renderings inside workerd, and in
 * Node those that read the source. Groups, contract, surfaces and all that starts a process of its own are left to
 * `npm test`.
 */
readCommand({ usage: 'npm run check\n\nTypes, style and the fast tests. npm test runs everything.', options: {} })

// The types of the typed client are printed.
await generate()

const FAST_TESTS = [
  'test/gateway',
  'test/upstream/',
  'test/renderings',
  'test/node/direction.test.ts',
  'test/node/references.test.ts',
  'test/scripts/redact.test.ts',
]

/** A machine that is busy with other things is no fault of a test. */
const PATIENCE = '--testTimeout=30000'

/** What the compiler knows of the last check: a second one looks at what was changed. */
const cache = join(ROOT, 'node_modules/.cache/latchkey')
mkdirSync(cache, { recursive: true })
const types = (project: string, name: string) => [
  'typescript/bin/tsc',
  ...['-p', project, '--incremental', '--tsBuildInfoFile', join(cache, `${name}.tsbuildinfo`)],
]

const parts = {
  types: types('tsconfig.json', 'worker'),
  'types of the scripts': types('scripts/tsconfig.json', 'scripts'),
  style: ['@biomejs/biome/bin/biome', 'check', '.'],
  'fast tests': ['vitest/vitest.mjs', 'run', '--reporter=dot', PATIENCE, ...FAST_TESTS],
}
const started = performance.now()
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
const outcomes = await Promise.all(Object.entries(parts).map(([name, command]) => run(name, command)))
const failed = outcomes.filter(({ code }) => code !== 0)
for (const { name, output } of failed) console.error(`\n${name}:\n${output.trim()}`)
if (failed.length > 0) fail(`\nnot right: ${failed.map(({ name }) => name).join(', ')}`)
console.log(`all right after ${seconds()}`)

/** Runs a program of node_modules, beside the others. */
function run(
  name: string,
  [program = '', ...args]: string[],
): Promise<{ name: string; code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', program), ...args], { cwd: ROOT })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  return new Promise((resolve) => {
    child.on('close', (code) => {
      console.log(`${name}: ${code === 0 ? 'right' : 'not right'} after ${seconds()}`)
      resolve({ name, code, output })
    })
  })
}
