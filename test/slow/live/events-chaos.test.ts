import { expect, it } from 'vitest'
import { proveEvents } from './events-chaos.ts'

/** `CHANGES=1000 KILLS=20` plays more. */
const CHANGES = Number(process.env.CHANGES ?? 300)
const KILLS = Number(process.env.KILLS ?? 4)

it('changes arrive while everything fails at random', { timeout: 300_000 }, async () => {
  const proof = await proveEvents({ changes: CHANGES, kills: KILLS, seed: Number(process.env.SEED ?? 1) })
  console.log(JSON.stringify(proof))
  expect(proof.attempts).toBeGreaterThan(2 * CHANGES)
})
