import type { Miniflare } from 'miniflare'
import { clockModule } from '../../scripts/support/clock-module.ts'
import {
  LOCAL_CREDENTIALS_KEY,
  type LocalGateway,
  type RuntimeOptions,
  startWorkers,
} from '../../scripts/support/gateways.ts'
import { CLOCK_SHIFT } from '../upstreams/clock.ts'

export const LIVE_KEY = 'live-pro-key'
export const LIVE_CREDENTIALS_KEY = LOCAL_CREDENTIALS_KEY

/**
 * Runs the built Worker with a Pro key and the running clock of the tests.
 *
 * @param shift of that clock, in milliseconds; a child process of a test gets the test's shift
 */
export const startRuntime = (
  contents: string,
  gateways: readonly LocalGateway[],
  options: RuntimeOptions,
  shift = CLOCK_SHIFT,
): Promise<Miniflare> =>
  startWorkers(
    contents,
    gateways.map((gateway) => ({
      ...gateway,
      settings: { API_KEY: LIVE_KEY, LICENCE: 'pro', CREDENTIALS_KEY: LIVE_CREDENTIALS_KEY, ...gateway.settings },
      before: [clockModule(shift), ...(gateway.before ?? [])],
    })),
    options,
  )
