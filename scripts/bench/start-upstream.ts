import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Upstream {
  origin: string
  stop(): Promise<void>
}

/** Starts the products of the benchmark (upstream.ts). */
export async function startUpstream({ delayMs = 0, utterances = 1 } = {}): Promise<Upstream> {
  const path = fileURLToPath(new URL('upstream.ts', import.meta.url).href)
  const child = spawn(process.execPath, [path, String(delayMs), String(utterances)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit').then(() => {})
  const [origin] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    origin,
    stop: () => {
      child.kill()
      return gone
    },
  }
}
