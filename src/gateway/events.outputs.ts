import * as z from 'zod'
import { CHANNELS, LANGUAGES } from '../base/channels.ts'
import { EVENT_ATTACHMENTS, PATTERNS, TYPES } from '../base/events.ts'
import { accountId } from './outputs.ts'

/** Output schemas of subscriptions and their deliveries, for keys and for the owner of the deployment. */

const inUtc = (description: string) => `${description}, ISO 8601 in UTC`

export const timestamp = (description: string) => z.iso.datetime().describe(inUtc(description))
const timestampOrNull = (description: string) => z.iso.datetime().nullable().describe(inUtc(description))

/** Why nothing is delivered to a subscription at the moment. */
const DISABLED_REASONS = ['owner', 'gone', 'failing', 'key', 'unconfirmed'] as const

export const subscription = () =>
  z.object({
    id: z.string().describe('The id of the subscription, `sub_...`'),
    url: z
      .string()
      .describe(
        'Where the events go. Of a channel for people only `https://hooks.slack.com/…` or `m…@example.com`: the rest is a secret',
      ),
    host: z.string().describe('The host of the URL, or the domain of the e-mail address'),
    channel: z
      .enum(CHANNELS)
      .describe('What receives the events, as the URL says: `webhook` for a program, all others for people'),
    language: z.enum(LANGUAGES).describe('The language of messages to people'),
    types: z
      .array(z.enum(PATTERNS))
      .describe('The event types that it receives; `recorder.*` and `*` as it named them'),
    accounts: z
      .array(accountId())
      .describe(
        'The accounts whose events it gets: those that it named, or those that its key opened when it was made. `account.*` and `owner.*` are about all',
      ),
    include: z.array(z.enum(EVENT_ATTACHMENTS)).describe('What a delivery includes in addition to the event'),
    filter: z
      .object({
        data_source_id: z.string().optional().describe('Only rows of this data source, or of this database'),
        properties: z.array(z.string()).optional().describe('Only where one of these properties changed'),
      })
      .nullable()
      .describe('Which pages and rows of the workspace; null for all'),
    description: z.string().nullable().describe('What it is for'),
    enabled: z.boolean().describe('Whether its events are delivered'),
    disabled_reason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .describe(
        'Why not: owner (paused by its owner), gone (the endpoint returned 410, or its service does not know the address any more), failing (5 days of failures), key (its key was replaced, expired or was restricted), or unconfirmed (the reader of an e-mail address that a named key named has not opened the link in the mail yet)',
      ),
    has_account: z
      .boolean()
      .describe('Whether an account of its types is connected; without one there is nothing to deliver'),
    key_id: z.string().describe('Its owner: the lineage of a named key, `deployment` for API_KEY, or `admin`'),
    key_name: z.string().describe('The name of that key'),
    created_at: timestamp('When it was made'),
    updated_at: timestamp('When it was changed last'),
    last_delivered_at: timestampOrNull('When an event was delivered last'),
    failing_since: timestampOrNull('Since when every attempt has failed'),
    last_error: z.string().nullable().describe('Why the last attempt failed'),
    last_test_error: z
      .string()
      .nullable()
      .describe('Why the last test was not accepted; null after a success, and when there was no test'),
    last_test_at: timestampOrNull(
      'When the last test was sent to its present address; null when there was none, or when it failed and something was accepted since',
    ),
    pending_count: z.int().describe('Events that are still to be delivered; 1000 means 1000 or more'),
  })

const notWorking = () =>
  z
    .array(
      z.object({
        account: accountId().describe('The account'),
        state: z
          .enum(['rejected', 'unreachable', 'misconfigured'])
          .describe('How it is doing, as the list of accounts gives it'),
        message: z.string().nullable().describe('What is wrong'),
      }),
    )
    .optional()
    .describe(
      'Only where `types` has one of `account.*`: the connected accounts that do not work now, of which no event comes until that changes',
    )

/** The answer to a change. */
export const changed = () => subscription().extend({ accounts_not_working: notWorking() })

const secret = () => z.string().describe('`whsec_...`: verifies deliveries (Standard Webhooks). Shown only now')

export const made = () =>
  changed().extend({
    secret: secret()
      .nullable()
      .optional()
      .describe(
        '`whsec_...`: verifies deliveries (Standard Webhooks). Only with 201; null for a channel for people, whose messages are not signed',
      ),
  })

export const rolledSecret = () =>
  z.object({
    secret: secret(),
    previous_until: timestamp('Until when deliveries are signed by the secret before as well'),
  })

/** What every key that can see the subscription may read. The rest is for its owner. */
export const seenSubscription = () =>
  subscription().partial().required({ id: true, types: true, host: true, enabled: true, created_at: true })

/** A subscription of a key. */
export const ownedSubscription = () => subscription().pick({ id: true, host: true, types: true, enabled: true })

export const attempt = () =>
  z.object({
    id: z.string().describe('The id of the attempt'),
    event_id: z.string().describe('The event, the `webhook-id` of its deliveries'),
    type: z.enum(TYPES).describe('The type of the event'),
    attempted_at: timestamp('When'),
    attempt: z.int().describe('1 for the first one'),
    ok: z.boolean().describe('Whether the endpoint accepted it'),
    status: z.int().nullable().describe('The status that the endpoint returned; null without a response'),
    error: z.string().nullable().describe('Why the attempt failed'),
    request_body: z
      .string()
      .nullable()
      .meta({ description: 'What was sent, its first 8,192 characters; null if nothing was sent', omitted: true }),
    response_body: z.string().describe("The first part of the endpoint's response body"),
    duration_ms: z.int().describe('How long it took, in milliseconds'),
    next_attempt_at: timestampOrNull('When the next attempt is made; null for never'),
  })

/** A page of attempts, newest first. */
export const attempts = () =>
  z.object({
    deliveries: z.array(attempt()).describe('The attempts of the last 30 days, the newest first'),
    next_before: z.string().nullable().describe('The before of the next page, null at the end'),
  })

export const redelivered = () =>
  z.object({ deliveries: z.int().describe('How many subscriptions it is redelivered to') })
