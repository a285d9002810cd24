import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url).href)

const run = promisify(execFile)

/** Runs a wrangler command of this project, without its telemetry and its look for updates. */
export async function wrangler(...args: string[]): Promise<string> {
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false', CI: '1' }
  const { stdout } = await run(process.execPath, [join(ROOT, 'node_modules/wrangler/bin/wrangler.js'), ...args], {
    cwd: ROOT,
    env,
  })
  return stdout
}

/** The Worker as `npm run deploy` would upload it: bundled and minified, as one module. */
export async function buildWorker(...args: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-'))
  try {
    await wrangler('deploy', '--dry-run', '--minify', '--outdir', folder, ...args)
    return await readFile(join(folder, 'index.js'), 'utf8')
  } finally {
    await rm(folder, { recursive: true })
  }
}
