import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './build.ts'

/** How a call of wrangler ended. */
export interface Ended {
  code: number
  stdout: string
  stderr: string
}

export interface WranglerCall {
  /** Handed to it as its input. */
  input?: string
  /** Put over the environment of this process. */
  env?: Readonly<Record<string, string>>
  /** Lets it speak and ask in this terminal: nothing of it is returned. */
  inTerminal?: boolean
  /** Ends it. */
  signal?: AbortSignal
}

/** The program of wrangler; LATCHKEY_WRANGLER names another in its place. */
const program = () => process.env.LATCHKEY_WRANGLER || join(ROOT, 'node_modules/wrangler/bin/wrangler.js')

/**
 * Runs wrangler in the folder of the project. It is started through node, so that no shell reads its arguments on any
 * system. Resolves however it ends.
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

/** What wrangler says of a failure, without its decoration and the place of its log. */
export function getComplaint({ stdout, stderr }: Ended): string {
  const text = stderr.trim() || stdout.trim()
  return text
    .replace(/^.*Logs were written to.*$/gm, '')
    .replace(/^\s*✘ \[ERROR\]\s*/m, '')
    .trim()
}
