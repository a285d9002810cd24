import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createGateway } from '../../../../../support/gateway.ts'
import { createWorld } from '../../../../../support/world.ts'
import { CONNECTED, EVERY_HEADER } from '../../../../../surfaces/mcp/account-headers.ts'
import { send } from '../../../../../surfaces/mcp/message.ts'

/** A model reads the whole list at the start of every talk, and picks worse from a long one (decisions.md section 13). */

beforeEach(() => void createWorld())
afterEach(() => vi.restoreAllMocks())

/** As the protocol sends it, names, schemas and hints. */
async function readList(search: string): Promise<{ tokens: number; tools: number }> {
  const options = { headers: EVERY_HEADER, path: `/mcp${search}` }
  const { result } = (await send(createGateway(CONNECTED), 'tools/list', {}, options)).json
  return { tokens: countTokens(JSON.stringify(result)), tools: result.tools.length }
}

it('the default list is short', async () => {
  const { tokens } = await readList('')
  expect(tokens).toBeGreaterThan(2000)
  expect(tokens).toBeLessThanOrEqual(5000)
})

/** A caller who asks for everything gets all tools. The length of each is limited. */
it.each([
  ['every operation, for a Pro key with all headers', '?tools=all'],
  ['every operation that reads', '?tools=all&readonly=1'],
])('%s: a tool has at most 95 tokens on average', async (_, search) => {
  const { tokens, tools } = await readList(search)
  expect(tools).toBeGreaterThan(40)
  expect(tokens / tools).toBeLessThanOrEqual(95)
})

it('the instructions take less than a tool in ten', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
  const { json } = await send(createGateway(CONNECTED), 'initialize', params, { headers: EVERY_HEADER })
  expect(countTokens(json.result.instructions)).toBeLessThan(500)
})
