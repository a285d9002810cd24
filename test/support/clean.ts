import { abortAllDurableObjects } from 'cloudflare:test'
import { beforeAll } from 'vitest'
import { holdAlarms } from './alarms.ts'
import { freshDeployment } from './fresh.ts'

// The files share one runtime. A file starts with a new deployment, and what an object of an earlier file still does,
// such as a token exchange after its deadline, ends here: its calls would reach this file's products.
beforeAll(async () => {
  await abortAllDurableObjects()
  await holdAlarms()
  await freshDeployment()
})
