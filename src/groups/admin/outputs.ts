import * as z from 'zod'
import { accountReport } from '../../accounts/outputs.ts'
import { CONFIRMATION_STATES } from '../../base/access.ts'
import { LINK_STATES, STATES } from '../../base/accounts.ts'
import { TYPES } from '../../base/events.ts'
import { subscription } from '../../gateway/events.outputs.ts'
import { accountId } from '../../gateway/outputs.ts'
import {
  changedGrant,
  changedKey,
  deletedKey,
  grantList,
  grantRequest,
  keyList,
  newKey,
  redirection,
  restoredKeys,
  rolledKey,
} from './keys.outputs.ts'
import { apiKey, auditLog, failedRequests, overview, ownerSettings, startedData, usage } from './log.outputs.ts'
import {
  currentSession,
  endedSessions,
  passkey,
  passkeyCreation,
  passkeyList,
  passkeyRequest,
  session,
  sessionList,
  signInRequest,
} from './session.outputs.ts'

export * from './keys.outputs.ts'
export * from './keys.outputs.ts'
export * from './log.outputs.ts'
export * from './log.outputs.ts'
export * from './session.outputs.ts'

const webhook = () =>
  z.object({
    url: z.url().describe('The address to enter at the product; who has it may send to it'),
    state: z
      .enum(['waiting', 'received', 'active'])
      .describe('waiting for the handshake, received (paste the token at the product), or active (the product pushes)'),
    verification_token: z.string().nullable().describe('What to paste at the product; null before the handshake'),
    received_at: z.iso.datetime().nullable().describe('When the token came, ISO 8601'),
    pushed_at: z.iso.datetime().nullable().describe('When the last push came, ISO 8601, to the minute'),
    waiting_token: z
      .string()
      .nullable()
      .describe('A token that came while another one signs. It signs nothing until admin_take_webhook_token'),
    waiting_since: z.iso.datetime().nullable().describe('When that token came, ISO 8601'),
  })

export const oneAccount = () => z.object({ account: accountReport().describe('How it is doing now') })

const newest = () =>
  z
    .object({
      title: z.string().nullable().describe('Its title, or the beginning of its text'),
      at: z.iso.datetime().nullable().describe('When it was made, ISO 8601'),
    })
    .nullable()
    .describe('The newest recording, note, page, order, order sheet, bill or post; null when there is none')

export const newestOfAccount = () => z.object({ newest: newest() })

const untested = () =>
  z
    .array(
      z.object({
        account: accountId().describe('The account'),
        found_at: z.iso.datetime().nullable().describe('When its state was found, ISO 8601; null for never'),
      }),
    )
    .describe('Those that could not be tested now, because the calls of the request did not suffice: send it again')

export const oneTested = () =>
  z.object({ account: accountReport().describe('How it is doing now'), untested: untested() })

export const recognizedKey = () =>
  z.object({
    key: z
      .enum(['admin_key', 'gateway'])
      .nullable()
      .describe('The admin key, or another key of this gateway; null for any other text'),
  })

export const connectedAccounts = () =>
  z.object({
    accounts: z.array(accountReport()).describe('Every connected account, how it is doing now'),
    untested: untested(),
  })

export const allAccounts = () =>
  z.object({ accounts: z.array(accountReport()).describe('Every account that can be connected') })

export const newLink = () =>
  z.object({
    id: z.string().describe('Its id, in the list and for revoking it'),
    url: z.url().describe('The page to send, with the token in its fragment; it is shown this once'),
    expires_at: z.iso.datetime().describe('When the link ends, ISO 8601'),
  })

const link = () =>
  z.object({
    id: z.string().describe('Its id, for revoking it'),
    account: accountId().describe('The account that it connects'),
    state: z
      .enum(LINK_STATES)
      .describe(
        'open, used (its account was connected by it), ended (by its time or a new ADMIN_KEY), or spent (10 tries)',
      ),
    tries_left: z.int().describe('How often somebody may still try to connect by it'),
    owner_name: z.string().describe('Who sent it'),
    note: z.string().nullable().describe('What its page says; null for nothing'),
    created_at: z.iso.datetime().describe('When it was made'),
    expires_at: z.iso.datetime().describe('When it ends, ISO 8601'),
  })

export const linkList = () => z.object({ links: z.array(link()).describe('The newest first') })

export const openedLink = () =>
  z.object({
    account: accountId().describe('The account that the link connects'),
    group: z.string().describe('The group that it serves'),
    service_name: z.string().describe('The name of the service that asks for it'),
    owner_name: z.string().describe('Who sent the link, as the sender put it'),
    note: z.string().nullable().describe('What the sender says; null for nothing'),
    fields: z.array(z.string()).describe('The fields that connecting it takes'),
    expires_at: z.iso.datetime().describe('When the link ends, ISO 8601'),
    can_click: z.boolean().describe('Whether it can be connected by a click at its product'),
  })

export const connectedByLink = () =>
  z.object({
    account: accountId().describe('The account that was connected'),
    identity: z.string().nullable().describe('Whose account it is; null when that is not known'),
    state: z.enum(STATES).describe('How it is doing'),
    expires_at: z.iso.datetime().nullable().describe('When it has to be reconnected, ISO 8601; null where unknown'),
    newest: newest().optional(),
  })

