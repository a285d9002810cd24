import { expect, it } from 'vitest'
import { proveEvents } from './events-chaos.ts'

it('1,000 changes arrive while everything fails at random', { timeout: 300_000 }, async () => {
  const proof = await proveEvents({ changes: 1000, kills: 8, seed: Number(process.env.SEED ?? 1) })
  console.log(JSON.stringify(proof))
  expect(proof.attempts).toBeGreaterThan(2000)
})
