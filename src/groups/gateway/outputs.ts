import * as z from 'zod'
import { STATES } from '../../base/accounts.ts'
import { GROUPS, LICENCES } from '../../base/groups.ts'
import { accountId } from '../../gateway/outputs.ts'

const accountHealth = () =>
  z.object({
    account: accountId().describe('The id of the account'),
    group: z.string().describe('The group that it serves'),
    state: z.enum(STATES).describe('How it is doing'),
    identity: z.string().optional().describe('Whose account it is; absent where unknown'),
    message: z.string().optional().describe('What is wrong; absent where nothing is'),
    hint: z.string().optional().describe('What to do about it; absent where nothing is wrong'),
    expires_at: z.iso.datetime().optional().describe('When it has to be reconnected, ISO 8601; absent where unknown'),
    last_ok_at: z.iso.datetime().optional().describe('When it worked last, ISO 8601; absent for never'),
  })
export type AccountHealth = z.output<ReturnType<typeof accountHealth>>

/** The accounts that a key opens. */
const accounts = () =>
  z.object({
    accounts: z
      .array(
        z.object({
          account: accountId().describe('The id of the account, which X-Account takes'),
          group: z.string().describe('The group that it serves'),
          state: z.enum(STATES).describe('How it is doing, as it was known last'),
          identity: z
            .string()
            .nullable()
            .describe('Whose account it is, as it was when it was tested last; null when that is not known'),
        }),
      )
      .describe('First ones and further ones, connected or not'),
  })

const callerReport = () =>
  z.object({
    kind: z
      .enum(['deployment', 'key', 'client'])
      .describe('API_KEY of the deployment, a named key, or a client of OAuth'),
    name: z.string().describe('The name of the key or client'),
    licence: z.enum(LICENCES).describe('Its licence'),
    groups: z.array(z.enum(GROUPS)).nullable().describe('The groups that it opens; null for all'),
    read_only: z.boolean().describe('Whether changes are refused'),
    payments: z.boolean().describe('Whether it may request and cancel bills'),
    confirm: z.boolean().describe('Whether the owner agrees to each call with an effect first'),
    limits: z
      .object({
        max_amount: z.int().nullable().describe('The most of one payment in won; null for no limit'),
        daily_amount: z.int().nullable().describe('The most of a day in won; null for no limit'),
      })
      .nullable()
      .describe('Its limits for payments; null for none'),
    expires_at: z.string().nullable().describe('When it expires, ISO 8601; null for never'),
  })

/** The report of the doctor. */
const findings = () =>
  z.object({
    ok: z.boolean().describe('Whether every account that is connected works'),
    code: z.literal('unavailable').optional().describe('With 503: that an account does not work'),
    accounts: z
      .array(accountHealth())
      .describe("The connected accounts of the key's groups, or the ones that were asked for"),
    caller: callerReport().nullable().describe('Who asks, and what they may do; null for the owner'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('What is wrong with the settings of the relay; absent where nothing is'),
  })

const searchHit = () =>
  z.object({
    group: z.string().describe('The group whose operations take the id'),
    kind: z.string().describe('recording, note, page, data_source, post, purchase or order'),
    id: z.string().describe('Its id'),
    title: z.string().describe('Its name, title, text or products'),
    at: z.string().nullable().describe('When it started, was made or was changed last, ISO 8601; null where unknown'),
    snippets: z
      .array(z.string())
      .optional()
      .describe('Where the words are, with position and speaker; only of recordings'),
    url: z.string().optional().describe('Where people see it'),
  })
export type SearchHit = z.output<ReturnType<typeof searchHit>>

const searchedSource = () =>
  z.object({
    source: z.enum(['recordings', 'notes', 'workspace', 'posts', 'purchases', 'orders']).describe('What was searched'),
    group: z.string().describe('Its group'),
    where: z.array(z.string()).describe('Which parts of it were searched, such as titles'),
    words: z
      .array(z.string())
      .nullable()
      .describe('The words that were searched one by one, since nothing matches the whole query; null otherwise'),
    found: z.int().describe('How many were found, which may be more than the limit'),
    complete: z.boolean().describe('Whether all of it was searched'),
    error: z.string().nullable().describe('Why it could not be searched; null where it could'),
  })
export type SearchedSource = z.output<ReturnType<typeof searchedSource>>

const searchAnswer = () =>
  z.object({
    query: z.string().describe('The query'),
    results: z.array(searchHit()).describe('What was found, at most the limit of each source'),
    summary: z.string().describe('What was searched, in one line'),
    searched: z.array(searchedSource()).describe('What was searched, and how'),
  })
export type SearchAnswer = z.output<ReturnType<typeof searchAnswer>>

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  gateway_doctor: findings,
  gateway_list_accounts: accounts,
  gateway_search: searchAnswer,
}
