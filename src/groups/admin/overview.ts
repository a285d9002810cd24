import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { AccountConnectors } from '../../accounts/accounts.ts'
import { LICENCES } from '../../base/groups.ts'
import { callObject, EVENTS } from '../../base/objects.ts'
import type { SettingWarning } from '../../base/setting-warnings.ts'
import type { Settings } from '../../base/settings.ts'
import { VERSION } from '../../base/version.ts'
import { hasLostKeys } from '../../gateway/auth/keys.ts'
import type { OwnedSubscription } from '../../gateway/events.types.ts'
import { effectiveSettings, readOwnerSettings } from '../../gateway/owner-settings.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { countUnrotated, findKeyProblem, isDataClosed, keyBytes, startWithEmptyData } from '../../upstream/data-key.ts'
import { read, write } from './group.ts'
import { redirectUri } from './oauth-connection.ts'
import { SETTING_KINDS, SETTING_NAMES } from './setting-names.ts'

export interface Warning {
  code: string
  message: string
  subscriptions?: OwnedSubscription[]
}

const counted = (count: number, what: string) => `${count} ${count === 1 ? what : `${what}s`}`
const verb = (count: number) => (count === 1 ? 'was' : 'were')

/** Warnings about subscriptions that need a decision or a repair. Empty when EVENTS does not respond. */
async function subscriptionWarnings(settings: Settings): Promise<Warning[]> {
  const problems = await callObject(settings, EVENTS, (events) => events.subscriptionProblems()).catch(() => undefined)
  if (!problems) return []
  const { previousKey, limitedKey, unreadable } = problems
  const warning = (code: string, found: OwnedSubscription[], message: (count: number) => string): Warning[] =>
    found.length === 0 ? [] : [{ code, message: message(found.length), subscriptions: found }]
  return [
    ...warning(
      'subscriptions_previous_key',
      previousKey,
      (count) =>
        `${counted(count, 'subscription')} ${verb(count)} made with a previous API key: keep or delete each, since anyone who had that key reads what is delivered`,
    ),
    ...warning(
      'subscriptions_limited_key',
      limitedKey,
      (count) =>
        `${counted(count, 'subscription')} ${verb(count)} paused, because the API key is disabled, has expired, or does not open what they need any more`,
    ),
    ...warning(
      'subscription_secrets_unreadable',
      unreadable,
      (count) =>
        `the secret of ${counted(count, 'subscription')} cannot be decrypted: set the CREDENTIALS_KEY that it was stored with, or make a new secret by POST /events/subscriptions/{id}/secret; for people, send the address again`,
    ),
  ]
}

/** A shorter key could be guessed, because wrong API keys are not rate limited. */
const SHORT_KEY = 24

const LOST_KEYS = {
  code: 'key_copies_lost' satisfies SettingWarning,
  message:
    'STORE has lost copies of named keys, and requests with those keys are refused: write them again by POST /admin/keys/copies',
}

