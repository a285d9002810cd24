import { expect } from 'vitest'
import page from '../../docs/agents.md?raw'
import type { Model } from './stage.ts'

/** The figures of the tasks in docs/agents.md: calls of a careful person, and tokens of all responses together. */
const told = new Map(
  [...page.matchAll(/^\| (.+?) \|.*\| (\d+) \| ([\d,]+) \|$/gm)].map(([, task = '', calls, tokens = '']) => [
    task,
    { calls: Number(calls), tokens: Number(tokens.replaceAll(',', '')) },
  ]),
)

/** Compares a task with its row: the same number of calls, and about as many tokens, because ids and times differ. */
export function expectTold(task: string, model: Model): void {
  const row = told.get(task)
  const { calls, tokens } = model.spent()
  expect({ task, ...row }, `docs/agents.md, "${task}": ${calls} calls, ${tokens} tokens`).toMatchObject({ task, calls })
  expect(Math.abs(tokens / (row?.tokens ?? 1) - 1), `${task}: ${tokens} tokens`).toBeLessThan(0.15)
}
