import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import { rankTools } from '../../src/mcp/rank.ts'
import type { Tool } from '../../src/mcp/tools.ts'
import { TOOLS_FILE } from '../../src/openapi/public-files.ts'
import { REQUESTS } from '../mcp/requests/known.ts'

it('gateway_find_tools ranks all tools for a request in less than 5 ms of processor time', () => {
  const tools: Tool[] = JSON.parse(readFileSync(join(ROOT, 'public', TOOLS_FILE), 'utf8'))
  expect(tools.length).toBeGreaterThan(100)
  for (const { said } of REQUESTS.slice(0, 20)) rankTools(tools, said)
  const start = process.cpuUsage()
  for (const { said } of REQUESTS) rankTools(tools, said)
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1000 / REQUESTS.length).toBeLessThan(5)
})
