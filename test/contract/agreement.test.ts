import { afterEach, describe, expect, it, vi } from 'vitest'
import { ACCESS_NAME } from '../../src/base/access.ts'
import { nameKey } from '../gateway/auth/keys/named-keys.ts'
import { setStage } from './stage.ts'
import { subjects } from './subjects.ts'

/**
 * A key with `confirm`, for every operation that a person has to agree to (docs/spec/mcp.md, "The agreement of a
 * person").
 */

afterEach(() => vi.restoreAllMocks())

const asked = subjects.filter(({ operation }) => operation.effect !== undefined)

describe.each(asked)('$id', (subject) => {
  const keepsKeys = subject.operation.input().header?.shape['Idempotency-Key'] !== undefined

  it(`one agreement allows one execution, ${keepsKeys ? 'however often it is requested' : 'and a repeated request asks anew'}`, async () => {
    const stage = setStage(subject)
    const key = await nameKey({ confirm: true })
    const ask = () => stage.ask({ key, headers: { 'Idempotency-Key': 'once' } })
    const writes = () => stage.ownCalls().filter(({ method }) => method !== 'GET').length
    const { status, json } = await ask()
    expect([status, writes()]).toEqual([403, 0])
    const [, id = ''] = /\/confirm#([\w-]{43})$/.exec(json.error) ?? []
    await stage.gateway.env.ACCESS.getByName(ACCESS_NAME).decideConfirmation(id, true)
    expect((await ask()).status).toBeLessThan(300)
    const sent = writes()
    const again = await ask()
    expect(again.status < 300).toBe(keepsKeys)
    if (!keepsKeys) expect(again.json.error).not.toContain(id)
    expect(writes()).toBe(sent)
  })
})
