import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './support/build.ts'
import { generate } from './support/generate.ts'
import { fail, readCommand } from './support/usage.ts'

/**
 * `npm run check`: quick checks for development, half a minute on two free cores. Both type check projects, lint, and
 * the tests that start quickly: request pipeline, upstream and renderings in workerd, and in Node the tests that read
 * the source. `npm test` also runs groups, contract, surfaces and everything that starts a process.
 */
readCommand({ usage: 'npm run check\n\nTypes, style and the fast tests. npm test runs everything.', options: {} })

// The types of the typed client are generated.
await generate()

const FAST_TESTS = [
  'test/gateway',
  'test/upstream/',
  'test/renderings',
  'test/node/direction.test.ts',
  'test/node/references.test.ts',
  'test/scripts/redact.test.ts',
]

/** A busy machine must not make a test fail. */
const PATIENCE = '--testTimeout=30000'

/** The compiler's incremental state, so that a second check only processes changes. */
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

/** Runs a program of node_modules in parallel to the others. */
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
