import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildWorker } from '../support/build.ts'
import { fail, readCommand } from '../support/usage.ts'
import { restingCpuMs } from './cpu.ts'
import { askIsolates, FIRST, type FirstCall } from './first-requests.ts'
import { settingsBefore } from './gateway-settings.ts'
import { median } from './median.ts'
import { startUpstream } from './start-upstream.ts'

/** `npm run bench:profile`: what the first request of an isolate is spent on. */
readCommand({
  usage: `npm run bench:profile

Prints what the CPU of an isolate's first request is spent on, in percent, for each request of npm run bench cold. The first
column has the CPU in milliseconds, with the cost of the samples. It takes about two minutes. Needs Linux with perf, and the
right to use it: root, or kernel.perf_event_paranoid at most 1.`,
  options: {},
})

const run = promisify(execFile)

/** Samples a second. */
const FREQUENCY = 5000

/** The causes, each with the functions that show it. A sample counts for the first cause that matches a function of its stack. */
const CAUSES: readonly [name: string, functions: RegExp][] = [
  // The local runtime formats a line with a module of JavaScript, which each isolate loads.
  ['the log line', /\bhandleLog\b/],
  ['Durable Objects', /sqlite|Sqlite|new_actor|Actor::Impl/],
  ['new memory', /\bexc_page_fault\b/],
  ['garbage', /Heap::CollectGarbage|Scavenger|ConcurrentMarking|Sweeper/],
  ['compiling', /Runtime_CompileLazy|\bCompiler::|\binterpreter::Bytecode|BaselineBatchCompiler|ScriptCompiler/],
  ['JavaScript', /\bBuiltins_|v8::internal::Runtime_/],
]
const REST = 'the rest'

const folder = await mkdtemp(join(tmpdir(), 'latchkey-profile-'))
process.env.BENCH_GATEWAY = join(folder, 'index.js')
await writeFile(process.env.BENCH_GATEWAY, await buildWorker())
const upstream = await startUpstream()
const gateway = { name: 'latchkey', settings: settingsBefore(upstream) }
try {
  const columns = [...CAUSES.map(([name]) => name), REST]
  const width = Math.max(...FIRST.map(({ what }) => what.length))
  console.log([''.padEnd(width), '  ms', ...columns].join('  '))
  for (const request of FIRST) {
    const { cpu, shares } = await profile(request)
    const cells = columns.map((name) => `${(shares.get(name) ?? 0).toFixed(0)} %`.padStart(name.length))
    console.log([request.what.padEnd(width), cpu.toFixed(1).padStart(4), ...cells].join('  '))
  }
} finally {
  await upstream.stop()
  await rm(folder, { recursive: true })
}

/** The CPU milliseconds of a first request, and the share of each cause in percent. */
async function profile(request: FirstCall): Promise<{ cpu: number; shares: Map<string, number> }> {
  const objects = await mkdtemp(join(folder, 'objects-'))
  const data = join(folder, 'perf.data')
  // This creates its Durable Objects.
  await askIsolates(gateway, request, objects, (_, ask) => ask())
  const measured: number[] = []
  let recording: { end: Promise<unknown> } | undefined
  await askIsolates(gateway, request, objects, async (pid, ask) => {
    recording ??= await record(pid, data)
    const before = await restingCpuMs(pid)
    await ask()
    measured.push((await restingCpuMs(pid)) - before)
  })
  await recording?.end
  const { stdout } = await run('perf', ['script', '-i', data, '-F', 'comm,ip,sym', '--no-inline'], {
    maxBuffer: 2 ** 30,
  })
  const samples = stdout.split('\n\n').filter((sample) => sample.trim())
  const shares = new Map<string, number>()
  for (const sample of samples) {
    const cause = CAUSES.find(([, functions]) => functions.test(sample))?.[0] ?? REST
    shares.set(cause, (shares.get(cause) ?? 0) + 100 / samples.length)
  }
  return { cpu: median(measured), shares }
}

/** Samples the stacks of a process from now on, until it ends. */
async function record(pid: number, data: string): Promise<{ end: Promise<unknown> }> {
  const words = [
    'record',
    '-F',
    String(FREQUENCY),
    '-g',
    '-p',
    String(pid),
    '-o',
    data,
    '-D',
    '-1',
    '--control',
    'fd:3,4',
  ]
  const perf = spawn('perf', words, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
  perf.on('error', ({ message }) => fail(`perf cannot be used: ${message}`))
  const [, , , control, answers] = perf.stdio
  if (!control || !('write' in control) || !answers) throw new Error('perf has no control channel')
  control.write('enable\n')
  const end = once(perf, 'exit').then(() => 'ended')
  const first = await Promise.race([once(answers, 'data'), end])
  if (first === 'ended') fail('perf cannot be used: perf record ended at once')
  return { end }
}
