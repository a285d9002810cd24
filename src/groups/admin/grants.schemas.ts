import * as z from 'zod/mini'
import { GROUPS } from '../../base/groups.ts'
import { limitsSchema } from '../../gateway/auth/keys/limits.ts'
import { about, choice, field, jsonBoolean, jsonFlag } from '../../gateway/http/fields.ts'
import { integrationToken } from './integration-token.schema.ts'

const LONGEST_QUERY = 8192

const request = () =>
  field(
    z
      .string()
      .check(
        z.minLength(1, 'is required'),
        z.maxLength(LONGEST_QUERY, `must have at most ${LONGEST_QUERY} characters`),
      ),
    about('The query of the address that the client sent the browser to', {
      examples: ['response_type=code&client_id=test-client&redirect_uri=https%3A%2F%2Fclient.example%2Fcallback'],
    }),
  )

export const askInput = () => ({ json: z.strictObject({ request: request() }) })

const LONGEST_LABEL = 60

const label = () =>
  field(
    z.optional(z.string().check(z.trim(), z.maxLength(LONGEST_LABEL, `must have at most ${LONGEST_LABEL} characters`))),
    about('For whom access is given, which the list of grants shows', { examples: ['Kim, marketing'] }),
  )

export const makeInput = () => ({
  json: z.strictObject({
    request: request(),
    groups: field(
      z.optional(
        z.pipe(
          z.array(choice(GROUPS)).check(z.minLength(1, 'must name a group at least')),
          z.transform((list) => [...new Set(list)]),
        ),
      ),
      about('The groups that are opened; all of them unless said', { examples: [['recorder', 'video']] }),
    ),
    read_only: field(jsonFlag(true), about('Whether nothing that changes something is opened; true unless said')),
    payments: field(jsonFlag(false), about('Whether payments may be made; false unless said')),
    limits: field(
      z.optional(limitsSchema()),
      about('How much may be asked for or moved by payments; no limit unless said', {
        examples: [{ max_amount: 100_000, daily_amount: 1_000_000 }],
      }),
    ),
    confirm: field(
      jsonFlag(false),
      about(
        'Whether the owner must agree to each call that pays, sends, publishes or deletes for good; false unless said',
      ),
    ),
    label: label(),
    workspace_token: z.optional(
      integrationToken('A workspace token; it is stored encrypted in the grant and never shown to the client'),
    ),
  }),
})

export const idInput = () => ({
  param: z.object({
    id: field(
      z.string().check(z.regex(/^[\w-]{16}$/, 'must be the id of a grant')),
      about('The id of the grant', { examples: ['0123456789abcdef'] }),
    ),
  }),
})

export const changeInput = () => ({
  ...idInput(),
  json: z.strictObject({
    limits: field(
      z.optional(z.nullable(limitsSchema())),
      about('How much may be asked for or moved by payments; null for no limit', {
        examples: [{ max_amount: 100_000, daily_amount: 1_000_000 }],
      }),
    ),
    confirm: field(
      z.optional(jsonBoolean()),
      about('Whether the owner must agree to each call that pays, sends, publishes or deletes for good'),
    ),
  }),
})
