import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { agentTasksTable, withAgentTasks } from '../../scripts/support/agent-tasks.ts'
import { ROOT } from '../../scripts/support/build.ts'

it('the table of the twenty tasks in docs/agents.md is what npm run agent-tasks prints', async () => {
  const read = (path: string) => readFile(join(ROOT, path), 'utf8')
  const page = await read('docs/agents.md')
  const table = agentTasksTable(JSON.parse(await read('test/tasks/twenty.expected.json')))
  expect(withAgentTasks(page, table)).toBe(page)
})
