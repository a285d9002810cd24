import type { Miniflare } from 'miniflare'
import { clockModule } from '../../scripts/support/clock-module.ts'
import {
  LOCAL_CREDENTIALS_KEY,
  type LocalGateway,
  type RuntimeOptions,
  startWorkers,
} from '../../scripts/support/gateways.ts'
import { Clock } from '../upstreams/clock.ts'

export const LIVE_KEY = 'live-pro-key'
export const LIVE_CREDENTIALS_KEY = LOCAL_CREDENTIALS_KEY

/** One Worker of a runtime, with the way that its outgoing calls take. */
export type RunningGateway = Omit<LocalGateway, 'before'>

/** Runs the built Worker with a Pro key and the tests' clock. */
export const startRuntime = (
  contents: string,
  gateways: readonly RunningGateway[],
  options: RuntimeOptions,
): Promise<Miniflare> =>
  startWorkers(
    contents,
    gateways.map((gateway) => ({
      ...gateway,
      settings: { API_KEY: LIVE_KEY, LICENCE: 'pro', CREDENTIALS_KEY: LIVE_CREDENTIALS_KEY, ...gateway.settings },
      before: [clockModule(new Clock().now())],
    })),
    options,
  )
