import { expect } from 'vitest'
import page from '../../docs/agents.md?raw'
import type { Model } from './stage.ts'

/** What docs/agents.md tells of the tasks: calls of a careful person, and tokens of all answers together. */
const told = new Map(
  [...page.matchAll(/^\| (.+?) \|.*\| (\d+) \| ([\d,]+) \|$/gm)].map(([, task = '', calls, tokens = '']) => [
    task,
    { calls: Number(calls), tokens: Number(tokens.replaceAll(',', '')) },
  ]),
)

/** Holds a task to its row: as many calls, and about as many tokens, since ids and times differ. */
export function expectTold(task: string, model: Model): void {
  const row = told.get(task)
  const { calls, tokens } = model.spent()
  expect({ task, ...row }, `docs/agents.md, "${task}": ${calls} calls, ${tokens} tokens`).toMatchObject({ task, calls })
  expect(Math.abs(tokens / (row?.tokens ?? 1) - 1), `${task}: ${tokens} tokens`).toBeLessThan(0.15)
}
