import { beforeAll } from 'vitest'
import { createApp } from '../../src/app.ts'
import { platform } from '../../src/base/platform.ts'
import { holdAlarms } from './alarms.ts'
import { freshStorage } from './fresh.ts'
import { abortObjects } from './work.ts'

// What the Worker or an object loads on demand is loaded before the tests: a file that ends while a request loads it would
// leave it unloadable for the files after it (test/node/preloads.test.ts).
await createApp(platform).allRoutes()
await import('../../src/objects/access/token-endpoint.ts')
await import('../../src/objects/events/parts.ts')
await import('../../src/groups/payment/bill-list.ts')
await import('../../src/groups/recorder/token-provider.ts')
await import('../../src/groups/social/threads.ts')
await import('../../src/gateway/auth/oauth/provider.ts')

// The files share one runtime. A file starts with empty storage, because another order of the files must change nothing. What an
// object of an earlier file still does, such as a token exchange after its deadline, ends here: its calls would reach this
// file's products.
export const cleanBetweenFiles = () =>
  beforeAll(async () => {
    await abortObjects()
    await holdAlarms()
    await freshStorage()
  })
