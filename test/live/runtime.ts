import { Miniflare, type WorkerdStructuredLog } from 'miniflare'
import type { Outbound } from '../../scripts/support/outbound.ts'
import { type GatewayOptions, gatewayWorker } from '../../scripts/support/workerd.ts'
import { Clock } from '../upstreams/clock.ts'
import { clockModule } from './clock-module.ts'

export const LIVE_KEY = 'live-pro-key'

/** 32 zero bytes. */
export const LIVE_CREDENTIALS_KEY = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='

/** One Worker of a runtime, with the way that its outgoing calls take. */
export interface RunningGateway extends Pick<GatewayOptions, 'sharesWith'> {
  name: string
  settings: Record<string, string>
  outbound: Outbound
}

interface RuntimeOptions {
  /** A folder in which STORE and the Durable Objects outlive the runtime; memory when absent. */
  storage?: string | undefined
  /** Hears what the gateways write, line by line. */
  hear: (line: string) => void
}

/** Runs the built Worker, as many times as there are gateways, each on a socket of its own. */
export async function startRuntime(
  contents: string,
  gateways: readonly RunningGateway[],
  { storage, hear }: RuntimeOptions,
): Promise<Miniflare> {
  const runtime = new Miniflare({
    host: '127.0.0.1',
    cf: false,
    telemetry: { enabled: false },
    handleStructuredLogs: ({ message }: WorkerdStructuredLog) => hear(message),
    ...(storage !== undefined && { resourcePersistencePath: storage }),
    workers: gateways.map(({ name, settings, outbound, ...options }) => ({
      config: gatewayWorker(
        contents,
        { API_KEY: LIVE_KEY, LICENCE: 'pro', CREDENTIALS_KEY: LIVE_CREDENTIALS_KEY, ...settings },
        { name, before: clockModule(new Clock().now()), ...options },
      ),
      dev: { outboundService: outbound, unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] },
    })),
  })
  await runtime.ready
  return runtime
}
