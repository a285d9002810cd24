import * as z from 'zod'
import { AREAS } from '../../base/groups.ts'
import { ownedSubscription } from '../../gateway/events.outputs.ts'
import { SETTING_KINDS } from './setting-names.ts'

/** Output schemas of the session, the deployment and its usage. Built at first use. */

export const session = () =>
  z.object({ expires_at: z.iso.datetime().nullable().describe('When the session ends, ISO 8601; null without one') })

export const currentSession = () =>
  z.object({
    signed_in: z.boolean().describe('Whether the request has a session or ADMIN_KEY'),
    expires_at: z.iso
      .datetime()
      .nullable()
      .optional()
      .describe('When the session ends, ISO 8601; null for ADMIN_KEY, absent when not signed in'),
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
          .describe('How many data keys only CREDENTIALS_KEY_PREVIOUS opens; null where that is not known'),
        safe_to_remove_previous: z.boolean().describe('Whether CREDENTIALS_KEY_PREVIOUS can be taken away'),
      })
      .describe('How far a change of CREDENTIALS_KEY is'),
    warnings: warnings().describe('What is set in a way that is unsafe or does not work'),
  })

export const apiKey = () => z.object({ api_key: z.string().describe('API_KEY of the deployment') })

export const usage = () =>
  z.object({
    days: z
      .array(
        z.object({
          day: z.string().describe('A day in Korea, YYYY-MM-DD'),
          key: z.string().nullable().describe("The key's name; null where nobody's key was sent"),
          key_id: z.string().nullable().describe('`deployment` for API_KEY'),
          group: z.enum(AREAS).describe('The group of the operation'),
          ok: z.int().describe('Answers below 400'),
          refused: z.int().describe('4xx'),
          failed: z.int().describe('5xx'),
        }),
      )
      .describe('The newest day first'),
    complete_until: z.iso.datetime().describe('What was answered later may be missing'),
    missing_until: z
      .string()
      .nullable()
      .describe('Counts of this day and of days before it are missing, since 50,000 rows are stored; null for none'),
  })
