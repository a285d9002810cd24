import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentTasksTable, withAgentTasks } from './support/agent-tasks.ts'
import { ROOT } from './support/build.ts'
import { readCommand } from './support/usage.ts'

/** `npm run agent-tasks`: plays the twenty tasks, and prints their table in docs/agents.md. */
readCommand({
  usage: `npm run agent-tasks

Plays the twenty tasks of test/tasks through MCP, in about a minute, and writes their calls and tokens into
test/tasks/twenty.expected.json and the table of docs/agents.md.`,
  options: {},
})

const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
const run = ['run', '--project', 'thorough', 'test/tasks/twenty.test.ts', '--update']
const { status } = spawnSync(process.execPath, [vitest, ...run], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
if (status !== 0) process.exit(status ?? 1)

const figures = JSON.parse(readFileSync(join(ROOT, 'test/tasks/twenty.expected.json'), 'utf8'))
const table = agentTasksTable(figures)
const path = join(ROOT, 'docs/agents.md')
writeFileSync(path, withAgentTasks(readFileSync(path, 'utf8'), table))
console.log(table)
