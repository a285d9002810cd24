import * as z from 'zod'
import { ENDED_REASONS } from '../../base/access.ts'
import { GROUPS, LICENCES } from '../../base/groups.ts'
import { limitsAnswer } from '../../gateway/auth/scopes.ts'
import { ownedSubscription } from '../../gateway/events.outputs.ts'
import { accountId } from '../../gateway/outputs.ts'

/** A key as the API returns it. It never contains the key itself. */
const key = () =>
  z.object({
    id: z.string().describe('The id of the key, for changing it'),
    prefix: z.string().describe('The first characters of the key'),
    lineage: z
      .string()
      .describe('What it has in common with the keys that it replaced: the owner of its subscriptions'),
    name: z.string().describe('What the key is for'),
    licence: z.enum(LICENCES).describe('What the key opens'),
    groups: z.array(z.enum(GROUPS)).nullable().describe('null for all of them'),
    accounts: z
      .array(accountId())
      .nullable()
      .describe('The accounts that it opens of their products; null for the first one of each product'),
    read_only: z.boolean().describe('Whether it opens nothing that changes something'),
    created_at: z.iso.datetime().describe('When it was made'),
    expires_at: z.iso.datetime().nullable().describe('When it ends; null for no end'),
    disabled: z.boolean().describe('Whether it is refused for the time being'),
    limits: limitsAnswer(),
    confirm: z
      .boolean()
      .describe('Whether the owner must agree to each call that pays, sends, publishes or deletes for good'),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .describe('With the keys that it replaced; null where it was not used, or that is not known'),
    requests_30d: z
      .int()
      .nullable()
      .describe('Requests of the last 30 days, with the keys that it replaced; null where that is not known'),
  })

const made = () => key().describe('What is stored of the key')

export const keyList = () => z.object({ keys: z.array(key()).describe('The oldest first') })
export const restoredKeys = () =>
  z.object({ restored: z.int().describe('How many keys STORE had lost. 0 when it has all of them') })
export const newKey = () => z.object({ key: z.string().describe('Shown this once'), record: made() })
export const changedKey = () => z.object({ record: key().describe('As it is now') })
export const rolledKey = () =>
  newKey().extend({
    previous: key().describe('The key before, with its new end'),
    subscriptions: setUp(),
  })
export const deletedKey = () =>
  z.object({
    subscriptions: setUp(),
    created: z
      .array(
        z.object({
          operation: z.string().describe('The operation that created it'),
          target: z.string().describe('Its id at the product'),
          at: z.iso.datetime().describe('When it was created'),
        }),
      )
      .describe(
        'What the key, or one that it replaced, created at a product and nobody deleted here: it still works, so delete it there',
      ),
  })

const setUp = () => z.array(ownedSubscription()).describe('What the key has set up: its subscriptions to events')

export const grantRequest = () =>
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
        requested: z
          .object({
            groups: z.array(z.enum(GROUPS)).nullable().describe('null where it names none'),
            read_only: z.boolean().describe('Whether it asks for nothing that changes something'),
            payments: z.boolean().describe('Whether it asks to make payments'),
          })
          .nullable()
          .describe('What it asks for by scopes; null for nothing in particular'),
      })
      .nullable()
      .describe('Who asks; null where the request is refused already'),
    service_name: z.string().describe('The name of the service'),
    error: z
      .object({
        code: z.string().describe('The error code of OAuth'),
        description: z.string().describe('What is wrong'),
      })
      .nullable()
      .describe('Why the request is refused already'),
    leave_to: z
      .string()
      .nullable()
      .describe(
        'Where the browser goes when access is refused; null for a visitor who is not signed in, unless a metadata document says who the client is',
      ),
  })

export const redirection = () => z.object({ redirect_to: z.string().describe('Where the browser has to go now') })

const grant = () =>
  z.object({
    id: z.string().describe('Its id, for revoking it'),
    name: z.string().describe('As the client calls itself'),
    label: z.string().nullable().describe('For whom the owner gave access; null where nothing was said'),
    domain: z.string().nullable().describe('The host that vouches for the client; null for one that registered itself'),
    redirect_host: z.string().describe('Where access was sent to'),
    groups: z.array(z.enum(GROUPS)).nullable().describe('null for all of them'),
    accounts: z
      .array(accountId())
      .nullable()
      .describe('Those that it opens of their products; null for the first one of each'),
    read_only: z.boolean().describe('Whether it opens nothing that changes something'),
    payments: z.boolean().describe('Whether payments may be made'),
    limits: limitsAnswer(),
    confirm: z
      .boolean()
      .describe('Whether the owner must agree to each call that pays, sends, publishes or deletes for good'),
    created_at: z.iso.datetime().describe('When it was given'),
    expires_at: z.iso
      .datetime()
      .nullable()
      .describe(
        'When it ends unless the client uses it, at the latest 90 days after it was given; null as long as the client has not taken it up',
      ),
    ended_at: z.iso.datetime().nullable().describe('When it ended by itself; null as long as it holds'),
    ended_reason: z
      .enum(ENDED_REASONS)
      .nullable()
      .describe(
        'Why it ended: a refresh token or a code was used twice, which means that somebody else had it; the client ended it; or 90 days were over',
      ),
    last_used_at: z.iso.datetime().nullable().describe('null where it was not used, or that is not known'),
    requests_30d: z.int().nullable().describe('Requests of the last 30 days; null where that is not known'),
  })

export const grantList = () =>
  z.object({
    grants: z.array(grant()).describe('The newest first'),
    unavailable: z.string().nullable().describe('Why clients cannot be connected here; null where they can'),
  })

export const changedGrant = () => z.object({ grant: grant().describe('As it is now') })
