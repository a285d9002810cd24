import * as z from 'zod'
import { GROUPS } from '../../base/groups.ts'
import { limitsSchema } from '../../gateway/auth/keys/limits.ts'
import { choice, jsonFlag } from '../../gateway/http/fields.ts'

const LONGEST_QUERY = 8192

const request = () =>
  z
    .string()
    .min(1, 'is required')
    .max(LONGEST_QUERY, `must have at most ${LONGEST_QUERY} characters`)
    .meta({
      description: 'The query of the address that the client sent the browser to',
      examples: ['response_type=code&client_id=test-client&redirect_uri=https%3A%2F%2Fclient.example%2Fcallback'],
    })

export const askInput = () => ({ json: z.object({ request: request() }) })

/** A token in a header: printable ASCII without spaces. */
const token = () =>
  z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'must be one word of printable ASCII characters')
    .optional()
    .meta({
      description: 'A workspace token; it is stored encrypted in the grant and never shown to the client',
      examples: ['ntn_the-token-as-it-was-copied'],
    })

const LONGEST_LABEL = 60

const label = () =>
  z
    .string()
    .trim()
    .max(LONGEST_LABEL, `must have at most ${LONGEST_LABEL} characters`)
    .optional()
    .meta({ description: 'For whom access is given, which the list of grants shows', examples: ['Kim, marketing'] })

export const makeInput = () => ({
  json: z.object({
    request: request(),
    groups: z
      .array(choice(GROUPS))
      .min(1, 'must name a group at least')
      .transform((list) => [...new Set(list)])
      .optional()
      .meta({ description: 'The groups that are opened; all of them unless said', examples: [['recorder', 'video']] }),
    read_only: jsonFlag(true).describe('Whether nothing that changes something is opened; true unless said'),
    payments: jsonFlag(false).describe('Whether payments may be made; false unless said'),
    limits: limitsSchema()
      .optional()
      .meta({
        description: 'How much may be asked for or moved by payments; no limit unless said',
        examples: [{ max_amount: 100_000, daily_amount: 1_000_000 }],
      }),
    label: label(),
    workspace_token: token(),
  }),
})

export const idInput = () => ({
  param: z.object({
    id: z
      .string()
      .regex(/^[\w-]{16}$/, 'must be the id of a grant')
      .meta({ description: 'The id of the grant', examples: ['0123456789abcdef'] }),
  }),
})

export const changeInput = () => ({
  ...idInput(),
  json: z.object({
    limits: limitsSchema()
      .nullable()
      .meta({
        description: 'How much may be asked for or moved by payments; null for no limit',
        examples: [{ max_amount: 100_000, daily_amount: 1_000_000 }],
      }),
  }),
})
