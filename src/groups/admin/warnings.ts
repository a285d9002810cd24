import { LICENCES } from '../../base/licences.ts'
import type { Settings } from '../../base/settings.ts'
import { seal } from '../../upstream/vault.ts'

/** A shorter key may be guessed: nothing limits wrong API keys. */
const SHORT_KEY = 24

/** What is set in a way that is unsafe, or does not work. */
export async function warningsOf(settings: Settings): Promise<{ code: string; message: string }[]> {
  const { env } = settings
  const vault = env.CREDENTIALS_KEY ? await faultOf(settings) : undefined
  const conditions: readonly (readonly [holds: boolean, code: string, message: string])[] = [
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
      'CREDENTIALS_KEY is not set: no account can be connected here, and a token that is renewed is not kept',
    ],
    [vault !== undefined, 'credentials_key_wrong', vault ?? ''],
    [
      settings.allowedOrigins.has('*'),
      'any_origin',
      'ALLOWED_ORIGINS is *: the page of any site may call with a key that it knows',
    ],
    [
      !env.OAUTH_KV,
      'oauth_kv_unbound',
      'OAUTH_KV is not bound: clients that take no key, such as claude.ai and ChatGPT, cannot be connected',
    ],
    [!env.TRY_LIMIT, 'no_try_limit', 'TRY_LIMIT is not bound: wrong admin keys are not limited'],
  ]
  return conditions.flatMap(([holds, code, message]) => (holds ? [{ code, message }] : []))
}

const faultOf = ({ env }: Settings): Promise<string | undefined> =>
  seal(env, '', '').then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : undefined),
  )