/** Warnings about settings that are unsafe or do not work. */
async function collectWarnings(settings: Settings): Promise<Warning[]> {
  const { env } = settings
  const keyProblem = await findKeyProblem(settings)
  const encryptionFailure = env.CREDENTIALS_KEY ? toFailure(env.CREDENTIALS_KEY) : undefined
  const conditions: readonly (readonly [holds: boolean, code: SettingWarning, message: string])[] = [
    [keyProblem !== undefined, 'wrong_credentials_key', keyProblem ?? ''],
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
  const lost = (await hasLostKeys(settings)) ? [LOST_KEYS] : []
  const relay = settings.relayWarning() ?? []
  return [...wrong, ...lost, ...[relay].flat(), ...(await subscriptionWarnings(settings))]
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

/** The phrase that the owner repeats to start with empty data. */
const START_EMPTY = 'start with empty data'

/** The settings, and the keys of the deployment. */
export const overviewRoutes = (connectors: AccountConnectors) =>
  new Hono<AppEnv>()
    .get(
      '/admin/overview',
      read('admin_get_overview', {
        summary: 'Get the deployment and its settings',
        description: 'Whether each setting is there, never its value.',
        ko: '게이트웨이와 설정 상태',
        handle: async (c) => {
          const { settings } = c.get('state')
          const { origin } = new URL(c.req.url)
          const { service_name, time_zone } = effectiveSettings(settings, await readOwnerSettings(c.get('state')))
          const connector = connectors.find(({ oauth }) => oauth)
          return {
            base_url: `${origin}/api/v1`,
            licence: settings.env.LICENCE || 'basic',
            service_name: service_name.value,
            time_zone: time_zone.source === 'default' ? null : time_zone.value,
            version: VERSION,
            redirect_uri: connector ? redirectUri(origin, connector) : null,
            settings: SETTING_KINDS.flatMap((kind) =>
              SETTING_NAMES[kind].map((name) => ({ name, set: Boolean(settings.env[name]), kind })),
            ),
            rotation: await readRotation(settings),
            warnings: await collectWarnings(settings),
          }
        },
      }),
    )
    .get(
      '/admin/api-key',
      read('admin_get_api_key', {
        summary: 'The API key of the deployment',
        description: 'The key that opens everything: for the owner to copy into a client.',
        ko: '기본 API 키 보기',
        audited: true,
        needsProof: true,
        target: 'API_KEY',
        handle: async (c) => ({
          api_key: c.get('state').settings.apiKey,
        }),
      }),
    )
    .post(
      '/admin/data-key',
      write('admin_make_data_key', {
        summary: 'Start with empty data, because CREDENTIALS_KEY is not the one that encrypted the data',
        description:
          'For an owner who has lost that key. No account is connected then, and there is no named key. Nothing is deleted: the former CREDENTIALS_KEY still opens the former data. 409: CREDENTIALS_KEY opens the data.',
        ko: '빈 데이터로 새로 시작',
        needsProof: true,
        target: 'CREDENTIALS_KEY',
        maxBody: 1024,
        input: () => ({
          json: z.strictObject({
            confirm: z
              .literal(START_EMPTY, `must be "${START_EMPTY}"`)
              .check(
                z.meta({ description: 'This sentence, so that nobody does it by mistake', examples: [START_EMPTY] }),
              ),
          }),
        }),
        handle: async (c) => {
          await startWithEmptyData(c.get('state').settings)
          return { started: true }
        },
      }),
    )

/**
 * The progress of a CREDENTIALS_KEY rotation, which this completes. Null when ACCESS does not respond, and when
 * CREDENTIALS_KEY does not open the data.
 */
async function readRotation(settings: Settings) {
  const { CREDENTIALS_KEY, CREDENTIALS_KEY_PREVIOUS } = settings.env
  const isRotated = Boolean(CREDENTIALS_KEY && CREDENTIALS_KEY_PREVIOUS)
  const isClosed = await isDataClosed(settings).catch(() => isRotated)
  const remaining = isClosed ? null : isRotated ? await countUnrotated(settings).catch(() => null) : 0
  return { remaining, safe_to_remove_previous: remaining === 0 }
}

/** An overview of the subscriptions of all keys and the event sources. */
export const eventRoutes = new Hono<AppEnv>()
  .get(
    '/admin/events',
    read('admin_get_events', {
      summary: 'List all subscriptions and event sources',
      description: 'The operations of `/events` change, test and end them.',
      ko: '알림 목록',
      handle: async (c) => {
        const { settings } = c.get('state')
        const [subscriptions, sources] = await callObject(settings, EVENTS, (events) =>
          Promise.all([events.subscriptions(null), events.sources()]),
        )
        return { subscriptions, sources, email_available: settings.email !== undefined }
      },
    }),
  )
  .post(
    '/admin/events/poll',
    write('admin_poll_events', {
      summary: 'Poll the event sources now',
      description: 'What they tell is delivered in the seconds after. One that was asked just now is asked 2 s later.',
      ko: '새 소식 지금 확인',
      target: 'sources',
      destructive: false,
      idempotent: true,
      handle: async (c) => {
        const sources = await callObject(c.get('state').settings, EVENTS, async (events) => {
          await events.pollNow()
          return events.sources()
        })
        return { sources }
      },
    }),
  )
