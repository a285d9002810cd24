import * as z from 'zod'
import { CONNECTED_BY, STATES } from '../base/accounts.ts'
import { OWNER_CHANGES, OWNERS_WAYS } from '../base/events.ts'
import { GROUPS } from '../base/groups.ts'
import { accountId } from '../gateway/outputs.ts'

const account = () =>
  z
    .object({
      account: accountId().describe('The account'),
      group: z.enum(GROUPS).describe('The group of routes that it opens'),
      state: z.enum(STATES).describe('How it is doing'),
      identity: z.string().describe('Whose account it is; left out where that is not known').optional(),
      message: z.string().nullable().describe('What is wrong'),
      hint: z.string().nullable().describe('What to do about it'),
      expires_at: z.string().nullable().describe('When it has to be reconnected, ISO 8601; null where unknown'),
    })
    .describe('The account, as the list of accounts gives it')

const rejectedAccount = () =>
  account()
    .extend({
      times: z
        .int()
        .describe('How often it was rejected within an hour, this time included; left out for the first time')
        .optional(),
    })
    .describe('The account, as the list of accounts gives it')

const connectedAccount = () =>
  account()
    .extend({ connected_by: z.enum(CONNECTED_BY).describe('Its owner, or somebody with an invite link') })
    .describe('The account, as the list of accounts gives it')

const timestamp = (description: string) =>
  z.iso.datetime().nullable().describe(`${description}, ISO 8601; null for never`)

/** How an account is doing. */
export const accountReport = () =>
  z.object({
    account: accountId().describe('The name of the account'),
    group: z.string().describe('The group that it serves'),
    state: z.enum(STATES).describe('How it is doing, as it was known last'),
    source: z
      .enum(['secret', 'kept'])
      .nullable()
      .describe('Where its credential comes from: a secret of the deployment, or stored by the gateway'),
    identity: z
      .string()
      .nullable()
      .describe('Whose credential it is, as it was when it was tested last; null when that is not known'),
    previous_identity: z
      .string()
      .nullable()
      .describe('Whose credential it replaced; null for the same, or when that is not known'),
    fields: z.array(z.string()).describe('The fields that connecting it takes'),
    message: z.string().nullable().describe('What is wrong'),
    hint: z.string().nullable().describe('What to do about it'),
    connected_at: timestamp('When it was connected at run time'),
    expires_at: z.iso
      .datetime()
      .nullable()
      .describe('When it has to be reconnected, ISO 8601; null when that is not known, not for never'),
    last_ok_at: timestamp('When it worked last'),
    last_error: z
      .object({
        at: z.iso.datetime().describe('When, ISO 8601'),
        since: z.iso.datetime().describe('When the failures began that this is the last of, ISO 8601'),
        status: z.int().describe('The status that the caller got'),
        message: z.string().describe('What the caller read'),
        code: z.string().describe('The code that the caller got, of the list of error codes'),
        service_status: z
          .int()
          .nullable()
          .describe('The HTTP status of the service; null when it did not answer, or when that is not the cause'),
        request_id: z.string().describe('The id of the request; find it in the log'),
      })
      .nullable()
      .describe('The last request that the account failed at'),
    can_click: z.boolean().describe('Whether it can be connected by a click at its product'),
    workspace: z
      .string()
      .nullable()
      .describe('The id of the workspace that it reads; null when it has none, or when that is not known'),
    workspaces: z
      .array(
        z.object({
          id: z.string().describe('The id of the workspace'),
          name: z.string().nullable().describe('Its name; null when nothing says it'),
          open: z.boolean().describe('Whether it was open in the browser when the credential was copied'),
        }),
      )
      .describe('The workspaces of which it can read one; empty for an account without workspaces'),
  })

/** The `data` of account events. Built at first use. */
export const accountEvents = {
  'account.expiring': account,
  'account.rejected': rejectedAccount,
  'account.unreachable': account,
  'account.recovered': account,
  'account.connected': connectedAccount,
}

/** The `data` of `owner.changed`. */
export const ownerEvents = {
  'owner.changed': () =>
    z
      .object({
        change: z.enum(OWNER_CHANGES).describe('What was changed'),
        by: z
          .enum(OWNERS_WAYS)
          .describe('With what: the admin key or a passkey, also earlier in the session, or a link for customers'),
        device: z.string().nullable().describe('What sent the request, as it said; null where it said nothing'),
        target: z
          .string()
          .nullable()
          .describe(
            'The account, the name of the key, or the host that the subscription delivers to; null for a sign-in',
          ),
        at: z.iso.datetime().describe('When, ISO 8601 in UTC'),
      })
      .describe('What somebody did as the owner'),
}
