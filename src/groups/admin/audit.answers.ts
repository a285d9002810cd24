import * as z from 'zod'
import { AREAS } from '../../base/groups.ts'
import { ACTOR_KINDS, OUTCOMES } from '../../base/usage.ts'

/** Output schemas of the audit log and of failed requests. Built at first use. */

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
  not_recorded: z.int().describe('How many entries could not be recorded since the deployment began'),
})

export const auditLog = () =>
  z.object({
    entries: z
      .array(
        z.object({
          ...common(),
          action: z.string().describe('The id of the operation'),
          target: z.string().nullable().describe('The id or the account that it was about; null where it names none'),
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
          setting: z.string().nullable().describe('The setting to look at; null where none is the cause'),
          origin: z
            .string()
            .nullable()
            .describe(
              'The origin of a browser page that ALLOWED_ORIGINS does not list; each is recorded about once a minute. null for other failures',
            ),
          upstream_ms: z.int().describe('Milliseconds that the request waited for products'),
        }),
      )
      .describe('The newest first'),
    ...page(),
  })
