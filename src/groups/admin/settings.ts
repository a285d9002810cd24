import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { OwnerSettings } from '../../base/access.ts'
import { conflict } from '../../base/errors.ts'
import { ACCESS, callObject } from '../../base/objects.ts'
import type { Settings } from '../../base/settings.ts'
import { isTimeZone } from '../../base/time.ts'
import { toOrigin } from '../../gateway/http/cors.ts'
import { converted } from '../../gateway/http/fields.ts'
import { effectiveSettings, keep } from '../../gateway/owner-settings.ts'
import { sendRefusedOrigins } from '../../gateway/refused-origins.ts'
import type { AppEnv, RequestState } from '../../gateway/state.ts'
import { callUsage } from '../../gateway/usage.ts'
import { oneLine } from './authorization.ts'
import { read, write } from './group.ts'

const MOST_ORIGINS = 20
const LONGEST_NAME = 60

const ORIGIN = 'must be an origin such as https://app.example.com, without a path; only ALLOWED_ORIGINS may be *'

const origin = () =>
  converted(z.string(), (text, refuse) => {
    const found = toOrigin(text.trim())
    if (found === undefined) refuse(ORIGIN)
    return found ?? z.NEVER
  })

const changes = () => ({
  json: z.strictObject({
    allowed_origins: z
      .optional(z.nullable(z.array(origin()).check(z.maxLength(MOST_ORIGINS, `must have at most ${MOST_ORIGINS}`))))
      .check(
        z.meta({
          description: 'The origins of all browser pages that may call, at most 20; null for none',
          examples: [['https://app.example.com']],
        }),
      ),
    service_name: z
      .optional(z.nullable(z.string().check(z.maxLength(LONGEST_NAME, `must have at most ${LONGEST_NAME} characters`))))
      .check(
        z.meta({
          description: 'The name that customers read on links and that the consent page shows; null for the default',
          examples: ['Haneul Books'],
        }),
      ),
    time_zone: z
      .optional(
        z.nullable(
          z
            .string()
            .check(
              z.refine(
                (zone) => /^[A-Z]/i.test(zone) && isTimeZone(zone),
                'must be a time zone of the IANA, such as Asia/Seoul',
              ),
            ),
        ),
      )
      .check(
        z.meta({
          description: 'The time zone of the app and of notifications; null for the default',
          examples: ['Asia/Seoul'],
        }),
      ),
  }),
})

/** The stored form of a change. Undefined removes a setting. */
const toStored = ({ allowed_origins, service_name, time_zone }: z.output<ReturnType<typeof changes>['json']>) => ({
  ...(allowed_origins !== undefined && {
    allowed_origins: allowed_origins ? [...new Set(allowed_origins)] : undefined,
  }),
  ...(service_name !== undefined && { service_name: oneLine(service_name ?? '') || undefined }),
  ...(time_zone !== undefined && { time_zone: time_zone ?? undefined }),
})

/** Where the deployment sets a setting. */
const PLACES = {
  allowed_origins: 'ALLOWED_ORIGINS',
  service_name: 'SERVICE_NAME',
  time_zone: 'TIME_ZONE',
} as const

/** Throws 409 for a setting that the deployment fixes: it would be stored, and change nothing. */
function refuseFixed(settings: Settings, change: Readonly<Record<string, unknown>>): void {
  const effective = effectiveSettings(settings, {})
  for (const [name, place] of Object.entries(PLACES) as [keyof typeof PLACES, string][]) {
    if (change[name] === undefined || effective[name].source !== 'deployment') continue
    throw conflict(
      `${name}: the deployment sets it with ${place}, and nothing was changed. Change ${place} of the Worker, or remove it there to set this here`,
    )
  }
}

async function report(state: RequestState, stored: OwnerSettings) {
  keep(state, stored)
  const { allowed_origins, service_name, time_zone } = effectiveSettings(state.settings, stored)
  const { origins = [], others = 0 } =
    (await callUsage(state.settings, state.platform, async (usage) => {
      await sendRefusedOrigins(state.settings, state.platform)
      return usage.refusedOrigins.list()
    })) ?? {}
  const iso = (ms: number) => new Date(ms).toISOString()
  return {
    allowed_origins: [...allowed_origins.value],
    service_name: service_name.value,
    time_zone: time_zone.value,
    source: {
      allowed_origins: allowed_origins.source,
      service_name: service_name.source,
      time_zone: time_zone.source,
    },
    refused_origins: origins
      .filter(({ origin }) => !allowed_origins.value.includes(origin) && !allowed_origins.value.includes('*'))
      .map(({ origin, count, firstAt, lastAt }) => ({ origin, count, first_at: iso(firstAt), last_at: iso(lastAt) })),
    refused_others: others,
  }
}

/** The settings that the owner may change without a deployment. */
export const settingRoutes = new Hono<AppEnv>()
  .get(
    '/admin/settings',
    read('admin_get_settings', {
      summary: 'Settings that the owner may change here, and the origins that were refused',
      description: 'A setting of the deployment (ALLOWED_ORIGINS, SERVICE_NAME, TIME_ZONE) wins, and `source` says so.',
      ko: '앱에서 바꾸는 설정',
      handle: async (c) => {
        const state = c.get('state')
        return report(state, await callObject(state.settings, ACCESS, (access) => access.ownerSettings()))
      },
    }),
  )
  .patch(
    '/admin/settings',
    write('admin_change_settings', {
      summary: 'Change settings',
      description:
        'Here at once, elsewhere within 10 s. 409: the deployment sets it, which `source` says, and nothing was changed.',
      ko: '설정 변경',
      target: 'settings',
      idempotent: true,
      destructive: false,
      maxBody: 8192,
      // The time zone opens nothing, and nobody takes it for the name of somebody else.
      needsProof: (c) => {
        const { allowed_origins, service_name } = c.req.valid('json')
        return allowed_origins !== undefined || service_name !== undefined
      },
      input: changes,
      handle: async (c) => {
        const state = c.get('state')
        const given = c.req.valid('json')
        refuseFixed(state.settings, given)
        const change = toStored(given)
        return report(state, await callObject(state.settings, ACCESS, (access) => access.changeOwnerSettings(change)))
      },
    }),
  )
