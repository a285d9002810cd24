import { describe, expect, it } from 'vitest'
import { isSigned, type SignedUse, sign } from '../../../../src/gateway/auth/signature.ts'

const KEY = 'a'.repeat(32)

const USES: Readonly<Record<SignedUse, true>> = {
  'admin session': true,
  'social state': true,
  'oauth grant': true,
  'oauth client': true,
  'connect link': true,
  'subscription owner': true,
  confirmation: true,
  'passkey challenge': true,
  'admin device': true,
}
const uses = Object.keys(USES) as SignedUse[]

describe('a signature', () => {
  it.each(uses)('for "%s" is valid for no other use', async (use) => {
    const signature = await sign(KEY, use, 'text')
    const valid: SignedUse[] = []
    for (const other of uses) if (await isSigned(KEY, other, 'text', signature)) valid.push(other)
    expect(valid).toEqual([use])
  })

  it('is valid for no other text and no other key', async () => {
    const signature = await sign(KEY, 'admin session', 'text')
    expect(await isSigned(KEY, 'admin session', 'other', signature)).toBe(false)
    expect(await isSigned('b'.repeat(32), 'admin session', 'text', signature)).toBe(false)
  })
})
