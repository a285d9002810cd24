import { beforeAll } from 'vitest'
import { holdAlarms } from './alarms.ts'
import { freshDeployment } from './fresh.ts'
import { abortObjects } from './work.ts'

// What an object loads on demand is loaded before the tests: an object that ends while it loads a module would leave it
// unloadable for the files after it (test/node/preloads.test.ts). Routes are loaded by the tests that need them.
await Promise.all([
  import('../../src/objects/access/token-endpoint.ts'),
  import('../../src/objects/events/parts.ts'),
  import('../../src/groups/payment/bill-list.ts'),
  import('../../src/groups/recorder/token-provider.ts'),
  import('../../src/groups/social/threads.ts'),
  import('../../src/gateway/auth/oauth/provider.ts'),
])

// The files share one runtime. A file starts with a new deployment, and what an object of an earlier file still does,
// such as a token exchange after its deadline, ends here: its calls would reach this file's products.
export const cleanBetweenFiles = () =>
  beforeAll(async () => {
    await abortObjects()
    await holdAlarms()
    await freshDeployment()
  })
