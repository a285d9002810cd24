import { startSimulatedGateway } from '../../../scripts/support/simulated-gateway.ts'

export const PRO_KEY = 'test-pro-key'

/** The Worker as it is deployed, on a free port of this machine and with simulated products. */
export const startGateway = (settings: Record<string, string> = {}) =>
  startSimulatedGateway({ key: PRO_KEY, settings, quiet: true })
