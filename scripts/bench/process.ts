import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Starts a script of this folder that tells its address on the first line. */
export async function startProcess(script: string, ...args: string[]): Promise<{ origin: string; stop: () => void }> {
  const path = fileURLToPath(new URL(script, import.meta.url).href)
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [origin] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { origin, stop: () => child.kill('SIGINT') }
}
