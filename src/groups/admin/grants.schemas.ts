import * as z from 'zod/mini'
import { GROUPS } from '../../base/groups.ts'
import { limitsSchema } from '../../gateway/auth/scopes.ts'
import { choice, jsonBoolean, jsonFlag } from '../../gateway/http/fields.ts'
import { integrationToken } from './integration-token.schema.ts'

const LONGEST_QUERY = 8192

const request = () =>
  z
    .string()
    .check(z.minLength(1, 'is required'), z.maxLength(LONGEST_QUERY, `must have at most ${LONGEST_QUERY} characters`))
    .check(
      z.meta({
        description: 'The query of the address that the client sent the browser to',
        examples: ['response_type=code&client_id=test-client&redirect_uri=https%3A%2F%2Fclient.example%2Fcallback'],
      }),
    )

export const askInput = () => ({ json: z.strictObject({ request: request() }) })

const LONGEST_LABEL = 60

const label = () =>
  z
    .optional(z.string().check(z.trim(), z.maxLength(LONGEST_LABEL, `must have at most ${LONGEST_LABEL} characters`)))
    .check(
      z.meta({ description: 'For whom access is given, which the list of grants shows', examples: ['Kim, marketing'] }),
    )

export const makeInput = () => ({
  json: z.strictObject({
    request: request(),
    groups: z
      .optional(
        z.pipe(
          z.array(choice(GROUPS)).check(z.minLength(1, 'must name a group at least')),
          z.transform((list) => [...new Set(list)]),
        ),
      )
      .check(
        z.meta({
          description: 'The groups that are opened; all of them unless said',
          examples: [['recorder', 'video']],
        }),
      ),
    read_only: jsonFlag(true).check(
      z.meta({ description: 'Whether nothing that changes something is opened; true unless said' }),
    ),
    payments: jsonFlag(false).check(z.meta({ description: 'Whether payments may be made; false unless said' })),
    limits: z.optional(limitsSchema()).check(
      z.meta({
        description: 'How much may be asked for or moved by payments; no limit unless said',
        examples: [{ max_amount: 100_000, daily_amount: 1_000_000 }],
      }),
    ),
    confirm: jsonFlag(false).check(
      z.meta({
        description:
          'Whether the owner must agree to each call that pays, sends, publishes or deletes for good; false unless said',
      }),
    ),
    label: label(),
    workspace_token: z.optional(
      integrationToken('A workspace token; it is stored encrypted in the grant and never shown to the client'),
    ),
  }),
})

export const idInput = () => ({
  param: z.object({
    id: z
      .string()
      .check(z.regex(/^[\w-]{16}$/, 'must be the id of a grant'))
      .check(z.meta({ description: 'The id of the grant', examples: ['0123456789abcdef'] })),
  }),
})

export const changeInput = () => ({
  ...idInput(),
  json: z.strictObject({
    limits: z.optional(z.nullable(limitsSchema())).check(
      z.meta({
        description: 'How much may be asked for or moved by payments; null for no limit',
        examples: [{ max_amount: 100_000, daily_amount: 1_000_000 }],
      }),
    ),
    confirm: z.optional(jsonBoolean()).check(
      z.meta({
        description: 'Whether the owner must agree to each call that pays, sends, publishes or deletes for good',
      }),
    ),
  }),
})
