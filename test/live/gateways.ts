import { Miniflare, type WorkerdStructuredLog } from 'miniflare'
import { outboundTo } from '../../scripts/support/outbound.ts'
import { type GatewayOptions, gatewayWorker } from '../../scripts/support/workerd.ts'
import type { Overrides } from '../support/gateway.ts'
import { Clock } from '../upstreams/clock.ts'
import type { Simulator } from '../upstreams/simulator.ts'
import { builtWorker } from './build.ts'
import { clockModule } from './clock-module.ts'

export const LIVE_KEY = 'live-pro-key'

/** 32 zero bytes. */
export const LIVE_CREDENTIALS_KEY = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='

/** One gateway among those of a runtime: an isolate of its own. */
export interface LiveGateway extends Pick<GatewayOptions, 'sharesWith'> {
  name: string
  settings: Overrides
  productAt: (host: string) => Simulator | undefined
}

export interface LiveAnswer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer and fails on what is not there
  json: any
}

export interface LiveRuntime {
  /** Asks a gateway over HTTP, on the socket of its own Worker. */
  ask(gateway: string, path: string, init?: RequestInit): Promise<LiveAnswer>
  /** Puts a record into the STORE of a gateway. */
  keep(gateway: string, name: string, record: string): Promise<void>
  /** What all gateways wrote, line by line. */
  readonly log: string[]
  stop(): Promise<void>
}

/**
 * The built Worker in the runtime that Cloudflare runs, asked over HTTP: what belongs to one request is refused to
 * another here, as it is in production and is not inside one test context.
 *
 * @param storage a folder in which STORE and the Durable Objects outlive the runtime; memory when absent
 */
export async function startGateways(gateways: readonly LiveGateway[], storage?: string): Promise<LiveRuntime> {
  const contents = await builtWorker()
  const log: string[] = []
  const runtime = new Miniflare({
    host: '127.0.0.1',
    cf: false,
    telemetry: { enabled: false },
    handleStructuredLogs: ({ message }: WorkerdStructuredLog) => void log.push(message),
    ...(storage !== undefined && { resourcePersistencePath: storage }),
    workers: gateways.map(({ name, settings, productAt, ...options }) => ({
      config: gatewayWorker(
        contents,
        { API_KEY: LIVE_KEY, LICENCE: 'pro', CREDENTIALS_KEY: LIVE_CREDENTIALS_KEY, ...settings },
        { name, before: clockModule(new Clock().now()), ...options },
      ),
      dev: { outboundService: outboundTo(productAt), unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] },
    })),
  })
  await runtime.ready
  return {
    log,
    stop: () => runtime.dispose(),
    keep: async (gateway, name, record) => (await runtime.getKVNamespace('STORE', gateway)).put(name, record),
    async ask(gateway, path, init) {
      const response = await fetch(new URL(path, await runtime.unsafeGetDirectURL(gateway)), init)
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, json: tryJson(text) }
    },
  }
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
