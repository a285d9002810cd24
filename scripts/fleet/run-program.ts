import { spawn } from 'node:child_process'

export interface Program {
  /** The working directory. */
  folder: string
  /** Sent to its standard input. */
  input?: string
  signal?: AbortSignal | undefined
  env: NodeJS.ProcessEnv
}

/** How long a program may take, in milliseconds. A password manager may ask its owner. */
const PATIENCE_MS = 60_000

/**
 * Runs a program without a shell. Its output is returned and never shown, because it may be a secret. Errors contain
 * nothing of it.
 */
export function runProgram(command: readonly string[], { folder, input, signal, env }: Program): Promise<string> {
  const [program = '', ...args] = command
  const signals = [AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])]
  const started = spawn(program, args, { cwd: folder, env, stdio: 'pipe', signal: AbortSignal.any(signals) })
  let printed = ''
  started.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  started.stderr.resume()
  started.stdin.on('error', () => {}).end(input)
  return new Promise((resolve, reject) => {
    started.once('error', (error) => {
      const isThere = !('code' in error && error.code === 'ENOENT')
      reject(new Error(isThere ? `${program} did not end by itself` : `there is no program ${program}`))
    })
    started.once('close', (code) => {
      if (code === 0) resolve(printed)
      else reject(new Error(`${program} ended with ${code}: run it by hand to see why`))
    })
  })
}