export const source = () =>
  z.object({
    name: z.string().describe('The account, and what of it is asked for'),
    types: z.array(z.enum(TYPES)).describe('The event types it provides'),
    is_watched: z.boolean().describe('Whether it has subscribers; without any it is not polled'),
    polled_at: z.iso.datetime().nullable().describe('When it was asked last, ISO 8601 in UTC; null for never'),
    next_poll_at: z.iso
      .datetime()
      .nullable()
      .describe('When it is asked next, ISO 8601 in UTC; null for not at all, or for at once if it has subscribers'),
    failures: z.int().describe('How often in a row it has failed'),
    last_error: z.string().nullable().describe('Why it failed last'),
  })
/** The state of an event source. */
export type SourceReport = z.output<ReturnType<typeof source>>

const sources = () => z.array(source()).describe('Where events come from')

export const eventsOverview = () =>
  z.object({
    subscriptions: z.array(subscription()).describe('Those of all keys'),
    sources: sources(),
    email_available: z
      .boolean()
      .describe('Whether a subscription may be an e-mail address: EMAIL and NOTIFY_FROM are there'),
  })

export const eventSources = () => z.object({ sources: sources() })

export const confirmation = () =>
  z.object({
    operation: z.string().describe('The operation of the call'),
    caller: z.string().describe('The name of the key or client that makes it'),
    fields: z
      .array(
        z.object({
          name: z.string().describe('A field of the call'),
          value: z.string().describe('Its value, as text'),
          more_characters: z
            .int()
            .optional()
            .describe('How many more characters it has, which are not here; left out where it is whole'),
        }),
      )
      .describe('What the call says'),
    more_fields: z
      .int()
      .optional()
      .describe('How many more fields the call has, which are not here; left out where all are'),
    state: z
      .enum(CONFIRMATION_STATES)
      .describe('waiting; agreed: the caller may repeat the call; used: it did; refused'),
    service_name: z.string().describe('The name of the service'),
    expires_at: z.iso.datetime().describe('Until when the call can be made'),
  })

const counts = () => ({
  tokens: z.int().describe('Tokens that were made of the credential; they are never shown'),
  links: z.int().describe('Invite links for the account'),
})

export const exportedData = () =>
  z.object({
    account: accountId().describe('The name of the account'),
    credential: z
      .enum(['kept', 'secret'])
      .nullable()
      .describe('`kept`: one is stored here. `secret`: the deployment has one. null: there is none. It is never shown'),
    identity: z.string().nullable().describe('Whose account it is, as its product said; null where that is not known'),
    previous_identity: z
      .string()
      .nullable()
      .describe('Whose account was connected before; null where that is not known'),
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
    events: z.array(z.looseObject({})).describe('Events of the account, the newest 5,000'),
    deliveries: z.array(z.looseObject({})).describe('Attempts to deliver them, the newest 5,000'),
  })

export const erasedData = () =>
  z.object({
    accounts: z
      .array(
        z.object({
          account: accountId().describe('The name of the account'),
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

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  admin_list_accounts: allAccounts,
  admin_test_accounts: connectedAccounts,
  admin_recognize_key: recognizedKey,
  admin_connect_account: oneAccount,
  admin_disconnect_account: oneAccount,
  admin_test_account: oneTested,
  admin_get_newest: newestOfAccount,
  admin_list_audit: auditLog,
  admin_list_requests: failedRequests,
  admin_get_confirmation: confirmation,
  admin_decide_confirmation: confirmation,
  admin_export_data: exportedData,
  admin_erase_data: erasedData,
  admin_get_events: eventsOverview,
  admin_poll_events: eventSources,
  admin_read_grant_request: grantRequest,
  admin_make_grant: redirection,
  admin_list_grants: grantList,
  admin_change_grant: changedGrant,
  admin_change_key: changedKey,
  admin_roll_key: rolledKey,
  admin_delete_key: deletedKey,
  admin_list_keys: keyList,
  admin_restore_keys: restoredKeys,
  admin_make_key: newKey,
  admin_make_link: newLink,
  admin_list_links: linkList,
  admin_open_link: openedLink,
  admin_connect_by_link: connectedByLink,
  admin_get_overview: overview,
  admin_get_settings: ownerSettings,
  admin_change_settings: ownerSettings,
  admin_get_api_key: apiKey,
  admin_make_data_key: startedData,
  admin_sign_in: session,
  admin_sign_in_with_passkey: session,
  admin_get_sign_in_options: signInRequest,
  admin_get_proof_options: passkeyRequest,
  admin_get_session: currentSession,
  admin_list_sessions: sessionList,
  admin_end_other_sessions: endedSessions,
  admin_get_passkey_options: passkeyCreation,
  admin_add_passkey: passkey,
  admin_list_passkeys: passkeyList,
  admin_rename_passkey: passkey,
  admin_get_usage: usage,
  admin_get_webhook: webhook,
  admin_take_webhook_token: webhook,
}
