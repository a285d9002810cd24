import * as z from 'zod'
import { SETTING_SOURCES } from '../../base/access.ts'
import { ERROR_CODES } from '../../base/errors.ts'
import { AREAS } from '../../base/groups.ts'
import { ACTOR_KINDS, OUTCOMES } from '../../base/usage.ts'
import { ownedSubscription } from '../../gateway/events.outputs.ts'
import { accountId } from '../../gateway/outputs.ts'
import { SETTING_KINDS } from './setting-names.ts'

const CODES = [...new Set(Object.values(ERROR_CODES))]

const actor = () =>
  z
    .object({
      kind: z
        .enum(ACTOR_KINDS)
        .describe(
          'admin: ADMIN_KEY or a session. deployment: API_KEY. key: a named key. client: an OAuth client. link: a link for a customer. nobody: nothing let it in',
        ),
      id: z.string().nullable().describe("The id of the key or of the client's grant; null where the kind says it all"),
      name: z
        .string()
        .nullable()
        .describe('The name of the key or the client. Somebody chose it freely: it proves nothing'),
    })
    .describe('Who made the request')

const common = () => ({
  id: z.string().describe('The id of the entry'),
  at: z.iso.datetime().describe('When it was answered, ISO 8601'),
  actor: actor(),
  outcome: z.enum(OUTCOMES).describe('ok is below 400, refused 4xx, failed 5xx'),
  status: z.int().describe('The status of the answer'),
  reason: z.string().nullable().describe('Why it did not succeed, in the words of the log; null for a success'),
  request_id: z.string().describe('The X-Request-Id of the answer'),
})

const page = () => ({
  next_cursor: z.string().nullable().describe('For `cursor` of the next page; null where there is none'),
  not_recorded: z
    .int()
    .describe(
      'How many could not be recorded since the deployment began, or had to make room for others before their time',
    ),
})

export const auditLog = () =>
  z.object({
    entries: z
      .array(
        z.object({
          ...common(),
          action: z.string().describe('The id of the operation'),
          target: z.string().nullable().describe('The id or the account that it was about; null where it names none'),
          target_name: z
            .string()
            .nullable()
            .describe('What people called the target at that time; null where it has no name'),
          details: z
            .array(z.string())
            .describe(
              'What tells it from others of its action: the channel of a subscription, such as `slack`; and `paused`, `resumed`, `agreed` or `refused`',
            ),
          device: z
            .string()
            .nullable()
            .describe('What sent a change by the owner or a sign-in, as it claims: device, browser, place; else null'),
          count: z
            .int()
            .describe(
              'How many requests the entry counts: the refusals of an action in one minute, for one reason, are one entry of each caller, with the time, the id and the target of the last one',
            ),
        }),
      )
      .describe('The newest first'),
    ...page(),
  })

export const failedRequests = () =>
  z.object({
    entries: z
      .array(
        z.object({
          ...common(),
          group: z.enum(AREAS).nullable().describe('The group of the operation; null outside of the groups'),
          operation: z.string().nullable().describe('The id of the operation; null where the path is none'),
          account: accountId().nullable().describe('The account that the operation needs; null for none'),
          code: z.enum(CODES).describe('The code of the answer, as in X-Error-Code'),
          method: z.string().describe('The method of the request'),
          route: z
            .string()
            .nullable()
            .describe("The operation's path, with {name} for an id; null without an operation"),
          path: z
            .string()
            .nullable()
            .describe(
              'Without an operation: the first 80 characters of the path, with … for what may be a secret; else null',
            ),
          fields: z
            .array(
              z.object({
                name: z.string().describe('The field; … for a name that may be a secret'),
                problem: z.string().describe('What was wrong with it, without its value'),
              }),
            )
            .describe('What was wrong with an invalid request, 10 fields at most'),
          product_status: z.int().nullable().describe('What the product answered, if that was an error; else null'),
          setting: z.string().nullable().describe('The setting to look at; null where none is the cause'),
          origin: z
            .string()
            .nullable()
            .describe(
              'The origin of a browser page that ALLOWED_ORIGINS does not list; each is recorded about once a minute. null for other failures',
            ),
          upstream_ms: z.int().describe('Milliseconds that the last request waited for products'),
          count: z
            .int()
            .describe(
              'How many equal requests failed: of one caller, operation, status and reason, for the same fields. id, at and request_id are those of the last one',
            ),
          first_at: z.iso.datetime().describe('When the first of them was answered, ISO 8601'),
        }),
      )
      .describe('The newest first'),
    without_key: z.int().describe('How many requests without a key failed, which only key=nobody lists'),
    ...page(),
  })

