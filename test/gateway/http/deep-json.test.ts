import { afterEach, describe, expect, it, vi } from 'vitest'
import { readTokens } from '../../../src/groups/recorder/pasted-tokens.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { leaveNothingBehind, setStage } from '../../groups/payment/stage.ts'
import { AUTOPAY_CUSTOMER } from '../../simulators/payment/index.ts'

/** JSON that is nested deeper than a recursion goes is the sender's fault (docs/spec/gateway.md, "Input"). */

leaveNothingBehind()
afterEach(() => vi.restoreAllMocks())

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const TOO_DEEP = 'body: must not be nested deeper than 64 levels'
const DEPTHS = [65, 3000, 100_000]

describe.each(DEPTHS)('%i levels', (levels) => {
  it('of a payment, with an Idempotency-Key and without', async () => {
    const { gateway, called } = setStage()
    for (const more of [{}, { 'Idempotency-Key': 'a' }]) {
      const answer = await gateway.call('/api/v1/payment/autopay/manage', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Payment-Mode': 'true', ...more },
        body: `{"x":${nested(levels)}}`,
      })
      expect([answer.status, answer.json.error, called()]).toEqual([400, TOO_DEEP, 0])
    }
  })

  it('of the arguments of a tool', async () => {
    const { gateway } = setStage()
    const answer = await gateway.call('/mcp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"payment_read_bill","arguments":{"x":${nested(levels)}}}}`,
    })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(TOO_DEEP)
  })

  it('of a recorder token that is pasted', async () => {
    expect(() => readTokens(nested(levels))).toThrow('nested deeper than 64 levels')
    expect(() => readTokens(JSON.stringify({ a: nested(levels) }))).toThrow('holds no token')
  })
})

it('of a recorder token is 400 for the owner who connects it', async () => {
  const { gateway } = setStage({ ADMIN_KEY })
  const answer = await gateway.call('/api/v1/admin/accounts/recorder', {
    method: 'PUT',
    key: null,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ADMIN_KEY}` },
    body: JSON.stringify({ token: nested(5000) }),
  })
  expect([answer.status, answer.json.error]).toEqual([400, expect.stringContaining('nested deeper than 64 levels')])
})

it('a token behind any number of prefixes is read', () => {
  expect(readTokens(`${'bearer '.repeat(9000)}a-token`).users[0]?.text).toBe('a-token')
})

it('JSON nested 64 levels deep is accepted', async () => {
  const { gateway } = setStage()
  const answer = await gateway.call('/api/v1/payment/autopay/manage', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Payment-Mode': 'true', 'Idempotency-Key': 'a' },
    body: `{"customer":"${AUTOPAY_CUSTOMER}","x":${nested(63)}}`,
  })
  expect(answer.status).toBe(200)
})
