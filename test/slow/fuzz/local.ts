import { chanceModule } from '../../../scripts/support/chance-module.ts'
import { CLOCK_HEADER, clockModule } from '../../../scripts/support/clock-module.ts'
import { LOCAL_CREDENTIALS_KEY, startWorkers } from '../../../scripts/support/gateways.ts'
import { keepLocalKey } from '../../../scripts/support/local-key.ts'
import { Log } from '../../../scripts/support/log.ts'
import { outboundTo } from '../../../scripts/support/outbound.ts'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import { SetClock } from '../../../scripts/support/set-clock.ts'
import type { GatewayOptions } from '../../../scripts/support/workerd.ts'
import { Clock } from '../../simulators/clock.ts'
import { makeKeys, PRO_KEY } from './local-keys.ts'
import { localSecrets } from './local-secrets.ts'
import { accounts, bodies, hyphened, known } from './local-values.ts'
import type { Target } from './target.ts'

/** The endpoint in the examples of subscriptions. Nobody responds there. */
const ENDPOINT = 'hooks.example.com'

const NAME = 'fuzzed'
const ORIGIN = 'https://app.example.test'
/** How far the clock moves between batches, in milliseconds, so that caches of a minute expire sometimes. */
const STEP_MS = 25_000
/**
 * The products are replaced after this many batches, because by then most of their data is deleted, paid or revoked.
 */
const BATCHES_OF_PRODUCTS = 4

/**
 * The built Worker with the simulated products of `npm start`, with their clock and without randomness, so that the
 * same requests get the same responses.
 *
 * @param contents the Worker, from support/build.ts
 * @param before modules that wrap it (GatewayOptions)
 */
export async function startTarget(contents: string, before: GatewayOptions['before'] = []): Promise<Target> {
  const start = new Clock().now()
  const clock = new SetClock(start)
  let made = 0
  const freshProducts = () =>
    simulatedProducts(clock, () => `00000000-0000-4000-9000-${(++made).toString(16).padStart(12, '0')}`)
  let products = freshProducts()
  const strays: string[] = []
  const outbound = outboundTo((host) => {
    const product = products.simulators.find(({ answersFor }) => answersFor(host))
    if (!product && host !== ENDPOINT) strays.push(host)
    return product
  })
  const settings = { ...products.settings, ...hyphened, API_KEY: PRO_KEY, CREDENTIALS_KEY: LOCAL_CREDENTIALS_KEY }
  const log = new Log()
  const gateway = {
    name: NAME,
    settings: { ...settings, LICENCE: 'pro', ALLOWED_ORIGINS: ORIGIN },
    outbound,
    before: [...before, chanceModule, clockModule(start - Date.now())],
  }
  const runtime = await startWorkers(contents, [gateway], log)
  const keys = await makeKeys((key, fields) => keepLocalKey(runtime, NAME, key, fields))
  const takeUnexpected = () => products.simulators.flatMap(({ unexpected }) => unexpected.splice(0))
  let ticks = 0
  return {
    origin: await runtime.unsafeGetDirectURL(NAME),
    keys,
    accounts,
    known,
    bodies,
    secrets: localSecrets(settings, accounts, keys),
    allowedOrigin: ORIGIN,
    tick() {
      if (++ticks % BATCHES_OF_PRODUCTS === 0) products = freshProducts()
      clock.set(start + ticks * STEP_MS)
      return { [CLOCK_HEADER]: String(clock.now()) }
    },
    takeLog: (answers) => log.take(answers),
    takeStrays: () => [...strays.splice(0), ...takeUnexpected()],
    stop: () => runtime.dispose(),
  }
}
