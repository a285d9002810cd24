import { describe, expect, it } from 'vitest'
import type { Env, Stub } from '../../src/base/env.ts'
import { conflict, failed, GatewayError } from '../../src/base/errors.ts'
import { ACCESS, callObject, ledger } from '../../src/base/objects.ts'

/** An object whose calls end one after the other as given. Counts its stubs. */
function deploy(...ends: (() => unknown)[]) {
  const stubs: string[] = []
  const getByName = (name: string) => {
    stubs.push(name)
    return { ownerSettings: async () => ends.shift()?.(), settle: async () => ends.shift()?.() }
  }
  return { stubs, settings: { env: { ACCESS: { getByName }, LEDGER: { getByName } } as unknown as Env } }
}

const breaks = () => {
  throw new Error('the object was reset')
}
const read = (access: Stub<'ACCESS'>) => access.ownerSettings()
const settle = (record: Stub<'LEDGER'>) => record.settle('run', { state: 'done', answer: { ok: true, value: {} } })

describe('a call of an object', () => {
  it('returns the value of an outcome, and any other value as it is', async () => {
    expect(await callObject(deploy(() => ({ ok: true, value: 'v' })).settings, ACCESS, read)).toBe('v')
    const attempt = { ok: false, status: 500 }
    expect(await callObject(deploy(() => attempt).settings, ACCESS, read)).toEqual(attempt)
  })

  it('throws a refusal with all that it says, and does not repeat it', async () => {
    const refusal = new GatewayError(409, 'it is there', { parameters: { account: 'shop' }, body: { successful: 0 } })
    const { settings, stubs } = deploy(() => failed(refusal))
    const { status, message, reason, parameters, body } = refusal
    await expect(callObject(settings, ledger('r'), settle)).rejects.toMatchObject({
      ...{ status, message, reason, parameters, body },
    })
    expect(stubs).toEqual(['r'])
  })

  it('is 503 with the words of the object when it does not respond', async () => {
    const { settings, stubs } = deploy(breaks)
    await expect(callObject(settings, ACCESS, read)).rejects.toMatchObject({
      ...{ status: 503, message: ACCESS.unavailable, headers: { 'Retry-After': '5' } },
    })
    expect(stubs).toEqual(['access'])
  })

  it('is made once more with a new stub where it may be repeated', async () => {
    const { settings, stubs } = deploy(breaks, () => 'done')
    expect(await callObject(settings, ledger('r'), settle)).toBe('done')
    expect(stubs).toEqual(['r', 'r'])
  })

  it('throws the error of the second attempt where no words are given', async () => {
    const second = conflict('thrown')
    const { settings } = deploy(breaks, () => {
      throw second
    })
    await expect(callObject(settings, ledger('r'), settle)).rejects.toBe(second)
  })
})
