import * as z from 'zod'
import { CONNECTED_BY, STATES } from '../base/accounts.ts'
import { OWNER_CHANGES, OWNERS_WAYS } from '../base/events.ts'
import { ACCOUNTS, GROUPS } from '../base/groups.ts'

const account = () =>
  z
    .object({
      account: z.enum(ACCOUNTS).describe('The account'),
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
