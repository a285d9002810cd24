import * as z from 'zod'
import { GROUPS } from '../../base/groups.ts'
import { choice, jsonFlag } from '../../gateway/fields.ts'

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

export const askOutput = () =>
  z.object({
    client: z
      .object({
        name: z.string().describe('As it calls itself, which nobody checked'),
        domain: z
          .string()
          .nullable()
          .describe('The host that vouches for it by its metadata document; null for one that registered itself'),
        redirect_host: z.string().describe('Where access is sent to'),
        redirect_uri: z.string().describe('The same in full'),
        is_local: z.boolean().describe('Whether that is a program on the computer of the browser'),
      })
      .nullable()
      .describe('Who asks; null where the request is refused already'),
    service_name: z.string().describe('The name of the service'),
    leave_to: z.string().describe('Where the browser goes when access is refused'),
  })

/** A token in a header: printable ASCII without blanks. */
const token = () =>
  z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'must be one word of printable ASCII characters')
    .optional()
    .meta({
      description: 'A workspace token, which is kept encrypted in the grant and never shown to the client',
      examples: ['ntn_the-token-as-it-was-copied'],
    })

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
    workspace_token: token(),
  }),
})

export const madeOutput = () => z.object({ redirect_to: z.string().describe('Where the browser has to go now') })

export const idInput = () => ({
  param: z.object({
    id: z
      .string()
      .regex(/^[\w-]{16}$/, 'must be the id of a grant')
      .meta({ description: 'The id of the grant', examples: ['0123456789abcdef'] }),
  }),
})

const grant = () =>
  z.object({
    id: z.string().describe('By which it is revoked'),
    name: z.string().describe('As the client calls itself'),
    domain: z.string().nullable().describe('The host that vouches for the client; null for one that registered itself'),
    redirect_host: z.string().describe('Where access was sent to'),
    groups: z.array(z.enum(GROUPS)).nullable().describe('null for all of them'),
    read_only: z.boolean().describe('Whether it opens nothing that changes something'),
    payments: z.boolean().describe('Whether payments may be made'),
    has_workspace_token: z.boolean().describe('Whether it holds a workspace token'),
    created_at: z.iso.datetime().describe('When it was given'),
    expires_at: z.iso
      .datetime()
      .nullable()
      .describe('When it ends unless the client uses it; null as long as the client has not taken it up'),
    last_used_at: z.iso.datetime().nullable().describe('null where it was not used, or that is not known'),
    requests_30d: z.int().nullable().describe('Requests of the last 30 days; null where that is not known'),
  })

export const listOutput = () =>
  z.object({
    grants: z.array(grant()).describe('The newest first'),
    unavailable: z.string().nullable().describe('Why clients cannot be connected here; null where they can'),
  })
