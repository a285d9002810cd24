import type { LocalKey } from '../../../scripts/support/local-key.ts'
import { formatKey } from '../../../src/gateway/auth/key.ts'
import type { Keys } from './target.ts'

export const PRO_KEY = 'fuzz-pro-key-2f6f1c'

/** A named key of each kind. */
export async function makeKeys(keep: (key: string, fields: LocalKey) => Promise<void>): Promise<Keys> {
  let made = 0
  const make = async (fields: Omit<LocalKey, 'name'>): Promise<string> => {
    const key = formatKey(new Uint8Array(32).fill(++made))
    await keep(key, { name: `fuzz-${made}`, ...fields })
    return key
  }
  return {
    pro: PRO_KEY,
    basic: await make({ licence: 'basic' }),
    payment: await make({ licence: 'payment' }),
    scoped: { key: await make({ licence: 'pro', groups: ['video'] }), group: 'video' },
    expired: await make({ licence: 'pro', expires_at: '2026-11-20T00:00:00.000Z' }),
  }
}
