import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createGateway } from '../support/gateway.ts'
import { createWorld } from '../support/world.ts'
import { CONNECTED, EVERY_HEADER } from './mcp-accounts.ts'
import { send } from './mcp-message.ts'

/** A model reads the whole list at the start of every talk, and picks worse from a long one (decisions.md section 13). */

beforeEach(() => void createWorld())
afterEach(() => vi.restoreAllMocks())

/** As the protocol sends it, names, schemas and hints. */
async function tokensOfList(search: string): Promise<number> {
  const options = { headers: EVERY_HEADER, path: `/mcp${search}` }
  return countTokens(JSON.stringify((await send(createGateway(CONNECTED), 'tools/list', {}, options)).json.result))
}

it.each([
  ['the default list', '', 5000],
  ['every operation, for a Pro key with all headers', '?tools=all', 10_000],
  ['every operation that reads', '?tools=all&readonly=1', 7000],
])('%s is short', async (_, search, most) => {
  const tokens = await tokensOfList(search)
  expect(tokens).toBeGreaterThan(most / 3)
  expect(tokens).toBeLessThanOrEqual(most)
})

it('the instructions take less than a tool in ten', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
  const { json } = await send(createGateway(CONNECTED), 'initialize', params, { headers: EVERY_HEADER })
  expect(countTokens(json.result.instructions)).toBeLessThan(500)
})
