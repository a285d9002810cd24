import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SecretName } from '../../../src/base/env.ts'
import { cleanSecret } from '../../../src/upstream/credentials.ts'
import { createPlaud, USER_TOKEN } from '../../simulators/recorder/index.ts'
import { createGateway } from '../../support/gateway.ts'
import { createWorld } from '../../support/world.ts'

/**
 * docs/spec/gateway.md, "Credentials of accounts": characters that a header cannot contain are reported before anything
 * is sent, and pasted wrappings are removed.
 */

afterEach(() => vi.restoreAllMocks())

describe('a pasted secret', () => {
  it('is read without what surrounds it', () => {
    for (const [name, pasted, clean] of [
      ['NOTES_TOKEN', ' id.secret\n', 'id.secret'],
      ['NOTES_TOKEN', '"id.secret"', 'id.secret'],
      ['SOCIAL_TOKEN', "'THQVabc'", 'THQVabc'],
      ['SOCIAL_TOKEN', '" THQVabc "', 'THQVabc'],
      ['SHOP_SESSION', ' sid=a; PCID=b ', 'sid=a; PCID=b'],
      ['SHOP_SESSION', 'sid="a"', 'sid="a"'],
      ['RECORDER_TOKEN', 'bearer abc', 'bearer abc'],
    ] as [SecretName, string, string][])
      expect.soft(cleanSecret(name, pasted), JSON.stringify(name)).toBe(clean)
  })

  it('with another character is 500 naming it', () => {
    for (const [name, pasted] of [
      ['NOTES_TOKEN', 'id.sec\u200bret', 'a zero-width space'],
      ['NOTES_TOKEN', 'id.sec\nret', 'a line break'],
      ['SOCIAL_TOKEN', 'two words', 'a blank'],
      ['SHOP_SECRET_KEY', '비밀', 'Hangul'],
      ['SHOP_SESSION', 'sid=a;\nPCID=b', 'a line break in a cookie'],
    ] as [SecretName, string, string][])
      expect
        .soft(() => cleanSecret(name, pasted), String(name))
        .toThrowError(expect.objectContaining({ status: 500, message: expect.stringContaining(name) }))
  })
})

describe('a deployment', () => {
  it.each([
    ['NOTES_TOKEN', '/api/v1/notes/notes', { NOTES_TOKEN: 'id.sec\u200bret' }],
    ['RECORDER_TOKEN', '/api/v1/recorder/devices', { RECORDER_TOKEN: 'bearer ey J' }],
    ['SOCIAL_TOKEN', '/api/v1/social/me', { SOCIAL_TOKEN: 'THQV\u00e4' }],
  ])('whose %s cannot be sent sends nothing, and logs nothing of it', async (name, path, settings) => {
    const world = createWorld()
    const others = (['info', 'warn', 'error'] as const).map((method) => vi.spyOn(console, method))
    const { status, text } = await createGateway(settings).call(path)
    expect([status, text]).toEqual([500, expect.stringContaining(name)])
    expect(world.strays).toEqual([])
    for (const other of others) expect(other).not.toHaveBeenCalled()
    for (const secret of Object.values(settings)) expect(world.log.join() + text).not.toContain(secret)
  })

  it('whose RECORDER_TOKEN was copied with its quotes works', async () => {
    createWorld(createPlaud())
    const { status } = await createGateway({ RECORDER_TOKEN: `"bearer ${USER_TOKEN}"\n` }).call(
      '/api/v1/recorder/devices',
    )
    expect(status).toBe(200)
  })
})