const warnings = () =>
  z.array(
    z.object({
      code: z.string().describe('Identifies the warning, for programs'),
      message: z.string().describe('What is wrong and what to do'),
      subscriptions: z.array(ownedSubscription()).optional().describe('The subscriptions that it is about'),
    }),
  )

export const overview = () =>
  z.object({
    base_url: z.url().describe('The base URL of all operations'),
    licence: z.string().describe('The licence of the deployment, as it is set'),
    service_name: z.string().describe('The name of the service'),
    time_zone: z.string().nullable().describe('The time zone of the app; null for that of the reader'),
    version: z.string().describe('The version of the gateway'),
    redirect_uri: z
      .url()
      .nullable()
      .describe('What to register at the product for connecting by a click; null where no account can be'),
    settings: z
      .array(
        z.object({
          name: z.string().describe('The name of the setting'),
          set: z.boolean().describe('Whether it is set; its value is never returned'),
          kind: z.enum(SETTING_KINDS).describe('Whether it is a secret, a variable or a binding'),
        }),
      )
      .describe('Every setting of the deployment'),
    rotation: z
      .object({
        remaining: z
          .int()
          .nullable()
          .describe(
            'How many data keys only CREDENTIALS_KEY_PREVIOUS opens; null where that is not known, and while CREDENTIALS_KEY opens none',
          ),
        safe_to_remove_previous: z.boolean().describe('Whether CREDENTIALS_KEY_PREVIOUS can be taken away'),
      })
      .describe('How far a change of CREDENTIALS_KEY is'),
    warnings: warnings().describe('What is set in a way that is unsafe or does not work'),
  })

export const startedData = () =>
  z.object({ started: z.literal(true).describe('The deployment has an empty data key now') })

export const apiKey = () => z.object({ api_key: z.string().describe('API_KEY of the deployment') })

const counts = () => ({
  key: z.string().nullable().describe("The key's name; null where nobody's key was sent"),
  key_id: z.string().nullable().describe('`deployment` for API_KEY'),
  group: z.enum(AREAS).describe('The group of the operation'),
  operation: z.string().nullable().describe('The id of the operation; null unless by=operation'),
  ok: z.int().describe('Answers below 400'),
  refused: z.int().describe('4xx'),
  failed: z.int().describe('5xx'),
  mean_ms: z.int().describe('Milliseconds until an answer began, on average'),
  max_ms: z.int().describe('The same of the slowest answer'),
})

export const usage = () =>
  z.object({
    days: z
      .array(
        z.object({
          day: z.string().describe('A day in Korea, YYYY-MM-DD'),
          ...counts(),
        }),
      )
      .describe('The newest day first; empty for hours'),
    hours: z
      .array(z.object({ hour: z.iso.datetime().describe('When the hour began, ISO 8601'), ...counts() }))
      .describe('The newest hour first; empty for days'),
    complete_until: z.iso.datetime().describe('What was answered later may be missing'),
    missing_until: z
      .string()
      .nullable()
      .describe('Counts of this day and of days before it are missing, since 50,000 rows are stored; null for none'),
  })

export const ownerSettings = () =>
  z.object({
    allowed_origins: z.array(z.string()).describe('The origins of browser pages that may call; * for any'),
    service_name: z.string().describe('The name of the service, on links, the consent page and in notifications'),
    time_zone: z.string().describe('The time zone of the app and of notifications, of the IANA'),
    source: z
      .object({
        allowed_origins: settingSource(),
        service_name: settingSource(),
        time_zone: settingSource(),
      })
      .describe('Where each of them comes from'),
    refused_origins: z
      .array(
        z.object({
          origin: z.string().describe('The origin of a page that may not call'),
          count: z.int().describe('How often it was refused, about'),
          first_at: z.iso.datetime().describe('When first, ISO 8601'),
          last_at: z.iso.datetime().describe('When last, ISO 8601'),
        }),
      )
      .describe('At most 20 of the last 7 days, the newest first'),
    refused_others: z.int().describe('How often pages of origins were refused that found no place in that list, about'),
  })

const settingSource = () =>
  z.enum(SETTING_SOURCES).describe('deployment: set there, and not changed here; app: set here; default: set nowhere')
