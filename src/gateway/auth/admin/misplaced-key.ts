import type { Context } from 'hono'
import { sameText } from '../../../base/crypto.ts'
import { hasStatus, unauthorized } from '../../../base/errors.ts'
import type { AppEnv } from '../../state.ts'
import { toLoginAttempt } from './admin-access.ts'
import { SHORTEST_ADMIN_KEY } from './admin-key.ts'

/**
 * The error for a refused API key. It says so if the key is ADMIN_KEY. Each comparison counts as an attempt of its
 * address, like a sign-in, so that nobody can guess the key here. After too many attempts the error stays as it is.
 */
export async function explainRefusal(c: Context<AppEnv>, key: string, error: unknown): Promise<unknown> {
  const { ADMIN_KEY = '', TRY_LIMIT } = c.get('state').settings.env
  if (!hasStatus(error, 401) || key.length < SHORTEST_ADMIN_KEY || ADMIN_KEY.length < SHORTEST_ADMIN_KEY) return error
  const allowed = await TRY_LIMIT?.limit({ key: `X-API-KEY ${toLoginAttempt(c).address}` })
  if (allowed?.success === false || !(await sameText(key, ADMIN_KEY))) return error
  return unauthorized(
    'X-API-KEY: this is the admin key, which opens the management app and its API: create an API key there, and send that',
  )
}
