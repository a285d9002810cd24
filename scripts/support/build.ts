import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url).href)

const run = promisify(execFile)

/** Runs a wrangler command of this project, without telemetry and update checks. Rejects with its error message. */
export async function wrangler(...args: string[]): Promise<string> {
  const quiet = { WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false', CI: '1', NO_COLOR: '1' }
  const env = { ...process.env, ...quiet, FORCE_COLOR: '0' }
  const command = [join(ROOT, 'node_modules/wrangler/bin/wrangler.js'), ...args]
  try {
    return (await run(process.execPath, command, { cwd: ROOT, env })).stdout
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw stderr ? new Error(stderr.replace(/^.*Logs were written to.*$/m, '').trim()) : error
  }
}

/**
 * The Worker as `npm run deploy` would upload it: bundled and minified, as one module. A test run builds it once and
 * sets BUILT_WORKER to the file.
 */
export const buildWorker = (...args: string[]): Promise<string> =>
  process.env.BUILT_WORKER && args.length === 0
    ? readFile(process.env.BUILT_WORKER, 'utf8')
    : built(['--minify', ...args], (folder) => readFile(join(folder, 'index.js'), 'utf8'))

/** The Worker for a debugger: not minified, with an inline source map to the files of this project. */
export const buildForDebugger = (): Promise<string> =>
  built([], async (folder) => {
    const [code, map] = await Promise.all(
      ['index.js', 'index.js.map'].map((file) => readFile(join(folder, file), 'utf8')),
    )
    const parsed = JSON.parse(map ?? '') as { sources: string[] }
    const sources = parsed.sources.map((source) => pathToFileURL(resolve(folder, source)).href)
    const encoded = Buffer.from(JSON.stringify({ ...parsed, sources })).toString('base64')
    return (code ?? '').replace(
      /^\/\/# sourceMappingURL=.*$/m,
      `//# sourceMappingURL=data:application/json;base64,${encoded}`,
    )
  })

async function built(args: readonly string[], read: (folder: string) => Promise<string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-'))
  try {
    await wrangler('deploy', '--dry-run', '--outdir', folder, ...args)
    return await read(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
