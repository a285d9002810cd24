import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './build.ts'

/** The result of a wrangler call. */
export interface Ended {
  code: number
  stdout: string
  stderr: string
}

export interface WranglerCall {
  /** Sent to its standard input. */
  input?: string
  /** Added to the environment of this process. */
  env?: Readonly<Record<string, string>>
  /** Lets it use this terminal. Its output is not returned. */
  inTerminal?: boolean
  signal?: AbortSignal
}

/** The path of wrangler. LATCHKEY_WRANGLER overrides it. */
const program = () => process.env.LATCHKEY_WRANGLER || join(ROOT, 'node_modules/wrangler/bin/wrangler.js')

/**
 * Runs wrangler in the folder of the project. It is started through node, so that no shell parses its arguments. Always
 * resolves.
 */
export function runWrangler(args: readonly string[], call: WranglerCall = {}): Promise<Ended> {
  const { input, env, inTerminal = false, signal } = call
  const quiet = { WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' }
  const plain = inTerminal ? {} : { CI: '1', NO_COLOR: '1', FORCE_COLOR: '0' }
  const started = spawn(process.execPath, [program(), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...quiet, ...plain, ...env },
    stdio: inTerminal ? 'inherit' : 'pipe',
    ...(signal && { signal }),
  })
  const texts = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    started[stream]?.setEncoding('utf8').on('data', (text: string) => {
      texts[stream] += text
    })
  started.stdin?.on('error', () => {}).end(input)
  return new Promise((resolve, reject) => {
    started.once('error', (error) => (error.name === 'AbortError' ? undefined : reject(error)))
    started.once('close', (code) => resolve({ code: code ?? 1, ...texts }))
  })
}

/** Wrangler's error message, without decoration and the path of its log. */
export function getComplaint({ stdout, stderr }: Ended): string {
  const text = stderr.trim() || stdout.trim()
  return text
    .replace(/^.*Logs were written to.*$/gm, '')
    .replace(/^\s*✘ \[ERROR\]\s*/m, '')
    .trim()
}
