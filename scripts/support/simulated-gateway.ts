import { Miniflare } from 'miniflare'
import { buildWorker } from './build.ts'
import { outboundTo } from './outbound.ts'
import { prefilledPages } from './pages.ts'
import { simulatedProducts } from './products.ts'
import { gatewayWorker } from './workerd.ts'

export interface SimulatedGatewayOptions {
  key: string
  /** A free one unless given. */
  port?: number
  /** Put over the settings that connect the simulated products. */
  settings?: Record<string, string>
  /** Keeps the lines of the log to itself. */
  quiet?: boolean
}

/** The built Worker and its page on this machine, on simulated products. What it keeps lives as long as it runs. */
export async function startSimulatedGateway({ key, port = 0, settings, quiet = false }: SimulatedGatewayOptions) {
  const { simulators, headers, tour, settings: connected } = simulatedProducts()
  const pages = await prefilledPages({ key, headers })
  const runtime = new Miniflare({
    host: '127.0.0.1',
    port,
    cf: false,
    telemetry: { enabled: false },
    ...(quiet && { handleStructuredLogs: () => {} }),
    workers: [
      {
        config: {
          ...gatewayWorker(await buildWorker(), { API_KEY: key, LICENCE: 'pro', ...connected, ...settings }),
          assets: pages.assets,
        },
        dev: { outboundService: outboundTo((host) => simulators.find(({ answersFor }) => answersFor(host))) },
      },
    ],
  })
  const { origin } = await runtime.ready
  const stop = async () => {
    await runtime.dispose()
    pages.remove()
  }
  return { origin, headers, tour, store: await runtime.getKVNamespace('STORE'), stop }
}
