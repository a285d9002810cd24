import { beforeAll } from 'vitest'
import { holdAlarms } from './alarms.ts'
import { freshDeployment } from './fresh.ts'

// The files share one runtime: a file starts with a deployment that no earlier one wrote to.
beforeAll(async () => {
  await holdAlarms()
  await freshDeployment()
})
