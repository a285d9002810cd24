import { expect, it } from 'vitest'
import { proveEvents } from './events-chaos.ts'

/** `EVENTS=1000 KILLS=20` plays the whole of docs/measurements.md. */
const EVENTS = Number(process.env.EVENTS ?? 80)
const KILLS = Number(process.env.KILLS ?? 2)

it('events arrive at an MCP client while everything fails at random', { timeout: 300_000 }, async () => {
  const proof = await proveEvents({ changes: EVENTS, kills: KILLS, seed: Number(process.env.SEED ?? 1), isMcp: true })
  console.log(JSON.stringify(proof))
  expect(proof.attempts).toBeGreaterThan(2 * EVENTS)
})
