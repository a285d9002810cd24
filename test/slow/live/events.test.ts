import { expect, it } from 'vitest'
import { proveEvents } from './events-chaos.ts'

it('every change arrives, signed and in order, over a kill', async () => {
  const { attempts, late } = await proveEvents({ changes: 60, kills: 1, seed: 7 })
  expect(attempts).toBeGreaterThan(120)
  expect(late).toHaveLength(2)
})
