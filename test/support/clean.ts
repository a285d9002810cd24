import { abortAllDurableObjects } from 'cloudflare:test'
import { beforeAll } from 'vitest'
import { createApp } from '../../src/app.ts'
import { platform } from '../../src/base/platform.ts'
import { holdAlarms } from './alarms.ts'
import { freshDeployment } from './fresh.ts'

// What the Worker loads with a first request is loaded before the tests: a file that ends while a request loads it would
// leave it unloadable for the files after it.
await createApp(platform).allRoutes()
await import('../../src/objects/access/token-endpoint.ts')

// The files share one runtime. A file starts with a new deployment, and what an object of an earlier file still does,
// such as a token exchange after its deadline, ends here: its calls would reach this file's products.
export const cleanBetweenFiles = () =>
  beforeAll(async () => {
    await abortAllDurableObjects()
    await holdAlarms()
    await freshDeployment()
  })
