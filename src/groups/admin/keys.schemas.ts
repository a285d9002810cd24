import * as z from 'zod/mini'
import { GROUPS, LICENCES } from '../../base/groups.ts'
import { isoInstant } from '../../base/time.ts'
import { endOfDate } from '../../base/usage.ts'
import { limitsSchema } from '../../gateway/auth/scopes.ts'
import { choice, converted, jsonBoolean } from '../../gateway/http/fields.ts'
import { integrationToken } from './integration-token.schema.ts'

const LONGEST_NAME = 100

const name = () =>
  z
    .string()
    .check(
      z.minLength(1, 'is required'),
      z.maxLength(LONGEST_NAME, `must have at most ${LONGEST_NAME} characters`),
      // biome-ignore lint/suspicious/noControlCharactersInRegex: descriptions show the pattern, and Python has no \p
      z.regex(/^[^\x00-\x1f\x7f-\x9f]*$/u, 'must hold no line break and no other control character'),
      z.refine((text) => text.isWellFormed(), 'must hold no half of a character'),
    )
    .check(z.meta({ description: 'What the key is for; shown in the log and in the counts', examples: ['make'] }))

const groups = () =>
  z
    .pipe(
      z.array(choice(GROUPS)).check(z.minLength(1, 'must name a group at least')),
      z.transform((list) => [...new Set(list)]),
    )
    .check(z.meta({ description: 'The groups that the key opens', examples: [['recorder', 'video']] }))

const DATE = /^\d{4}-\d\d-\d\d$/

/** Stored as ISO 8601 in UTC. A date without a time means the end of that day in Korea. */
const end = () =>
  converted(z.string(), (text, refuse) => {
    const ms = DATE.test(text) ? endOfDay(text) : isoInstant(text)
    if (ms !== undefined) return new Date(ms).toISOString()
    refuse('must be a date, such as 2027-12-31, or ISO 8601 with an offset')
    return z.NEVER
  }).check(
    z.meta({
      description: 'When the key expires: a date (end of that day in Korea), or ISO 8601 with an offset',
      override: { type: 'string' },
      examples: ['2099-12-31'],
    }),
  )

/** Undefined for a date that does not exist. */
const endOfDay = (date: string) => (isoInstant(`${date}T00:00:00Z`) === undefined ? undefined : endOfDate(date))

const limits = () =>
  limitsSchema().check(
    z.meta({
      description: 'How much the key may ask for or move by payments; no limit unless said',
      examples: [{ max_amount: 100_000, daily_amount: 1_000_000 }],
    }),
  )

const confirm = () =>
  z.optional(jsonBoolean()).check(
    z.meta({
      description:
        'Whether the owner must agree to each call that pays, sends, publishes or deletes for good; false unless said',
    }),
  )

const workspaceToken = () =>
  integrationToken(
    'A workspace token that the key uses over MCP; it is stored encrypted, never shown, and deleted with the key',
  )

const storedPayment = () =>
  z.optional(jsonBoolean()).check(
    z.meta({
      description: 'Whether the key uses the connected payment account over MCP without a header; false unless said',
    }),
  )

export const makeInput = () => ({
  json: z.strictObject({
    name: name(),
    licence: z
      .optional(choice(LICENCES))
      .check(z.meta({ description: 'What the key opens; that of the deployment unless said' })),
    groups: z
      .optional(groups())
      .check(z.meta({ description: 'The groups that the key opens; all of them unless said' })),
    read_only: z
      .optional(jsonBoolean())
      .check(z.meta({ description: 'Whether the key opens nothing that changes something' })),
    expires_at: z.optional(end()),
    limits: z.optional(limits()),
    confirm: confirm(),
    workspace_token: z.optional(workspaceToken()),
    stored_payment: storedPayment(),
  }),
})

const keyId = () => z.string().check(z.meta({ description: 'The id of the key', examples: ['0123456789abcdef'] }))

export const idInput = () => ({ param: z.object({ id: keyId() }) })

export const changeInput = () => ({
  ...idInput(),
  json: z.strictObject({
    name: z.optional(name()),
    licence: z.optional(choice(LICENCES)).check(z.meta({ description: 'What the key opens' })),
    groups: z
      .optional(z.nullable(groups()))
      .check(z.meta({ description: 'The groups that the key opens; null for all of them' })),
    read_only: z
      .optional(jsonBoolean())
      .check(z.meta({ description: 'Whether the key opens nothing that changes something' })),
    expires_at: z
      .optional(z.nullable(end()))
      .check(z.meta({ description: 'When the key ends, as for a new one; null for no end' })),
    disabled: z.optional(jsonBoolean()).check(z.meta({ description: 'Whether the key is refused for the time being' })),
    limits: z
      .optional(z.nullable(limits()))
      .check(z.meta({ description: 'How much the key may ask for or move; null for no limit' })),
    confirm: confirm(),
    workspace_token: z
      .optional(z.nullable(workspaceToken()))
      .check(z.meta({ description: 'A workspace token that the key uses over MCP; null removes it' })),
    stored_payment: storedPayment(),
  }),
})

export const LONGEST_OVERLAP = 168

const overlap = `must be an integer from 0 to ${LONGEST_OVERLAP}`

export const rollInput = () => ({
  ...idInput(),
  json: z.strictObject({
    overlap_hours: z
      .int(overlap)
      .check(z.gte(0, overlap), z.lte(LONGEST_OVERLAP, overlap))
      .check(z.meta({ description: 'For how many hours the previous key works beside the new one', examples: [24] })),
    keep_subscriptions: z.optional(jsonBoolean()).check(
      z.meta({
        description:
          'Whether its subscriptions go on with the new key, or are paused; unless said they go on with an overlap only',
      }),
    ),
  }),
})
