import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './support/build.ts'
import { generate } from './support/generate.ts'
import { fail, readCommand } from './support/usage.ts'

/**
 * Types, style and tests, side by side: the type checker alone takes as long as a fifth of the ordinary tests, and mostly
 * one core. `npm run check` has the tests that start quickly: request pipeline, upstream and renderings in workerd, and in
 * Node the tests that read the source. `npm test` (--all) also runs groups, contract, surfaces and what starts a process.
 */
const { values } = readCommand({
  usage: `npm run check

Types, style and the fast tests. npm test (--all) has all ordinary tests.`,
  options: { all: { type: 'boolean', default: false } },
})

// The types of the typed client are generated.
await generate()

const vitest = (...args: string[]) => ['vitest/vitest.mjs', 'run', ...args]

/** A busy machine must not make a test fail. */
const PATIENCE = '--testTimeout=30000'
const FAST_TESTS = vitest(
  ...['--reporter=dot', PATIENCE, 'test/gateway', 'test/upstream/', 'test/renderings'],
  ...['test/node/direction.test.ts', 'test/node/references.test.ts', 'test/scripts/redact.test.ts'],
)

/**
 * Two runs, because one run of vitest ends the tests in Node, which wait for processes, before it starts those in workerd. The tests in
 * Node have a lower priority, so that both runs end at about the same time. The tests in workerd alone do not use both cores fully.
 */
const runAllTests = () => [
  run('tests in Node', vitest('--project', 'node', '--maxWorkers', '3'), { niceness: 10 }),
  run('tests in workerd', vitest('--project', 'workerd'), { stdio: 'inherit' }),
]

/** The compiler's incremental state, so that a second check only processes changes. */
const cache = join(ROOT, 'node_modules/.cache/latchkey')
mkdirSync(cache, { recursive: true })
/** With one thread, because each further thread computes the shared types again. */
const types = (project: string, name: string) => [
  ...['typescript/bin/tsc', '--singleThreaded', '-p', project],
  ...['--incremental', '--tsBuildInfoFile', join(cache, `${name}.tsbuildinfo`)],
]

const started = performance.now()
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`

interface Outcome {
  name: string
  code: number | null
  /** What it printed. Empty for the tests that print while they run. */
  output: string
}

const outcomes = await Promise.all([
  run('types', types('tsconfig.json', 'worker')),
  run('types of the scripts', types('scripts/tsconfig.json', 'scripts')),
  run('types of the pages', types('src/pages/tsconfig.json', 'pages')),
  run('style', ['@biomejs/biome/bin/biome', 'check', '.']),
  ...(values.all ? runAllTests() : [run('tests', FAST_TESTS, { stdio: 'inherit' })]),
])
const failed = outcomes.filter(({ code }) => code !== 0)
for (const { name, output } of failed) if (output) console.error(`\n${name}:\n${output.trim()}`)
if (failed.length > 0) fail(`\nnot right: ${failed.map(({ name }) => name).join(', ')}`)
console.log(`all right after ${seconds()}`)

interface RunOptions {
  stdio?: 'pipe' | 'inherit'
  /** Is added to that of this process, up to 19. With each step, a process gets about a fifth less time beside others. */
  niceness?: number
}

/** Runs a program of node_modules. */
function run(
  name: string,
  [program = '', ...args]: string[],
  { stdio = 'pipe', niceness = 0 }: RunOptions = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', program), ...args], { cwd: ROOT, stdio })
  if (child.pid !== undefined && niceness > 0) setPriority(child.pid, Math.min(getPriority() + niceness, 19))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
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
