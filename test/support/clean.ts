import { reset } from 'cloudflare:test'
import { beforeAll } from 'vitest'

// The files share one runtime: what an earlier one left in STORE or in a Durable Object is not this one's.
beforeAll(() => reset())
