import * as z from 'zod'
import { STATES } from '../../base/accounts.ts'
import { ACCOUNTS } from '../../base/groups.ts'

const timestamp = (description: string) =>
  z.iso.datetime().nullable().describe(`${description}, ISO 8601; null for never`)

/** How an account is doing. */
export const accountReport = () =>
  z.object({
    account: z.enum(ACCOUNTS).describe('The name of the account'),
    group: z.string().describe('The group that it serves'),
    state: z.enum(STATES).describe('How it is doing, as it was known last'),
    source: z
      .enum(['secret', 'kept'])
      .nullable()
      .describe('Where its credential comes from: a secret of the deployment, or stored by the gateway'),
    identity: z.string().nullable().describe('Whose credential it is, as reported by the product when it was tested'),
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
  })

export const oneAccount = () => z.object({ account: accountReport().describe('How it is doing now') })

export const connectedAccounts = () =>
  z.object({ accounts: z.array(accountReport()).describe('Every connected account, how it is doing now') })

export const allAccounts = () =>
  z.object({ accounts: z.array(accountReport()).describe('Every account that can be connected') })
