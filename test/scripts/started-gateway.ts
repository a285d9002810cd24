import { Miniflare } from 'miniflare'
import { buildWorker } from '../../scripts/support/build.ts'
import { simulatedProducts } from '../../scripts/support/products.ts'
import { gatewayWorker } from '../../scripts/support/workerd.ts'

export const PRO_KEY = 'test-pro-key'

/** The Worker as it is deployed, on a free port of this machine and on simulated products. */
export async function startGateway(more: Record<string, string> = {}) {
  const { settings, outbound } = simulatedProducts()
  const runtime = new Miniflare({
    host: '127.0.0.1',
    cf: false,
    telemetry: { enabled: false },
    // Its log lines are not the test's.
    handleStructuredLogs: () => {},
    workers: [
      {
        config: gatewayWorker(await buildWorker(), { API_KEY: PRO_KEY, LICENCE: 'pro', ...settings, ...more }),
        dev: { outboundService: outbound },
      },
    ],
  })
  const { origin } = await runtime.ready
  return { origin, stop: () => runtime.dispose() }
}
