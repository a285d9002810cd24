import { expect } from 'vitest'

/** One rule for many: fails with a line for each that breaks it. */
export async function expectEach<One extends { id: string }>(
  all: readonly One[],
  rule: (one: One) => unknown,
): Promise<void> {
  const offenders: string[] = []
  for (const one of all) {
    try {
      await rule(one)
    } catch (error) {
      offenders.push(`${one.id}: ${error instanceof Error ? error.message : error}`)
    }
  }
  expect(offenders).toEqual([])
  expect(all).not.toHaveLength(0)
}
