import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import workerd from 'workerd'
import { formatConfig } from './config.ts'

const run = promisify(execFile)

/** A Worker of the benchmark: the gateway, or a file of this folder. */
export interface BenchWorker {
  name: string
  /** A file of this folder. Defaults to the gateway in BENCH_GATEWAY. */
  file?: string
  settings: Record<string, string>
  /** The path of a file that is uploaded beside the script, and that nothing reads. */
  data?: string | undefined
  /** Whether it gets the Durable Objects. By default only the gateway does. */
  hasObjects?: boolean
  /** Bindings that the gateway does not get. */
  unbound?: readonly string[]
}

export interface Running {
  /** The origin of each Worker, by name. */
  origins: Readonly<Record<string, string>>
  pid: number
  stop(): Promise<void>
}

interface RuntimeOptions {
  /** Such as `--max-old-space-size=128`. */
  v8Flags?: readonly string[]
  /** The folder of the Durable Objects. Default: one that is deleted with the runtime. */
  objects?: string | undefined
}

/**
 * Starts Workers in one workerd without any other services, each on a separate socket. Their logs are discarded. The configuration
 * is compiled first: with a text configuration, the runtime copies each script several times at its start.
 */
export async function startRuntime(
  workers: readonly BenchWorker[],
  { v8Flags = [], objects }: RuntimeOptions = {},
): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-runtime-'))
  for (const { name, file, data } of workers) {
    await writeFile(join(folder, `${name}.js`), await readCode(file))
    if (data) await copyFile(data, join(folder, `${name}.data`))
  }
  await writeFile(join(folder, 'config.capnp'), formatConfig(workers, objects ?? folder, v8Flags))
  const config = join(folder, 'config.bin')
  const compile = ['compile', '--config-only', 'config.capnp']
  const compiled = await run(workerd.default, compile, { cwd: folder, encoding: 'buffer', maxBuffer: 2 ** 26 })
  await writeFile(config, compiled.stdout)
  const child = spawn(workerd.default, ['serve', '--binary', '--experimental', '--control-fd=3', config], {
    cwd: folder,
    stdio: ['ignore', 'ignore', process.env.BENCH_DEBUG ? 'inherit' : 'ignore', 'pipe'],
  })
  const gone = once(child, 'exit').then(() => {})
  const ports = new Map<string, number>()
  const control = child.stdio[3]
  if (!control || !('read' in control)) throw new Error('the runtime has no control channel')
  for await (const line of createInterface(control)) {
    const { event, socket, port } = JSON.parse(line) as { event: string; socket: string; port: number }
    if (event === 'listen') ports.set(socket, port)
    if (ports.size === workers.length) break
  }
  if (ports.size < workers.length) throw new Error('the runtime did not start: BENCH_DEBUG=1 shows why')
  return {
    origins: Object.fromEntries([...ports].map(([name, port]) => [name, `http://127.0.0.1:${port}`])),
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function readCode(file: string | undefined): Promise<string> {
  if (!file) return readFile(process.env.BENCH_GATEWAY ?? '', 'utf8')
  const entryPoints = [fileURLToPath(new URL(file, import.meta.url).href)]
  const { outputFiles } = await build({ entryPoints, bundle: true, minify: true, format: 'esm', write: false })
  return outputFiles[0]?.text ?? ''
}
