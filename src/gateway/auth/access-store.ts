import { ACCESS_NAME } from '../../base/access.ts'
import type { Stub } from '../../base/env.ts'
import { GatewayError } from '../../base/errors.ts'
import type { Settings } from '../../base/settings.ts'

/** Calls ACCESS. Throws 503 when it does not respond, because then it is unknown whether something was revoked. */
export async function askAccess<Value>(
  { env }: Settings,
  question: (access: Stub<'ACCESS'>) => Promise<Value>,
): Promise<Value> {
  try {
    return await question(env.ACCESS.getByName(ACCESS_NAME))
  } catch {
    throw new GatewayError(503, 'the storage of keys, sessions and grants did not answer: try again in a few seconds', {
      headers: { 'Retry-After': '5' },
    })
  }
}
