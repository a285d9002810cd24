import { expect, it } from 'vitest'
import { playRotations } from '../../../scripts/typical-day/rotations.ts'

/**
 * Decisions.md sections 1.3, 7.4, 11.6 and 12.2 together: rotating the keys of a deployment in the middle of a day
 * loses nothing.
 */
it('every key is rotated in the middle of a day, and nobody notices', async () => {
  const rotations = await playRotations()
  expect(rotations.flatMap(({ what, faults }) => faults.map((fault) => `${what}: ${fault}`))).toEqual([])
  expect(rotations.map(({ what }) => what)).toHaveLength(6)
  for (const { requests } of rotations) expect(requests).toBeGreaterThan(20)
})
