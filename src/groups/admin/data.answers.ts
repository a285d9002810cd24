import * as z from 'zod'
import { ACCOUNTS } from '../../base/groups.ts'

/** Output schemas of an account's stored data. Built at first use. */

const counts = () => ({
  tokens: z.int().describe('Tokens that were made of the credential; they are never shown'),
  links: z.int().describe('Invite links for the account'),
})

export const exportedData = () =>
  z.object({
    account: z.enum(ACCOUNTS).describe('The name of the account'),
    credential: z
      .enum(['kept', 'secret'])
      .nullable()
      .describe('`kept`: one is stored here. `secret`: the deployment has one. null: there is none. It is never shown'),
    searches: z
      .array(
        z.object({
          key: z.string().describe('The key that searched'),
          query: z.string().describe('What was searched for'),
          count: z.int().describe('How often'),
          last_searched_at: z.iso.datetime().describe('When it was searched for last, ISO 8601'),
        }),
      )
      .describe('The search history of all keys, the newest first'),
    bills: z.array(z.looseObject({})).describe('Bills that were sent, the newest 5,000'),
    ...counts(),
    events: z.array(z.looseObject({})).describe("Events of the account's group, the newest 5,000"),
    deliveries: z.array(z.looseObject({})).describe('Attempts to deliver them, the newest 5,000'),
  })

export const erasedData = () =>
  z.object({
    accounts: z
      .array(
        z.object({
          account: z.enum(ACCOUNTS).describe('The name of the account'),
          credential: z.boolean().describe('Whether a stored credential was erased'),
          searches: z.int().describe('Queries of the search history'),
          bills: z.int().describe('Bills that were sent'),
          ...counts(),
          secret_remains: z
            .boolean()
            .describe('Whether a secret of the deployment is left, which is overruled: take it away by Wrangler'),
        }),
      )
      .describe('What was erased of each account'),
    events: z.int().describe('How many events were erased, those of the whole group'),
    deliveries: z.int().describe('How many attempts to deliver them were erased'),
  })
