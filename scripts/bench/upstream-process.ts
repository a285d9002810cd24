import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Starts the benchmark's product and tells where it listens. */
export async function startUpstream(delayMs: number): Promise<{ origin: string; stop: () => void }> {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(new URL('./upstream.ts', import.meta.url))], {
    env: { ...process.env, DELAY_MS: String(delayMs) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!child.stdout) throw new Error('the upstream has no output')
  const [origin] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { origin, stop: () => child.kill() }
}
