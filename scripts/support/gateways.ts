import { Miniflare, type WorkerdStructuredLog } from 'miniflare'
import type { Outbound } from './outbound.ts'
import { type GatewayOptions, gatewayWorker } from './workerd.ts'

/** 32 zero bytes. */
export const LOCAL_CREDENTIALS_KEY = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='

/** One of several gateways in a runtime, with a separate isolate. */
export interface LocalGateway extends Omit<GatewayOptions, 'name'> {
  name: string
  settings: Record<string, string>
  /** Handles its upstream calls. */
  outbound: Outbound
}

export interface RuntimeOptions {
  /** A folder in which STORE and the Durable Objects persist. In memory when absent. */
  storage?: string | undefined
  /** Called with each log line of the gateways. */
  hear: (line: string) => void
}

/**
 * Runs the built Worker once for each gateway, each on a separate socket. As in production, objects of one request
 * cannot be used in another, which a single test context would allow.
 *
 * @param contents the Worker, from support/build.ts
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
      dev: {
        outboundService: outbound,
        unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        // The gateway does not use this API, which is a Worker of its own.
        cacheAPI: false,
      },
    })),
  })
  await runtime.ready
  return runtime
}
