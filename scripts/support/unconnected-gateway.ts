import { randomBytes } from 'node:crypto'
import { simulatedProducts } from './products.ts'
import { startSimulatedGateway } from './simulated-gateway.ts'

const ADMIN_KEY = 'an-admin-key-of-this-machine'

/** A new deployment, with simulated products and no connected account. */
export async function startUnconnectedGateway() {
  const { settings } = simulatedProducts()
  const unset = Object.keys(settings).filter((name) => /TOKEN|SHOP_|PAYMENT_|VIDEO_API_KEY/.test(name))
  const gateway = await startSimulatedGateway({
    key: 'local-pro-key-of-this-machine',
    settings: {
      ADMIN_KEY,
      CREDENTIALS_KEY: randomBytes(32).toString('base64'),
      ...Object.fromEntries(unset.map((name) => [name, ''])),
    },
    quiet: true,
  })
  const { happen, stop } = gateway
  return { origin: gateway.origin.replace(/\/$/, ''), adminKey: ADMIN_KEY, credentials: settings, happen, stop }
}
