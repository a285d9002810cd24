import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import { outboundTo } from '../../scripts/support/outbound.ts'
import { CLOCK_SHIFT } from '../upstreams/clock.ts'
import './build.ts'
import type { ProcessPlan } from './gateway-process.ts'
import { askAt, type LiveAnswer, type LiveGateway } from './gateways.ts'

const PROCESS = `${ROOT}test/live/gateway-process.ts`

export interface KillableGateway extends LiveGateway {
  /** The step of a rotation at which it halts, from 1: `haltingModule`. */
  haltsAt?: number
}

export interface KillableGateways {
  /** Rejects where the gateways are killed before they answer. */
  ask(gateway: string, path: string, init?: RequestInit): Promise<LiveAnswer>
  /**
   * SIGKILL to all processes of the runtime at once, so that none can respond or write anything more. May be called
   * twice.
   */
  kill(): Promise<void>
}

/**
 * The built Worker in Cloudflare's runtime, as a separate group of processes. The products stay in the test's process,
 * which decides when a call gets its response, and outlive the gateways.
 *
 * @param storage the folder in which STORE and the Durable Objects persist
 * @param ahead how far the clock of the gateways is ahead of the products', in milliseconds
 */
export async function startKillableGateways(
  gateways: readonly KillableGateway[],
  storage: string,
  ahead = 0,
): Promise<KillableGateways> {
  const products = await Promise.all(gateways.map(({ productAt }) => listen(outboundTo(productAt).handler)))
  const plan: ProcessPlan = {
    worker: inject('worker'),
    storage,
    shift: CLOCK_SHIFT + ahead,
    gateways: gateways.map(({ name, settings, sharesWith, haltsAt }, at) => ({
      ...{ name, settings, products: products[at]?.port ?? 0 },
      ...(sharesWith !== undefined && { sharesWith }),
      ...(haltsAt !== undefined && { haltsAt }),
    })),
  }
  // Detached, it is the leader of a new process group, which includes the runtime's processes.
  const leader = spawn(process.execPath, [PROCESS, JSON.stringify(plan)], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const isAlive = () => leader.exitCode === null && leader.signalCode === null
  const ended = once(leader, 'exit')
  const [line] = await Promise.race([once(createInterface(leader.stdout), 'line'), ended.then(() => [])])
  if (typeof line !== 'string' || leader.pid === undefined) throw new Error('the gateways did not start')
  const addresses: Record<string, string> = JSON.parse(line)
  const group = -leader.pid

  return {
    ask: async (gateway, path, init) => askAt(new URL(addresses[gateway] ?? ''), path, init),
    async kill() {
      if (isAlive()) process.kill(group, 'SIGKILL')
      await ended
      for (const { close } of products) close()
    },
  }
}

/** Answers on a free loopback port. */
async function listen(listener: RequestListener): Promise<{ port: number; close: () => void }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { port: address.port, close }
}
