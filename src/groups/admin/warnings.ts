import { LICENCES } from '../../base/groups.ts'
import type { SettingWarning } from '../../base/setting-warnings.ts'
import type { Settings } from '../../base/settings.ts'
import { keyBytes } from '../../upstream/data-key.ts'
import { subscriptionWarnings, type Warning } from './subscription-warnings.ts'

export type { Warning } from './subscription-warnings.ts'

/** A shorter key could be guessed, because wrong API keys are not rate limited. */
const SHORT_KEY = 24

/** Warnings about settings that are unsafe or do not work. */
export async function collectWarnings(settings: Settings): Promise<Warning[]> {
  const { env } = settings
  const encryptionFailure = env.CREDENTIALS_KEY ? toFailure(env.CREDENTIALS_KEY) : undefined
  const conditions: readonly (readonly [holds: boolean, code: SettingWarning, message: string])[] = [
    [!env.API_KEY, 'api_key_unset', 'API_KEY is not set: no keyed route answers'],
    [
      Boolean(env.API_KEY) && (env.API_KEY ?? '').length < SHORT_KEY,
      'api_key_short',
      `API_KEY is shorter than ${SHORT_KEY} characters: set a long random text`,
    ],
    [env.API_KEY === env.ADMIN_KEY, 'keys_equal', 'API_KEY and ADMIN_KEY are the same: set another one of them'],
    [
      !LICENCES.some((licence) => licence === (env.LICENCE || 'basic')),
      'licence_unknown',
      `LICENCE must be one of ${LICENCES.join(', ')}`,
    ],
    [
      !env.CREDENTIALS_KEY,
      'credentials_key_unset',
      'CREDENTIALS_KEY is not set: no account can be connected here, and a renewed token is not stored',
    ],
    [encryptionFailure !== undefined, 'credentials_key_wrong', encryptionFailure ?? ''],
    [
      settings.allowedOrigins.has('*'),
      'any_origin',
      'ALLOWED_ORIGINS is *: the page of any site may call with a key that it knows',
    ],
    [!env.TRY_LIMIT, 'no_try_limit', 'TRY_LIMIT is not bound: wrong admin keys are not limited'],
  ]
  const wrong = conditions.flatMap(([holds, code, message]) => (holds ? [{ code, message }] : []))
  const relay = settings.relayWarning() ?? []
  return [...wrong, ...[relay].flat(), ...(await subscriptionWarnings(settings))]
}

/** Why it is no encryption key. */
function toFailure(key: string): string | undefined {
  try {
    keyBytes('CREDENTIALS_KEY', key)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : undefined
  }
}
