import { reset } from 'cloudflare:test'
import { beforeAll } from 'vitest'
import { holdAlarms } from './alarms.ts'

// The files share one runtime: what an earlier one left in STORE or in a Durable Object is not this one's.
beforeAll(async () => {
  await holdAlarms()
  await reset()
})
