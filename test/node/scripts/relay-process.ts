import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export const RELAY_TOKEN = 'relay-token-of-the-tests-with-more-than-32-characters'

export interface RunningRelay {
  port: number
  /** Lines of its log, from the first call on. */
  log: string[]
  child: ChildProcess
  stop(): Promise<void>
}

/**
 * Loaded before the relay: leads its https calls to a port of this machine, over http. A call that names another port than
 * that of https, or another scheme, fails.
 *
 * @param from the address of this machine from which it calls
 */
const toThisMachine = (port: number, from: string) =>
  `data:text/javascript,${encodeURIComponent(`
    import http from 'node:http'
    import https from 'node:https'
    https.request = ({ agent, ...options }) => {
      if (options.port !== undefined || options.protocol !== undefined) throw new Error('not the port of https')
      return http.request({ ...options, host: '127.0.0.1', port: ${port}, localAddress: '${from}' })
    }
  `)}`

/** Runs a built relay in a separate process. `product` is the port of its products. */
export async function startRelay(
  file: string,
  { product, from = '127.0.0.1' }: { product: number; from?: string },
): Promise<RunningRelay> {
  const env = { PATH: process.env.PATH ?? '', RELAY_TOKEN, PORT: '0' }
  const child = spawn(process.execPath, ['--import', toThisMachine(product, from), file], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const log: string[] = []
  const port = await new Promise<number>((resolve, reject) => {
    child.on('close', () => reject(new Error('the relay ended')))
    createInterface(child.stdout).on('line', (line) => {
      const { listening } = JSON.parse(line) as { listening?: string }
      if (listening === undefined) log.push(line)
      else resolve(Number(listening.split(':').at(-1)))
    })
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { port, log, child, stop }
}
