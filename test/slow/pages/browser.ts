import type { Browser } from 'playwright-core'
import { findChromium, launchChromium, NO_CHROMIUM } from '../../../scripts/support/chromium.ts'
import { startSimulatedGateway } from '../../../scripts/support/simulated-gateway.ts'
import { type Site, startSite } from '../../node/pages/site.ts'

/**
 * One browser, one site and one gateway for all files of this folder: they run one after the other in one process
 * (vitest.config.ts), and starting these takes longer than most tests. They end with the process.
 */

export const chromium = findChromium()
if (!chromium) console.warn(`The pages are not tried in a browser, since ${NO_CHROMIUM}`)

const SWITCHES = [
  // Drawing takes time, and no test looks at pixels. `visit` sets the size of the layout, which the window does not change.
  '--window-size=10,10',
  // Other tests use both cores: threads that compile and collect garbage beside the page take a tenth more CPU.
  '--js-flags=--single-threaded',
]

let browser: Promise<Browser> | undefined
let site: Promise<Site> | undefined
let gateway: ReturnType<typeof startGateway> | undefined

export const getBrowser = (): Promise<Browser> => (browser ??= launchChromium(chromium ?? '', SWITCHES))

/** The static files in front of a fake management API. `reset` sets all of it. */
export const getSite = (): Promise<Site> => (site ??= startSite())

export const PRO_KEY = 'test-pro-key'
export const GATEWAY_ADMIN_KEY = 'the-admin-key-of-the-gateway-in-these-tests'

/** A gateway as `npm start` starts it, with connected accounts, for a file that changes them. The file stops it. */
export const startGateway = () =>
  startSimulatedGateway({
    key: PRO_KEY,
    settings: { ADMIN_KEY: GATEWAY_ADMIN_KEY, CREDENTIALS_KEY: `${'A'.repeat(43)}=` },
    quiet: true,
  })

/** The same for all files that do not change its accounts. */
export const getGateway = () => (gateway ??= startGateway())
