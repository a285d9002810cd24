import { Miniflare, type WorkerdStructuredLog } from 'miniflare'
import type { Outbound } from './outbound.ts'
import { type GatewayOptions, gatewayWorker } from './workerd.ts'

/** 32 zero bytes. */
export const LOCAL_CREDENTIALS_KEY = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='

/** One gateway among those of a runtime: an isolate of its own. */
export interface LocalGateway extends Omit<GatewayOptions, 'name'> {
  name: string
  settings: Record<string, string>
  /** Who takes its outgoing calls. */
  outbound: Outbound
}

export interface RuntimeOptions {
  /** A folder in which STORE and the Durable Objects outlive the runtime; memory when absent. */
  storage?: string | undefined
  /** Hears what the gateways write, line by line. */
  hear: (line: string) => void
}

/**
 * Runs the built Worker, as many times as there are gateways, each on a socket of its own: what belongs to one request is
 * refused to another here, as it is in production and is not inside one test context.
 *
 * @param contents the Worker, by support/build.ts
 */
export async function startWorkers(
  contents: string,
  gateways: readonly LocalGateway[],
  { storage, hear }: RuntimeOptions,
): Promise<Miniflare> {
  const runtime = new Miniflare({
    host: '127.0.0.1',
    cf: false,
    telemetry: { enabled: false },
    handleStructuredLogs: ({ message }: WorkerdStructuredLog) => hear(message),
    ...(storage !== undefined && { resourcePersistencePath: storage }),
    workers: gateways.map(({ settings, outbound, ...options }) => ({
      config: gatewayWorker(contents, settings, options),
      dev: { outboundService: outbound, unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] },
    })),
  })
  await runtime.ready
  return runtime
}
