import { Miniflare, type MiniflareOptions } from 'miniflare'
import type { Simulator } from '../../test/simulators/simulator.ts'
import { buildForDebugger, buildWorker } from './build.ts'
import { alarmsModule, clockModule } from './clock-module.ts'
import { startConsentServer } from './consent-server.ts'
import { loopbackModule } from './loopback-module.ts'
import { outboundTo } from './outbound.ts'
import { prefilledPages } from './pages.ts'
import { simulatedProducts } from './products.ts'
import { type GatewayOptions, gatewayWorker } from './workerd.ts'

export interface SimulatedGatewayOptions {
  key: string
  /** Defaults to a free port. */
  port?: number
  /** Overrides the settings that connect the simulated products. */
  settings?: Record<string, string>
  /** Prints no log lines. */
  quiet?: boolean
  /** Receives the log lines instead of the console. */
  onLog?: (line: string) => void
  /** Only responds to names of this machine, including for files. */
  isLoopbackOnly?: boolean
  /** The port for a debugger. The Worker is then not minified. */
  inspectorPort?: number | undefined
}

type Products = ReturnType<typeof simulatedProducts>

/** The built Worker and its pages on this machine, with simulated products. Its data is lost when it stops. */
export async function startSimulatedGateway(options: SimulatedGatewayOptions) {
  let ahead = 0
  const clock = { now: () => Date.now() + ahead }
  let products = simulatedProducts(clock)
  const productAt = (host: string) => products.simulators.find(({ answersFor }) => answersFor(host))
  const consent = await startConsentServer(productAt)
  const withConsent = { ...options, settings: { SOCIAL_AUTHORIZE_URL: consent.address, ...options.settings } }
  const build = () => (options.inspectorPort === undefined ? buildWorker() : buildForDebugger())
  let worker = await build()
  let stage = await readStage(withConsent, worker, products, productAt)
  const runtime = new Miniflare(stage.options)
  const { origin } = await runtime.ready
  /**
   * Uses new products and the current pages, on the same port. Rebuilds the Worker if it is old. STORE and the Durable
   * Objects keep their data. Rejects when the Worker cannot be built. The previous one then keeps running.
   */
  const reload = async (fresh: Products, isWorkerOld: boolean) => {
    const current = isWorkerOld ? await build() : worker
    const next = await readStage(withConsent, current, fresh, productAt)
    await runtime.setOptions(next.options)
    stage.remove()
    worker = current
    stage = next
    products = fresh
  }
  /** Puts the clock of the gateway and of its products forward, with what is due until then. */
  const passTime = async (ms: number) => {
    ahead += ms
    const before = [clockModule(ahead), alarmsModule(ms)]
    const next = await readStage(withConsent, worker, products, productAt, before)
    await runtime.setOptions(next.options)
    stage.remove()
    stage = next
  }
  const stop = async () => {
    await runtime.dispose()
    await consent.stop()
    stage.remove()
  }
  const { headers, tour, settings: connected } = products
  const happen = (what: keyof Products['happenings']) => products.happenings[what]()
  /** The messages of simulated chats, oldest first. */
  const readMessages = () => products.receivers.messages
  /** One of the simulated products, by its name. A test makes it fail. */
  const getProduct = (name: string) => products.simulators.find((each) => each.name === name)
  const { addresses } = products.receivers
  return { origin, headers, tour, connected, addresses, happen, readMessages, getProduct, passTime, reload, stop }
}

/** The options of a runtime, and a function that removes its pages. */
async function readStage(
  { key, port = 0, settings, quiet = false, onLog, isLoopbackOnly = false, inspectorPort }: SimulatedGatewayOptions,
  contents: string,
  { headers, settings: connected }: Products,
  productAt: (host: string) => Simulator | undefined,
  before: NonNullable<GatewayOptions['before']> = [],
): Promise<{ options: MiniflareOptions; remove: () => void }> {
  const { assets, remove } = await prefilledPages({ key, headers })
  const worker = gatewayWorker(
    contents,
    { API_KEY: key, LICENCE: 'pro', NOTIFY_FROM: 'latchkey@example.com', ...connected, ...settings },
    { before: [...before, ...(isLoopbackOnly ? [loopbackModule] : [])] },
  )
  const files = isLoopbackOnly ? { ...assets, runWorkerFirst: ['/*'] } : assets
  const config = {
    ...worker,
    env: { ...worker.env, ASSETS: { type: 'assets' as const } },
    assets: files,
  }
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
          // The gateway does not use this API, which is a Worker of its own.
          cacheAPI: false,
          // The runtime's own inspector responds to any page. The proxy in front of it only responds to pages of this
          // machine.
          unsafeInspectorProxy: inspectorPort !== undefined,
        },
      },
    ],
  }
  return { options, remove }
}
