import { formatKey, keyRecordName } from '../../src/gateway/keys.ts'
import type { Keys } from './target.ts'

export const PRO_KEY = 'fuzz-pro-key-2f6f1c'

/** A named key of each sort, kept as `npm run keys` keeps them. */
export async function makeKeys(keep: (name: string, record: string) => Promise<void>): Promise<Keys> {
  let made = 0
  const make = async (record: object): Promise<string> => {
    const key = formatKey(new Uint8Array(32).fill(++made))
    const whole = { name: `fuzz-${made}`, created_at: '2026-11-01T00:00:00.000Z', ...record }
    await keep(await keyRecordName(key), JSON.stringify(whole))
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
