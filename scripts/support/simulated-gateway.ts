import { Miniflare, type MiniflareOptions } from 'miniflare'
import type { Simulator } from '../../test/upstreams/simulator.ts'
import { buildForDebugger, buildWorker } from './build.ts'
import { startConsentServer } from './consent-server.ts'
import { loopbackModule } from './loopback-module.ts'
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
  /** Prints no lines of the log. */
  quiet?: boolean
  /** Receives the lines of the log instead of the console. */
  onLog?: (line: string) => void
  /** Answers requests for names of this machine alone, files included. */
  isLoopbackOnly?: boolean
  /** Where a debugger may attach; the Worker is then not minified. */
  inspectorPort?: number | undefined
}

type Products = ReturnType<typeof simulatedProducts>

/** The built Worker and its page on this machine, on simulated products. What it keeps lives as long as it runs. */
export async function startSimulatedGateway(options: SimulatedGatewayOptions) {
  let products = simulatedProducts()
  const productAt = (host: string) => products.simulators.find(({ answersFor }) => answersFor(host))
  const consent = await startConsentServer(productAt)
  const withConsent = { ...options, settings: { SOCIAL_AUTHORIZE_URL: consent.address, ...options.settings } }
  let stage = await readStage(withConsent, products, productAt)
  const runtime = new Miniflare(stage.options)
  const { origin } = await runtime.ready
  /**
   * Builds the Worker and its page anew and puts fresh products behind them, on the same port; what STORE and the Durable
   * Objects keep stays. Rejects when the Worker cannot be built, and what ran before runs on.
   */
  const reload = async (fresh: Products) => {
    const next = await readStage(withConsent, fresh, productAt)
    await runtime.setOptions(next.options)
    stage.remove()
    stage = next
    products = fresh
  }
  const stop = async () => {
    await runtime.dispose()
    await consent.stop()
    stage.remove()
  }
  const { headers, tour, settings: connected } = products
  const happen = (what: keyof Products['happenings']) => products.happenings[what]()
  return { origin, headers, tour, connected, store: await runtime.getKVNamespace('STORE'), happen, reload, stop }
}

/** The options of a runtime, and what removes the pages that it shows. */
async function readStage(
  { key, port = 0, settings, quiet = false, onLog, isLoopbackOnly = false, inspectorPort }: SimulatedGatewayOptions,
  { headers, settings: connected }: Products,
  productAt: (host: string) => Simulator | undefined,
): Promise<{ options: MiniflareOptions; remove: () => void }> {
  const contents = await (inspectorPort === undefined ? buildWorker() : buildForDebugger())
  const { assets, remove } = await prefilledPages({ key, headers })
  const worker = gatewayWorker(
    contents,
    { API_KEY: key, LICENCE: 'pro', ...connected, ...settings },
    { ...(isLoopbackOnly && { before: [loopbackModule] }) },
  )
  const files = isLoopbackOnly ? { ...assets, runWorkerFirst: ['/*'] } : assets
  const config = { ...worker, env: { ...worker.env, ASSETS: { type: 'assets' as const } }, assets: files }
  const options: MiniflareOptions = {
    host: '127.0.0.1',
    port,
    cf: false,
    telemetry: { enabled: false },
    ...(inspectorPort !== undefined && { inspectorPort }),
    ...(quiet && { handleStructuredLogs: () => {} }),
    ...(onLog && { handleStructuredLogs: ({ message }) => onLog(message) }),
    workers: [
      {
        config,
        dev: {
          outboundService: outboundTo(productAt),
          // The runtime's own inspector answers whatever page asks; the proxy before it, pages of this machine alone.
          unsafeInspectorProxy: inspectorPort !== undefined,
        },
      },
    ],
  }
  return { options, remove }
}
